"""The survey itself: slice after slice, until its time is over."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic

from lifesearch.errors import InputError, LifesearchError
from lifesearch.life.glimpse import Glimpse
from lifesearch.planning.run import run
from lifesearch.queries.answer import Answer
from lifesearch.running.events import (
    CompilerNews,
    Event,
    Finished,
    Found,
    Lost,
    Progress,
    SearchNews,
    TimeLimitReached,
)
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import KeptOpen, Place, kept_open
from lifesearch.running.run import HEARTBEAT
from lifesearch.signals import whole_steps
from lifesearch.surveys.plan import SurveySchedule, slice_of
from lifesearch.surveys.record import SliceEnded, SurveyEvent, SurveyRecord
from lifesearch.surveys.tasks import QueryTask, StepTask, SurveyTask

LEAST = 0.05
"""Seconds that a slice counts for at least."""
STARTING = 600.0
"""What takes long to load has so long for it, before its slice ends. It need not wait for the
compiler, which goes on when a slice is over."""
MOST_REFUSALS = 8
"""After so many tasks that cannot be done, of none that can, nothing is tried any more."""
MOST_COLLECTED = 20_000
"""A list of more answers is no use to anybody."""


@dataclass(frozen=True)
class SurveySpending:
    """What may be spent: processes, seconds, the bytes that processes here take, and where."""

    jobs: int = 1
    time_limit: float | None = None
    memory: int | None = None
    place: Place = HERE


@dataclass(frozen=True)
class SliceBegun:
    """A task has its turn; it is not saved."""

    words: str
    record: SurveyRecord


Told = SurveyEvent | SliceBegun | Event
"""What is reported; the last event says how a survey ended."""


class SurveyRun:
    """A survey that goes on from what is known."""

    def __init__(
        self,
        record: SurveyRecord,
        options: SurveySpending,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.record = record
        self._options = options
        self._clock = clock
        self._schedule = SurveySchedule(record)
        self._works = False
        self._refusals: dict[str, int] = {}
        self._steps_left: dict[str, Iterator[SurveyEvent | None]] = {}
        self._end = inf if options.time_limit is None else clock() + options.time_limit

    @property
    def time_limit(self) -> float | None:
        return self._options.time_limit

    def events(self) -> Generator[Told, None, None]:
        """Yield what happens; closing the generator stops the work.

        The place where work runs is open from the beginning to the end: on a cluster it takes
        seconds until it is.
        """
        with kept_open(self._options.place, self._options.jobs) as place:
            yield from self._until_ready(place)
            yield from self._slices(place)
        yield self._ended()

    def _ended(self) -> Finished | TimeLimitReached:
        if self._clock() < self._end:
            return Finished(len(self.record.fewest), 0, exhausted=False)
        return TimeLimitReached(self._options.time_limit or 0.0)

    def _until_ready(self, place: KeptOpen) -> Iterator[Told]:
        """Wait until a worker is ready."""
        workplace = place.workplace
        while self._clock() < self._end and not workplace.room(self._options.jobs):
            list(whole_steps(workplace.reporting((), HEARTBEAT)))
            yield from map(SearchNews, workplace.news())
            yield Progress(0, 0, machines=workplace.describe())

    def _slices(self, place: KeptOpen) -> Generator[Told, None, None]:
        while self._clock() < self._end:
            task = self._schedule.take(self.record)
            if task is None:
                return
            begun, finished = self._clock(), False
            try:
                yield SliceBegun(task.words(self.record.rule), self.record)
                if isinstance(task, StepTask):
                    finished = yield from self._steps(task)
                elif isinstance(task, QueryTask):
                    finished = yield from self._slice(task, place)
            except LifesearchError as error:
                self._schedule.drop(task)
                yield from self._refused(task, error)
                continue
            self._works = True
            spent = round(max(LEAST, self._clock() - begun), 3)
            yield from self._told([SliceEnded(task.name, spent, finished)])

    def _refused(self, task: SurveyTask, error: LifesearchError) -> Iterator[SearchNews]:
        """Say once why a task cannot go on; raise the error if nothing can be done at all."""
        first = next(iter(self._refusals), str(error))
        often = self._refusals[str(error)] = self._refusals.get(str(error), 0) + 1
        if not self._works and len(self._refusals) + often > MOST_REFUSALS:
            raise InputError(f"nothing can be searched in {self.record.rule}: {first}")
        if often == 1 and self._works:
            yield SearchNews(f"note: {task.words(self.record.rule)}: {error}")

    def _steps(self, task: StepTask) -> Generator[Told, None, bool]:
        """Take some steps of a task, after those of earlier slices; whether there are no more."""
        end = min(self._end, self._clock() + slice_of(task, self.record))
        if task.name not in self._steps_left:
            self._steps_left[task.name] = task.steps(self.record)
        for step in self._steps_left[task.name]:
            if step is not None:
                yield from self._told([step])
            if self._clock() >= end:
                return False
        return True

    def _slice(self, task: QueryTask, place: Place) -> Generator[Told, None, bool]:
        """Work on a task for a while; return whether it is done."""
        asked = task.asked(self.record)
        begun = self._clock()
        end = begun + slice_of(task, self.record)
        many = self._options.jobs
        options = RunOptions(asked.count, many, time_limit=self._left(), place=place)
        collected: list[Answer] = []
        started, compiling = not task.compiled, False
        with closing(run(asked.query, options, asked.checkpoint, self._clock)) as events:
            for event in events:
                yield from self._take(task, event)
                if task.collects and isinstance(event, Found):
                    collected += [each for each in event.answers if isinstance(each, Answer)]
                    if len(collected) > MOST_COLLECTED:
                        raise InputError("there are too many of them")
                if isinstance(event, Finished):
                    yield from self._told(task.concluded(event, collected, self.record))
                    return task.is_done(event, self.record)
                compiling = compiling or isinstance(event, CompilerNews)
                started = started or task.has_begun(event)
                now = self._clock()
                if now >= end and (started or compiling or now >= begun + STARTING):
                    if compiling and not started:
                        self._schedule.put_off(task)
                    return False
                if self._too_large():
                    self._schedule.drop(task)
                    return False
                if not task.worth(self.record):
                    return False
        return False

    def _take(self, task: QueryTask, event: Event) -> Iterator[Told]:
        yield from self._told(task.told(event, self.record))
        if isinstance(event, Progress | Glimpse | Lost | SearchNews | CompilerNews):
            yield event

    def _told(self, events: Iterable[SurveyEvent]) -> Iterator[SurveyEvent]:
        for event in list(events):
            self.record = self.record.take(event)
            yield event

    def _left(self) -> float | None:
        return None if self._end == inf else max(0.0, self._end - self._clock())

    def _too_large(self) -> bool:
        most = self._options.memory
        return most is not None and workers_memory() > most


def workers_memory() -> int:
    """The bytes of all child processes together, where the system reports them."""
    page = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    total = 0
    for child in multiprocessing.active_children():
        with suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{child.pid}/statm").read_text(encoding="ascii").split()
            total += (int(fields[1]) - int(fields[2])) * page
    return total
