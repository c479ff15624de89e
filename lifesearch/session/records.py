"""The records of a search: what each kind of them holds, and what they say together.

A record may also have the `seconds` for which the search had been at work. It has no other names
than these: one that is not known is a record that is damaged, or one of a later lifesearch, and
nothing may be concluded without it.

    session, question, count, depth   the first line
    found, part                       answers, and the part they were found in
    searched, conflicts               a part that has no other answers
    trail                             a piece of a strip that is explored
    turned_away                       a pattern of a strip that does not count
    snapshot                          a search of a strip by row tables, at rest
    soups, ended, objects             a range of soups, how they ended, and what came out
    verdict, conflicts                how a run ended

A range of soups, how they ended, and how often each object came out and where first:

>>> census = Census(Tally(died=1, settled=1), Counter(xs4_33=3), {"xs4_33": 7})
>>> soups_to_json(SoupsRun(6, 8, census))
{'soups': [6, 8], 'ended': [1, 1, 0, 0, 0, 0], 'objects': {'xs4_33': [3, 7]}}
>>> soups_from_json(soups_to_json(SoupsRun(6, 8, census))) == SoupsRun(6, 8, census)
True
"""

from __future__ import annotations

from base64 import b64decode
from bisect import bisect
from collections import Counter
from collections.abc import Hashable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from lifesearch.errors import InputError, VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.state_code import is_object_code
from lifesearch.limits import MOST_WANTED
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.events import Found, Searched, SoupsRun, StripProgress
from lifesearch.running.options import Checkpoint
from lifesearch.session.codec import (
    Json,
    Natural,
    Seconds,
    answer_to_json,
    answers_from_json,
    query_from_json,
    read,
)
from lifesearch.session.log import LogFormat, Record, reading
from lifesearch.solving.parts import Part, State
from lifesearch.soups.counts import Census, Tally


class StateNumbers:
    """States by number, in the order in which they were visited; the first one, if any, is 0.

    So a session need not write them out again and again.
    """

    def __init__(self, first: State | None, *, by_level: bool = False) -> None:
        self._states = [] if first is None else [first]
        self._size = sum(len(state.cells) for state in self._states)
        self._numbers = {state: number for number, state in enumerate(self._states)}
        self._open = set(range(len(self._states)))
        # Level by level, every new state is to be expanded on its own level, later.
        self._by_level = by_level

    def write(self, progress_made: StripProgress) -> list[Any]:
        """A trail in numbers; new states, of which each follows on one with a number, in full.

        Two more lists come last if the length is bounded: steps to states that have a number,
        and states from which a ship can end.
        """
        new = []
        for state, parent in progress_made.new:
            bits = np.packbits(np.frombuffer(state.cells, np.uint8)).tobytes().hex()
            new.append([self._numbers[parent], bits, state.shorter, state.passed])
            self._add(state)
        record = [self._all(progress_made.took), new, self._all(progress_made.left)]
        if progress_made.joined or progress_made.ends:
            record += [
                [self._all(step) for step in progress_made.joined],
                self._all(progress_made.ends),
            ]
        return record

    def read(self, value: Any) -> StripProgress:
        """The trail that was written: from states that were open, to states that are new."""
        took, new, left, *more = value
        joined, ends = more or ([], [])
        came = self._known(took)
        if not self._open.issuperset(took):
            raise ValueError("a trail begins where nothing is open")
        entered = []
        for parent, bits, shorter, passed in new:
            (before,) = self._known([parent])
            entered.append((self._state(bits, shorter, passed), before))
            self._add(entered[-1][0])
        if self._by_level:
            self._open.update(range(len(self._states) - len(entered), len(self._states)))
        self._open.difference_update(took)
        self._open.update(left)
        steps = tuple((child, parent) for child, parent in map(self._known, joined))
        return StripProgress(came, tuple(entered), self._known(left), steps, self._known(ends))

    def _state(self, bits: Any, shorter: Any, passed: Any) -> State:
        if (type(bits), type(shorter), type(passed)) != (str, int, int):
            raise ValueError("this is not a state")
        packed = np.frombuffer(bytes.fromhex(bits), np.uint8)
        state = State(np.unpackbits(packed, count=self._size).tobytes(), shorter, passed)
        if len(packed) != (self._size + 7) // 8 or not 0 <= shorter <= self._states[0].shorter:
            raise ValueError("this is not a state of the strip")
        if passed < 0 or state in self._numbers:
            raise ValueError("this state is not new")
        return state

    def _known(self, numbers: Any) -> tuple[State, ...]:
        if type(numbers) is not list or not set(map(type, numbers)) <= {int}:
            raise ValueError("these are no numbers")
        if numbers and not 0 <= min(numbers) <= max(numbers) < len(self._states):
            raise ValueError("there is no state with this number")
        return tuple(self._states[number] for number in numbers)

    def _add(self, state: State) -> None:
        self._numbers[state] = len(self._states)
        self._states.append(state)

    def _all(self, states: tuple[State, ...]) -> list[int]:
        return [self._numbers[state] for state in states]


