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

from lifesearch.counting.region import Region
from lifesearch.counting.sweep import MOST_BITS, Sweep
from lifesearch.counting.unfinished import Memo, Unfinished
from lifesearch.errors import LifesearchError

Array = NDArray[Any]
Vector = NDArray[np.object_]
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


class TableSweep:
    """A sweep that is under way: its table after some of the steps.

    No more than `load` of its places are taken; `at_once` lines are added between two reports. If
    it is not `exact`, only the states matter, and not how many ways lead to them. A table with
    all states of `state_bits` has a place for each.
    """

    load = 5 / 8
    at_once = 1 << 16
    state_bits = IDENTITY

    def __init__(
        self, region: Region, setting: Setting, steps: int, *, columns: int = 1, exact: bool = True
    ) -> None:
        self.region, self.setting, self.steps, self.exact = region, setting, steps, exact
        lines = np.zeros((LEAST_PLACES, 1 + columns), np.uint64)
        lines[0, :2] = 1
        self.table = WaysTable(lines, 1, 2)
        self.done = 0

    def filled(self, advance: Callable[..., int], *arguments: Any) -> WaysTable | None:
        """The table that a kernel makes of this one; None if numbers do not fit in their words."""
        from lifesearch.counting.kernel import ways

        source, place, numbers = self.table.lines, 0, np.zeros(3, np.int64)
        target, bits = self._room(self._exponent(self.table.states), numbers)
        while place < len(source):
            end = min(place + self.at_once, len(source))
            stopped = advance(source, target, bits, place, end, numbers, *arguments)
            if stopped < end:
                larger, bits = self._room(len(target).bit_length(), numbers, target.nbytes)
                ways.move_over(target, larger, bits)
                target = larger
            place = stopped
            if numbers[2] and self.exact:
                return None
            self.report(int(numbers[0]))
        return WaysTable(target, int(numbers[0]), bits)

    def report(self, states: int) -> None:
        progress = SweepProgress(self.region.width, self.done, self.steps, states)
        self.setting.watch(progress)

    def keep(self, lines: Array) -> WaysTable:
        """Continue some lines of the table only."""
        from lifesearch.counting.kernel import ways

        target, bits = self._room(self._exponent(len(lines)), np.zeros(3, np.int64))
        ways.move_over(lines, target, bits)
        self.table = WaysTable(target, len(lines), bits)
        return self.table

    def _exponent(self, states: int) -> int:
        return max(2, int(states / self.load).bit_length())

    def _room(self, exponent: int, numbers: Array, held: int = 0) -> tuple[Array, int]:
        """An empty table of 2^exponent places, if as many are needed, and how it is addressed.

        So many bytes are `held` besides the table before.
        """
        bits, numbers[1] = exponent, int((1 << exponent) * self.load)
        if exponent >= self.state_bits:
            exponent, bits = self.state_bits, IDENTITY
            numbers[1] = (1 << exponent) + 2
        shape = (1 << exponent, self.table.lines.shape[1])
        self.refuse_beyond(8 * shape[0] * shape[1] + self.table.lines.nbytes + held)
        return np.zeros(shape, np.uint64), bits

    def refuse_beyond(self, size: int) -> None:
        if size > self.setting.memory:
            most = f"{self.setting.memory / 2**30:.1f} GB"
            raise OutOfMemory(f"this count needs more than {most} of memory: raise the limit")


class CellSweep(TableSweep):
    """A sweep cell by cell."""

    def __init__(self, sweep: Sweep, setting: Setting = DEFAULT, *, exact: bool = True) -> None:
        population = 1 + (sum(sweep.steps.weights.tolist()) if setting.populations else 0)
        super().__init__(sweep.region, setting, len(sweep), columns=population, exact=exact)
        self.sweep, self.state_bits = sweep, sweep.bits
        self.words = self.peak = 1
        if sweep.bits > MOST_BITS:
            raise OutOfMemory(
                f"a state of this count has {sweep.bits} cells, and lifesearch counts with at "
                f"most {MOST_BITS}: a narrower box or a shorter period can be counted"
            )

    def advance(self, until: int) -> WaysTable:
        """Continue until this number of steps is done."""
        while self.done < until:
            if (after := self._step(self.done)) is None:
                self.refuse_beyond(2 * self.table.lines.nbytes)
                self.table = self.table.widened(self.words, 1)
                self.words += 1
                continue
            self.table = after
            self.done += 1
            self.peak = max(self.peak, self.table.states)
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

        steps = self.sweep.steps
        weight = int(steps.weights[step]) if self.setting.populations else 0
        return self.filled(ways.advance, *steps.of(step), weight, self.words)
