"""The survey itself: slice after slice, until its time is over.

The plan is tasks without end, in the order in which they may begin. Each has a start, in seconds:
so much time every task before it has had, for its weight, when it begins. What is cheap begins at
once; longer periods and odder speeds come later. Of those that have begun, the next is the one that
has had the least time for its weight.
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

from lifesearch.errors import InputError, LifesearchError
from lifesearch.life.glimpse import Glimpse
from lifesearch.life.rules.rule import Rule
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.memory import used_memory
from lifesearch.planning.choose import plan_of
from lifesearch.planning.plan import Plan, Step
from lifesearch.planning.run import run
from lifesearch.queries.answer import Answer
from lifesearch.running.coordinator import HEARTBEAT
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
from lifesearch.running.places.place import KeptOpen, Place, kept_open
from lifesearch.signals import whole_steps
from lifesearch.surveys import tasks
from lifesearch.surveys.kinds import Kind, grows_slowly, is_sought, speeds, survives
from lifesearch.surveys.record import SliceEnded, SurveyEvent, SurveyQuestion, SurveyRecord

if TYPE_CHECKING:
    from lifesearch.surveys.session import SurveySession

EXPLAINED = 60.0
"""Tasks that start by then are part of the plan that is shown."""
A_PERIOD = 1.5
"""How much later the next period of oscillators begins."""
A_SHIP_PERIOD = 3.0
FASTER = 0.5
"""How much later the next speed of the same period begins."""
LOADED = 1.0
"""How much later strips begin, which take some time to be loaded."""
ROTORS = 1.25
"""How much later rotors begin."""
OBLIQUE = 12.0
"""How much later ships begin that go neither straight nor diagonally."""
FAST = 30.0
"""How much later ships begin that are faster than those of Life, where that is unlikely."""
MOST_BEGUN = 2_000
"""Tasks that are begun at a time."""
PUT_OFF = 6
"""For how many slices of others a task waits whose functions are being compiled."""


def plan(question: SurveyQuestion) -> Iterator[tasks.SurveyTask]:
    """All tasks of a question, by their starts."""
    first: list[tasks.SurveyTask] = []
    if question.asks("still-lifes") and survives(question.rule):
        first.append(tasks.StillLifes(0.0, 1.0))
    first += tasks.soup_tasks()
    if not (question.periods or question.speeds) and question.rule.plain:
        first += [tasks.ReplicatorTask(1.0), tasks.LifespanTask(2.0)]
    streams: list[Iterator[tasks.SurveyTask]] = [iter(first)]
    if question.asks("oscillators"):
        streams.append(_of_periods(question))
    if question.asks("spaceships"):
        streams.append(_of_speeds(question))
    return merge(*streams, key=lambda task: task.start)


def survey_plan(question: SurveyQuestion, *, kept: bool = False) -> Plan[SurveyQuestion]:
    """What a survey begins with; what is the same for several kinds is one step."""
    record, kinds = SurveyRecord(question), dict[tuple[str, str, str], list[str]]()
    unused, done = dict[str, str](), set[str]()
    together = "These take turns."
    for task in plan(question):
        if task.start > EXPLAINED:
            together = "These take turns; others, for longer periods and rarer speeds, begin later."
            break
        what, kind = task.in_words(question.rule)
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
    return Plan(
        question,
        "find the smallest pattern of each kind, and prove that it is",
        "a survey",
        tuple(steps),
        tuple((what, reason) for what, reason in unused.items() if what not in done),
        kept="what is found and proved, and the time that each task has had" if kept else "",
        together=together,
    )


def _refusal(task: tasks.SurveyTask, record: SurveyRecord) -> str:
    """Why a task cannot be done under the rule; empty if it can."""
    try:
        if isinstance(task, tasks.QueryTask):
            plan_of(task.asked(record).query, RunOptions())
    except LifesearchError as error:
        return str(error)
    return ""


def _first(kinds: list[str]) -> str:
    """The kinds that come first; nothing if it is not about kinds.

    >>> _first([""]), _first(["c/2"]), _first(["c/2", "c/3", "c/4", "c/5"])
    ('', '(c/2)', '(c/2, c/3, c/4, ...)')
    """
    shown = ", ".join([*kinds[:3], *(["..."] if kinds[3:] else [])])
    return f"({shown})" if shown else ""


def _of_periods(question: SurveyQuestion) -> Iterator[tasks.SurveyTask]:
    chosen = question.periods or range(2, LONGEST_PERIOD + 1)
    for number, period in enumerate(chosen):
        yield from _of_kind(Kind(period), A_PERIOD * number, question.rule)


def _of_speeds(question: SurveyQuestion) -> Iterator[tasks.SurveyTask]:
    if question.speeds:
        for number, kind in enumerate(question.kinds_of_ships):
            yield from _of_kind(kind, A_SHIP_PERIOD * number, question.rule)
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


def _of_kind(kind: Kind, start: float, rule: Rule) -> Iterator[tasks.OfOneKind]:
    """The ways to patterns of a kind; none if no query is about it.

    Under B0 without S8 queries are about even periods alone.
    """
    if kind.period % len(rule.steps) or not is_sought(kind):
        return
    straight = not kind.dx
    if kind.travels:
        yield tasks.Symmetric(start, 0.5 if straight else 1.0, kind=kind)
        yield tasks.BoxTask(start, 0.5 if straight else 1.0, kind=kind)
    else:
        yield tasks.Symmetric(start, 1.0, kind=kind)
        yield tasks.BoxTask(start, 0.5, kind=kind)
    if straight and abs(kind.dy) < kind.period:
        yield tasks.Strips(start + LOADED, 2.0 if kind.travels else 0.5, 3.0, kind=kind)
    if rule.plain and not kind.travels:
        yield tasks.RotorTask(start + ROTORS, 0.5, 3.0, kind=kind)


class SurveySchedule:
    """The tasks that have begun, and those that are to begin."""

    def __init__(self, record: SurveyRecord) -> None:
        self._coming: Iterator[tasks.SurveyTask] = plan(record.question)
        self._next = next(self._coming, None)
        self._begun: list[tasks.SurveyTask] = []
        self._dropped: set[str] = set()
        self._waiting: dict[str, int] = {}

    def drop(self, task: tasks.SurveyTask) -> None:
        """Leave a task alone, which cannot go on in this run."""
        self._dropped.add(task.name)

    def put_off(self, task: tasks.SurveyTask) -> None:
        """Let others have some slices first, as far as there are any."""
        self._waiting[task.name] = PUT_OFF + 1

    def take(self, record: SurveyRecord) -> tasks.SurveyTask | None:
        """The task that is next; None if all are done."""
        self._waiting = {name: left - 1 for name, left in self._waiting.items() if left > 1}
        while True:
            ready = [
                (task.name in self._waiting, _turn(task, record), n)
                for n, task in enumerate(self._begun)
                if self._open(task, record)
            ]
            waits, turn, first = min(ready, default=(True, inf, -1))
            coming = self._next
            if coming is None or len(self._begun) >= MOST_BEGUN:
                return self._begun[first] if ready else None
            if not waits and turn < coming.start:
                return self._begun[first]
            self._begun.append(coming)
            self._next = next(self._coming, None)

    def _open(self, task: tasks.SurveyTask, record: SurveyRecord) -> bool:
        return task.name not in self._dropped and task.worth(record) > 0


def slice_of(task: tasks.SurveyTask, record: SurveyRecord) -> float:
    """For how many seconds a task goes on now: as many as in all its slices before together.

    So no more than half of the work on a part that takes long is done in vain.
    """
    return min(task.longest, max(task.shortest, record.spent.get(task.name, 0.0)))


def _turn(task: tasks.SurveyTask, record: SurveyRecord) -> float:
    return task.start + record.spent.get(task.name, 0.0) / task.worth(record)


LEAST = 0.05
"""Seconds that a slice counts for at least."""
STARTING = 600.0
"""What takes long to load has so long for it, before its slice ends. It need not wait for the
compiler, which goes on when a slice is over."""
MOST_REFUSALS = 8
"""After so many tasks that cannot be done, of none that can, nothing is tried any more."""
MOST_COLLECTED = 20_000
"""A list of more answers is no use to anybody."""


Reported = SurveyEvent | Event
"""What is reported; the last event says how a survey ended."""


class SurveyRun:
    """A survey that goes on from what is known; its processes here may take so much memory.

    Its progress is that of the task at work, but for what is found: kinds of patterns. A session
    keeps what is new.
    """

    def __init__(
        self,
        record: SurveyRecord,
        options: RunOptions,
        session: SurveySession | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.record = record
        self.session = session
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

    def events(self) -> Generator[Reported, None, None]:
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

    def _until_ready(self, place: KeptOpen) -> Iterator[Reported]:
        workplace = place.workplace
        while self._clock() < self._end and not workplace.room(self._options.jobs):
            list(whole_steps(workplace.reporting((), HEARTBEAT)))
            yield from map(SearchNews, workplace.news())
            yield self._progress(Progress(0, 0, machines=workplace.describe()))

    def _slices(self, place: KeptOpen) -> Generator[Reported, None, None]:
        while self._clock() < self._end:
            task = self._schedule.take(self.record)
            if task is None:
                return
            begun, finished = self._clock(), False
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
            spent = round(max(LEAST, self._clock() - begun), 3)
            yield from self._recorded([SliceEnded(task.name, spent, finished)])

    def _refused(self, task: tasks.SurveyTask, error: LifesearchError) -> Iterator[SearchNews]:
        """Say once why a task cannot go on; raise the error if nothing can be done at all."""
        first = next(iter(self._refusals), str(error))
        often = self._refusals[str(error)] = self._refusals.get(str(error), 0) + 1
        if not self._works and len(self._refusals) + often > MOST_REFUSALS:
            raise InputError(f"nothing can be searched in {self.record.rule}: {first}")
        if often == 1 and self._works:
            yield SearchNews(f"note: {task.words(self.record.rule)}: {error}")

    def _steps(self, task: tasks.StepTask) -> Generator[Reported, None, bool]:
        """Take some steps of a task, after those of earlier slices; whether there are no more."""
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
        """Work on a task for a while; return whether it is done."""
        asked = task.asked(self.record)
        begun = self._clock()
        end = begun + slice_of(task, self.record)
        options = RunOptions(asked.count, self._options.jobs, time_limit=self._left(), place=place)
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
                    yield from self._recorded(task.concluded(event, collected, self.record))
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

    def _take(self, task: tasks.QueryTask, event: Event) -> Iterator[Reported]:
        yield from self._recorded(task.kept(event, self.record))
        if isinstance(event, Progress):
            yield self._progress(event, task)
        elif isinstance(event, Glimpse | Lost | SearchNews | CompilerNews):
            yield event

    def _progress(self, progress: Progress, task: tasks.SurveyTask | None = None) -> Progress:
        """That of a task as that of the survey: how far the task is says nothing of the survey."""
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
        most = self._options.memory
        if most is None:
            return False
        children = multiprocessing.active_children()
        return used_memory(child.pid for child in children if child.pid) > most
