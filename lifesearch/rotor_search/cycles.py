"""All cycles of a window: the kernel, called for some of the choices of the first level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lifesearch.rotor_search.kernel import MORE, MOST_FOUND, MOST_TOGETHER, Work, search
from lifesearch.rotor_search.tables import Ints, Tables
from lifesearch.rotor_search.window import Cycle, Window

BUDGET = 1 << 20


@dataclass(frozen=True)
class Cycles:
    """All cycles of a window, of a least period or a longer one, in which the ring may be still."""

    window: Window
    least: int

    @property
    def tables(self) -> Tables:
        return tables_of(self.window)

    def search(self, first: int, end: int) -> Iterator[int | list[Cycle]]:
        """Search some of the beginnings: yield steps done so far, and cycles."""
        tables = self.tables
        rows, last = self.window.rows, len(self.window.levels) - 1
        size = (rows, last, sum(map(len, tables.ring)))
        wanted = (self.least, len(tables.images), int(tables.together))
        work = self._work(first, end)
        steps, more = 0, MORE
        while more == MORE:
            more, done = search(
                tables.plan, work, tables.sets, tables.next_cells, size, wanted, BUDGET
            )
            steps += done
            found = work.found[: work.state[1] * (rows + 1)].reshape(-1, rows + 1).tolist()
            if found:
                yield [Cycle(period, tuple(board)) for period, *board in found]
            yield steps

    def _work(self, first: int, end: int) -> Work:
        rows, levels = self.window.rows, len(self.window.levels)
        slots = levels + 3
        choice = np.zeros((levels, 2), np.int64)
        choice[:, 1] = [len(choices) for choices in self.tables.choices]
        choice[0] = first, end
        return Work(
            choice.ravel(),
            _zeros(slots * rows),
            _zeros(slots * sum(map(len, self.tables.ring))),
            _zeros(slots * levels),
            _zeros((levels + 1) * len(self.tables.images)),
            _zeros(rows),
            _zeros((MOST_FOUND + MOST_TOGETHER) * (rows + 1)),
            _zeros(2),
            _zeros(slots * levels),
            _zeros(self.window.columns),
        )


@lru_cache(maxsize=4)
def tables_of(window: Window) -> Tables:
    """The tables of a window, which is searched in many parts."""
    return Tables(window)


def _zeros(count: int) -> Ints:
    return np.zeros(count, np.int64)
