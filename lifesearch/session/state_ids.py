"""The states of a strip by number, so that a session need not write them out again and again."""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.running.events import StripProgress
from lifesearch.solving.parts import State


class StateNumbers:
    """States by number, in the order in which they were visited; the first one, if any, is 0."""

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
