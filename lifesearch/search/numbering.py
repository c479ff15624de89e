"""The states of a strip by number, so that a session need not write them out again and again."""

from __future__ import annotations

from typing import Any

import numpy as np

from lifesearch.search.events import State, Trail
from lifesearch.search.explorer import start
from lifesearch.search.saved import PatternQuestion
from lifesearch.search.strip import Strip


class Numbering:
    """States by number, in the order in which they were visited; 0 is where a strip begins."""

    def __init__(self, question: PatternQuestion) -> None:
        self._size = 2 * question.lattice.size if isinstance(question, Strip) else 0
        self._states = [start(question.lattice)] if isinstance(question, Strip) else []
        self._numbers = {state: number for number, state in enumerate(self._states)}

    def write(self, trail: Trail) -> list[Any]:
        """A trail in numbers; new states, of which each follows on one with a number, in full.

        Two more lists come last if the length is bounded: steps to states that have a number,
        and states from which a ship can end.
        """
        new = []
        for state, parent in trail.new:
            bits = np.packbits(np.frombuffer(state.cells, np.uint8)).tobytes().hex()
            new.append([self._numbers[parent], bits, state.shorter, state.passed])
            self._add(state)
        record = [self._all(trail.took), new, self._all(trail.left)]
        if trail.joined or trail.ends:
            record += [[self._all(step) for step in trail.joined], self._all(trail.ends)]
        return record

    def read(self, value: list[Any]) -> Trail:
        """The trail that was written."""
        took, new, left, *more = value
        joined, ends = more or ((), ())
        entered = []
        for parent, bits, shorter, passed in new:
            packed = np.frombuffer(bytes.fromhex(bits), np.uint8)
            cells = np.unpackbits(packed, count=self._size).tobytes()
            entered.append((State(cells, int(shorter), int(passed)), self._states[parent]))
            self._add(entered[-1][0])
        came, stay = (tuple(self._states[number] for number in part) for part in (took, left))
        steps = tuple((self._states[child], self._states[parent]) for child, parent in joined)
        return Trail(came, tuple(entered), stay, steps, tuple(self._states[n] for n in ends))

    def _add(self, state: State) -> None:
        self._numbers[state] = len(self._states)
        self._states.append(state)

    def _all(self, states: tuple[State, ...]) -> list[int]:
        return [self._numbers[state] for state in states]
