"""The tasks of a survey: most search queries, in slices of time; two take small steps.

`run` schedules the tasks. A task makes its query from the record, and decides which of the
resulting events are saved. Its queries are those that a person could ask: so a survey claims
nothing that the query, asked alone, would not answer likewise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.common.lazy_import import imported
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.core.events import Event, Finished, Found, Progress, Searched
from lifesearch.core.question import DivisibleQuery, PatternQuery
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.boxes import SymmetricBoxes
from lifesearch.questions.race.question import OneStrategy
from lifesearch.questions.race.strategy import RaceGoal
from lifesearch.questions.race.strips import WideningStrips
from lifesearch.questions.strips.composites import may_be_multiple
from lifesearch.running.options import FRESH_START, Checkpoint
from lifesearch.running.registry import KINDS, described
from lifesearch.surveys.kinds import MinimalPattern, MotionKind
from lifesearch.surveys.record import (
    NO_PARTS,
    FoundPattern,
    PartOccupied,
    ReplicatorFound,
    StillLifesListed,
    SurveyEvent,
    SurveyQuestion,
    SurveyRecord,
)
from lifesearch.surveys.replicators import replicator, small_patterns

FOUND_WEIGHT = 0.25
"""The factor of a task's weight if a pattern of its kind is found already: a choice."""
FEW_CELLS, FEW_CELLS_WEIGHT = 8, 4.0
"""Lists of still lifes of up to 8 cells are fast: until then their task has 4 times the weight."""
BLINKERS = MotionKind(2)
"""A default for the kind of a task, which is always given: fields after defaults need one."""


@dataclass(frozen=True)
class SurveyTask(ABC):
    """A task with a share of the time, from some time on.

    `start` says when it begins (see `run`). Its share of the time is proportional to its `weight`.
    A slice of less than `shortest` seconds does not pay, and one of more than `longest` gains
    nothing. No other task has the same `name`, which sessions save: the `title`, unless a task is
    about one kind. A plan says which `engine` does it, and `why`.
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

    def method_and_kind(self, rule: Rule) -> tuple[str, str]:
        """The task in words, and the title of the kind it is about; empty if it is about none."""
        return self.name, ""

    def words(self, rule: Rule) -> str:
        """The task in words: the kind of pattern, and the method."""
        method, kind = self.method_and_kind(rule)
        return f"{kind}, {method}" if kind else method

    def worth(self, record: SurveyRecord) -> float:
        """The task's weight, given the record; 0 if it is done."""
        return 0.0 if self.name in record.done else self.weight


@dataclass(frozen=True)
class TaskQuery:
    """A query, the number of answers that are wanted, and the checkpoint to resume from."""

    query: PatternQuery
    count: int | None = 1
    checkpoint: Checkpoint = FRESH_START


