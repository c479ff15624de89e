"""What a survey does: tasks that ask queries again and again, and two that go on in small steps.

A task makes its query of what is known by then, and decides which of the resulting events are
kept. Whatever it asks, it asks it as anybody else could: so nothing is claimed here that the same
question, asked alone, would not answer likewise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import ClassVar

from lifesearch.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.long_run import long_run
from lifesearch.life.symmetry import Symmetry, rule_symmetries
from lifesearch.planning.race import OneWay
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import Bound, Constraints
from lifesearch.queries.measures import Measure
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.race.boxes import SymmetricBoxes
from lifesearch.queries.race.soup_kinds import RacedSoups
from lifesearch.queries.race.soups import SoupRanges
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.rotors.way import SmallRotors
from lifesearch.queries.soups import SoupAnswer, SoupQuery
from lifesearch.queries.strips.composites import may_be_multiple
from lifesearch.queries.way import Wanted
from lifesearch.running.events import Event, Finished, Found, Progress, Searched, SoupsRun
from lifesearch.running.options import FRESH_START, Checkpoint
from lifesearch.solving.parts import Part
from lifesearch.soups.counts import Census
from lifesearch.surveys.kinds import Kind, Thing
from lifesearch.surveys.record import (
    NO_PARTS,
    FoundThing,
    Lifespans,
    PartOccupied,
    ReplicatorFound,
    StillLifesListed,
    SurveyEvent,
    SurveyRecord,
)
from lifesearch.surveys.replicators import replicator, small_patterns

FOUND = 0.25
"""The weight of questions about a kind of which there is a pattern already."""
SHORT = 8
"""Still lifes of up to the given number of cells are listed first."""
COUNTED = "soups without symmetry"
SOUP_SIDE = 16
MOST_COUNTED = 10_000
SAMPLE = 21
LONGEST = 4_000
BLINKERS = Kind(2)
WINDOW = (3, 3)
"""The window in which all rotors are searched."""


@dataclass(frozen=True)
class SurveyTask(ABC):
    """Something that is worth a share of the time, from some time on.

    It begins when others have had `start` seconds each. A slice of less than `shortest` seconds is
    not worth while, and one of more than `longest` gains nothing. No other task has the same
    `name`; sessions keep it. A plan says which `engine` does it, and `why`.
    """

    engine: ClassVar[str] = "SAT"
    why: ClassVar[str] = ""

    start: float
    weight: float
    shortest: float = 1.0
    longest: float = 3600.0
    title: str = ""

    @property
    def name(self) -> str:
        return self.title

    def in_words(self, rule: Rule) -> tuple[str, str]:
        """What it does, and for patterns of which kind, if only of one."""
        return self.name, ""

    def words(self, rule: Rule) -> str:
        """What it looks for, for people."""
        way, kind = self.in_words(rule)
        return f"{kind}, {way}" if kind else way

    def worth(self, record: SurveyRecord) -> float:
        """The share of the time that it is worth; nothing if it is done."""
        return 0.0 if self.name in record.done else self.weight


@dataclass(frozen=True)
class TaskQuery:
    """A query, how many answers are wanted, and what is known of it."""

    query: PatternQuery
    count: int | None = 1
    checkpoint: Checkpoint = FRESH_START


@dataclass(frozen=True)
class QueryTask(SurveyTask):
    """A task that asks a query, again and again.

    What is `compiled` takes long to start, the first time that it is used. A task that `collects`
    answers says at the end what is to be kept of them.
    """

    collects: ClassVar[bool] = False
    compiled: ClassVar[bool] = False

    @abstractmethod
    def asked(self, record: SurveyRecord) -> TaskQuery:
        """What is asked, after all that is known; an InputError if it cannot be asked."""

    @abstractmethod
    def kept(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """What is to be kept of an event."""

    def has_begun(self, event: Event) -> bool:
        """Whether something has come of a slice, of what takes long to start."""
        return not isinstance(event, Progress) or event.conflicts > 0

    def concluded(
        self, end: Finished, answers: Sequence[Answer], record: SurveyRecord
    ) -> Iterator[SurveyEvent]:
        """What is to be kept when a query has come to its end, if the task collects answers."""
        return iter(())

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        """Whether there is nothing left to do when the query has come to its end."""
        return end.exhausted


def smaller(things: Iterable[Thing], record: SurveyRecord) -> Iterator[FoundThing]:
    """Those that are wanted, and smaller than others of their kind."""
    for thing in things:
        if record.improved_by(thing):
            found = FoundThing(thing)
            record = record.take(found)
            yield found


# Patterns of one kind: symmetric boxes, strips, and boxes with proofs


@dataclass(frozen=True)
class OfOneKind(QueryTask):
    """A task about patterns of one kind."""

    kind: Kind = BLINKERS

    way: ClassVar[str] = ""

    @property
    def name(self) -> str:
        return f"{self.way} {self.kind.period},{self.kind.dx},{self.kind.dy}"

    def in_words(self, rule: Rule) -> tuple[str, str]:
        return self.way, self.kind.title(rule)

    def worth(self, record: SurveyRecord) -> float:
        return super().worth(record) * (FOUND if self.kind in record.fewest else 1.0)

    @abstractmethod
    def query(self, record: SurveyRecord) -> PatternQuery: ...

    def how(self, part: Part, record: SurveyRecord) -> str:
        """Where a pattern was found, in words."""
        return self.query(record).place(part)

    def asked(self, record: SurveyRecord) -> TaskQuery:
        """Leave out what was searched before."""
        searched = record.parts.get(self.name, NO_PARTS)
        return TaskQuery(self.query(record), checkpoint=Checkpoint(searched=searched))

    def kept(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        match event:
            case Found(part, answers):
                yield PartOccupied(self.name, part)
                patterns = [each.pattern for each in answers if isinstance(each, Answer)]
                pieces = chain.from_iterable(map(self.wanted(record).in_pattern, patterns))
                how = self.how(part, record)
                yield from smaller((Thing.of(piece, record.rule, how) for piece in pieces), record)
            case Searched(part):
                yield Searched(part, task=self.name)

    def wanted(self, record: SurveyRecord) -> Wanted:
        return Wanted(self.kind.motion, record.rule)


@dataclass(frozen=True)
class Symmetric(OfOneKind):
    """Symmetric boxes, until there is a pattern of this kind from anywhere."""

    way, why = "symmetric boxes", SymmetricBoxes.why

    def worth(self, record: SurveyRecord) -> float:
        """Nothing is proved: with a pattern it is done."""
        return 0.0 if self.kind in record.fewest else super().worth(record)

    def query(self, record: SurveyRecord) -> PatternQuery:
        return OneWay.of(SymmetricBoxes(self.wanted(record)))

    def how(self, part: Part, record: SurveyRecord) -> str:
        symmetry = part.name.partition(" ")[0]
        size = f"{part.box[0]}x{part.box[1]}"
        return f"{size} box" + (f", {symmetry}" if symmetry != "C1" else "")


@dataclass(frozen=True)
class Strips(OfOneKind):
    """Strips of any length that grow wider, until one has a pattern."""

    way, engine, why = "strips", WideningStrips.engine, WideningStrips.why
    compiled = True

    def query(self, record: SurveyRecord) -> PatternQuery:
        """A race of strips alone."""
        way = WideningStrips(self.wanted(record), alone=True)
        if reason := way.unsuitable():
            raise InputError(reason)
        return OneWay.of(way)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True


@dataclass(frozen=True)
class RotorTask(OfOneKind):
    """All rotors in a small window."""

    way, engine, why = "rotors", Rotors.engine, SmallRotors.why
    compiled = True

    def in_words(self, rule: Rule) -> tuple[str, str]:
        return f"rotors in a {WINDOW[0]}x{WINDOW[1]} window", self.kind.title(rule)

    def query(self, record: SurveyRecord) -> Rotors:
        return rotors_in_window(self.kind, record.rule)

    def how(self, part: Part, record: SurveyRecord) -> str:
        return f"rotor in a {part.box[0]}x{part.box[1]} window"

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True


def rotors_in_window(kind: Kind, rule: Rule) -> Rotors:
    """The query for oscillators of a kind with a small rotor."""
    return Rotors(WINDOW, rule=rule, least=kind.period, period=kind.period, composite=True)


@dataclass(frozen=True)
class BoxTask(OfOneKind):
    """Boxes that grow, until all are proved empty that are smaller than a pattern's."""

    way, why = "boxes", "they grow, until no smaller one can have a pattern"

    def query(self, record: SurveyRecord) -> PatternQuery:
        """Boxes smaller than that of the pattern in the smallest box, if there is one."""
        query, tightest = proving(self.kind, record.rule), record.tightest.get(self.kind)
        return query if tightest is None else replace(query, max_area=tightest.area - 1)

    def worth(self, record: SurveyRecord) -> float:
        """No box is smaller than a cell."""
        tightest = record.tightest.get(self.kind)
        return 0.0 if tightest is not None and tightest.area == 1 else super().worth(record)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return end.exhausted and self.kind in record.tightest


