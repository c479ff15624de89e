"""Classes of rules: which blocks of 3x3 cells share a bit of the rule, and which bits are fixed.

A rule of a class is a value for each bit. Some bits are fixed for all rules of the class:

- Without B0 the empty plane stays empty. With B0 and without S8 it alternates. With B0 and S8 it
  becomes all alive and stays so: no pattern recurs, and no class has these rules.
- Without B0, one live neighbour at a corner must not bring a cell to life: no pattern would recur.
  Take a direction at right angles to its velocity, or any if it has none. Of the live cells of all
  generations, take one that is farthest in this direction and, of several in its generation, at one
  end of them. The cell diagonally beyond it, on the side of that end, is in no generation alive. So
  it is dead and not dying, and this is its only live neighbour: it would be born. With six or four
  neighbours, a cell beside the farthest one has no other live neighbour, either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lifesearch.common.errors import InputError
from lifesearch.common.text import suggestion
from lifesearch.engines.on_demand.limits import MOST_STATES
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.hensel import arrangements
from lifesearch.life.rules.neighbourhood import (
    BLOCKS,
    CENTRE,
    HEXAGONAL,
    MOORE,
    VON_NEUMANN,
    alive,
    neighbours,
    turned,
)
from lifesearch.life.rules.rule import Rule


@dataclass(frozen=True)
class RuleClass:
    """A class of rules: for each block the number of its bit, and the values of `fixed` bits.

    `words` name one of its rules. In rules that are `counted`, only the number of live cells among
    the eight neighbours matters. With `births_from_nothing` they have B0. With `any_states` they
    may have more states than two: not with B0, since the kernel inverts one plane only; that others
    have two is a choice.
    """

    name: str
    words: str
    bits: tuple[int, ...]
    fixed: Mapping[int, int]
    counted: bool = False
    births_from_nothing: bool = False
    any_states: bool = False

    @cached_property
    def number(self) -> int:
        """The number of bits, fixed ones among them."""
        return max(self.bits) + 1

    @cached_property
    def free(self) -> tuple[int, ...]:
        return tuple(bit for bit in range(self.number) if bit not in self.fixed)

    @cached_property
    def symmetries(self) -> frozenset[Orientation]:
        """The orientations under which all rules of the class are symmetric."""
        return frozenset(
            g
            for g in Orientation
            if all(self.bits[turned(g)[block]] == self.bits[block] for block in range(BLOCKS))
        )

    @cached_property
    def lone_births(self) -> bool:
        """Whether in some rule a cell is born that has one live neighbour, of all eight."""
        return any(self.fixed.get(self.bits[1 << n], 1) for n in range(9) if 1 << n != CENTRE)

    def rule(self, ones: Iterable[int], states: int = 2) -> Rule:
        """The rule in which these bits are 1."""
        set_bits = frozenset(ones)
        return Rule(bytes(bit in set_bits for bit in self.bits), states)

    def holds(self, rule: Rule, states: int) -> bool:
        """Whether a rule is in the class."""
        values: dict[int, int] = dict(self.fixed)
        pairs = zip(self.bits, rule.table, strict=True)
        return rule.states == states and all(values.setdefault(b, v) == v for b, v in pairs)


def _by_number(hood: int) -> tuple[int, ...]:
    """A bit for each number of neighbours of dead cells, then of live ones."""
    most = neighbours(MOORE, hood) + 1
    return tuple(neighbours(b, hood) + most * alive(b) for b in range(BLOCKS))


def _by_arrangement() -> tuple[int, ...]:
    """A bit for each of Hensel's arrangements, around dead cells and around live ones."""
    groups = [each for n in range(9) for each in arrangements(n).values()]
    bits = [0] * BLOCKS
    for number, group in enumerate(groups):
        for block in group:
            bits[block], bits[block | CENTRE] = number, number + len(groups)
    return tuple(bits)


_COUNTS, _ARRANGED = _by_number(MOORE), _by_arrangement()
_NOTHING, _ALL = 0, BLOCKS - 1  # blocks: no cell lives, all nine live


def _plain(bits: tuple[int, ...]) -> dict[int, int]:
    """Neither B0 nor births by one corner neighbour."""
    # A block with one corner alive; of six neighbours, only two are corners.
    corner = next(b for b in (256, 64, 4, 1) if bits[b] != bits[_NOTHING])
    return {bits[_NOTHING]: 0, bits[corner]: 0}


def _alternating(bits: tuple[int, ...]) -> dict[int, int]:
    """B0 and no S8."""
    return {bits[_NOTHING]: 1, bits[_ALL]: 0}


def _without_survival(bits: tuple[int, ...]) -> dict[int, int]:
    return _plain(bits) | {bits[b]: 0 for b in range(BLOCKS) if alive(b)}


def _made(name: str, words: str, bits: tuple[int, ...]) -> RuleClass:
    return RuleClass(name, words, bits, _plain(bits))


CLASSES = {
    each.name: each
    for each in (
        RuleClass(
            "outer-totalistic", "outer-totalistic rule", _COUNTS, _plain(_COUNTS),
            counted=True, any_states=True,
        ),
        RuleClass(
            "isotropic", "isotropic rule", _ARRANGED, _plain(_ARRANGED), any_states=True
        ),
        RuleClass(
            "no-survival", "isotropic rule without survival", _ARRANGED,
            _without_survival(_ARRANGED), any_states=True,
        ),
        _made("hexagonal", "rule that counts six neighbours on hexagons", _by_number(HEXAGONAL)),
        RuleClass(
            "von-neumann", "rule that counts four neighbours", _by_number(VON_NEUMANN),
            {0: 0, 1: 0},  # bits of dead cells with no neighbour and with one
        ),
        RuleClass(
            "outer-totalistic-b0", "outer-totalistic rule with B0 and without S8", _COUNTS,
            _alternating(_COUNTS), counted=True, births_from_nothing=True,
        ),
        RuleClass(
            "isotropic-b0", "isotropic rule with B0 and without S8", _ARRANGED,
            _alternating(_ARRANGED), births_from_nothing=True,
        ),
    )
}  # fmt: skip
"""All classes by name."""


def class_named(name: str) -> RuleClass:
    """The class with this name."""
    found = CLASSES.get(name.strip().lower())
    if found is None:
        advice = suggestion(name, list(CLASSES))
        raise InputError(f"there is no class of rules '{name[:30]}'; {advice}")
    return found


def require_states(rules: RuleClass, states: int) -> None:
    """Raise an InputError unless rules of a class may have that number of states."""
    if not 2 <= states <= MOST_STATES:
        raise InputError(f"rules have 2 to {MOST_STATES} states here, not {states}")
    if states > 2 and not rules.any_states:
        names = ", ".join(name for name, each in CLASSES.items() if each.any_states)
        raise InputError(f"{rules.name} rules have two states; with more there are {names}")
