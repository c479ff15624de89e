"""Count the patterns of regions: add up the ways that lead to each state, step by step.

A count is a vector of whole numbers: how many patterns of each population there are, or one
number if populations are not told apart. Numbers have as many words as 2 to the power of the
free cells needs, so nothing is lost.

Row by row, the patterns of a box of h rows are the ways to the state whose last two rows are
empty after h + 2 rows of an endless region: one sweep counts the boxes of all heights. If the
rule does not notice turning upside down, half as many rows will do: the upper part of a pattern
and the lower part, upside down, are counted by the same sweep, and they fit together where
they have the same two rows in common.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lifesearch.errors import LifesearchError
from lifesearch.life.orientation import Orientation
from lifesearch.rows.counting.region import Region
from lifesearch.rows.counting.sweep import MOST_BITS, Sweep, runs

Array = NDArray[Any]
Vector = NDArray[np.object_]
AT_ONCE = 1 << 16
LEAST_PLACES = 4
IDENTITY = 64
WORD = 64


class OutOfMemory(LifesearchError):  # noqa: N818 - it reads as what happened
    """A count needs more memory than it may take."""


@dataclass(frozen=True)
class Progress:
    """How far a sweep has come: steps done of all, and the states it has now."""

    width: int
    done: int
    steps: int
    states: int


Watch = Callable[[Progress], None]
"""Is told the progress now and then; it may end the count by an exception."""


class Memo(Protocol):
    """Whoever remembers the numbers of sweeps that are done: a session."""

    def recall(self, key: list[Any]) -> list[list[int]] | None:
        """The numbers of a sweep, if they are known."""
        ...

    def keep(self, key: list[Any], counts: list[list[int]]) -> None:
        """Remember the numbers of a sweep."""
        ...


@dataclass(frozen=True)
class Setting:
    """How much memory a count may take, whether populations matter, who watches and remembers."""

    memory: int = 1 << 30
    populations: bool = False
    watch: Watch = lambda _: None
    memo: Memo | None = None


DEFAULT = Setting()


@dataclass(frozen=True)
class Table:
    """States and the ways to them: see `kernel.ways`."""

    lines: Array
    states: int
    bits: int

    def of(self, state: int, words: int) -> Vector:
        """The ways to a state, by population."""
        found = self.lines[self.lines[:, 0] == state + 1, 1:]
        if not len(found):
            return np.zeros((self.lines.shape[1] - 1) // words, object)
        return _numbers(found[0], words, WORD)


def _numbers(line: Array, words: int, bits: int) -> Vector:
    """Whole numbers of so many words each."""
    digits = line.astype(object).reshape(-1, words)
    found: Vector = digits @ np.array([1 << bits * i for i in range(words)], object)
    return found


class Counting:
    """A sweep that is under way: its table after some of the steps."""

    def __init__(self, sweep: Sweep, setting: Setting = DEFAULT, cells: int | None = None) -> None:
        free = sweep.first_cells if cells is None else cells
        self.sweep, self.setting = sweep, setting
        self.words = free // WORD + 1
        population = 1 + (sum(sweep.steps.weights.tolist()) if setting.populations else 0)
        if sweep.bits > MOST_BITS:
            raise OutOfMemory(
                f"a state of this count has {sweep.bits} cells, and lifesearch counts with at "
                f"most {MOST_BITS}: a narrower box or a shorter period can be counted"
            )
        lines = np.zeros((LEAST_PLACES, 1 + self.words * population), np.uint64)
        lines[0, :2] = 1
        self.table = Table(lines, 1, 2)
        self.done = 0
        self.peak = 1

    def advance(self, until: int) -> Table:
        """Go on until so many steps are done."""
        while self.done < until:
            self.table = self._step(self.done)
            self.done += 1
            self.peak = max(self.peak, self.table.states)
        return self.table

    def _step(self, step: int) -> Table:
        from lifesearch.rows.kernel import ways

        s, source, place = self.sweep.steps, self.table.lines, 0
        numbers = np.array([0, 0])
        target, bits = self._room(self.table.states, numbers)
        weight = int(s.weights[step]) if self.setting.populations else 0
        while place < len(source):
            end = min(place + AT_ONCE, len(source))
            stopped = ways.advance(
                source, target, bits, place, end, numbers, s.bits[step], s.kept[step], weight,
                s.checks[step], s.checks[step + 1], s.tables, s.runs, s.moves, s.allowed,
                self.words,
            )  # fmt: skip
            if stopped < end:
                larger, bits = self._room(2 * int(numbers[1]), numbers)
                self._refuse_beyond(source, target, larger)
                ways.move_over(target, larger, bits)
                target = larger
            place = stopped
            region = self.sweep.region
            self.setting.watch(Progress(region.width, step, len(self.sweep), int(numbers[0])))
        return Table(target, int(numbers[0]), bits)

    def _room(self, states: int, numbers: Array) -> tuple[Array, int]:
        """An empty table for so many states, and how it is addressed; it may have more."""
        exponent = max(2, (states + states // 2).bit_length())
        bits, most = exponent, (1 << exponent) * 5 // 8
        if exponent >= self.sweep.bits:
            exponent, bits = self.sweep.bits, IDENTITY
            most = (1 << exponent) + 2
        numbers[1] = most
        shape = (1 << exponent, self.table.lines.shape[1])
        if 8 * shape[0] * shape[1] + self.table.lines.nbytes > self.setting.memory:
            raise self._too_large()
        return np.zeros(shape, np.uint64), bits

    def _refuse_beyond(self, *arrays: Array) -> None:
        if sum(array.nbytes for array in arrays) > self.setting.memory:
            raise self._too_large()

    def _too_large(self) -> OutOfMemory:
        size = f"{self.setting.memory / 2**30:.1f} GB"
        return OutOfMemory(f"this count needs more than {size} of memory: see --memory")


def count(region: Region, setting: Setting = DEFAULT) -> Vector:
    """How many patterns a region has, the empty one included."""
    counting = Counting(Sweep(region), setting)
    return counting.advance(len(counting.sweep)).of(0, counting.words)


def counts_by_height(region: Region, setting: Setting = DEFAULT) -> list[Vector]:
    """How many patterns there are in boxes of 0 rows, 1 row, ... up to the region's height.

    If the region is turned upside down by its group, these are of both parities all the same.
    """
    if region.folded:
        odd, even = (_from_the_middle(region, h, setting) for h in _parities(region.height))
        return [vector for pair in zip(even, odd, strict=True) for vector in pair][
            : region.height + 1
        ]
    if Orientation.FLIP_Y in region.rule.symmetries and not setting.populations:
        return _joined(region, setting)
    counting = _endless(region, region.height + 2, region.height, setting)
    ends = counting.sweep.row_ends
    return [counting.advance(end).of(0, counting.words) for end in ends[1:]]


def _parities(height: int) -> tuple[int, int]:
    """The least odd and even heights with which all up to this one are reached."""
    return height | 1, height & ~1


def _endless(region: Region, rows: int, height: int, setting: Setting) -> Counting:
    sweep = Sweep(replace(region, height=rows, endless=True))
    return Counting(sweep, setting, region.width * height)


def _from_the_middle(region: Region, height: int, setting: Setting) -> list[Vector]:
    """The counts for heights of one parity, 0 or 1 first."""
    counting = _endless(region, height + 4, height, setting)
    ends = counting.sweep.row_ends
    found = [counting.advance(end).of(0, counting.words) for end in ends]
    # After the rows of the box there are two empty ones on each side.
    return found[2:] if height % 2 else found[1:]


def _joined(region: Region, setting: Setting) -> list[Vector]:
    """The counts of all heights, each from its upper and its lower part."""
    from lifesearch.rows.kernel import ways

    rows = (region.height + 3) // 2
    counting = _endless(region, rows, region.height, setting)
    sweep, words = counting.sweep, counting.words
    found = [np.array([1], object)]
    above: list[int] = []
    before, before_rows = counting.table, (above, above)
    for end in sweep.row_ends:
        now, now_rows = counting.advance(end), (above, sweep.row_slots(end))
        above = now_rows[1]
        for lower, (one, two) in ((before, before_rows), (now, now_rows)):
            if not (two and now_rows[0]):
                continue  # the part above the first row is empty
            sources = now_rows[0] + (now_rows[1] if one else [])
            moves = np.array(runs(sources, two + one), np.uint64).reshape(-1, 3)
            dead = 0 if one else sum(1 << slot for slot in now_rows[1])
            total = np.zeros(2 * words, np.uint64)
            ways.join(now.lines, lower.lines, lower.bits, moves, np.uint64(dead), words, total)
            found.append(_numbers(total, 2 * words, WORD // 2))
        before, before_rows = now, now_rows
    return found[: region.height + 1]
