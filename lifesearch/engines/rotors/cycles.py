"""All cycles of a window: calls the kernel for a range of the choices of the first level.

`questions.rotors` divides the choices of the first level, the *beginnings*, among workers, which
call `WindowCycles.search`; `rotors_of` makes rotors of the cycles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lifesearch.engines.rotors.kernel import MORE, Ints
from lifesearch.engines.rotors.row_tables import RowByRowTables, is_by_rows
from lifesearch.engines.rotors.tables import WindowTables
from lifesearch.engines.rotors.window import Cycle, Window
from lifesearch.life.rotor import Rotor, at_origin, number_of

BUDGET = 1 << 16
"""Steps in one call of the kernel, after which progress is reported."""
AT_ONCE = 1 << 24
"""Cells in all generations of the boards that are followed together: bounds the memory."""


class StepsDone(int):
    """The number of steps done, with the `share` (0 to 1) of a range of beginnings done.

    At the end, `choices_done` of `row_tables` counts one beginning too many.
    """

    share: float

    def __new__(cls, steps: int, share: float) -> StepsDone:
        made = super().__new__(cls, steps)
        made.share = min(1.0, max(0.0, share))
        return made

    def __reduce__(self) -> tuple[type[StepsDone], tuple[int, float]]:
        return StepsDone, (int(self), self.share)


@dataclass(frozen=True)
class WindowCycles:
    """The cycles of a window, of at least the period `least`, in which the ring can be still."""

    window: Window
    least: int

    def search(self, first: int, end: int) -> Iterator[StepsDone | list[Cycle]]:
        """Search a range of the beginnings: yield the steps done so far, and cycles."""
        tables = tables_of(self.window)
        last, wanted = tables.last, (self.least, len(tables.images))
        work = tables.work(first, end)
        steps, more = 0, MORE
        while more == MORE:
            more, done = tables.kernel(tables.plan, work, last, wanted, BUDGET)
            steps += done
            found = work.found[: work.state[1] * (last + 2)].reshape(-1, last + 2)
            boards = map(tables.board, (found[:, 1:] >> tables.number_at).tolist())
            if len(found):
                yield list(map(Cycle, found[:, 0].tolist(), boards))
            yield StepsDone(steps, (tables.choices_done(work) - first) / (end - first))


def rotors_of(window: Window, cycles: Sequence[Cycle]) -> Iterator[Rotor]:
    """The rotors of cycles; of those followed together, each place of a rotor has it once.

    Images, and repetitions from other calls, are left to `questions.rotors` to recognise.
    """
    for period in sorted({cycle.period for cycle in cycles}):
        boards = np.array([cycle.rows for cycle in cycles if cycle.period == period], np.int64)
        most = max(1, AT_ONCE // (period * window.width * window.height))
        for first in range(0, len(boards), most):
            yield from _distinct(window, boards[first : first + most], period)


def _distinct(window: Window, boards: Ints, period: int) -> Iterator[Rotor]:
    """The rotors of boards that recur after a period of 2 or more, followed all together."""
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
    # A rotor is its changing cells and their states: the ring and other still cells do not matter.
    known = np.concatenate([changes, lives * changes], axis=1).astype(np.uint8)
    # With counts, because without them `unique` loads a large part of numpy: 0.03 CPU s.
    for film in np.unique(known, axis=0, return_counts=True)[0]:
        cells = [(int(x), int(y)) for y, x in np.argwhere(film[0])]
        phases = tuple(number_of(cells, {c for c in cells if f[c[1], c[0]]}) for f in film[1:])
        yield Rotor(at_origin(cells), phases)


@lru_cache(maxsize=4)
def tables_of(window: Window) -> WindowTables:
    """The tables of a window, cached: a window is searched in many ranges."""
    return RowByRowTables(window) if is_by_rows(window) else WindowTables(window)
