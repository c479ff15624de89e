"""A query for one pattern, soon: strategies race for it, each with its share of the time.

`unbounded` makes it of a question without bounds, `engine` runs the strategies in a portfolio; for
a part, `Race` asks the strategy that owns it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.text import plural
from lifesearch.core import validate
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints, Objective
from lifesearch.core.question import DivisibleQuery, Proved
from lifesearch.core.words import in_rule, other_period, recurring
from lifesearch.engines.compiled import unavailable
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.strategies import (
    strategies_for,
    strategy_names,
    why_unsuitable,
)
from lifesearch.questions.race.strategy import RaceGoal, RaceStrategy
from lifesearch.questions.race.strips import WideningStrips

MOST_SEEDS = 2**63 - 1  # seeds fit in a signed number of 64 bits
SHORTEST_BUILT = 43
"""The shortest period of a loop of Snarks: `life.snark_loop`, which most races need not load."""


BUILT = Part((2048, 2048), name="loop of Snarks")
"""The part of patterns that were built, with room for the longest period; it is not searched."""


@dataclass(frozen=True)
class Race(DivisibleQuery):
    """A query for patterns of any size and symmetry.

    motion       how the patterns recur: without a transform
    constraints  on pieces only
    only         the names of the strategies that take part; empty for all
    seed         decides what is random, and the order in which solvers decide variables
    composite    whether several pieces may have the period only together
    symmetry     the name of a strip's symmetry: then only strips are searched; empty for any
    """

    kind = "race"
    unit = "step"

    motion: Motion
    rule: Rule = LIFE
    constraints: Constraints = NO_CONSTRAINTS
    only: tuple[str, ...] = ()
    seed: int = 0
    composite: bool = False
    symmetry: str = ""

    def __post_init__(self) -> None:
        require.instance(self.motion, "the motion", Motion)
        validate.even_period(self.motion, self.rule)
        if self.motion.orientation is not Orientation.IDENTITY:
            raise OptionError("a <transform> needs boxes: give <box WxH> or <max_area N>")
        if self.constraints != self.constraints.on_pieces:
            raise OptionError("conditions need boxes: give <box WxH> or <max_area N>")
        require.whole(self.seed, "the seed", 0, MOST_SEEDS)
        for name in self.only:
            if name not in (names := strategy_names()):
                raise InputError(f"there is no strategy '{name}'; choose from {', '.join(names)}")
        if self.symmetry:
            self._check_symmetry()
        if not self.strategies:
            raise InputError(
                f"{' or '.join(self.only)} cannot be searched for any {self.describe()}"
                f"{self._why_not()}: choose another strategy"
            )

    def _why_not(self) -> str:
        """Why none of the named strategies can be used; empty if only the rule is the reason."""
        reason = unavailable() or why_unsuitable(self.wanted, self.only)
        return f", since {reason}" if reason else ""

    def _check_symmetry(self) -> None:
        """Refuse a strip's symmetry that is not one, or with which no strip can be searched."""
        from lifesearch.questions.strips.widening import SYMMETRIES, Widening

        if self.symmetry not in SYMMETRIES:
            names = ", ".join(SYMMETRIES)
            raise InputError(f"strips that grow have symmetry {names}, not '{self.symmetry:.20}'")
        if set(self.only) - {"rows"}:
            raise OptionError("the symmetry {} is for strips: leave out <only>", self.symmetry)
        if reason := unavailable():
            raise InputError(reason)
        Widening(self.motion, self.rule, self.symmetry)  # InputError if no strip is suitable

    @cached_property
    def wanted(self) -> RaceGoal:
        return RaceGoal(
            self.motion, self.rule, self.constraints.unwanted, self.composite, self.symmetry
        )

    @cached_property
    def strategies(self) -> list[RaceStrategy]:
        if self.symmetry:
            return [WideningStrips(self.wanted, self.seed, alone=True)]
        return strategies_for(self.wanted, self.only, self.seed)

    @property
    def travels(self) -> bool:
        return self.motion.travels

    @property
    def grows(self) -> bool:
        return True

    def with_objective(self, objective: Objective) -> Periodic:
        """The question in growing boxes, since the best answer needs a proof."""
        constraints = replace(self.constraints, objective=objective)
        return Periodic(self.motion, rule=self.rule, constraints=constraints)

    def key(self, answer: Answer) -> Hashable:
        return "built" if answer.built else self.wanted.key(answer.pattern)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify patterns by simulation; one that `construction` builds is built again."""
        if not self.may_be_built:
            return self.wanted.answers(saved)
        from lifesearch.life.snark_loop import snark_loop
        from lifesearch.questions.race.built import built

        period = self.motion.period
        loop = snark_loop(period)
        found = self.wanted.answers([pattern for pattern in saved if pattern != loop])
        return found + [built(period)] * (loop in saved)

    @property
    def may_be_built(self) -> bool:
        """Whether there is a construction for the pattern: see `life.snark_loop`."""
        possible = self.motion.period >= SHORTEST_BUILT and not self.motion.travels
        return possible and self.rule == LIFE and not self.symmetry

    def proved(self) -> Proved:
        return RaceProved(self)

    def proved_empty(
        self,
        parts: frozenset[Part],
        answers: Sequence[Answer],
        before: frozenset[Part] = frozenset(),
    ) -> list[str]:
        """Sentences about the width up to which strips are empty, apart from excluded patterns.

        Of the searched `parts`, those `before` the first answer have none. In a later one patterns
        may have been found that are not reported, if all their pieces are answers already: then
        others may be hidden behind them. But each piece is as wide as an answer: so strips that are
        narrower than all answers have none, either.
        """
        if self.constraints.unwanted or all(part.box[1] for part in parts):
            return []
        sentences: list[str] = []
        for own in self.strategies:
            if isinstance(own, WideningStrips):
                widening = own.widening
                empty = before | widening.narrower(parts, answers)
                sentences += widening.proved_empty(empty, answers)
        return sentences

    def ruled_out(self, parts: Collection[Part]) -> list[str]:
        """The places without a pattern, in short; none if some patterns are excluded.

        Strips of any length say more than boxes.
        """
        if self.constraints.unwanted:
            return []
        ruled = [(own.noun, where) for own in self.strategies for where in own.ruled_out(parts)]
        strips = [where for noun, where in ruled if noun == WideningStrips.noun]
        return strips or [where for _, where in ruled]

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
        """A part of each strategy in turn; there is an end only if all strategies have one."""
        for parts in zip_longest(*(own.parts() for own in self.strategies)):
            yield from filter(None, parts)

    def has_part(self, part: Part, depth: int) -> bool:
        if part == BUILT:
            return self.may_be_built
        own = self._owner(part)
        return own is not None and own.holds(part)

    def _owner(self, part: Part) -> RaceStrategy | None:
        return next((own for own in self.strategies if own.owns(part)), None)

    def only_strategy(self, part: Part) -> Strategy | None:
        own = self._owner(part)
        return None if own is None else own.configuration

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Search a part by its strategy; known answers that it finds again, the portfolio drops."""
        own = self._owner(part)
        assert own is not None
        return own.search(part, strategy)

    def place(self, part: Part) -> str:
        own = self._owner(part)
        return super().place(part) if own is None else own.place(part)

    def describe_searched(self, parts: Collection[Part]) -> str:
        """Words for all parts that are done."""
        counts: Counter[tuple[str, str]] = Counter()
        for own in filter(None, map(self._owner, parts)):
            counts[own.noun, own.ending] += own.count_in_a_part
        return ", ".join(plural(number, *words) for words, number in sorted(counts.items()))


