"""Random patterns, rules and orientations for property tests."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.neighbourhood import HEXAGONAL, VON_NEUMANN, turned
from lifesearch.life.rules.rule import Rule


@st.composite
def patterns(draw: st.DrawFn, max_side: int = 8, min_population: int = 0) -> Pattern:
    """Any subset of a small box that lies somewhere near the origin, or far from it."""
    width = draw(st.integers(1, max_side))
    height = draw(st.integers(1, max_side))
    cell = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    least = min(min_population, width * height)
    cells = draw(st.frozensets(cell, min_size=least, max_size=width * height))
    corner = st.integers(-20, 20) | st.sampled_from([-1_000_000, 1_000_000])
    return Pattern(cells).translate(draw(corner), draw(corner))


def orientations() -> SearchStrategy[Orientation]:
    return st.sampled_from(Orientation)


def rules(b0: bool = False) -> SearchStrategy[Rule]:
    """Any outer-totalistic rule; with B0 among the births only if asked for."""
    births = st.frozensets(st.integers(0 if b0 else 1, 8))
    return st.builds(Rule.totalistic, births, st.frozensets(st.integers(0, 8)))


def tables(b0: bool = False) -> SearchStrategy[Rule]:
    """Any rule at all, as a random table."""

    def rule(bits: int) -> Rule:
        table = bytearray(bits >> block & 1 for block in range(512))
        table[0] &= b0
        return Rule(bytes(table))

    return st.builds(rule, st.integers(0, 2**512 - 1))


def small_tables() -> SearchStrategy[Rule]:
    """Rules that look at the neighbours of a hexagon only, or at von Neumann's."""

    def rule(bits: int, hood: int) -> Rule:
        return Rule(bytes(bits >> (block & hood) & 1 for block in range(512)))

    return st.builds(rule, st.integers(0, 2**512 - 1), st.sampled_from([HEXAGONAL, VON_NEUMANN]))


def isotropic_rules() -> SearchStrategy[Rule]:
    """Rules that treat all directions alike: what holds for a block holds for its images."""

    def rule(bits: int) -> Rule:
        first = [min(turned(g)[block] for g in Orientation) for block in range(512)]
        return Rule(bytes(bits >> first[block] & 1 for block in range(512)))

    return st.builds(rule, st.integers(0, 2**512 - 1))
