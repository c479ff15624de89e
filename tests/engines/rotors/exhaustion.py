"""All cycles of a window by plain exhaustion: every ring, every window, one step after another.

It knows nothing of levels, sets and orders: only windows and rules are those of the program. A ring
and what is in the window are two numbers; what a cell of a block adds to the block's number is the
sum of what each of them does. All windows of many rings are followed at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rotors.window import Cell, Window
from lifesearch.life.rules.rule import Rule

Ints = NDArray[np.int64]
AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Exhaustion:
    """A window, and the cells that are free: their digits are the numbers of window and ring."""

    window: Window

    @cached_property
    def inner(self) -> list[Cell]:
        return [cell for cell in self._firsts if self.window.changes(cell)]

    @cached_property
    def outer(self) -> list[Cell]:
        return [cell for cell in self._firsts if not self.window.changes(cell)]

    @property
    def _firsts(self) -> list[Cell]:
        return sorted(set(self.window.orbits.values()))

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.window.rule.plane_table, np.uint8)

    def _part(self, cell: Cell, cells: list[Cell], numbers: Ints) -> NDArray[np.int16]:
        """What the cells with these numbers add to the block around a cell."""
        block = np.zeros(numbers.shape, np.int16)
        for place, (dx, dy) in enumerate(AROUND):
            first = self.window.orbits.get((cell[0] + dx, cell[1] + dy))
            if first in cells:
                block |= (numbers >> cells.index(first) & 1).astype(np.int16) << 8 - place
        return block

    def blocks(self, cell: Cell, rings: Ints, states: Ints) -> NDArray[np.int16]:
        return self._part(cell, self.outer, rings) + self._part(cell, self.inner, states)

    def after(self, rings: Ints, states: Ints) -> NDArray[np.int32]:
        """What follows a state within a ring."""
        number = np.zeros(np.broadcast_shapes(rings.shape, states.shape), np.int32)
        for place, cell in enumerate(self.inner):
            number |= self.table[self.blocks(cell, rings, states)].astype(np.int32) << place
        return number

    def cycles(self, least: int) -> Iterator[tuple[Ints, Ints]]:
        """Rings, and all states of cycles of a period in them."""
        states, rings = np.arange(1 << len(self.inner)), 1 << len(self.outer)
        step = max(1, AT_ONCE // len(states))
        inside = np.stack([self._part(cell, self.inner, states) for cell in self.inner], 1)
        for first in range(0, rings, step):
            some = np.arange(first, min(first + step, rings))
            around = np.stack([self._part(cell, self.outer, some) for cell in self.inner], 1)
            seen = np.zeros((2, len(some) * len(states)), np.int64)
            ends = np.zeros(seen.shape[1], np.int64)
            ends = ends[: compiled()(self.table, around, inside, least, seen, ends)]
            begins = np.concatenate([[0], ends])[:-1]
            for period in np.unique(ends - begins):
                at = begins[ends - begins == period, None] + np.arange(period)
                yield some[seen[0, at[:, 0]]], seen[1, at]

    def still(self, rings: Ints, states: Ints) -> Ints:
        """The numbers of those cycles in which each cell of the ring can stay as it is."""
        left = np.arange(len(rings))
        for cell in self.outer:
            blocks = self.blocks(cell, rings[left, None], states[left])
            outside = [
                256 >> place
                for place, (dx, dy) in enumerate(AROUND)
                if (cell[0] + dx, cell[1] + dy) not in self.window.orbits
            ]
            some = np.zeros(len(left), np.bool_)
            for ways in product((0, 1), repeat=len(outside)):
                filled = sum(bit for bit, way in zip(outside, ways, strict=True) if way)
                some |= (self.table[blocks | filled] == (blocks >> 4 & 1)).all(axis=1)
            left = left[some]
        return left

    def normal(self, rings: Ints, states: Ints) -> Ints:
        """For each cycle the least of all images of all phases."""
        cells = [*self.inner, *self.outer]
        whole = rings[:, None] << len(self.inner) | states
        least = np.full(len(rings), np.iinfo(np.int64).max)
        for g in self.window.turns:
            image = np.zeros_like(whole)
            for place, cell in enumerate(cells):
                to = self.window.orbits[self.window.turned(cell, g)]
                image |= (whole >> place & 1) << cells.index(to)
            least = np.minimum(least, image.min(axis=1))
        return least


@cache
def compiled() -> Any:
    """The longest loops, as machine code."""
    import numba

    return numba.njit(_walk)


def _walk(table: Any, rings: Any, states: Any, least: int, seen: Any, ends: Any) -> int:
    """Note all states of cycles with their rings, and where each cycle ends; how many there are."""
    count = size = 0
    after = np.zeros(len(states), np.int64)
    visit = np.zeros(len(states), np.int64)
    for ring in range(len(rings)):
        for state in range(len(states)):
            number = 0
            for place in range(states.shape[1]):
                number |= table[rings[ring, place] + states[state, place]] << place
            after[state] = number
        visit[:] = 0
        for start in range(len(states)):
            state = start
            while not visit[state]:
                visit[state] = start + 1
                state = after[state]
            if visit[state] == start + 1:
                begin, other = size, state
                while size == begin or other != state:
                    seen[0, size], seen[1, size] = ring, other
                    size, other = size + 1, after[other]
                if size - begin < least:
                    size = begin
                else:
                    ends[count] = size
                    count += 1
    return count


def normal_cycles(window: Window, least: int) -> dict[int, int]:
    """The periods of all cycles in which the ring may be still, by their normal forms."""
    found: dict[int, int] = {}
    plain = Exhaustion(window)
    for rings, states in plain.cycles(least):
        still = plain.still(rings, states)
        for form in plain.normal(rings[still], states[still]).tolist():
            found[form] = states.shape[1]
    return found


def random_rule(seed: int, kind: str) -> Rule:
    """A rule without B0, of a kind: counting, hexagonal, isotropic, or any table."""
    dice = np.random.default_rng(seed)
    if kind == "counting":
        births = [n for n in range(1, 9) if dice.random() < 0.35]
        return Rule.totalistic(births, [n for n in range(9) if dice.random() < 0.4])
    if kind == "hexagonal":
        born = "".join(str(n) for n in range(1, 7) if dice.random() < 0.4)
        return Rule.parse(f"B{born}/S{''.join(str(n) for n in range(7) if dice.random() < 0.4)}H")
    table = dice.integers(0, 2, 512).astype(np.uint8)
    table[dice.random(512) < 0.3] = 0
    table[0] = 0
    if kind == "isotropic":
        from lifesearch.life.orientation import Orientation
        from lifesearch.life.rules.neighbourhood import turned

        for block in range(512):
            table[block] = table[min(turned(g)[block] for g in Orientation)]
    return Rule(table.tobytes())
