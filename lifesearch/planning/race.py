"""A query for one pattern, soon: engines race for it, each way with its share of the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from lifesearch import require, rows
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.engines import ENGINES
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries import validate
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints, Objective
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.way import Wanted, Way
from lifesearch.queries.words import in_rule, other_period, recurring
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.solving.configuration import Configuration, How
from lifesearch.solving.enumerate import Kept, Report
from lifesearch.solving.parts import Part, Share
from lifesearch.text import plural

MOST_SEEDS = 2**63 - 1
WAYS = sorted((way for engine in ENGINES for way in engine.ways), key=lambda way: way.compiled)
"""Of all engines; those first that need nothing to be loaded."""
NAMES = tuple(sorted({way.name for way in WAYS}))


@dataclass(frozen=True)
class Race(PatternQuery):
    """A query for patterns of whatever size and symmetry.

    `only` names the ways that take part, all of them if it is empty. Soups, and the order in which
    solvers try things, depend on the seed. A `composite` has several pieces, none of which need
    have the period. With a `symmetry`, which has a name for strips, these alone are searched.
    """

    kind = "race"
    unit = "step"
    raw = False
    has_clauses = False

    motion: Motion
    rule: Rule = LIFE
    constraints: Constraints = NO_CONSTRAINTS
    only: tuple[str, ...] = ()
    seed: int = 0
    composite: bool = False
    symmetry: str = ""

    def __post_init__(self) -> None:
        require.kind(self.motion, "the motion", Motion)
        validate.whole_turns(self.motion, self.rule)
        if self.motion.orientation is not Orientation.IDENTITY:
            raise OptionError("a <transform> needs boxes: give <box WxH> or <max_area N>")
        if replace(self.constraints, excluded=(), connected=False):
            raise OptionError("conditions need boxes: give <box WxH> or <max_area N>")
        require.whole(self.seed, "the seed", 0, MOST_SEEDS)
        for name in self.only:
            if name not in NAMES:
                raise InputError(f"there is no strategy '{name}'; choose from {', '.join(NAMES)}")
        if self.symmetry:
            self._check_symmetry()
        if not self.ways:
            ways = " or ".join(self.only)
            raise InputError(
                f"{ways} cannot be searched for any {self.describe()}{self._why_not()}: choose "
                "another strategy"
            )

    def _why_not(self) -> str:
        """Why none of the ways that are named suits; empty if only the rule is to blame."""
        strips = WideningStrips(self.wanted, self.seed) if "rows" in self.only else None
        reason = rows.unavailable() or (strips.unsuitable() if strips else "")
        return f", since {reason}" if reason else ""

    def _check_symmetry(self) -> None:
        from lifesearch.queries.strips.widening import SYMMETRIES, Widening

        if self.symmetry not in SYMMETRIES:
            names = ", ".join(SYMMETRIES)
            raise InputError(f"strips that grow have symmetry {names}, not '{self.symmetry:.20}'")
        if set(self.only) - {"rows"}:
            raise OptionError("the symmetry {} is for strips: leave out <only>", self.symmetry)
        if reason := rows.unavailable():
            raise InputError(reason)
        Widening(self.motion, self.rule, self.symmetry)

    @cached_property
    def wanted(self) -> Wanted:
        return Wanted(
            self.motion, self.rule, self.constraints.excluded, self.composite, self.symmetry
        )

    @cached_property
    def ways(self) -> list[Way]:
        if self.symmetry:
            return [WideningStrips(self.wanted, self.seed, alone=True)]
        return ways(self.wanted, self.only, self.seed)

    @property
    def travels(self) -> bool:
        return self.motion.travels

    @property
    def grows(self) -> bool:
        return True

    def with_objective(self, objective: Objective) -> Periodic:  # type: ignore[override]
        """The best is found by a proof: boxes that grow."""
        constraints = replace(self.constraints, objective=objective)
        return Periodic(self.motion, rule=self.rule, constraints=constraints)

    def key(self, answer: Answer) -> Hashable:
        return self.wanted.key(answer.pattern)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        return self.wanted.answers(saved)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """Refuse it: each box has a formula of its own."""
        raise OptionError("a formula is about one box: give its size by <box WxH>")

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Say how wide strips are proved to have nothing; what is excluded may be there."""
        if self.constraints.excluded or all(part.box[1] for part in parts):
            return []
        strips = [way for way in self.ways if isinstance(way, WideningStrips)]
        return [s for way in strips for s in way.widening.proved_empty(parts, answers)]

    def describe(self) -> str:
        symmetric = f"{self.symmetry}-symmetric " if self.symmetry else ""
        return f"{symmetric}{recurring(self.motion, self.rule)}{in_rule(self.rule)}"

    def where(self) -> str:
        return ""

    def hint(self) -> str:
        return other_period(self.motion, self.rule)

    def endless(self) -> str:
        return (
            "<box WxH>, <max_area N> or <width W> <max_length N>: without them the search would "
            "never end"
        )

    def parts(self, depth: int) -> Iterator[Part]:
        streams = [way.parts() for way in self.ways]
        while streams:
            yield from (part for stream in streams if (part := next(stream, None)) is not None)

    def has_part(self, part: Part, depth: int) -> bool:
        way = self._way(part)
        return way is not None and way.holds(part)

    def _way(self, part: Part) -> Way | None:
        return next((way for way in self.ways if way.owns(part)), None)

    def configurations(self) -> tuple[Configuration, ...]:
        return tuple(way.how for way in self.ways if isinstance(way.how, Configuration))

    def way(self, part: Part) -> How | None:
        way = self._way(part)
        return None if way is None else way.how

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        return self._search(part, how)

    def search_without_solver(
        self, part: Part, name: str, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        return self._search(part, name)

    def _search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        way = self._way(part)
        assert way is not None
        return way.search(part, how)

    def place(self, part: Part) -> str:
        way = self._way(part)
        return super().place(part) if way is None else way.place(part)

    def why(self, part: Part) -> str:
        way = self._way(part)
        return "" if way is None else way.why

    def done(self, parts: Collection[Part]) -> str:
        counts: Counter[tuple[str, str]] = Counter()
        for way in filter(None, map(self._way, parts)):
            counts[way.thing, way.ending] += way.things_in_a_part
        return ", ".join(plural(number, *words) for words, number in sorted(counts.items()))


@dataclass(frozen=True)
class OneWay(Race):
    """A race in which one way takes part, and no other."""

    taken: Way | None = None

    @classmethod
    def of(cls, way: Way) -> OneWay:
        return cls(way.wanted.motion, way.wanted.rule, seed=way.seed, taken=way)

    @cached_property
    def ways(self) -> list[Way]:
        return [] if self.taken is None else [self.taken]


def ways(wanted: Wanted, only: tuple[str, ...], seed: int) -> list[Way]:
    """The ways that can find what is wanted, of those that are named."""
    named = [way(wanted, seed, alone=bool(only)) for way in WAYS if not only or way.name in only]
    return [way for way in named if way.suits()]


class EverythingAtOnce(Engine[Race]):
    """Symmetric boxes, strips, soups and growing boxes race, each with its share of the time."""

    name = "everything at once"
    kind = Race
    continued_from = "boxes, strips and soups that are done"

    def steps(self, query: Race, how: RunOptions) -> tuple[Step, ...]:
        """One for each way that takes part."""
        return tuple(Step(way.engine, way.what, way.share, None, way.why) for way in query.ways)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """A portfolio, with shares."""
        from lifesearch.running.portfolio import Portfolio

        shares = [
            Share(way.share, way.parts(), way.compiled, way.after, way.part_size)
            for way in plan.query.ways
        ]
        return partial(Portfolio, shares=shares)
