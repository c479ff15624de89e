"""A query for one pattern, soon, wherever it may be found."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lifesearch import require, rows
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.queries import validate
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints, Objective
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.race.in_ways import InWays
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.race.wanted import Wanted
from lifesearch.queries.race.way import Way
from lifesearch.queries.race.ways import NAMES, ways
from lifesearch.queries.race.wording import RaceInWords
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part

MOST_SEEDS = 2**63 - 1


@dataclass(frozen=True)
class Race(RaceInWords, InWays):
    """A query for patterns of whatever size and symmetry.

    `only` names the ways that take part, all of them if it is empty. Soups, and the order in which
    solvers try things, depend on the seed. A `composite` has several pieces, none of which need
    have the period. With a `symmetry`, which has a name for strips, these alone are searched.
    """

    kind = "race"
    unit = "step"
    raw = False

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
                raise InputError(f"there is no way '{name}'; choose from {', '.join(NAMES)}")
        if self.symmetry:
            self._check_symmetry()
        if not self.ways:
            ways = " or ".join(self.only)
            raise InputError(
                f"{ways} cannot be searched for any {self.describe()}{self._why_not()}: choose "
                "another way"
            )

    def _why_not(self) -> str:
        """Why none of the ways that are named suits; empty if only the rule is to blame."""
        from lifesearch.queries.race.strips import WideningStrips

        strips = WideningStrips(self.wanted, self.seed) if "rows" in self.only else None
        reason = rows.unavailable() or (strips.unsuitable() if strips else "")
        return f", since {reason}" if reason else ""

    def _check_symmetry(self) -> None:
        from lifesearch.queries.strips.widening import SYMMETRIES, Widening

        if self.symmetry not in SYMMETRIES:
            names = ", ".join(SYMMETRIES)
            raise InputError(f"strips that grow have symmetry {names}, not '{self.symmetry:.20}'")
        if set(self.only) - {"rows"}:
            raise OptionError("a symmetry {} is one of strips: leave out <only>", self.symmetry)
        if reason := rows.unavailable():
            raise InputError(reason)
        Widening(self.motion, self.rule, self.symmetry)

    @cached_property
    def wanted(self) -> Wanted:
        """What is looked for, wherever it comes from."""
        return Wanted(
            self.motion, self.rule, self.constraints.excluded, self.composite, self.symmetry
        )

    @cached_property
    def ways(self) -> list[Way]:
        """Those that take part."""
        if self.symmetry:
            return [WideningStrips(self.wanted, self.seed, alone=True)]
        return ways(self.wanted, self.only, self.seed)

    @property
    def travels(self) -> bool:
        """Whether spaceships are wanted."""
        return self.motion.travels

    @property
    def grows(self) -> bool:
        """Parts that are hard to decide must not hold up others."""
        return True

    def with_raw(self, raw: bool) -> Race:
        """All solutions are never asked for."""
        return self

    def with_objective(self, objective: Objective) -> Periodic:  # type: ignore[override]
        """The best is found by a proof: boxes that grow."""
        constraints = replace(self.constraints, objective=objective)
        return Periodic(self.motion, rule=self.rule, constraints=constraints)

    def key(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed patterns are one."""
        return self.wanted.key(answer.pattern)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify patterns by simulation, wherever they were found."""
        return self.wanted.answers(saved)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """There is no formula: each box has its own."""
        raise OptionError("a formula is about one box: give its size by <box WxH>")

    def with_seed(self, seed: int) -> Race:
        """The same query, where soups and solvers begin otherwise."""
        return replace(self, seed=seed)

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Say how wide strips are proved to have nothing; what is excluded may be there."""
        if self.constraints.excluded or all(part.box[1] for part in parts):
            return []
        strips = [way for way in self.ways if isinstance(way, WideningStrips)]
        return [s for way in strips for s in way.widening.proved_empty(parts, answers)]
