"""Run a survey: one time slice after another, until its time is over.

The plan is an endless list of tasks, in the order in which they may begin. The *turn* of a task is
its `start`, plus the seconds that it has had divided by its weight. Of the tasks that have begun,
the next is the one with the least turn; another one begins when this turn has reached its start.
So cheap tasks begin at once, and those for longer periods and rarer speeds later.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from heapq import merge
from itertools import count
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.common.memory import used_memory
from lifesearch.common.signals import whole_steps
from lifesearch.core.answer import Answer
from lifesearch.core.events import (
    Event,
    Finished,
    Found,
    Lost,
    Progress,
    TimeLimitReached,
    WorkplaceMessage,
)
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import Rule
from lifesearch.running.choose import plan_of
from lifesearch.running.coordinator import HEARTBEAT, run
from lifesearch.running.options import RunOptions
from lifesearch.running.outline import Outline, Step
from lifesearch.running.places.place import KeptOpen, Place, kept_open
from lifesearch.surveys import tasks
from lifesearch.surveys.kinds import (
    UP,
    MotionKind,
    grows_slowly,
    is_sought,
    sides,
    speeds,
    survives,
)
from lifesearch.surveys.record import SliceEnded, SurveyEvent, SurveyQuestion, SurveyRecord

if TYPE_CHECKING:
    from lifesearch.running.session.file import Session

# The seconds below are choices: tasks that often find something begin first.
EXPLAINED = 60.0
"""Seconds: tasks that start by then are in the plan that `--explain` shows."""
A_PERIOD = 1.5
"""Seconds by which oscillators of the next period begin later."""
A_SHIP_PERIOD = 3.0
"""Seconds by which spaceships of the next period begin later."""
FASTER = 0.5
"""Seconds by which ships of the next speed of a period begin later."""
LOADED = 1.0
"""Seconds by which strips begin later than boxes: their code takes some time to load.

