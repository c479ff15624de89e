"""All cycles of a window: the kernel, called for some of the choices of the first level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lifesearch.rotor_search.kernel import MORE, Ints
from lifesearch.rotor_search.rotor import Rotor, at_origin, number_of
from lifesearch.rotor_search.row_tables import NarrowTables, is_by_rows
from lifesearch.rotor_search.tables import WindowTables
from lifesearch.rotor_search.window import Cycle, Window

BUDGET = 1 << 16
AT_ONCE = 1 << 24
"""Cells in all generations of boards that are followed together."""


class StepsDone(int):
    """Steps that are done, and the `share` of all beginnings that this is."""

    share: float

    def __new__(cls, steps: int, share: float) -> StepsDone:
        made = super().__new__(cls, steps)
        made.share = min(1.0, max(0.0, share))
        return made

    def __reduce__(self) -> tuple[type[StepsDone], tuple[int, float]]:
        return StepsDone, (int(self), self.share)


@dataclass(frozen=True)
class WindowCycles:
    """All cycles of a window, of a least period or a longer one, in which the ring may be still."""

    window: Window
    least: int

    def search(self, first: int, end: int) -> Iterator[StepsDone | list[Cycle]]:
        """Search some of the beginnings: yield steps done so far, and cycles."""
        tables = tables_of(self.window)
        last, wanted = tables.last, (self.least, len(tables.images))
        work = tables.work(first, end)
        steps, more = 0, MORE
        while more == MORE:
            more, done = tables.kernel(tables.plan, work, last, wanted, BUDGET)
            steps += done
            found = work.found[: work.state[1] * (last + 2)].reshape(-1, last + 2)
            boards = map(tables.board, (found[:, 1:] >> tables.behind).tolist())
            if len(found):
                yield list(map(Cycle, found[:, 0].tolist(), boards))
            yield StepsDone(steps, (tables.begun(work) - first) / (end - first))


def rotors_of(window: Window, cycles: Sequence[Cycle]) -> Iterator[Rotor]:
    """The rotors of cycles, each once for those that are the same in the same place."""
    for period in sorted({cycle.period for cycle in cycles}):
        boards = np.array([cycle.rows for cycle in cycles if cycle.period == period], np.int64)
        most = max(1, AT_ONCE // (period * window.width * window.height))
        for first in range(0, len(boards), most):
            yield from _distinct(window, boards[first : first + most], period)


def _distinct(window: Window, boards: Ints, period: int) -> Iterator[Rotor]:
    """The rotors of boards that recur after a period, followed all together."""
    places = np.arange(window.columns)[::-1]
    alive = (boards[:, :, None] >> places & 1).astype(np.uint8)
    table = np.frombuffer(window.rule.plane_table, np.uint8)
    seen = []
    for _ in range(period):
        seen.append(alive[:, 1:-1, 1:-1])
        padded = alive.astype(np.int64)
        block = np.zeros(padded[:, 1:-1, 1:-1].shape, np.int64)
        for dy in range(3):
            for dx in range(3):
                rows = padded[:, dy : dy + window.height, dx : dx + window.width]
                block = block << 1 | rows
        alive = alive.copy()
        alive[:, 1:-1, 1:-1] = table[block]
    lives = np.stack(seen, axis=1)  # board, generation, row, column
    changes = (lives != lives[:, :1]).any(axis=1, keepdims=True)
    known = np.concatenate([changes, lives * changes], axis=1).astype(np.uint8)
    for film in np.unique(known, axis=0):
        cells = [(int(x), int(y)) for y, x in np.argwhere(film[0])]
        phases = tuple(number_of(cells, {c for c in cells if f[c[1], c[0]]}) for f in film[1:])
        yield Rotor(at_origin(cells), phases)


@lru_cache(maxsize=4)
def tables_of(window: Window) -> WindowTables:
    """The tables of a window, which is searched in many parts."""
    return NarrowTables(window) if is_by_rows(window) else WindowTables(window)
