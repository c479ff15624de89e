"""Sessions: a file that saves what is done for a question, so that nothing found is ever lost.

One JSON object a line, only ever appended, and on the disk before a view gets the event:

    {"session": "lifesearch 4", "question": {"kind": "periodic", ...}, "count": null, ...}
    {"found": [[0, 0, "3o!"]], "part": [3, 3, ""], "seconds": 0.2, "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "conflicts": 17, "seconds": 0.4, "check": "6b1c45ab6e2ef1a5"}

The first line is the question; `depth` cells split its box into 2^depth cubes. Then come records
of its kind. Of a search for patterns these are answers, as soon as they are verified, and parts, as
soon as they are exhausted; of a strip, states by number: which ones led to which new ones, and
which are still open. Each kind says what it keeps, in its own folder. If the rule was unknown, an
answer is followed by the least rule that it works in. A search that is resumed excludes the answers
and skips the parts; its clock continues from the last record. The verdict at the end is for readers
only. When a run is killed in the middle of a line, that line is ignored, and overwritten by the
next run. Other damage is an error: see `log`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Generic, TypeVar, cast

from lifesearch.common.errors import InputError
from lifesearch.common.signals import delay_interrupt
from lifesearch.core.events import Event
from lifesearch.core.question import AnyQuestion, Question
from lifesearch.running.choose import plan_of
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.plan import Plan
from lifesearch.running.session.codec import Json, question_to_json
from lifesearch.running.session.kind_records import Records
from lifesearch.running.session.log import FIRST, TITLE, Log
from lifesearch.running.session.records import SessionContents, parse_lines

Q = TypeVar("Q", bound=AnyQuestion)
T = TypeVar("T")
WORDS = {"constraints": "conditions", "families": "kinds", "known": "known cells"}
"""Fields of questions that have another name than the options of which they are made."""


@dataclass
class Session(Generic[Q]):
    """An open session file: its question, checkpoint and events, and the log to append to.

    `count` answers are wanted (None: all). `_started` is when the search would have begun without
    pauses between its runs, and `_latest` the last event that was taken.
    """

    path: Path
    query: Q
    count: int | None
    checkpoint: Checkpoint
    events: tuple[Event, ...]
    _records: Records[Q]
    _log: Log
    _started: float
    _latest: object = None

    @classmethod
    @contextmanager
    def start(
        cls,
        name: str,
        question: Q,
        count: int | None = None,
        depth: int = 0,
        *,
        as_recorded: bool = False,
    ) -> Iterator[Session[Q]]:
        """Begin a session in a new file, or continue the one that is there.

        The count and the depth are for a new file: one that is there keeps its own.
        With `as_recorded` the question may differ in its random seed and in the patterns of the
        catalogue to exclude: both stay as they were when the session began.
        """
        first: Json = {FIRST: TITLE, "question": question_to_json(question)}
        first |= {"count": count, "depth": depth, "seconds": 0.0}
        with Log.open(name, parse_lines, first) as (log, contents):
            stored = contents.beginning.query
            if as_recorded and isinstance(stored, type(question)):
                question = question.as_recorded(stored)
            if stored != question:
                raise InputError(
                    f"{name} is a session about another question{_difference(stored, question)}"
                )
            yield cls._of(log, cast("SessionContents[Q]", contents))

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[Session[AnyQuestion]]:
        with Log.open(name, parse_lines) as (log, contents):
            yield Session[AnyQuestion]._of(log, contents)

    @classmethod
    def _of(cls, log: Log, contents: SessionContents[Q]) -> Session[Q]:
        first, records = contents.beginning, contents.kind_records
        records.tidy()
        started = monotonic() - contents.seconds[-1]
        return cls(
            log.path,
            first.query,
            first.count,
            contents.checkpoint,
            contents.events,
            records,
            log,
            started,
        )

    def planned(self, options: RunOptions) -> Plan[Q]:
        """The plan for what is left to do."""
        return plan_of(self.query, replace(options, has_session=True), self.checkpoint)

    def record(self, events: Iterable[T]) -> Iterator[T]:
        """Yield the events, each after it is on the disk if sessions keep events of its type."""
        for event in events:
            self.take(event)
            yield event

    def take(self, event: object) -> None:
        """Write an event if sessions keep its type, unless it was the last one taken.

        When a search is stopped, the last event may come twice: yielded, and in `last` (`run`).
        """
        with delay_interrupt():
            if event is self._latest:
                return
            if (record := self._records.write(event)) is not None:
                self._log.append(record | {"seconds": round(monotonic() - self._started, 3)})
                self._records.after_write(event)
            self._latest = event


def _difference(one: AnyQuestion, other: AnyQuestion) -> str:
    """The difference of two questions: their titles or, if these are equal, a field."""
    if one.title != other.title:
        return f": {one.title}, and not {other.title}"
    if one.kind != other.kind:
        return f": {one.title}, of the kind {one.kind} and not {other.kind}"
    here, there = question_to_json(one), question_to_json(other)
    name = next(name for name in here if here[name] != there.get(name))
    inner, of_other = getattr(one, name), getattr(other, name)
    if isinstance(inner, Question) and isinstance(of_other, Question):
        return _difference(inner, of_other)
    shown = _shown(here[name]), _shown(there.get(name))
    if name not in WORDS and all(shown):
        return f", with {name} = {shown[0]} instead of {shown[1]}"
    words = WORDS.get(name, name.replace("_", " "))
    return f", with {'other' if words.endswith('s') else 'another'} {words}"


def _shown(value: object) -> str:
    """A value of the file as a person would write it; empty if nobody would.

    >>> _shown(["boxes", "rows"]), _shown([2, 3]), _shown([]), _shown(3), _shown(True)
    ('boxes, rows', '2, 3', '', '3', 'true')
    >>> _shown([0, 0, "2o$2o!"]), _shown(None)
    ('', '')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and len(set(map(type, value))) == 1:
        return ", ".join(map(str, value)) if isinstance(value[0], str | int) else ""
    return str(value) if isinstance(value, str | int | float) else ""
