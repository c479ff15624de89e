"""The transfer-matrix method: how many partial patterns lead to each state, step by step.

A sweep sets the cells of a region one after another; its state is what later steps need to know
(see `sweep`). A partial pattern that ends in a state is called a *way* to it. Each step replaces
the table of states and ways by the next one, in compiled code (`kernel.transfer_matrix`). The
matrix itself is never built: it is sparse, and each step is one factor of it.

A count is a vector of whole numbers: how many patterns of each population there are, or one number
if this count is not by population. Numbers have one word at first. When one becomes too large, all
get another word and the step is made again, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.engines.counting.checkpoint import Memo, SweepSnapshot
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.sweep import MOST_BITS, Sweep

Array = NDArray[Any]
Vector = NDArray[np.object_]
LEAST_PLACES = 4  # of a table
IDENTITY = 64  # bits of a hash that is the state itself
WORD = 64
ONE = np.uint64(1)


class OutOfMemory(LifesearchError):  # noqa: N818 - it reads as what happened
    """A count needs more memory than it may take."""


class StateTooLarge(OutOfMemory, InputError):  # noqa: N818 - it reads as what happened
    """A count that no amount of memory would make possible.

    A list is then made by another method, as after any OutOfMemory; a count ends with the error.
    """


class FastMethodOverflow(Exception):  # noqa: N818 - it reads as what happened
    """A fast method met more states, or larger numbers, than it has room for: use the general one.

    `pairs`, `cycles` and `halves` raise it; `orbits_in_box` and `listing` catch it.
    """


@dataclass(frozen=True)
class SweepProgress:
    """Progress of a sweep over a region of this `width`: steps done of all, and the states now."""

    width: int
    done: int
    steps: int
    states: int


Watch = Callable[[SweepProgress], None]
"""Called with the progress of a sweep now and then."""


@dataclass(frozen=True)
class SweepOptions:
    """The memory limit of a count in bytes, whether it is by population, and its memo, if any.

    `watch` is called with the progress now and then.
    """

    memory: int = 1 << 30
    populations: bool = False
    watch: Watch = lambda _: None
    memo: Memo | None = None
    make: Callable[[Any, int, SweepOptions], list[Vector]] | None = None
    """Replaces `orbits_in_box.sweep_counts`; a coordinator lets workers make the sweeps by it."""


DEFAULT = SweepOptions()


@dataclass(frozen=True)
class StateTable:
    """A hash table from states to numbers of ways: see `kernel.transfer_matrix`.

    It has `lines`, one for each place, and a number of `states`; `bits` are those of its hash.
    """

    lines: Array
    states: int
    bits: int

    def of(self, state: int, words: int) -> Vector:
        """The number of ways to a state, by population."""
        found = self.lines[self.lines[:, 0] == state + 1, 1:]
        if not len(found):
            return np.zeros((self.lines.shape[1] - 1) // words, object)
        return whole_numbers(found[0], words, WORD)

    def widened(self, words: int, more: int) -> StateTable:
        """A copy of the table whose numbers have `more` words than the `words` they had."""
        number = len(self.lines)
        digits = self.lines[:, 1:].reshape(number, -1, words)
        padded = np.pad(digits, ((0, 0), (0, 0), (0, more)))
        lines = np.hstack([self.lines[:, :1], padded.reshape(number, -1)])
        return StateTable(np.ascontiguousarray(lines), self.states, self.bits)


def whole_numbers(line: Array, words: int, bits: int) -> Vector:
    """Python integers from `words` digits of `bits` bits each, the lowest digit first."""
    digits = line.astype(object).reshape(-1, words)
    found: Vector = digits @ np.array([1 << bits * i for i in range(words)], object)
    return found


class TableSweep:
    """A sweep under way: its table of states after some of the steps.

    At most the fraction `load` of the table's places is taken; `at_once` lines are processed
    between two reports. If the sweep is not `exact`, only the states matter, and numbers of ways
    may overflow. A table for all 2^state_bits states has a place for each, without hashing; with
    WORD state bits there is none. In the progress, `done` steps of this sweep follow the steps of
    earlier ones, `done_before`, and `steps` are those of all.
    """

    load = 5 / 8  # a fuller table takes less memory, and longer to find a free place
    at_once = 1 << 16
    state_bits = WORD

    def __init__(
        self,
        region: Region,
        options: SweepOptions,
        steps: int,
        *,
        columns: int = 1,
        exact: bool = True,
    ) -> None:
        self.region, self.options, self.steps, self.exact = region, options, steps, exact
        lines = np.zeros((LEAST_PLACES, 1 + columns), np.uint64)
        lines[0, :2] = 1  # the state 0, stored plus 1, and one way to it
        self.table = StateTable(lines, 1, 2)
        self.done = self.done_before = 0

    def filled(self, advance: Callable[..., int], *arguments: Any) -> StateTable | None:
        """The next table, made by a kernel; None if a number does not fit in its words.

        The kernel's `numbers`: the states so far, how many fit, and 1 if a number overflowed.
        """
        from lifesearch.engines.counting.kernel import transfer_matrix as ways

        source, place, numbers = self.table.lines, 0, np.zeros(3, np.int64)
        target, bits = self._room(self._exponent(self.table.states), numbers)
        while place < len(source):
            end = min(place + self.at_once, len(source))
            stopped = advance(source, target, bits, place, end, numbers, *arguments)
            # The table is full: its states move to one of twice the size, and the kernel continues.
            if stopped < end:
                larger, bits = self._room(len(target).bit_length(), numbers, target.nbytes)
                ways.move_over(target, larger, bits)
                target = larger
            place = stopped
            # A number overflowed: the caller adds a word to all numbers, and makes the step again.
            if numbers[2] and self.exact:
                return None
            self.report(int(numbers[0]))
        return StateTable(target, int(numbers[0]), bits)

    def report(self, states: int) -> None:
        done = self.done_before + self.done
        self.options.watch(SweepProgress(self.region.width, done, self.steps, states))

    def keep(self, lines: Array) -> StateTable:
        """Replace the table by one of these lines only."""
        from lifesearch.engines.counting.kernel import transfer_matrix as ways

        target, bits = self._room(self._exponent(len(lines)), np.zeros(3, np.int64))
        ways.move_over(lines, target, bits)
        self.table = StateTable(target, len(lines), bits)
        return self.table

    def _exponent(self, states: int) -> int:
        """The exponent of 2 for a table with room for this number of states."""
        return max(2, int(states / self.load).bit_length())

    def _room(self, exponent: int, numbers: Array, held: int = 0) -> tuple[Array, int]:
        """An empty table of up to 2^exponent places, and the bits of its hash; sets numbers[1].

        `held` bytes of another table are in memory at the same time.
        """
        bits, numbers[1] = exponent, int((1 << exponent) * self.load)
        if exponent >= self.state_bits:
            # A place for every state: `place_of` takes 64 bits to mean the state is its place.
            exponent, bits = self.state_bits, IDENTITY
            # Two more than there are states: kernels stop if there is no room for two new ones.
            numbers[1] = (1 << exponent) + 2
        shape = (1 << exponent, self.table.lines.shape[1])
        self.refuse_beyond(8 * shape[0] * shape[1] + self.table.lines.nbytes + held)
        return np.zeros(shape, np.uint64), bits

    def refuse_beyond(self, size: int) -> None:
        if size > self.options.memory:
            most = f"{self.options.memory / 2**30:.1f} GB"
            raise OutOfMemory(f"this count needs more than {most} of memory: raise the limit")


class CellSweep(TableSweep):
    """A sweep that sets one variable, a cell and its images, at a time.

    Numbers of ways have `words` words, and `peak` is the largest number of states so far.
    """

    def __init__(
        self, sweep: Sweep, options: SweepOptions = DEFAULT, *, exact: bool = True
    ) -> None:
        # A number for each population, from 0 on.
        columns = 1 + (sum(sweep.steps.weights.tolist()) if options.populations else 0)
        super().__init__(sweep.region, options, len(sweep), columns=columns, exact=exact)
        self.sweep, self.state_bits = sweep, sweep.bits
        self.words = self.peak = 1
        if sweep.bits > MOST_BITS:
            raise StateTooLarge(
                f"a state of this count has {sweep.bits} cells, and lifesearch counts with at "
                f"most {MOST_BITS}: ask for a narrower box or {sweep.region.reduction_hint}"
            )

    def advance(self, until: int) -> StateTable:
        """Make steps until `until` are done; add a word to all numbers when one overflows."""
        while self.done < until:
            if (after := self._step(self.done)) is None:
                # With one word more in each number a table is at most twice as large.
                self.refuse_beyond(2 * self.table.lines.nbytes)
                self.table = self.table.widened(self.words, 1)
                self.words += 1
                continue
            self.table = after
            self.done += 1
            self.peak = max(self.peak, self.table.states)
        return self.table

    def restore(self, saved: SweepSnapshot) -> None:
        self.done, states, bits, self.words = saved.numbers
        self.table = StateTable(saved.array, states, bits)
        self.peak = max(self.peak, states)

    def saved(self, method: str, rounds: int, found: list[Vector]) -> SweepSnapshot:
        numbers = [self.done, self.table.states, self.table.bits, self.words]
        listed = [vector.tolist() for vector in found]
        return SweepSnapshot(method, rounds, listed, numbers, self.table.lines)

    def _step(self, step: int) -> StateTable | None:
        """The table after a step; None if numbers do not fit in their words."""
        from lifesearch.engines.counting.kernel import transfer_matrix as ways

        steps = self.sweep.steps
        weight = int(steps.weights[step]) if self.options.populations else 0
        return self.filled(ways.advance, *steps.of(step), weight, self.words)