@dataclass(frozen=True)
class OneStrategy(Race):
    """A race with a single strategy, `taken`, which exists already: see `of`."""

    taken: RaceStrategy | None = None

    @classmethod
    def of(cls, own: RaceStrategy) -> OneStrategy:
        return cls(own.wanted.motion, own.wanted.rule, seed=own.seed, taken=own)

    @cached_property
    def strategies(self) -> list[RaceStrategy]:
        return [] if self.taken is None else [self.taken]


class RaceProved(Proved):
    """Collects the parts that had no answer; makes sentences about them and about strips.

    _done    the parts that are searched
    _before  those that were searched before the first answer was found; empty until then
    """

    def __init__(self, race: Race) -> None:
        self._race = race
        self._done: set[Part] = set()
        self._before: frozenset[Part] = frozenset()
        self._answers: list[Answer] = []

    def found(self, part: Part, answers: Sequence[Answer]) -> None:
        if not self._answers:
            self._before = frozenset(self._done)
        self._answers += answers

    def searched(self, part: Part, hint: Callable[[], list[str]]) -> Iterator[str]:
        self._done.add(part)
        return iter(())

    def so_far(self) -> Sequence[str]:
        """The places ruled out by each strategy, until a pattern is found."""
        where = [] if self._answers else self._race.ruled_out(self._done)
        return [f"ruled out: {'; '.join(where)}"] if where else []

    def undecided(self) -> Iterator[str]:
        if not self._answers:
            yield "undecided: nothing is left that the chosen strategies search"

    def summary(self) -> Iterator[str]:
        done = "" if self._answers else self._race.describe_searched(self._done)
        if done:
            yield f"searched: {done}"
        yield from self._race.proved_empty(frozenset(self._done), self._answers, self._before)