def proving(kind: Kind, rule: Rule) -> Periodic:
    """The query for a pattern in boxes that grow.

    If its period may come about as a multiple of those of pieces, it is asked for in one piece.
    """
    connected = Constraints(connected=may_be_multiple(kind.motion))
    return Periodic(kind.motion, rule=rule, constraints=connected)


# Lists of still lifes that are proved to be complete


@dataclass(frozen=True)
class StillLifes(QueryTask):
    """All still lifes of one cell, of two, and so on."""

    collects = True
    why = "each list is proved to be complete"

    title: str = "still lifes"

    def in_words(self, rule: Rule) -> tuple[str, str]:
        return "all still lifes of N cells", ""

    def worth(self, record: SurveyRecord) -> float:
        return self.weight * (4.0 if record.listed_up_to() < SHORT else 1.0)

    def asked(self, record: SurveyRecord) -> TaskQuery:
        """All of N cells in one piece.

        A pattern in one piece hangs together by steps of at most two cells: what is farther apart
        has no neighbour in common. So one of n cells fits in a square of 2n - 1 cells a side.
        """
        cells = record.listed_up_to() + 1
        side = 2 * cells - 1
        constraints = Constraints((Bound(Measure.FIRST, cells, cells),), connected=True)
        query = Periodic(Motion(1), (side, side), rule=record.rule, constraints=constraints)
        return TaskQuery(query, None)

    def kept(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """The first still life is the smallest; all others come with their list."""
        if isinstance(event, Found):
            how = self.asked(record).query.place(event.part)
            for answer in event.answers[:1]:
                assert isinstance(answer, Answer)
                yield from smaller([Thing.of(answer.pattern, record.rule, how, 1)], record)

    def concluded(
        self, end: Finished, answers: Sequence[Answer], record: SurveyRecord
    ) -> Iterator[SurveyEvent]:
        if end.exhausted:
            patterns = tuple(answer.pattern.normal() for answer in answers)
            yield StillLifesListed(record.listed_up_to() + 1, patterns)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return False


# Soups: those without symmetry, 16 cells a side, tell what is common; so many of them are counted
# that the numbers mean something. Symmetric ones lead to much that is rare, and have no end.


@dataclass(frozen=True)
class SoupTask(QueryTask):
    """Soups of some symmetries, without an end; or those that are `raced` for oscillators."""

    compiled = True
    engine, why = "soups", SoupRanges.why

    title: str = "soups of all symmetries"
    symmetries: tuple[str, ...] = ()
    least: int = 8
    most: int = 16
    density: float = 0.5
    counted: int | None = None
    raced: bool = False

    def query(self, record: SurveyRecord) -> SoupQuery:
        """The soups of those symmetries that the rule has, or those of races."""
        if self.raced:
            return RacedSoups(record.rule, (), record.question.seed)
        names = {symmetry.name for symmetry in rule_symmetries(record.rule)}
        chosen = tuple(map(Symmetry.parse, (n for n in self.symmetries if n in names)))
        if self.symmetries and not chosen:
            raise InputError(f"the rule has none of the symmetries {', '.join(self.symmetries)}")
        seed, rule = record.question.seed, record.rule
        return SoupQuery(rule, chosen, seed, self.density, self.least, self.most)

    def asked(self, record: SurveyRecord) -> TaskQuery:
        """Go on after the soups that were run; of those that are counted, all that are left."""
        known = record.soups.get(self.name, ())
        if self.counted is None:
            # What came out of earlier soups is kept elsewhere, and would only take memory here.
            end = record.soups_run(self.name)
            known = (SoupsRun(0, end, Census()),) if end else ()
        return TaskQuery(self.query(record), self.counted, Checkpoint(soups=known))

    def has_begun(self, event: Event) -> bool:
        """Soups are counted in ranges, and one that is not done is lost."""
        return isinstance(event, SoupsRun)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True

    def kept(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        match event:
            case Found(_, answers):
                objects = (each for each in answers if isinstance(each, SoupAnswer))
                yield from smaller(_simulated(objects, record), record)
            case SoupsRun(start, stop, census):
                kept = census if self.counted else Census(census.tally)
                yield SoupsRun(start, stop, kept, self.name)


def _simulated(answers: Iterable[SoupAnswer], record: SurveyRecord) -> Iterator[Thing]:
    """The objects, but for those that are plainly no smaller than a known still life."""
    still = record.fewest.get(Kind(1))
    for answer in answers:
        larger = still is not None and answer.pattern.population > still.cells
        if not (larger and answer.apgcode.startswith("xs")):
            how = f"soup {answer.soup:,}, {answer.symmetry}"
            yield Thing.of(answer.pattern, record.rule, how, answer.generations)


def soup_tasks() -> list[SoupTask]:
    """Soups that are counted, those that oscillators like best, and soups of all symmetries."""
    plain = SoupTask(0.0, 2.0, 1.5, 60.0, COUNTED, ("C1",), SOUP_SIDE, SOUP_SIDE)
    first = SoupTask(0.5, 2.0, 4.0, 60.0)
    return [
        replace(plain, counted=MOST_COUNTED),
        replace(first, weight=5.0, title="soups of high symmetries", raced=True),
        first,
    ]


# Without a query: how long soups live, and whether there are replicators


@dataclass(frozen=True)
class StepTask(SurveyTask):
    """A task of many small steps."""

    engine = "simulation"

    weight: float = 1.0
    shortest: float = 2.0
    longest: float = 10.0

    @abstractmethod
    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """What comes of each step, or nothing; no step takes long."""


@dataclass(frozen=True)
class LifespanTask(StepTask):
    """How long some soups live, as the simulator finds."""

    why = "how long soups live is typical of a rule"

    title: str = "lifespans"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        for number in range(len(record.lifespans), SAMPLE):
            yield Lifespans(number, (lifespan(record.rule, record.question.seed, number),))


@dataclass(frozen=True)
class ReplicatorTask(StepTask):
    """Whether one of the smallest symmetric patterns makes copies of itself."""

    why = "some rules have small patterns that copy themselves"

    title: str = "replicators"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        for pattern in small_patterns(record.rule):
            found = replicator(pattern, record.rule)
            if found is not None:
                yield ReplicatorFound(found)
                return
            yield None


def lifespan(rule: Rule, seed: int, number: int) -> int | None:
    """After how many generations a soup without symmetry has settled; None if it is not known."""
    side = SOUP_SIDE
    bits = Random(f"{seed} {number}").getrandbits(side * side)
    cells = [(i % side, i // side) for i in range(side * side) if bits >> i & 1]
    run = long_run(Pattern.of(cells), rule, LONGEST)
    return run.generation if run.kind == "settles" else None
