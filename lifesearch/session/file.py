"""Sessions: a file that saves a search, so that nothing found is ever lost.

One JSON object a line, only ever appended, and on the disk before anybody hears of it:

    {"session": "lifesearch 2", "question": {...}, "count": null, "depth": 3, ...}
    {"found": [[0, 0, "3o!"]], "part": [3, 3, ""], "seconds": 0.2, "check": "9bd0ac32d3c3c8c0"}
    {"searched": [3, 3, ""], "conflicts": 17, "seconds": 0.4, "check": "6b1c45ab6e2ef1a5"}

The first line is the query; `depth` says into how many cubes its box is split. Then
come answers, as soon as they are verified, and parts, as soon as they are exhausted; for a
strip, states by number: which ones led to which new ones, and which are still open; for soups,
what came out of which of them. If the rule was unknown, an answer is followed by the least rule
that it works in. A search that goes on blocks the answers and leaves out the parts; its clock
goes on as well. The verdict at the end is for readers only. When a run is killed in the middle
of a line, that line is as good as never written. Any other damage is noticed: see `log`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import monotonic

from lifesearch.errors import InputError
from lifesearch.planning.choose import plan_of
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.events import (
    Finished,
    Found,
    Searched,
    Snapshot,
    SoupsRun,
    StripProgress,
    TurnedAway,
)
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.session import records
from lifesearch.session.codec import Json, answer_to_json, query_to_json, to_json
from lifesearch.session.log import EventLog, Log


@dataclass
class Session(EventLog):
    """An open session file: what it knows, and a place to add to it."""

    path: Path
    query: PatternQuery
    count: int | None
    checkpoint: Checkpoint
    events: tuple[records.Known, ...]
    _states: records.StateNumbers
    _log: Log
    _started: float
    _concluded: bool
    """Whether the last record says how a run ended."""
    _found: int

    @property
    def one_box(self) -> bool:
        """Whether all is one box, or one formula."""
        if not self.query.has_clauses or self.query.first_state:
            return False
        return len([*islice(self.query.parts(0), 2)]) == 1

    @classmethod
    @contextmanager
    def start(
        cls, name: str, query: PatternQuery, run_options: RunOptions, *, growing: bool = False
    ) -> Iterator[Session]:
        """Begin a session in a new file, or continue the one that is there.

        If what is excluded is `growing`, the session keeps to what was excluded when it began;
        soups of a seed that nobody has chosen keep to their seed.
        """
        first: Json = {"session": records.SEARCHES.title, "question": query_to_json(query)}
        first |= {
            "count": run_options.count,
            "depth": plan_of(query, replace(run_options, kept=True)).depth,
            "seconds": 0.0,
        }
        with Log.open(name, records.SEARCHES, records.parse_records, first) as (log, known):
            if growing:
                query = _as_begun(query, known.query)
            if known.query != query:
                raise InputError(
                    f"{name} is a session about another question{_difference(known.query, query)}"
                )
            yield cls._of(log, known)

    @classmethod
    @contextmanager
    def resume(cls, name: str) -> Iterator[Session]:
        with Log.open(name, records.SEARCHES, records.parse_records) as (log, known):
            yield cls._of(log, known)

    @classmethod
    def _of(cls, log: Log, known: records.SessionContents) -> Session:
        started = monotonic() - (known.seconds or [0.0])[-1]
        return cls(
            log.path,
            known.query,
            known.count,
            known.checkpoint,
            known.events,
            known.states,
            log,
            started,
            bool(known.records) and known.records[-1].kind == "verdict",
            sum(len(found.answers) for found in known.checkpoint.found),
        )

    def _write(self, event: object) -> None:
        self._concluded &= not isinstance(event, records.Known | Snapshot | TurnedAway)
        match event:
            case Found(part, answers):
                found = [answer_to_json(a) for a in answers if isinstance(a, Answer)]
                self._found += len(found)
                self._append({"found": found, "part": to_json(part)})
            case Searched(part, conflicts):
                self._append({"searched": to_json(part), "conflicts": conflicts})
            case StripProgress():
                self._append({"trail": self._states.write(event)})
            case Snapshot():
                self._append({"snapshot": b64encode(event.data).decode()})
            case TurnedAway(_, pattern):
                self._append({"turned_away": to_json(pattern)})
            case SoupsRun():
                self._append(records.soups_to_json(event))
            case Finished() if not self._concluded:
                verdict = {
                    "found": self._found,
                    "exhausted": event.exhausted,
                    "states": event.states,
                }
                self._append({"verdict": verdict, "conflicts": event.conflicts})

    def _append(self, record: Json) -> None:
        self._log.append(record | {"seconds": round(monotonic() - self._started, 3)})


def _as_begun(query: PatternQuery, begun: PatternQuery) -> PatternQuery:
    """The query without excluded pieces that were added after the session began; its seed."""
    if isinstance(query, SoupQuery) and isinstance(begun, SoupQuery):
        return replace(query, seed=begun.seed)
    before, now = begun.constraints.excluded, query.constraints.excluded
    return query.excluding(before) if before != now and set(before) <= set(now) else query


def _difference(one: PatternQuery, other: PatternQuery) -> str:
    """How two queries differ: in words, or by field names if their words are equal."""
    kept, asked = (f"{query.describe()}{query.where()}" for query in (one, other))
    if kept != asked:
        return f": {kept}, and not {asked}"
    here, there = query_to_json(one), query_to_json(other)
    name = next(name for name in here if here[name] != there.get(name))
    if name == "film":
        return ", with other known cells"
    return f", with {name} = {_shown(here[name])} instead of {_shown(there.get(name))}"


def _shown(value: object) -> str:
    """A value of the file, as a person would write it.

    >>> _shown(["soups", "rows"]), _shown([]), _shown(3), _shown(True)
    ('soups, rows', 'nothing', '3', 'true')
    """
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "nothing"
    return json.dumps(value)
