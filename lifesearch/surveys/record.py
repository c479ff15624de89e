"""The events of a survey, and the record made of them: patterns found and statements proved.

`run` makes the events, `session` saves them, and `report` reads the record.

>>> from lifesearch.life.pattern import Pattern
>>> record = SurveyRecord(SurveyQuestion())
>>> blinker = MinimalPattern.of(Pattern.parse("OOO"), record.rule, "a 3x3 box")
>>> record.improved_by(blinker)
True
>>> record = record.take(FoundPattern(blinker))
>>> record.improved_by(blinker), [kind.title(record.rule) for kind in record.fewest]
(False, ['period 2'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeGuard

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LONGEST_PERIOD, MOST_WANTED
from lifesearch.common.text import suggestion
from lifesearch.core.events import KindEvent, Searched
from lifesearch.core.question import Question
from lifesearch.core.validate import even_period
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.velocity import Velocity
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.surveys.kinds import MinimalPattern, MotionKind, kind_of
from lifesearch.surveys.replicators import Replicator

FAMILIES = ("still-lifes", "oscillators", "spaceships")
"""The values of `MotionKind.family`."""


@dataclass(frozen=True)
class SurveyQuestion(Question[MinimalPattern]):
    """A rule, families of patterns (all if there are none), periods and speeds (all if none).

    Periods are those of oscillators. Equal seeds give equal soups.
    """

    kind: ClassVar[str] = "survey"

    rule: Rule = LIFE
    families: tuple[str, ...] = ()
    periods: tuple[int, ...] = ()
    speeds: tuple[Velocity, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        require.instance(self.rule, "the rule", Rule)
        require.whole(self.seed, "the seed", 0, MOST_WANTED)
        for name in self.families:
            if name not in FAMILIES:
                raise InputError(f"a survey has no '{name:.20}'; {suggestion(name, FAMILIES)}")
        for period in self.periods:
            require.whole(period, "a period", 2, LONGEST_PERIOD)
            even_period(Motion(period), self.rule)
        require.each(self.speeds, "the speeds", Velocity)
        for speed in self.speeds:
            speed.require_possible(self.rule)
            even_period(Motion(speed.period), self.rule)
        if self.periods and not self.asks("oscillators"):
            raise OptionError("<periods> are periods of oscillators, which are excluded by <kinds>")
        if self.speeds and not self.asks("spaceships"):
            raise OptionError("<speeds> are speeds of spaceships, which are excluded by <kinds>")

    def describe(self) -> str:
        return f"what lives in {self.rule}"

    def key(self, answer: MinimalPattern) -> MinimalPattern:
        return answer

    def as_recorded(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, recorded: SurveyQuestion
    ) -> SurveyQuestion:
        """A question without any options continues the survey of the session."""
        return recorded if self == SurveyQuestion() else self

    def asks(self, family: str) -> bool:
        """Whether patterns of a family are searched for.

        If no family is named, periods stand for oscillators and speeds for spaceships, alone or
        both; with neither, all families are.
        """
        if self.families:
            return family in self.families
        named = {"oscillators": bool(self.periods), "spaceships": bool(self.speeds)}
        return named.get(family, False) or not any(named.values())

    def wants(self, kind: MotionKind) -> bool:
        """Whether patterns of a kind are searched for."""
        if not self.asks(kind.family):
            return False
        if kind.family == "oscillators":
            return not self.periods or kind.period in self.periods
        return kind.family == "still-lifes" or not self.speeds or kind in self.kinds_of_ships

    @property
    def kinds_of_ships(self) -> tuple[MotionKind, ...]:
        """The kinds that have the speeds, each once: tasks are named by kinds."""
        kinds = (kind_of(each.period, -each.left, -each.up, self.rule) for each in self.speeds)
        return tuple(dict.fromkeys(kinds))


@dataclass(frozen=True)
class FoundPattern(KindEvent):
    """A pattern that is the first of its kind, or smaller than those found before."""

    minimal: MinimalPattern


@dataclass(frozen=True)
class PartOccupied(KindEvent):
    """A part of a task has a pattern, new or not: so the part is not proved to be empty."""

    task: str
    part: Part


@dataclass(frozen=True)
class Lifespans(KindEvent):
    """The lifespans of soups from number `start` on; None where a soup did not settle in time.

    One task makes them in order, so each event follows the one before; sessions check that.
    """

    start: int
    generations: tuple[int | None, ...]


@dataclass(frozen=True)
class StillLifesListed(KindEvent):
    """The complete list of still lifes of N cells: this is a proof."""

    cells: int
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class ReplicatorFound(KindEvent):
    """A pattern that makes copies of itself."""

    replicator: Replicator


@dataclass(frozen=True)
class SliceEnded(KindEvent):
    """A task has run for another `seconds`; `done` if there is nothing left to do."""

    task: str
    seconds: float
    done: bool = False


SurveyEvent = (
    FoundPattern
    | Searched
    | PartOccupied
    | SoupsRun
    | Lifespans
    | StillLifesListed
    | ReplicatorFound
    | SliceEnded
)


def is_kept(event: object) -> TypeGuard[SurveyEvent]:
    """Whether an event changes the record, so that sessions save it."""
    return isinstance(event, SurveyEvent)


MOST_KINDS = 1000
"""Kinds that are recorded at most: there are rules with oscillators of every period."""
NO_PARTS: frozenset[Part] = frozenset()


@dataclass(frozen=True)
class SurveyRecord:
    """All patterns found and statements proved up to now.

    For each kind, `fewest` is the pattern with the fewest cells and `tightest` the one in the
    smallest box. `still_lifes` has the complete lists by numbers of cells, and `lifespans` those of
    soups 0, 1, ... The other mappings are by names of tasks: `parts` are the parts searched,
    `occupied` those with a pattern, `soups` the ranges run with their counts, and `spent` the
    seconds of each task; `done` are the tasks that have nothing left to do.
    """

    question: SurveyQuestion
    fewest: Mapping[MotionKind, MinimalPattern] = field(default_factory=dict)
    tightest: Mapping[MotionKind, MinimalPattern] = field(default_factory=dict)
    parts: Mapping[str, frozenset[Part]] = field(default_factory=dict)
    occupied: Mapping[str, frozenset[Part]] = field(default_factory=dict)
    soups: Mapping[str, tuple[SoupsRun, ...]] = field(default_factory=dict)
    lifespans: tuple[int | None, ...] = ()
    still_lifes: Mapping[int, tuple[Pattern, ...]] = field(default_factory=dict)
    replicator: Replicator | None = None
    spent: Mapping[str, float] = field(default_factory=dict)
    done: frozenset[str] = frozenset()

    @property
    def rule(self) -> Rule:
        return self.question.rule

    @property
    def seconds(self) -> float:
        return sum(self.spent.values())

    def improved_by(self, minimal: MinimalPattern) -> bool:
        """Whether a pattern is wanted, and has the fewest cells or the smallest box of its kind."""
        if not self.question.wants(minimal.kind):
            return False
        if minimal.kind not in self.fewest:
            return len(self.fewest) < MOST_KINDS
        fewest, tightest = self.fewest[minimal.kind], self.tightest[minimal.kind]
        return minimal.size < fewest.size or minimal.tightness < tightest.tightness

    def is_new(self, minimal: MinimalPattern) -> bool:
        """Whether a pattern is the first of its kind, or has fewer cells than those before."""
        return minimal.kind not in self.fewest or minimal.cells < self.fewest[minimal.kind].cells

    def take(self, event: SurveyEvent) -> SurveyRecord:
        changed: dict[str, Any] = {}
        match event:
            case FoundPattern(minimal):
                changed = self._with_pattern(minimal)
            case Searched(part, task=task):
                parts = self.parts.get(task, NO_PARTS)
                changed["parts"] = {**self.parts, task: parts | {part}}
            case PartOccupied(task, part):
                parts = self.occupied.get(task, NO_PARTS)
                changed["occupied"] = {**self.occupied, task: parts | {part}}
            case SoupsRun(task=task):
                ranges = _merged((*self.soups.get(task, ()), event))
                changed["soups"] = {**self.soups, task: ranges}
            case Lifespans(_, generations):
                changed["lifespans"] = self.lifespans + generations
            case StillLifesListed(cells, patterns):
                changed["still_lifes"] = {**self.still_lifes, cells: patterns}
            case ReplicatorFound(replicator):
                changed["replicator"] = replicator
            case SliceEnded(task, seconds, done):
                changed["spent"] = {**self.spent, task: self.spent.get(task, 0.0) + seconds}
                changed["done"] = self.done | {task} if done else self.done
        return replace(self, **changed)

    def _with_pattern(self, minimal: MinimalPattern) -> dict[str, Any]:
        kind = minimal.kind
        fewest, tightest = dict(self.fewest), dict(self.tightest)
        if kind not in fewest or minimal.size < fewest[kind].size:
            fewest[kind] = minimal
        if kind not in tightest or minimal.tightness < tightest[kind].tightness:
            tightest[kind] = minimal
        return {"fewest": fewest, "tightest": tightest}

    def empty_parts(self, task: str) -> frozenset[Part]:
        """The parts of a task that are proved to be empty.

        A part that is searched may have had answers: it has no others.
        """
        return self.parts.get(task, NO_PARTS) - self.occupied.get(task, NO_PARTS)

    def soups_run(self, task: str) -> int:
        """The number of the first soup of a task after all that were run.

        Some before it may not be run: a slice ends while workers run ranges, which are lost.
        """
        return max((run.stop for run in self.soups.get(task, ())), default=0)

    def census(self, task: str) -> Census:
        """The census of all soups of a task."""
        total = Census()
        for run in self.soups.get(task, ()):
            total += run.census
        return total

    def tally(self) -> Tally:
        """How the soups of all tasks have ended."""
        total = Tally()
        for ranges in self.soups.values():
            for run in ranges:
                total += run.census.tally
        return total

    def listed_up_to(self) -> int:
        """The number of cells up to which all still lifes are listed."""
        cells = 0
        while cells + 1 in self.still_lifes:
            cells += 1
        return cells

    def found(self, kind: MotionKind) -> tuple[MinimalPattern, ...]:
        """The patterns of a kind that are kept: one, or two."""
        kept = (self.fewest.get(kind), self.tightest.get(kind))
        return tuple(dict.fromkeys(minimal for minimal in kept if minimal is not None))


def _merged(ranges: tuple[SoupsRun, ...]) -> tuple[SoupsRun, ...]:
    """The ranges, with adjacent ones merged."""
    merged: list[SoupsRun] = []
    for run in sorted(ranges, key=lambda run: run.start):
        if merged and merged[-1].stop == run.start:
            last = merged.pop()
            both = last.census + run.census
            merged.append(SoupsRun(last.start, run.stop, both, run.task))
        else:
            merged.append(run)
    return tuple(merged)