@dataclass(frozen=True)
class QueryTask(SurveyTask):
    """A task that asks a query, again and again.

    A task that `begins_slowly` has a longer slice until it has had a result. A task that `collects`
    answers decides at the end what is saved of them.
    """

    collects: ClassVar[bool] = False
    begins_slowly: ClassVar[bool] = False

    @abstractmethod
    def task_query(self, record: SurveyRecord) -> TaskQuery:
        """The query that follows from the record; an InputError if it cannot be asked."""

    @abstractmethod
    def to_save(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """The survey events to save because of an event of the query."""

    def has_begun(self, event: Event) -> bool:
        """Whether a slice has had a result, for a task that takes long to start."""
        return not isinstance(event, Progress) or event.conflicts > 0

    def concluded(
        self, end: Finished, answers: Sequence[Answer], record: SurveyRecord
    ) -> Iterator[SurveyEvent]:
        """The events to save at the end of a query, if the task collects answers."""
        return iter(())

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        """Whether the task is done when its query has come to its end."""
        return end.exhausted


class ProvedOfKind(NamedTuple):
    """A statement proved of a kind of patterns: key and value in JSON, and its words, if any."""

    key: str
    value: Any
    words: str


class TaskSource:
    """The tasks that ask one kind of question, and the statements they prove.

    The field `surveyed` of the kind names it.
    """

    def first(self, question: SurveyQuestion) -> Iterable[SurveyTask]:
        """Tasks that are not about one kind of patterns."""
        return ()

    def of_kind(self, kind: MotionKind, start: float, rule: Rule) -> Iterable[OfOneKind]:
        """Tasks about patterns of one kind, whose first ones begin at `start`."""
        return ()

    def proved(self, kind: MotionKind, record: SurveyRecord) -> Iterable[ProvedOfKind]:
        """The statement that the record proves of patterns of one kind."""
        return ()


@cache
def task_sources() -> tuple[TaskSource, ...]:
    """The sources of tasks that kinds of questions name."""
    names = (described(kind).surveyed for kind in KINDS)
    return tuple(imported(name) for name in names if name)


def smaller(patterns: Iterable[MinimalPattern], record: SurveyRecord) -> Iterator[FoundPattern]:
    """Events for the patterns that improve the record, each compared with those before it, too."""
    for minimal in patterns:
        if record.improved_by(minimal):
            found = FoundPattern(minimal)
            record = record.take(found)
            yield found


# Patterns of one kind: symmetric boxes, strips, and boxes with proofs


@dataclass(frozen=True)
class OfOneKind(QueryTask):
    """A task about patterns of one kind."""

    kind: MotionKind = BLINKERS

    method: ClassVar[str] = ""

    @classmethod
    def name_for(cls, kind: MotionKind) -> str:
        """The name of the task about a kind, from which the record knows the parts it searched."""
        return kind.with_name(cls.method)

    @property
    def name(self) -> str:
        return self.name_for(self.kind)

    def method_and_kind(self, rule: Rule) -> tuple[str, str]:
        return self.method, self.kind.title(rule)

    def worth(self, record: SurveyRecord) -> float:
        return super().worth(record) * (FOUND_WEIGHT if self.kind in record.fewest else 1.0)

    @abstractmethod
    def query(self, record: SurveyRecord) -> DivisibleQuery: ...

    def source(self, part: Part, record: SurveyRecord) -> str:
        """The place where a pattern was found, in words."""
        return self.query(record).place(part._replace(cube=""))

    def task_query(self, record: SurveyRecord) -> TaskQuery:
        """The query about this kind, without the parts that were searched before."""
        searched = record.parts.get(self.name, NO_PARTS)
        return TaskQuery(self.query(record), checkpoint=Checkpoint(searched=searched))

    def to_save(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        match event:
            case Found(part, answers):
                # First: whatever is kept of the answers, the part is not empty.
                yield PartOccupied(self.name, part)
                patterns = [each.pattern for each in answers]
                pieces = chain.from_iterable(map(self.wanted(record).patterns_in, patterns))
                source = self.source(part, record)
                yield from smaller(
                    (MinimalPattern.of(piece, record.rule, source) for piece in pieces), record
                )
            case Searched(part):
                yield Searched(part, task=self.name)

    def wanted(self, record: SurveyRecord) -> RaceGoal:
        return RaceGoal(self.kind.motion, record.rule)


@dataclass(frozen=True)
class Symmetric(OfOneKind):
    """Symmetric boxes, until there is a pattern of this kind from anywhere.

    The record has the boxes that are searched, so that none is searched again; no sentence of the
    report is made of them.
    """

    method, why = "symmetric boxes", SymmetricBoxes.why

    def worth(self, record: SurveyRecord) -> float:
        """0 as soon as there is a pattern, since this task proves nothing."""
        return 0.0 if self.kind in record.fewest else super().worth(record)

    def query(self, record: SurveyRecord) -> OneStrategy:
        return OneStrategy.of(SymmetricBoxes(self.wanted(record)))

    def source(self, part: Part, record: SurveyRecord) -> str:
        symmetry = part.name.partition(" ")[0]
        size = f"{part.box[0]}x{part.box[1]}"
        return f"{size} box" + (f", {symmetry}" if symmetry != "C1" else "")


@dataclass(frozen=True)
class Strips(OfOneKind):
    """Strips of any length that grow wider, until one has a pattern."""

    method, engine, why = "strips", WideningStrips.engine, WideningStrips.why
    begins_slowly = True

    def query(self, record: SurveyRecord) -> OneStrategy:
        """A race of strips alone."""
        strips = WideningStrips(self.wanted(record), alone=True)
        if reason := strips.unsuitable():
            raise InputError(reason)
        return OneStrategy.of(strips)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True


@dataclass(frozen=True)
class BoxTask(OfOneKind):
    """Boxes that grow, until all are proved empty that are smaller than a pattern's."""

    method, why = "boxes", "they grow, until no smaller one can have a pattern"

    def query(self, record: SurveyRecord) -> Periodic:
        """Boxes that grow, only up to the smallest box that is known to have a pattern."""
        query, tightest = proving(self.kind, record.rule), record.tightest.get(self.kind)
        return query if tightest is None else replace(query, max_area=tightest.area - 1)

    def worth(self, record: SurveyRecord) -> float:
        """0 if the pattern found is one cell: no box is smaller."""
        tightest = record.tightest.get(self.kind)
        return 0.0 if tightest is not None and tightest.area == 1 else super().worth(record)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        """Done if no smaller box has a pattern; after each pattern smaller boxes are searched."""
        return end.exhausted and self.kind in record.tightest


def proving(kind: MotionKind, rule: Rule) -> Periodic:
    """The query for a pattern in boxes that grow.

    If its period may be the least common multiple of those of pieces, the pattern must be
    connected.
    """
    connected = Constraints(connected=may_be_multiple(kind.motion))
    return Periodic(kind.motion, rule=rule, constraints=connected)


# Lists of still lifes that are proved to be complete


@dataclass(frozen=True)
class StillLifes(QueryTask):
    """The complete lists of still lifes with one cell, two cells, and so on."""

    collects = True
    why = "each list is proved to be complete"

    title: str = "still lifes"

    def method_and_kind(self, rule: Rule) -> tuple[str, str]:
        return "all still lifes of N cells", ""

    def worth(self, record: SurveyRecord) -> float:
        return self.weight * (FEW_CELLS_WEIGHT if record.listed_up_to() < FEW_CELLS else 1.0)

    def task_query(self, record: SurveyRecord) -> TaskQuery:
        """All still lifes of N cells in one piece.

        Cells of a connected pattern are linked by steps of at most two cells: cells farther apart
        have no neighbour in common. So a pattern of n cells fits in a square of 2n - 1 cells a
        side.
        """
        cells = record.listed_up_to() + 1
        side = 2 * cells - 1
        constraints = Constraints((Bound(Measure.FIRST, cells, cells),), connected=True)
        query = Periodic(Motion(1), (side, side), rule=record.rule, constraints=constraints)
        return TaskQuery(query, None)

    def to_save(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """The first still life has the fewest cells; all others come with their list.

        It may not be the one in the smallest box: no box of still lifes is called the smallest.
        """
        if isinstance(event, Found):
            source = event.part._replace(cube="").place
            for answer in event.answers[:1]:
                yield from smaller(
                    [MinimalPattern.of(answer.pattern, record.rule, source, 1)], record
                )

    def concluded(
        self, end: Finished, answers: Sequence[Answer], record: SurveyRecord
    ) -> Iterator[SurveyEvent]:
        if end.exhausted:
            patterns = tuple(answer.pattern.normal() for answer in answers)
            yield StillLifesListed(record.listed_up_to() + 1, patterns)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        """Never: after each list comes that of one more cell."""
        return False


# Without a query: whether there are replicators


@dataclass(frozen=True)
class StepTask(SurveyTask):
    """A task of many small steps."""

    engine = "simulation"

    weight: float = 1.0
    shortest: float = 2.0
    longest: float = 10.0

    @abstractmethod
    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        """Yield the event of each short step, or None."""


@dataclass(frozen=True)
class ReplicatorTask(StepTask):
    """Whether one of the smallest symmetric patterns makes copies of itself.

    A survey that is resumed begins again with the first pattern, unless the task was done.
    """

    why = "some rules have small patterns that copy themselves"

    title: str = "replicators"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        for pattern in small_patterns(record.rule):
            found = replicator(pattern, record.rule)
            if found is not None:
                yield ReplicatorFound(found)
                return
            yield None
