"""The record of a survey: what its events are, and what they say together.

>>> from lifesearch.life.pattern import Pattern
>>> record = SurveyRecord(SurveyQuestion())
>>> blinker = Thing.of(Pattern.parse("OOO"), record.rule, "a 3x3 box")
>>> record.improved_by(blinker)
True
>>> record = record.take(FoundThing(blinker))
>>> record.improved_by(blinker), [kind.title(record.rule) for kind in record.fewest]
(False, ['period 2'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard

from lifesearch import require
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.velocity import Velocity
from lifesearch.limits import LONGEST_PERIOD, MOST_WANTED
from lifesearch.queries.validate import whole_turns
from lifesearch.running.events import Searched, SoupsRun
from lifesearch.solving.parts import Part
from lifesearch.soups.counts import Census, Tally
from lifesearch.surveys.kinds import Kind, Thing, kind_of
from lifesearch.surveys.replicators import Replicator
from lifesearch.text import suggestion

FAMILIES = ("still-lifes", "oscillators", "spaceships")


@dataclass(frozen=True)
class SurveyQuestion:
    """A rule, families of patterns (all if there are none), periods and speeds (the same).

    Periods are those of oscillators. The same seed gives the same soups.
    """

    rule: Rule = LIFE
    families: tuple[str, ...] = ()
    periods: tuple[int, ...] = ()
    speeds: tuple[Velocity, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        require.kind(self.rule, "the rule", Rule)
        require.whole(self.seed, "the seed", 0, MOST_WANTED)
        for name in self.families:
            if name not in FAMILIES:
                raise InputError(f"a survey has no '{name:.20}'; {suggestion(name, FAMILIES)}")
        for period in self.periods:
            require.whole(period, "a period", 2, LONGEST_PERIOD)
            whole_turns(Motion(period), self.rule)
        require.each(self.speeds, "the speeds", Velocity)
        for speed in self.speeds:
            speed.require_possible(self.rule)
            whole_turns(Motion(speed.period), self.rule)
        if self.periods and not self.asks("oscillators"):
            raise OptionError("<periods> are periods of oscillators, which are excluded by <kinds>")
        if self.speeds and not self.asks("spaceships"):
            raise OptionError("<speeds> are speeds of spaceships, which are excluded by <kinds>")

    @property
    def title(self) -> str:
        return f"what lives in {self.rule}"

    def asks(self, family: str) -> bool:
        """Whether patterns of a family are looked for."""
        if self.families:
            return family in self.families
        named = {"oscillators": bool(self.periods), "spaceships": bool(self.speeds)}
        return named.get(family, False) or not any(named.values())

    def wants(self, kind: Kind) -> bool:
        """Whether patterns of a kind are looked for."""
        if not self.asks(kind.family):
            return False
        if kind.family == "oscillators":
            return not self.periods or kind.period in self.periods
        return kind.family == "still-lifes" or not self.speeds or kind in self.kinds_of_ships

    @property
    def kinds_of_ships(self) -> tuple[Kind, ...]:
        return tuple(
            kind_of(speed.period, -speed.left, -speed.up, self.rule) for speed in self.speeds
        )


@dataclass(frozen=True)
class FoundThing:
    """A pattern that is the first of its kind, or smaller than those found before."""

    thing: Thing


@dataclass(frozen=True)
class PartOccupied:
    """A part of a task has a pattern, be it larger than others: it is never called empty."""

    task: str
    part: Part


@dataclass(frozen=True)
class Lifespans:
    """After how many generations some soups had settled; None if that is not known."""

    start: int
    generations: tuple[int | None, ...]


@dataclass(frozen=True)
class StillLifesListed:
    """These are all still lifes of N cells. This is a proof."""

    cells: int
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class ReplicatorFound:
    """A pattern that makes copies of itself."""

    replicator: Replicator


@dataclass(frozen=True)
class SliceEnded:
    """A task has run for further `seconds`; `done` if there is nothing left to do."""

    task: str
    seconds: float
    done: bool = False


SurveyEvent = (
    FoundThing
    | Searched
    | PartOccupied
    | SoupsRun
    | Lifespans
    | StillLifesListed
    | ReplicatorFound
    | SliceEnded
)


def is_kept(event: object) -> TypeGuard[SurveyEvent]:
    """Whether it is one of the events that a record is made of."""
    return isinstance(event, SurveyEvent)


MOST_KINDS = 1000
"""More kinds than that are not kept: there are rules with oscillators of any period."""
NO_PARTS: frozenset[Part] = frozenset()


@dataclass(frozen=True)
class SurveyRecord:
    """What is found and proved up to now.

    Of each kind, `fewest` is the pattern with the fewest cells and `tightest` the one in the
    smallest box. `census` counts what came out of the soups of the task that counts. `spent` and
    `done` are the seconds of tasks, and those that have nothing left to do.
    """

    question: SurveyQuestion
    fewest: Mapping[Kind, Thing] = field(default_factory=dict)
    tightest: Mapping[Kind, Thing] = field(default_factory=dict)
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

    def improved_by(self, thing: Thing) -> bool:
        """Whether a pattern is wanted, and is the smallest of its kind in one way or the other."""
        if not self.question.wants(thing.kind):
            return False
        if thing.kind not in self.fewest:
            return len(self.fewest) < MOST_KINDS
        fewest, tightest = self.fewest[thing.kind], self.tightest[thing.kind]
        return thing.size < fewest.size or thing.tightness < tightest.tightness

    def is_news(self, thing: Thing) -> bool:
        """Whether it is the first of its kind, or has fewer cells than those before."""
        return thing.kind not in self.fewest or thing.cells < self.fewest[thing.kind].cells

    def take(self, event: SurveyEvent) -> SurveyRecord:
        changed: dict[str, Any] = {}
        match event:
            case FoundThing(thing):
                changed = self._with_thing(thing)
            case Searched(part, task=task):
                known = self.parts.get(task, NO_PARTS)
                changed["parts"] = {**self.parts, task: known | {part}}
            case PartOccupied(task, part):
                known = self.occupied.get(task, NO_PARTS)
                changed["occupied"] = {**self.occupied, task: known | {part}}
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

    def _with_thing(self, thing: Thing) -> dict[str, Any]:
        kind = thing.kind
        fewest, tightest = dict(self.fewest), dict(self.tightest)
        if kind not in fewest or thing.size < fewest[kind].size:
            fewest[kind] = thing
        if kind not in tightest or thing.tightness < tightest[kind].tightness:
            tightest[kind] = thing
        return {"fewest": fewest, "tightest": tightest}

    def empty_parts(self, task: str) -> frozenset[Part]:
        """The parts of a task that are proved to have nothing."""
        return self.parts.get(task, NO_PARTS) - self.occupied.get(task, NO_PARTS)

    def soups_run(self, task: str) -> int:
        """The number of the first soup of a task after all that were run."""
        return max((taken.stop for taken in self.soups.get(task, ())), default=0)

    def census(self, task: str) -> Census:
        """All that came out of the soups of a task."""
        total = Census()
        for taken in self.soups.get(task, ()):
            total += taken.census
        return total

    def tally(self) -> Tally:
        total = Tally()
        for takens in self.soups.values():
            for taken in takens:
                total += taken.census.tally
        return total

    def listed_up_to(self) -> int:
        """Up to how many cells all still lifes are known."""
        cells = 0
        while cells + 1 in self.still_lifes:
            cells += 1
        return cells

    def found(self, kind: Kind) -> tuple[Thing, ...]:
        """The patterns of a kind that are kept: one, or two."""
        kept = (self.fewest.get(kind), self.tightest.get(kind))
        return tuple(dict.fromkeys(thing for thing in kept if thing is not None))


def _merged(takens: tuple[SoupsRun, ...]) -> tuple[SoupsRun, ...]:
    """Ranges that follow each other are one."""
    merged: list[SoupsRun] = []
    for taken in sorted(takens, key=lambda taken: taken.start):
        if merged and merged[-1].stop == taken.start:
            last = merged.pop()
            both = last.census + taken.census
            merged.append(SoupsRun(last.start, taken.stop, both, taken.task))
        else:
            merged.append(taken)
    return tuple(merged)
