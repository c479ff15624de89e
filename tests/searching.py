"""Plan a question and run the plan, in one step."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from dataclasses import replace
from time import monotonic
from typing import Any

from lifesearch.core.events import Event
from lifesearch.core.question import PatternQuery, Question
from lifesearch.running import coordinator as running
from lifesearch.running.choose import plan_of
from lifesearch.running.coordinator import Recorder
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.session.file import Session


def run(
    query: Question[Any],
    options: RunOptions,
    checkpoint: Checkpoint = FRESH_START,
    clock: Callable[[], float] = monotonic,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """The events of a search."""
    return running.run(plan_of(query, options, checkpoint), clock, last)


def search_events(
    query: Question[Any],
    options: RunOptions,
    session: Recorder | None = None,
    last: list[Event] | None = None,
) -> Generator[Event, None, None]:
    """The events of a search, after those of its session."""
    kept = replace(options, has_session=session is not None)
    checkpoint = FRESH_START if session is None else session.checkpoint
    return running.search_events(plan_of(query, kept, checkpoint), session, last)


def begun_session(
    name: str, query: PatternQuery, options: RunOptions, *, as_recorded: bool = False
) -> AbstractContextManager[Session[PatternQuery]]:
    """A new session of a question, or the one that is there."""
    plan = plan_of(query, replace(options, has_session=True))
    return Session.start(name, query, options.count, plan.depth, as_recorded=as_recorded)