SOUPS = {
    "soups": tuple[Natural, Natural],
    "ended": tuple[(Natural,) * len(fields(Tally))],  # type: ignore[misc]  # as many as there are
    "objects": dict,
}
"""The names of a record of soups, and their types."""
DEEPEST = 12
SEARCHES = LogFormat(
    "lifesearch 2",
    "search",
    {
        "session": {"session": str, "question": dict, "count": Natural | None, "depth": Natural},
        "found": {"found": Any, "part": Part},
        "searched": {"searched": Part},
        "trail": {"trail": Any},
        "snapshot": {"snapshot": str},
        "turned_away": {"turned_away": Pattern},
        "soups": SOUPS,
        "verdict": {"verdict": dict},
    },
    {"seconds": Seconds, "conflicts": Natural},
    undigested=("lifesearch 1",),
)


def soups_to_json(event: SoupsRun) -> Json:
    census = event.census
    return {
        "soups": [event.start, event.stop],
        "ended": [*astuple(census.tally)],
        "objects": {code: [n, census.first[code]] for code, n in census.counts.items()},
    }


def soups_from_json(record: Json) -> SoupsRun:
    """Read a record; a ValueError if it is invalid."""
    start, stop = record["soups"]
    tally = Tally(*record["ended"])
    objects = {c: read(tuple[Natural, Natural], v) for c, v in record["objects"].items()}
    if tally.soups != stop - start or start >= stop:
        raise ValueError(f"{tally.soups} soups have ended, and not {stop - start}")
    for code, (count, first) in objects.items():
        if not is_object_code(code) or not count or not start <= first < stop:
            raise ValueError(f"{code:.20} cannot have come out of these soups")
    counts = Counter({code: count for code, (count, _) in objects.items()})
    return SoupsRun(start, stop, Census(tally, counts, {c: f for c, (_, f) in objects.items()}))


class RangesDone:
    """Reads records of soups one after another, and refuses soups that were counted before."""

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []

    def read(self, query: PatternQuery, record: Json) -> SoupsRun:
        if not isinstance(query, SoupQuery):
            raise ValueError("the question is not about soups")  # noqa: TRY004
        event = soups_from_json(record)
        at = bisect(self._ranges, (event.start, event.stop))
        before = self._ranges[at - 1][1] if at else 0
        after = self._ranges[at][0] if at < len(self._ranges) else event.stop
        if event.start < before or event.stop > after:
            raise ValueError("some of these soups were counted before")
        self._ranges.insert(at, (event.start, event.stop))
        return event


Known = Found | Searched | StripProgress | SoupsRun
"""The events that a session keeps."""


@dataclass(frozen=True)
class SessionContents:
    """Contents of a session: query, wanted count, checkpoint, and all events in order.

    `states` are the numbers of a strip's states, for those who go on. `records` are all after the
    first line, and `seconds` when each of all was written: see `times`.
    """

    query: PatternQuery
    count: int | None
    checkpoint: Checkpoint
    events: tuple[Known, ...]
    states: StateNumbers
    records: list[Record]
    seconds: list[float] | None


