"""Carry out the plan of a query: what is found comes as events, and so does the verdict."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import Any, Protocol, TypeVar

from lifesearch.errors import Undecided
from lifesearch.memory import free_memory
from lifesearch.planning.choose import named, plan_of
from lifesearch.queries.base import Query
from lifesearch.queries.periodic.count import NumberQuestion
from lifesearch.running.coordinator import coordinated
from lifesearch.running.events import BoxCounted, Event
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.places.here import HERE
from lifesearch.text import duration

N = TypeVar("N")


def run(
    query: Query[Any],
    run_options: RunOptions,
    checkpoint: Checkpoint = FRESH_START,
    clock: Callable[[], float] = monotonic,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """Yield the events of a query; closing the generator stops the work.

    If something is kept, `last` then has what workers had done by then.
    """
    plan = plan_of(query, run_options, checkpoint)
    made = named(plan.engine).coordinator(plan, run_options, checkpoint)
    return coordinated(partial(made, query, run_options, checkpoint), run_options, clock, last)


class Recorder(Protocol):
    """Knows the events of earlier runs and records those of this one: a session."""

    @property
    def checkpoint(self) -> Checkpoint:
        """What is known before the start."""
        ...

    @property
    def events(self) -> Iterable[Event]:
        """The events of earlier runs."""
        ...

    def record(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, those that matter after they are written."""
        ...

    def take(self, event: Event) -> None:
        """Write an event, if it matters and is not the one that was written last."""
        ...


def search_events(
    query: Query[Any],
    run_options: RunOptions,
    session: Recorder | None = None,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """Yield the events of earlier runs, if there is a session, and then those of this run.

    Closing the generator stops the work. Then `last` has what came so late that only the session
    knows it.
    """
    checkpoint = FRESH_START if session is None else session.checkpoint
    run_options = replace(run_options, kept=session is not None)
    last = [] if last is None else last
    try:
        with closing(run(query, run_options, checkpoint, last=last)) as events:
            passed_on: Iterable[Event] = events
            if session is not None:
                yield from session.events
                passed_on = session.record(events)
            if run_options.proof is not None:
                passed_on = run_options.proof.record(query, run_options, passed_on)
            yield from passed_on
    finally:
        if session is not None:
            for event in last:
                session.take(event)


def counted(question: NumberQuestion[N], run_options: RunOptions) -> N:
    """The number that is asked for; `Undecided` if a time limit is reached first.

    Without a time limit, this process counts: no other one need be started.
    """
    from lifesearch.counting.ways import Setting

    plan_of(question, run_options)  # refuses what cannot be counted
    limit, memory = run_options.time_limit, run_options.memory or free_memory() // 2
    if run_options.place is HERE and limit is None:
        return next(question.numbers(Setting(memory, question.populations)))
    with closing(run(question, run_options)) as events:
        for event in events:
            if isinstance(event, BoxCounted):
                number: Any = event.counted
                return number  # type: ignore[no-any-return]
    raise Undecided(f"time limit reached after {duration(limit or 0)}; not counted")


@contextmanager
def begun(query: Query[Any], run_options: RunOptions) -> Iterator[Iterator[Event]]:
    """The events of a search whose workers are started at once, whatever is to be done before.

    At the end, or if something goes wrong, the work is stopped.
    """
    with closing(search_events(query, run_options)) as events:
        first = list(islice(events, 1))
        yield chain(first, events)
