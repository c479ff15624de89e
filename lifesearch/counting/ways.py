"""Count the patterns of regions: add up the ways that lead to each state, step by step.

A count is a vector of whole numbers: how many patterns of each population there are, or one
number if this count is not by population. Numbers have one word at first. When one becomes too
large, all get another word and the step is made again, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.sweep import MOST_BITS, Sweep
from lifesearch.counting.unfinished import Memo, Unfinished
from lifesearch.errors import LifesearchError

Array = NDArray[Any]
Vector = NDArray[np.object_]
AT_ONCE = 1 << 16
LEAST_PLACES = 4
IDENTITY = 64
WORD = 64
ONE = np.uint64(1)


class OutOfMemory(LifesearchError):  # noqa: N818 - it reads as what happened
    """A count needs more memory than it may take."""


class TooMany(Exception):  # noqa: N818 - it reads as what happened
    """There are more states, or more ways to one, than a fast way is made for: take another."""


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep has come: steps done of all, and the states it has now."""

    width: int
    done: int
    steps: int
    states: int


Watch = Callable[[SweepProgress], None]
"""Is given the progress now and then."""


@dataclass(frozen=True)
class Setting:
    """How much memory a count may take, whether populations matter, who watches and remembers.

    A sweep of no more than `little` work, steps times states, is made without compiled code.
    """

    memory: int = 1 << 30
    populations: bool = False
    watch: Watch = lambda _: None
    memo: Memo | None = None
    little: int = 1 << 22
    make: Callable[[Any, int, Setting], list[Vector]] | None = None
    """Makes the sweeps in place of `tight.swept`: of a region, up to a height, in this setting."""


DEFAULT = Setting()


@dataclass(frozen=True)
class WaysTable:
    """States and the ways to them: see `kernel.ways`."""

    lines: Array
    states: int
    bits: int

    def of(self, state: int, words: int) -> Vector:
        """The ways to a state, by population."""
        found = self.lines[self.lines[:, 0] == state + 1, 1:]
        if not len(found):
            return np.zeros((self.lines.shape[1] - 1) // words, object)
        return whole_numbers(found[0], words, WORD)

    def widened(self, words: int, more: int) -> WaysTable:
        """The same with numbers of more words than they had."""
        number = len(self.lines)
        digits = self.lines[:, 1:].reshape(number, -1, words)
        padded = np.pad(digits, ((0, 0), (0, 0), (0, more)))
        lines = np.hstack([self.lines[:, :1], padded.reshape(number, -1)])
        return WaysTable(np.ascontiguousarray(lines), self.states, self.bits)


def whole_numbers(line: Array, words: int, bits: int) -> Vector:
    """Whole numbers of the given number of words each."""
    digits = line.astype(object).reshape(-1, words)
    found: Vector = digits @ np.array([1 << bits * i for i in range(words)], object)
    return found


class CellSweep:
    """A sweep that is under way: its table after some of the steps.

    If it is not `exact`, only the states matter, and not how many ways lead to them.
    """

    def __init__(self, sweep: Sweep, setting: Setting = DEFAULT, *, exact: bool = True) -> None:
        self.sweep, self.setting, self.exact = sweep, setting, exact
        self.words = 1
        population = 1 + (sum(sweep.steps.weights.tolist()) if setting.populations else 0)
        if sweep.bits > MOST_BITS:
            raise OutOfMemory(
                f"a state of this count has {sweep.bits} cells, and lifesearch counts with at "
                f"most {MOST_BITS}: a narrower box or a shorter period can be counted"
            )
        lines = np.zeros((LEAST_PLACES, 1 + self.words * population), np.uint64)
        lines[0, :2] = 1
        self.table = WaysTable(lines, 1, 2)
        self.done = 0
        self.peak = 1

    def advance(self, until: int) -> WaysTable:
        """Continue until this number of steps is done."""
        while self.done < until:
            if (after := self._step(self.done)) is None:
                self._refuse_beyond(self.table.lines, self.table.lines)
                self.table = self.table.widened(self.words, 1)
                self.words += 1
                continue
            self.table = after
            self.done += 1
            self.peak = max(self.peak, self.table.states)
        return self.table

    def keep(self, lines: Array) -> WaysTable:
        """Continue some lines of the table only."""
        from lifesearch.counting.kernel import ways

        target, bits = self._room(len(lines), np.zeros(3, np.int64))
        ways.move_over(lines, target, bits)
        self.table = WaysTable(target, len(lines), bits)
        return self.table

    def restore(self, saved: Unfinished) -> None:
        self.done, states, bits, self.words = saved.numbers
        self.table = WaysTable(saved.array, states, bits)
        self.peak = max(self.peak, states)

    def saved(self, kind: str, rounds: int, found: list[Vector]) -> Unfinished:
        numbers = [self.done, self.table.states, self.table.bits, self.words]
        listed = [vector.tolist() for vector in found]
        return Unfinished(kind, rounds, listed, numbers, self.table.lines)

    @property
    def is_little(self) -> bool:
        """Whether no compiled code is needed."""
        work = len(self.sweep) << self.sweep.bits
        return work <= self.setting.little and self.table.lines.shape[1] == 1 + self.words == 2

    def _little_step(self, step: int) -> WaysTable | None:
        """The table after a step: each state has its own place in it."""
        s = self.sweep.steps
        source = self.table.lines[self.table.lines[:, 0] != 0]
        before = source[:, 0] - ONE
        if sum(source[:, 1].tolist()) >> WORD and self.exact:
            return None
        zero, one = s.allowed_values(step, before)
        target = np.zeros((1 << self.sweep.bits, 2), np.uint64)
        for right, states in ((zero, before), (one, before | s.bits[step])):
            new = (states & s.kept[step])[right]
            target[new, 0] = new + ONE
            np.add.at(target[:, 1], new, source[right, 1])
        return WaysTable(target, int(np.count_nonzero(target[:, 0])), IDENTITY)

    def _step(self, step: int) -> WaysTable | None:
        """The table after a step; None if numbers do not fit in their words."""
        if self.is_little:
            return self._little_step(step)
        from lifesearch.counting.kernel import ways

        s, source, place = self.sweep.steps, self.table.lines, 0
        numbers = np.array([0, 0, 0])
        target, bits = self._room(self.table.states, numbers)
        weight = int(s.weights[step]) if self.setting.populations else 0
        while place < len(source):
            end = min(place + AT_ONCE, len(source))
            stopped = ways.advance(
                source, target, bits, place, end, numbers, *s.of(step), weight, self.words
            )
            if stopped < end:
                larger, bits = self._room(2 * int(numbers[1]), numbers)
                self._refuse_beyond(source, target, larger)
                ways.move_over(target, larger, bits)
                target = larger
            place = stopped
            if numbers[2] and self.exact:
                return None
            region = self.sweep.region
            self.setting.watch(SweepProgress(region.width, step, len(self.sweep), int(numbers[0])))
        return WaysTable(target, int(numbers[0]), bits)

    def _room(self, states: int, numbers: Array) -> tuple[Array, int]:
        """An empty table for this number of states, or more, and how it is addressed."""
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
        return OutOfMemory(f"this count needs more than {size} of memory: raise the limit")