It is less than A_PERIOD, and so is `rotor_tasks.LATER`: tasks of oscillators must come by start.
"""
OBLIQUE = 12.0
"""Seconds by which ships begin later that move neither orthogonally nor diagonally."""
FAST = 30.0
"""Seconds by which ships begin later that are faster than those of Life, where that is unlikely."""
MOST_BEGUN = 2_000
"""Tasks that are under way at the same time: all of them are compared before each slice."""


def plan(question: SurveyQuestion) -> Iterator[tasks.SurveyTask]:
    """All tasks of a question, by their starts."""
    first: list[tasks.SurveyTask] = []
    if question.asks("still-lifes") and survives(question.rule):
        first.append(tasks.StillLifes(start=0.0, weight=1.0))
    first += [task for source in tasks.task_sources() for task in source.first(question)]
    if not (question.periods or question.speeds) and question.rule.plain:
        first.append(tasks.ReplicatorTask(start=1.0))
    streams = [iter(sorted(first, key=lambda task: task.start))]
    if question.asks("oscillators"):
        streams.append(_of_periods(question))
    if question.asks("spaceships"):
        streams.append(_of_speeds(question))
    return merge(*streams, key=lambda task: task.start)


def survey_plan(question: SurveyQuestion, *, kept: bool = False) -> Outline:
    """The plan of a survey's beginning, in words; equal tasks for several kinds are one step.

    A method is listed as unused only if it can be used for none of the kinds.
    """
    record, kinds = SurveyRecord(question), dict[tuple[str, str, str], list[str]]()
    unused, done = dict[str, str](), set[str]()
    sharing = "These take turns."
    for task in plan(question):
        if task.start > EXPLAINED:
            sharing = "These take turns; others, for longer periods and rarer speeds, begin later."
            break
        what, kind = task.method_and_kind(question.rule)
        if reason := _refusal(task, record):
            unused.setdefault(what, reason)
            continue
        done.add(what)
        what = what.removeprefix(f"{task.engine} ")
        kinds.setdefault((task.engine, what, task.why), []).append(kind)
    steps = [
        Step(engine, " ".join(filter(None, (what, _first(titles)))), share=0, why=why)
        for (engine, what, why), titles in kinds.items()
    ]
    return Outline(
        question.title,
        "find the smallest pattern of each kind, and prove that it is",
        tuple(steps),
        tuple((what, reason) for what, reason in unused.items() if what not in done),
        kept="what is found and proved, and the time that each task has had" if kept else "",
        sharing=sharing,
    )


def _refusal(task: tasks.SurveyTask, record: SurveyRecord) -> str:
    """Why a task cannot be done under the rule; empty if it can."""
    try:
        if isinstance(task, tasks.QueryTask):
            plan_of(task.task_query(record).query, RunOptions())
    except LifesearchError as error:
        return str(error)
    return ""


def _first(kinds: list[str]) -> str:
    """Words for the kinds that come first; empty if a step is not about kinds.

    >>> _first([""]), _first(["c/2"]), _first(["c/2", "c/3", "c/4", "c/5"])
    ('', '(c/2)', '(c/2, c/3, c/4, ...)')
    """
    shown = ", ".join([*kinds[:3], *(["..."] if kinds[3:] else [])])
    return f"({shown})" if shown else ""


def _of_periods(question: SurveyQuestion) -> Iterator[tasks.SurveyTask]:
    chosen = question.periods or range(2, LONGEST_PERIOD + 1)
    for number, period in enumerate(chosen):
        yield from _of_kind(MotionKind(period), A_PERIOD * number, question.rule)


def _of_speeds(question: SurveyQuestion) -> Iterator[tasks.SurveyTask]:
    """Tasks about ships, by start: some of a period begin later than those of the next."""
    if question.speeds:
        for number, kind in enumerate(question.kinds_of_ships):
            yield from _of_kind(kind, A_SHIP_PERIOD * number, question.rule)
        return
    if UP not in sides(question.rule):  # no ship goes up, or up and left: see `is_sought`
        return
    streams = (_of_ship_period(question, period) for period in count(1))
    waiting: list[tasks.SurveyTask] = []
    for period, stream in enumerate(streams, start=1):
        now = A_SHIP_PERIOD * (period - 1)
        waiting = sorted([*waiting, *stream], key=lambda task: task.start)
        while waiting and waiting[0].start <= now:
            yield waiting.pop(0)
        if period == LONGEST_PERIOD:
            yield from waiting
            return


def _of_ship_period(question: SurveyQuestion, period: int) -> Iterator[tasks.SurveyTask]:
    for kind in speeds(period, question.rule):
        across, along = sorted((abs(kind.dx), abs(kind.dy)))
        start = A_SHIP_PERIOD * (period - 1) + FASTER * (along - 1)
        start += OBLIQUE if 0 < across < along else 0.0
        start += FAST if period < 2 * (across + along) and grows_slowly(question.rule) else 0.0
        yield from _of_kind(kind, start, question.rule)


def _of_kind(kind: MotionKind, start: float, rule: Rule) -> Iterator[tasks.OfOneKind]:
    """The tasks that search for patterns of a kind; none if no query can ask for it.

    Under B0 without S8 queries are about even periods alone.
    """
    if kind.period % len(rule.steps) or not is_sought(kind):
        return
    # Ships that move straight up, and oscillators, have strips as well, and less time for boxes.
    # The weights are choices.
    straight = not kind.dx
    if kind.travels:
        yield tasks.Symmetric(start, weight=0.5 if straight else 1.0, kind=kind)
        yield tasks.BoxTask(start, weight=0.5 if straight else 1.0, kind=kind)
    else:
        yield tasks.Symmetric(start, weight=1.0, kind=kind)
        yield tasks.BoxTask(start, weight=0.5, kind=kind)
    if straight and abs(kind.dy) < kind.period:  # strips are for ships slower than light
        weight = 2.0 if kind.travels else 0.5
        yield tasks.Strips(start + LOADED, weight=weight, shortest=3.0, kind=kind)
    for source in tasks.task_sources():
        yield from source.of_kind(kind, start, rule)


class SurveySchedule:
    """The tasks that have begun and are not done, and those that are to begin."""

    def __init__(self, record: SurveyRecord) -> None:
        self._coming: Iterator[tasks.SurveyTask] = plan(record.question)
        self._next = next(self._coming, None)
        self._begun: list[tasks.SurveyTask] = []
        self._dropped: set[str] = set()

    def drop(self, task: tasks.SurveyTask) -> None:
        """Remove a task that cannot continue in this run."""
        self._dropped.add(task.name)

    def take(self, record: SurveyRecord) -> tasks.SurveyTask | None:
        """The next task; None if all are done."""
        while True:
            self._begun = [task for task in self._begun if self._open(task, record)]
            first = min(self._begun, key=lambda task: _turn(task, record), default=None)
            coming = self._next
            if coming is None or len(self._begun) >= MOST_BEGUN:
                return first
            if first is not None and _turn(first, record) < coming.start:
                return first
            self._begun.append(coming)
            self._next = next(self._coming, None)

    def _open(self, task: tasks.SurveyTask, record: SurveyRecord) -> bool:
        return task.name not in self._dropped and task.worth(record) > 0


def slice_of(task: tasks.SurveyTask, record: SurveyRecord) -> float:
    """The seconds of a task's next slice: as many as all its slices before together.

    So no more than half of the work on a part that takes long is wasted.
    """
    return min(task.longest, max(task.shortest, record.spent.get(task.name, 0.0)))


def _turn(task: tasks.SurveyTask, record: SurveyRecord) -> float:
    return task.start + record.spent.get(task.name, 0.0) / task.worth(record)


LEAST_SPENT = 0.05
"""Seconds that a slice counts for at least: else a task that takes no time would always be next."""
LONGEST_START = 600.0
"""Extra seconds for the first slice of a task that takes long to start: a choice."""
MOST_REFUSALS = 8
"""Give up after this number of failed tasks without a success: a choice."""
MOST_COLLECTED = 20_000
"""The most answers that a task collects, in memory, until their list is complete: a choice."""


Reported = SurveyEvent | Event
"""The events that a survey yields; the last one says how it ended."""


class SurveyRun:
    """A survey that continues from a record; `options.memory` bounds its processes on this machine.

    Its progress is that of the current task, except for the number found: kinds of patterns. A
    session saves new events. `clock` gives the time in seconds, as `time.monotonic` does.
    """

    def __init__(
        self,
        record: SurveyRecord,
        options: RunOptions,
        session: Session[SurveyQuestion] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.record = record
        self.session = session
        self._options = options
        self._clock = clock
        self._schedule = SurveySchedule(record)
        self._works = False  # whether a task has had a slice without an error
        self._refusals: dict[str, int] = {}  # how often tasks have failed, by the error's sentence
        self._steps_left: dict[str, Iterator[SurveyEvent | None]] = {}  # by the task's name
        self._end = inf if options.time_limit is None else clock() + options.time_limit

    @property
    def time_limit(self) -> float | None:
        return self._options.time_limit

    def events(self) -> Generator[Reported, None, None]:
        """Yield the events of the survey; closing the generator stops the work.

        InputError if nothing can be searched under the rule. The place where workers run is opened
        once for all tasks: on a cluster that takes seconds.
        """
        with kept_open(self._options.place, self._options.jobs) as place:
            yield from self._until_ready(place)
            yield from self._slices(place)
        yield self._ended()

    def _ended(self) -> Finished | TimeLimitReached:
        """The last event: all tasks are done or dropped, or the time is over."""
        if self._clock() < self._end:
            return Finished(len(self.record.fewest), 0, exhausted=False)
        return TimeLimitReached(self._options.time_limit or 0.0)

    def _until_ready(self, place: KeptOpen) -> Iterator[Reported]:
        """Wait until there is a machine: slices without one would find nothing."""
        workplace = place.workplace
        while self._clock() < self._end and not workplace.capacity(self._options.jobs):
            list(whole_steps(workplace.reporting((), HEARTBEAT)))
            yield from map(WorkplaceMessage, workplace.messages())
            yield self._progress(Progress(0, 0, machines=workplace.describe()))

    def _slices(self, place: KeptOpen) -> Generator[Reported, None, None]:
        """One slice after another; a task that raises a LifesearchError has no other in this run.

        It is not done, so a resumed survey tries it again.
        """
        while self._clock() < self._end:
            task = self._schedule.take(self.record)
            if task is None:
                return
            start, finished = self._clock(), False
            try:
                yield self._progress(Progress(0, 0, machines=place.workplace.describe()), task)
                if isinstance(task, tasks.StepTask):
                    finished = yield from self._steps(task)
                elif isinstance(task, tasks.QueryTask):
                    finished = yield from self._slice(task, place)
            except LifesearchError as error:
                self._schedule.drop(task)
                yield from self._refused(task, error)
                continue
            self._works = True
            spent = round(max(LEAST_SPENT, self._clock() - start), 3)
            yield from self._recorded([SliceEnded(task.name, spent, finished)])

    def _refused(
        self, task: tasks.SurveyTask, error: LifesearchError
    ) -> Iterator[WorkplaceMessage]:
        """Report once why a task failed, if others have succeeded before.

        InputError after MOST_REFUSALS failures without a success: nothing suits the rule.
        """
        first = next(iter(self._refusals), str(error))
        often = self._refusals[str(error)] = self._refusals.get(str(error), 0) + 1
        if not self._works and sum(self._refusals.values()) >= MOST_REFUSALS:
            raise InputError(f"nothing can be searched in {self.record.rule}: {first}")
        if often == 1 and self._works:
            yield WorkplaceMessage(f"note: {task.words(self.record.rule)}: {error}")

    def _steps(self, task: tasks.StepTask) -> Generator[Reported, None, bool]:
        """Take the next steps of a task, for one slice; return whether there are no more."""
        end = min(self._end, self._clock() + slice_of(task, self.record))
        if task.name not in self._steps_left:
            self._steps_left[task.name] = task.steps(self.record)
        for step in self._steps_left[task.name]:
            if step is not None:
                yield from self._recorded([step])
            if self._clock() >= end:
                return False
        return True

    def _slice(self, task: tasks.QueryTask, place: Place) -> Generator[Reported, None, bool]:
        """Work on a task for one slice; return whether it is done.

        The slice ends with the query, when its time is over, when memory is short, or when the
        task is worth no more time: what it looks for was found.
        """
        work = task.task_query(self.record)
        end = self._clock() + slice_of(task, self.record)
        options = RunOptions(work.count, self._options.jobs, time_limit=self._left(), place=place)
        collected: list[Answer] = []
        begun = not task.begins_slowly
        with closing(run(plan_of(work.query, options, work.checkpoint), self._clock)) as events:
            for event in events:
                yield from self._take(task, event)
                if task.collects and isinstance(event, Found):
                    collected += event.answers
                    if len(collected) > MOST_COLLECTED:
                        raise InputError("there are too many of them")
                if isinstance(event, Finished):
                    yield from self._recorded(task.concluded(event, collected, self.record))
                    return task.is_done(event, self.record)
                begun = begun or task.has_begun(event)
                if self._clock() >= end + (0.0 if begun else LONGEST_START):
                    return False
                if self._too_large():
                    self._schedule.drop(task)
                    return False
                if not task.worth(self.record):
                    return False
        return False

    def _take(self, task: tasks.QueryTask, event: Event) -> Iterator[Reported]:
        yield from self._recorded(task.to_save(event, self.record))
        if isinstance(event, Progress):
            yield self._progress(event, task)
        elif isinstance(event, Preview | Lost | WorkplaceMessage):
            yield event

    def _progress(self, progress: Progress, task: tasks.SurveyTask | None = None) -> Progress:
        """A task's progress as the survey's, without its extent: a survey has no known end."""
        words = "" if task is None else task.words(self.record.rule)
        return replace(progress, found=len(self.record.fewest), note=words, extent=None)

    def _recorded(self, events: Iterable[SurveyEvent]) -> Iterator[SurveyEvent]:
        for event in list(events):
            if self.session is not None:
                self.session.take(event)
            self.record = self.record.take(event)
            yield event

    def _left(self) -> float | None:
        return None if self._end == inf else max(0.0, self._end - self._clock())

    def _too_large(self) -> bool:
        """Whether processes on this machine have more memory than they may; False without a limit.

        The task is dropped then: its next slice would need as much.
        """
        most = self._options.memory
        if most is None:
            return False
        children = multiprocessing.active_children()
        return used_memory(child.pid for child in children if child.pid) > most
