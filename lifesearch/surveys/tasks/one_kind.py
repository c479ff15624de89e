"""Tasks about patterns of one kind: symmetric boxes, strips, and boxes with proofs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from lifesearch.errors import InputError
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.race.boxes import SymmetricBoxes
from lifesearch.queries.race.query import OneWay
from lifesearch.queries.race.strips import WideningStrips
from lifesearch.queries.race.way import Wanted
from lifesearch.queries.strips.composites import may_be_multiple
from lifesearch.running.events import Event, Finished, Found, Searched
from lifesearch.running.options import Checkpoint
from lifesearch.solving.parts import Part
from lifesearch.surveys.kinds import Kind, Thing
from lifesearch.surveys.record import (
    NO_PARTS,
    FoundThing,
    PartOccupied,
    SurveyEvent,
    SurveyRecord,
)
from lifesearch.surveys.tasks.task import QueryTask, TaskQuery

FOUND = 0.25
"""The weight of questions about a kind of which there is a pattern already."""


BLINKERS = Kind(2)


@dataclass(frozen=True)
class OfOneKind(QueryTask):
    """A task about patterns of one kind."""

    kind: Kind = BLINKERS

    way: ClassVar[str] = ""

    @property
    def name(self) -> str:
        return f"{self.way} {self.kind.period},{self.kind.dx},{self.kind.dy}"

    def words(self, rule: Rule) -> str:
        return f"{self.kind.title(rule)}, {self.way}"

    def worth(self, record: SurveyRecord) -> float:
        return super().worth(record) * (FOUND if self.kind in record.fewest else 1.0)

    @abstractmethod
    def query(self, record: SurveyRecord) -> PatternQuery:
        """The query."""

    def asked(self, record: SurveyRecord) -> TaskQuery:
        """Leave out what was searched before."""
        searched = record.parts.get(self.name, NO_PARTS)
        return TaskQuery(self.query(record), checkpoint=Checkpoint(searched=searched))

    def told(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """Patterns that are smaller than others, and parts that are searched."""
        match event:
            case Found(part, answers):
                yield PartOccupied(self.name, part)
                how = self.how(part)
                for answer in answers:
                    if isinstance(answer, Answer):
                        yield from _smaller(self._pieces(answer, record, how), record)
            case Searched(part):
                yield Searched(part, task=self.name)

    def wanted(self, record: SurveyRecord) -> Wanted:
        return Wanted(self.kind.motion, record.rule)

    def how(self, part: Part) -> str:
        raise NotImplementedError

    def _pieces(self, answer: Answer, record: SurveyRecord, how: str) -> Iterator[Thing]:
        for piece in self.wanted(record).in_pattern(answer.pattern):
            yield Thing.of(piece, record.rule, how)


def _smaller(things: Iterator[Thing], record: SurveyRecord) -> Iterator[SurveyEvent]:
    now = record
    for thing in things:
        if now.improved_by(thing):
            now = now.take(FoundThing(thing))
            yield FoundThing(thing)


@dataclass(frozen=True)
class Symmetric(OfOneKind):
    """Symmetric boxes, until there is a pattern of this kind from anywhere."""

    way = "symmetric boxes"

    def worth(self, record: SurveyRecord) -> float:
        """Nothing is proved: with a pattern it is done."""
        return 0.0 if self.kind in record.fewest else super().worth(record)

    def query(self, record: SurveyRecord) -> PatternQuery:
        return OneWay.of(SymmetricBoxes(self.wanted(record)))

    def how(self, part: Part) -> str:
        """The box and its symmetry."""
        symmetry = part.name.partition(" ")[0]
        size = f"{part.box[0]}x{part.box[1]}"
        return f"{size} box" + (f", {symmetry}" if symmetry != "C1" else "")


@dataclass(frozen=True)
class Strips(OfOneKind):
    """Strips of any length that grow wider, until one has a pattern."""

    way = "strips"
    compiled = True

    def query(self, record: SurveyRecord) -> PatternQuery:
        """A race of strips alone."""
        way = WideningStrips(self.wanted(record), alone=True)
        if reason := way.unsuitable():
            raise InputError(reason)
        return OneWay.of(way)

    def how(self, part: Part) -> str:
        """The width of the strip."""
        symmetry = "" if part.name == "none" else f", {part.name}"
        return f"strip {part.box[0]} wide{symmetry}"

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True


@dataclass(frozen=True)
class BoxTask(OfOneKind):
    """Boxes that grow, until all are proved empty that are smaller than a pattern's."""

    way = "boxes"

    def query(self, record: SurveyRecord) -> PatternQuery:
        """Boxes smaller than that of the pattern in the smallest box, if there is one."""
        query, tightest = proving(self.kind, record.rule), record.tightest.get(self.kind)
        return query if tightest is None else replace(query, max_area=tightest.area - 1)

    def worth(self, record: SurveyRecord) -> float:
        """No box is smaller than a cell."""
        tightest = record.tightest.get(self.kind)
        return 0.0 if tightest is not None and tightest.area == 1 else super().worth(record)

    def how(self, part: Part) -> str:
        return f"{part.box[0]}x{part.box[1]} box"

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return end.exhausted and self.kind in record.tightest


def proving(kind: Kind, rule: Rule) -> Periodic:
    """The query for a pattern in boxes that grow.

    If its period may come about as a multiple of those of pieces, it is asked for in one piece.
    """
    connected = Constraints(connected=may_be_multiple(kind.motion))
    return Periodic(kind.motion, rule=rule, constraints=connected)
