"""Where surveys run: the place is opened once, and nothing is begun before it is ready."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest

from lifesearch.core.events import Progress, WorkplaceMessage
from lifesearch.life.velocity import Velocity
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import Processes
from lifesearch.surveys.record import SliceEnded, SurveyQuestion, SurveyRecord
from lifesearch.surveys.run import SurveyRun


@dataclass(eq=False)
class SlowPlace(Processes):
    """This machine, but it takes some time until it is ready; it counts how often it is opened."""

    opened: list[int] = field(default_factory=list)
    waits: list[int] = field(default_factory=lambda: [1, 2, 3])

    @contextmanager
    def open(self, jobs: int) -> Iterator[SlowPlace]:
        self.opened.append(jobs)
        yield self

    def cores(self, jobs: int) -> int:
        return jobs

    def capacity(self, jobs: int) -> int:
        return 0 if self.waits else jobs

    def reporting(self, workers: Iterable[Any], seconds: float) -> Iterator[Any]:
        if self.waits:
            self.waits.pop()
            return iter(())
        return super().reporting(workers, seconds)

    def describe(self) -> str:
        return f"{len(self.opened)} opened"

    def messages(self) -> list[str]:
        return ["note: a machine has joined"] if self.waits else []


def test_a_place_is_opened_once_for_all_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesearch.surveys.soup_tasks.soup_tasks", list)
    ticks = count(step=0.2)
    place = SlowPlace()
    question = SurveyQuestion(families=("spaceships",), speeds=(Velocity.parse("c/4 diagonal"),))
    options = RunOptions(time_limit=1e6, place=place)
    told: list[Any] = []
    survey = SurveyRun(SurveyRecord(question), options, clock=lambda: next(ticks))
    with closing(survey.events()) as events:
        for event in events:
            told.append(event)
            if sum(isinstance(each, SliceEnded) for each in told) >= 3:
                break
    assert place.opened == [1]
    begun = next(n for n, event in enumerate(told) if isinstance(event, Progress) and event.note)
    assert [type(event) for event in told[:begun]] == [WorkplaceMessage, Progress] * 2 + [Progress]
    assert {event.machines for event in told if isinstance(event, Progress)} == {"1 opened"}
