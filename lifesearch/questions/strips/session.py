"""The records of strips in sessions: trails, and snapshots of row tables.

A trail is a `StripProgress` of SAT, row by row, as a session writes it: states by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from lifesearch.core.events import Event, StripProgress
from lifesearch.engines.sat.solving.part import State
from lifesearch.questions.strips.question import Strip
from lifesearch.running.session.codec import Json
from lifesearch.running.session.kind_records import Beginning, Series
from lifesearch.running.session.log import Record, RecordTypes, reading
from lifesearch.running.session.pattern_records import PatternRecords, snapshot_of


class StateNumbers:
    """States by number, in the order in which they were visited; the first one is 0.

    So a session writes each state in full only once.
    """

    def __init__(self, first: State, *, by_level: bool) -> None:
        self._states = [first]
        self._size = len(first.cells)  # of each state
        self._numbers = {first: 0}
        self._open = {0}  # numbers of the states to go on from
        # Level by level, every new state is to be expanded on its own level, later.
        self._by_level = by_level

    def write(self, progress_made: StripProgress) -> list[Any]:
        """A trail as lists: states taken; new states, each after its parent's number; states left.

        New states are written in full, the others as numbers: so states are numbered as they are
        written. Two more lists come last if the
        length is bounded: steps to states that have a number, and states from which a ship can end.
        """
        new = []
        for state, parent in progress_made.new:
            bits = np.packbits(np.frombuffer(state.cells, np.uint8)).tobytes().hex()
            new.append([self._numbers[parent], bits, state.shorter, state.passed])
            self._add(state)
        record = [self._numbers_of(progress_made.took), new, self._numbers_of(progress_made.left)]
        if progress_made.joined or progress_made.ends:
            record += [
                [self._numbers_of(step) for step in progress_made.joined],
                self._numbers_of(progress_made.ends),
            ]
        return record

    def read(self, value: Any) -> StripProgress:
        """The trail that was written: from states that were open, to states that are new."""
        took, new, left, *more = value
        joined, ends = more or ([], [])
        taken = self._known(took)
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
        return StripProgress(taken, tuple(entered), self._known(left), steps, self._known(ends))

    def _state(self, bits: Any, shorter: Any, passed: Any) -> State:
        """A new state from what a record says of it; a ValueError if it cannot be one."""
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

    def _numbers_of(self, states: tuple[State, ...]) -> list[int]:
        return [self._numbers[state] for state in states]


class StripRecords(PatternRecords[Strip]):
    """Trails of SAT, row by row, and snapshots of row tables."""

    types: ClassVar[RecordTypes] = {**PatternRecords.types, "trail": {"trail": object}}

    def __init__(self, beginning: Beginning[Strip]) -> None:
        super().__init__(beginning)
        self.states = StateNumbers(self.query.first_state, by_level=self.query.by_level)

    def event_of(self, record: Record) -> Event | None:
        if record.kind == "trail":
            return self.states.read(record.values["trail"])
        return super().event_of(record)

    def record_of(self, event: object) -> Json | None:
        if isinstance(event, StripProgress):
            return {"trail": self.states.write(event)}
        return super().record_of(event)

    def check_snapshot(self, data: bytes) -> None:
        self.query.snapshot_reached(data)

    def own_series(self, records: Sequence[Record]) -> tuple[Series, ...]:
        """States visited and open, and rows, over time: for plots of a session.

        The rows of trails are layers: a ship that travels k rows has k - 1 more of them.
        """
        depths = [0]
        visited, still_open, longest, kilobytes = [0], [1], [0], [0]
        for record in records:
            states, waiting, rows, size = visited[-1], still_open[-1], 0, kilobytes[-1]
            with reading(self.beginning.path, record.line):
                match record.kind:
                    case "trail":
                        took, new, left, *_ = record.values["trail"]
                        for parent, *_ in new:
                            depths.append(depths[parent] + 1)
                        states, rows = len(depths) - 1, max(depths[-len(new) - 1 :])
                        waiting += len(left) - len(took)
                        # Level by level, new states are open, too: see `StateNumbers`. Of a state
                        # and its mirror image only one is followed, so these are too many.
                        waiting += len(new) * self.query.by_level
                    case "snapshot":
                        data = snapshot_of(record)
                        states, waiting, rows, memory = self.query.snapshot_reached(data)
                        size = memory // 1000
                    case "verdict":
                        states = max(states, record.values["verdict"].get("states") or 0)
                        # A search that ended by its number of answers leaves states open.
                        waiting *= not record.values["verdict"]["exhausted"]
            visited.append(states)
            still_open.append(max(0, waiting))
            longest.append(max(rows, longest[-1]))
            kilobytes.append(size)
        series = (
            Series("states visited", tuple(visited[1:])),
            Series("states open", tuple(still_open[1:])),
            Series("rows reached", tuple(longest[1:])),
            Series("kB of memory for states", tuple(kilobytes[1:])),
        )
        # Trails have no sizes. Row tables that end before their first snapshot save states only.
        if any(record.kind == "snapshot" for record in records):
            return series
        return series[:3] if any(record.kind == "trail" for record in records) else series[:1]
