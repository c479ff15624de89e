"""The results of a search: answers as they are found, and a verdict."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from lifesearch.api.answer import Answer
from lifesearch.api.notebook import Meter, gallery, meter, shell
from lifesearch.api.queries.asked import Asked, session_of
from lifesearch.catalogue import user
from lifesearch.errors import Undecided
from lifesearch.queries.answer import Answer as CoreAnswer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupAnswer, SoupQuery
from lifesearch.running.events import (
    Event,
    Finished,
    Found,
    Progress,
    Searched,
    SoupsRun,
    TimeLimitReached,
)
from lifesearch.running.verdict import Verdict
from lifesearch.soups.counts import Census, CensusRow
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.options.table import Options
    from lifesearch.running.options import RunOptions


class Status(Enum):
    """What is known after a search."""

    FOUND = "found"
    PROVED_NONE = "proved none"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Best:
    """The best answer that was found, and whether it is proved that none is better.

    If it is proved that there is none at all, the answer is None.
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
        self._start = start
        self._wrapped = wrapped
        self._title = query.title
        self._verdict = Verdict(query)
        self._proved = ""
        self._meter = meter
        self._events: Generator[Event, None, None] | None = None
        self._found: list[Answer] = []
        self._end: Finished | TimeLimitReached | None = None
        self._stopped = False

    def __iter__(self) -> Generator[Answer, None, None]:
        """Go through all answers, those that are known first."""
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
            self._events = self._start()
            _stop_when_interrupted(self)
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
                self._found += [self._wrapped(a) for a in answers]  # type: ignore[arg-type]
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
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
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
        """What is known; this waits for the end of the search."""
        if self.answers:
            return Status.FOUND
        return Status.PROVED_NONE if self._exhausted else Status.UNDECIDED

    def require_decided(self, *, every: bool = False) -> None:
        """Raise `Undecided` if the search ended by its time limit, or without answer and proof.

        If `every` answer is wanted, the end must be a proof that there are no others.
        """
        ended = isinstance(self._end, Finished) and not self._end.exhausted
        if ended and (every or not self._found):
            known = f"{len(self._found):,} found" if self._found else "nothing found that counts"
            raise Undecided(
                f"{self._title}: {known}, but there may be others that share these states; with "
                "max_length=N all of up to N rows are found"
            )
        if isinstance(self._end, TimeLimitReached):
            proved = [self._proved] * bool(self._proved) + self._verdict.summary()
            found = [f"{len(self._found):,} found, more unknown"] * bool(self._found)
            known = "; ".join(found + proved) or "nothing known"
            raise Undecided(f"{self._title}: the time limit was reached; {known}")

    def __repr__(self) -> str:
        found = f"{len(self._found):,} found"
        how = "not started"
        if isinstance(self._end, TimeLimitReached):
            how = f"{found}, time limit reached"
        elif self._exhausted:
            how = f"{found}, proved: no other" if self._found else "proved: there is none"
        elif self._events is not None:
            how = found if self.over else f"{found} so far"
        return f"<Result {self._title}: {how}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: a small gallery, after the end of the search."""
        return gallery(self.answers, f"{self._title}: {plural(len(self._found), 'answer')}")


def _stop_when_interrupted(result: Result) -> None:
    """Stop a search when a cell is interrupted, even if a variable keeps its iterator alive."""
    notebook = shell()
    if notebook is None:
        return
    watched = weakref.ref(result)

    def after_cell(cell: Any) -> None:
        searching = watched()
        if isinstance(cell.error_in_exec, KeyboardInterrupt) and searching is not None:
            searching.close()
        if searching is None or searching.over:
            notebook.events.unregister("post_run_cell", after_cell)

    notebook.events.register("post_run_cell", after_cell)


@dataclass(frozen=True, repr=False)
class SoupCensus(Mapping[str, int]):
    """The number of objects of each kind, by apgcode, the most frequent first.

    `complete` is true if all requested soups were run.
    """

    _query: SoupQuery
    _census: Census = field(default_factory=Census)
    _objects: Mapping[str, SoupAnswer] = field(default_factory=dict)
    complete: bool = False

    def with_event(self, event: Event) -> SoupCensus:
        """What is known after an event of the search."""
        match event:
            case SoupsRun(census=more):
                return replace(self, _census=self._census + more)
            case Found(_, answers):
                new = {a.apgcode: a for a in answers if isinstance(a, SoupAnswer)}
                return replace(self, _objects={**self._objects, **new})
            case Finished():
                return replace(self, complete=True)
        return self

    @cached_property
    def rows(self) -> tuple[CensusRow, ...]:
        """The lines of the census: `apgcode`, `name`, `count`, and its first `soup`."""
        return tuple(self._census.rows(self._query.rule, user.name_of))

    @property
    def objects(self) -> tuple[Answer, ...]:
        """The objects themselves, each once."""
        return tuple(Answer(self._objects[row.apgcode]) for row in self.rows)

    @property
    def seed(self) -> int:
        """The seed, with which the same soups can be run again."""
        return self._query.seed

    @property
    def soups(self) -> int:
        """How many soups were run."""
        return self._census.tally.soups

    @property
    def ended(self) -> dict[str, int]:
        """How many soups 'died', 'settled', are 'growing' or 'running', or left at a 'border'."""
        ends = vars(self._census.tally)
        return {name: count for name, count in ends.items() if name != "unresolved"}

    def __getitem__(self, apgcode: str) -> int:
        if apgcode not in self._census.counts:
            raise KeyError(apgcode)
        return self._census.counts[apgcode]

    def __iter__(self) -> Iterator[str]:
        return (row.apgcode for row in self.rows)

    def __len__(self) -> int:
        return len(self._census.counts)

    def __repr__(self) -> str:
        objects, kinds = plural(self._census.objects, "object"), plural(len(self), "kind")
        return f"<SoupCensus: {plural(self.soups, 'soup')}, {objects} of {kinds}>"


def events(
    query: PatternQuery, run_options: RunOptions, options: Options
) -> Generator[Event, None, None]:
    """The events of a search, after those in its session file, if it has one."""
    from lifesearch.planning.run import search_events

    if options.session is None:
        yield from search_events(query, run_options)
        return
    with session_of(query, run_options, options) as opened:
        yield from search_events(opened.query, run_options, opened)


def check_session(query: PatternQuery, run_options: RunOptions, options: Options) -> PatternQuery:
    """Refuse a file that is not a session or has another query; return the session's query."""
    if options.session is None:
        return query
    with session_of(query, run_options, options) as opened:
        return opened.query


def run(question: Asked) -> tuple[PatternQuery, Iterator[Event]]:
    """The query of a search, or of its session, and its events, while its progress is shown."""
    plan, how = question.planned()
    query = check_session(plan.query, how, question.options)
    return query, _followed(query, how, question.options)


def _followed(query: PatternQuery, run_options: RunOptions, options: Options) -> Iterator[Event]:
    coming = events(query, run_options, options)
    with closing(coming), meter(options.progress)() as shown:
        for event in coming:
            if isinstance(event, Progress):
                shown.show(event)
            yield event
