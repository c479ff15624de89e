"""The results of a search: answers as they are found, and a verdict.

`searches` makes a `Result` for each run.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from lifesearch.common.errors import Undecided
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer as CoreAnswer
from lifesearch.core.events import (
    Event,
    Finished,
    Found,
    Progress,
    Searched,
    TimeLimitReached,
)
from lifesearch.core.question import PatternQuery
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.notebook import Meter, gallery, meter, shell
from lifesearch.doors.request import PlannableRequest, session_of
from lifesearch.running.plan import Plan
from lifesearch.running.process import require_own
from lifesearch.running.verdict import Verdict

if TYPE_CHECKING:
    from lifesearch.running.option_table import Options


class Status(Enum):
    """The outcome of a search: an answer was found, none exists, or neither is known."""

    FOUND = "found"
    PROVED_NONE = "proved none"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Best:
    """The best answer that was found, and whether it is proved that none is better.

    The answer is None if none was found: with `proved`, there is none at all.
    """

    answer: Answer | None
    proved: bool

    def _repr_svg_(self) -> str | None:
        return None if self.answer is None else self.answer._repr_svg_()


class Result:
    """The answers of a search: iterate over them, or wait for all of them.

    The search starts when the result is first used. It stops when the iteration ends early, with an
    error or Ctrl-C, with `close`, or at the end of a `with` statement; answers found until then are
    kept.
    """

    def __init__(
        self,
        start: Callable[[], Generator[Event, None, None]],
        wrapped: Callable[[CoreAnswer], Answer],
        query: PatternQuery,
        meter: Callable[[], Meter],
    ) -> None:
        """Prepare a run: `start` begins it, and `wrapped` makes Python's answer of one found."""
        self._start = start
        self._wrapped = wrapped
        self._title = query.title
        self._verdict = Verdict(query)
        self._proved = ""  # the last sentence about a proof before the end, if there was one
        self._meter = meter
        self._events: Generator[Event, None, None] | None = None
        self._found: list[Answer] = []
        self._end: Finished | TimeLimitReached | None = None
        self._stopped = False
        self._owner = os.getpid()  # once begun, the process that runs it: a forked one must not

    def __iter__(self) -> Generator[Answer, None, None]:
        """Go through all answers: first those found so far, then new ones.

        At its end the search is stopped, though another iterator may not be through.
        """
        number = 0
        try:
            while number < len(self._found) or self._more():
                number += 1
                yield self._found[number - 1]
        finally:
            self.close()

    def _more(self) -> bool:
        """Wait for new answers; False if there are no more."""
        if self.over:
            return False
        if self._events is None:
            self._owner = os.getpid()
            self._events = self._start()
            _stop_when_interrupted(self)
        require_own(self._owner)
        before = len(self._found)
        try:
            with self._meter() as meter:
                for event in self._events:
                    self._take(event, meter)
                    if len(self._found) > before:
                        return True
        except BaseException:
            self.close()
            raise
        self.close()
        return False

    def _take(self, event: Event, meter: Meter) -> None:
        match event:
            case Found(_, answers):
                self._verdict.take(event)
                self._found += [self._wrapped(a) for a in answers if a.exists]
            case Searched():
                for sentence in self._verdict.take(event):
                    self._proved = sentence if sentence.startswith("proved: ") else self._proved
            case Progress():
                meter.show(event)
            case Finished() | TimeLimitReached():
                self._end = event

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return self._end is not None or self._stopped

    def close(self) -> None:
        """Stop the search, if it is running."""
        self._stopped = True
        if self._events is not None:
            self._events.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        _: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers; this waits for the end of the search."""
        self._finish()
        return tuple(self._found)

    def _finish(self) -> None:
        while self._more():
            pass

    def to_dicts(self) -> list[dict[str, Any]]:
        """The facts of all answers by name, for a data frame; this waits for the end."""
        return [answer.facts() for answer in self.answers]

    @property
    def complete(self) -> bool:
        """Whether it is proved that there are no other answers; this waits for the end."""
        self._finish()
        return self._exhausted

    @property
    def _exhausted(self) -> bool:
        return isinstance(self._end, Finished) and self._end.exhausted

    @property
    def status(self) -> Status:
        """The outcome of the search; this waits for its end."""
        if self.answers:
            return Status.FOUND
        return Status.PROVED_NONE if self._exhausted else Status.UNDECIDED

    def require_decided(self, *, every: bool = False) -> None:
        """Raise `Undecided` if the search ended by its time limit, or without answer and proof.

        If `every` answer is wanted, the end must be a proof that there are no others.
        """
        end = self._end
        if isinstance(end, Finished) and not end.exhausted and (every or not self._found):
            number = f"{len(self._found):,} found" if self._found else "nothing found that counts"
            # Only strips have states: they end like this after a `RejectedPattern`.
            others = (
                ", but there may be others that share these states; with max_length=N all of up to "
                "N rows are found"
                if end.states is not None
                else "; nothing is proved"
            )
            raise Undecided(f"{self._title}: {number}{others}")
        if isinstance(end, TimeLimitReached):
            proved = [self._proved] * bool(self._proved) + self._verdict.summary()
            found = [f"{len(self._found):,} found, more unknown"] * bool(self._found)
            results = "; ".join(found + proved) or "nothing known"
            raise Undecided(f"{self._title}: the time limit was reached; {results}")

    def __repr__(self) -> str:
        found = f"{len(self._found):,} found"
        state = "not started"
        if isinstance(self._end, TimeLimitReached):
            state = f"{found}, time limit reached"
        elif self._exhausted:
            state = f"{found}, proved: no other" if self._found else "proved: there is none"
        elif self._events is not None:
            state = found if self.over else f"{found} so far"
        return f"<Result {self._title}: {state}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """What a notebook shows and saves: the gallery, and a line of text.

        Both are made here, in this order: the gallery waits for the end of the search, and the text
        says how it ended. A notebook that asked for each by itself would take the text first.
        """
        if shell() is None:
            return {"text/plain": repr(self)}
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def _repr_html_(self) -> str:
        """What a notebook shows: a small gallery, after the end of the search."""
        return gallery(self.answers, f"{self._title}: {plural(len(self._found), 'answer')}")


def _stop_when_interrupted(result: Result) -> None:
    """Stop a search when a cell is interrupted, even if a variable keeps its iterator alive."""
    notebook = shell()
    if notebook is None:
        return
    watched = weakref.ref(result)

    def after_cell(outcome: Any) -> None:
        searching = watched()
        if isinstance(outcome.error_in_exec, KeyboardInterrupt) and searching is not None:
            searching.close()
        if searching is None or searching.over:
            notebook.events.unregister("post_run_cell", after_cell)

    notebook.events.register("post_run_cell", after_cell)


def events(plan: Plan[PatternQuery], options: Options) -> Generator[Event, None, None]:
    """The events of a search, after those in its session file, if it has one."""
    from lifesearch.running.coordinator import search_events

    if options.session is None:
        yield from search_events(plan)
        return
    with session_of(plan, options) as opened:
        yield from search_events(opened.planned(plan.options), opened)


def check_session(plan: Plan[PatternQuery], options: Options) -> PatternQuery:
    """Refuse a file that is not a session or has another query; return the session's query.

    A session that does not exist is begun here, before the search.
    """
    if options.session is None:
        return plan.query
    with session_of(plan, options) as opened:
        return opened.query


def run(request: PlannableRequest) -> tuple[PatternQuery, Iterator[Event]]:
    """The query of a search, or of its session, and its events; progress is shown meanwhile."""
    plan = request.planned()
    query = check_session(plan, request.options)
    return query, _followed(plan, request.options)


def _followed(plan: Plan[PatternQuery], options: Options) -> Iterator[Event]:
    coming = events(plan, options)
    with closing(coming), meter(options.progress)() as shown:
        for event in coming:
            if isinstance(event, Progress):
                shown.show(event)
            yield event
