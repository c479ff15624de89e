"""All still lifes of so many cells: a list that is proved to be complete.

A pattern in one piece hangs together by steps of at most two cells: what is farther apart has no
neighbour in common. So one of n cells fits in a square of 2n - 1 cells a side, in which a solver
finds all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import Bound, Constraints
from lifesearch.queries.measures import Measure
from lifesearch.queries.periodic import Periodic
from lifesearch.running.events import Event, Finished, Found
from lifesearch.surveys.kinds import Thing
from lifesearch.surveys.record import FoundThing, StillLifesListed, SurveyEvent, SurveyRecord
from lifesearch.surveys.tasks.task import QueryTask, TaskQuery

SHORT = 8
"""Still lifes of up to the given number of cells are listed first."""


def still_lifes(cells: int, rule: Rule) -> Periodic:
    """The query for all still lifes of N cells in one piece."""
    side = 2 * cells - 1
    constraints = Constraints((Bound(Measure.FIRST, cells, cells),), connected=True)
    return Periodic(Motion(1), (side, side), rule=rule, constraints=constraints)


@dataclass(frozen=True)
class StillLifes(QueryTask):
    """All still lifes of one cell, of two, and so on."""

    collects = True

    @property
    def name(self) -> str:
        return "still lifes"

    def words(self, rule: Rule) -> str:
        return "all still lifes of N cells"

    def worth(self, record: SurveyRecord) -> float:
        return self.weight * (4.0 if record.listed_up_to() < SHORT else 1.0)

    def asked(self, record: SurveyRecord) -> TaskQuery:
        return TaskQuery(still_lifes(record.listed_up_to() + 1, record.rule), None)

    def told(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """The first still life is the smallest; all others come with their list."""
        if isinstance(event, Found):
            for answer in event.answers[:1]:
                side = 2 * (record.listed_up_to() + 1) - 1
                assert isinstance(answer, Answer)
                thing = Thing.of(answer.pattern, record.rule, f"{side}x{side} box", 1)
                if record.improved_by(thing):
                    yield FoundThing(thing)

    def concluded(
        self, end: Finished, answers: Sequence[Answer], record: SurveyRecord
    ) -> Iterator[SurveyEvent]:
        if end.exhausted:
            patterns = tuple(answer.pattern.normal() for answer in answers)
            yield StillLifesListed(record.listed_up_to() + 1, patterns)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return False