def parse_records(path: Path, records: list[Record]) -> SessionContents:
    first, *later = records
    with reading(path, 1):
        query, count, depth = _question(first.values)
    events: list[Known] = []
    seen: set[Hashable] = set()
    states = StateNumbers(query.first_state, by_level=query.by_level)
    forgotten = first.values["session"] != SEARCHES.title and query.restarts_old_sessions
    soups = RangesDone()
    last_snapshot = max((each.line for each in later if each.kind == "snapshot"), default=0)
    snapshot: bytes | None = None
    turned_away = False
    for record in later:
        values = record.values
        with reading(path, record.line):
            match record.kind:
                case "found":
                    part = _part(query, values["part"], depth)
                    answers = answers_from_json(query, values["found"], part.box)
                    events.append(Found(part, tuple(answers)))
                    _once(seen, *(str(answer_to_json(answer)) for answer in answers))
                case "searched":
                    part = _part(query, values["searched"], depth)
                    events.append(Searched(part, values.get("conflicts", 0)))
                    _once(seen, part)
                case "trail" if not forgotten:
                    events.append(states.read(values["trail"]))
                case "snapshot" if record.line == last_snapshot:
                    snapshot = b64decode(values["snapshot"], validate=True)
                    query.snapshot_reached(snapshot)
                case "turned_away":
                    turned_away = bool(values["turned_away"])
                case "soups":
                    events.append(soups.read(query, values))
                case "verdict":
                    found = sum(len(e.answers) for e in events if isinstance(e, Found))
                    _verdict(values["verdict"], found)
    checkpoint = Checkpoint(
        tuple(event for event in events if isinstance(event, Found)),
        frozenset(event.part for event in events if isinstance(event, Searched)),
        depth,
        tuple(event for event in events if isinstance(event, StripProgress)),
        snapshot,
        turned_away,
        tuple(event for event in events if isinstance(event, SoupsRun)),
    )
    clock = times(records)
    return SessionContents(query, count, checkpoint, tuple(events), states, later, clock)


def times(records: list[Record]) -> list[float] | None:
    """For how many seconds the search had been at work at each record; None without times.

    Older sessions began to count again whenever they went on: there the runs add up.

    >>> clock = [{"seconds": 0.1}, {"seconds": 7.0}, {"seconds": 2.0}, {}, {"seconds": 4.0}]
    >>> times([Record(1, "trail", values) for values in clock])
    [0.1, 7.0, 9.0, 9.0, 11.0]
    """
    total: list[float] = []
    before = last = 0.0
    for record in records:
        seconds = record.values.get("seconds", last)
        before += last if seconds < last else 0.0
        last = seconds
        total.append(round(before + last, 3))
    return total if any("seconds" in record.values for record in records) else None


def _question(values: Json) -> tuple[PatternQuery, int | None, int]:
    """The query, how many answers are wanted, and into how many cubes a box is split."""
    query, count, depth = query_from_json(values["question"]), values["count"], values["depth"]
    if depth > DEEPEST or (count is not None and not 1 <= count <= MOST_WANTED):
        raise ValueError("the question is out of range")
    if count is None and not query.optimises and not query.where():
        raise InputError("all answers are wanted, of boxes that grow without end")
    return query, count, depth


def _part(query: PatternQuery, part: Part, depth: int) -> Part:
    if not query.has_part(part, depth):
        raise VerificationError(f"{part} is not a part of the question")
    return part


def _once(seen: set[Hashable], *news: Hashable) -> None:
    if len(set(news)) < len(news) or seen & set(news):
        raise ValueError("this was recorded before")
    seen.update(news)


def _verdict(value: Json, found: int) -> None:
    if read(Natural, value["found"]) != found:
        raise ValueError(f"{found} answers were recorded, and not {value['found']}")
    read(bool, value["exhausted"])
    read(Natural | None, value.get("states"))
