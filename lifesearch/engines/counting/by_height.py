"""Count the patterns of a region, or of boxes of all heights, cell by cell: the general method.

`orbits_in_box` calls this where `pairs` and `cycles` do not suit, or overflow. A *way* to a state
is a partial pattern that ends in it. The patterns of a box of h rows are the ways to the state
whose last two rows are empty after h + 2 rows of an endless region: one sweep counts the boxes of
all heights. If the rule is symmetric under up-down reflection, half as many rows are enough: the
upper half of a pattern and the reflection of its lower half are counted by the same sweep, and they
fit together where they share two rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from lifesearch.engines.counting.checkpoint import NO_SLOT, SnapshotSlot
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.sweep import Sweep, moves_of
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    WORD,
    Array,
    CellSweep,
    StateTable,
    SweepOptions,
    Vector,
    whole_numbers,
)
from lifesearch.life.orientation import Orientation

Take = Callable[[int, StateTable, StateTable], list[Vector]]
"""Returns the counts that a round adds, from its number and the tables before and after it."""


def _rounds(
    counting: CellSweep, ends: list[int], method: str, take: Take, kept: SnapshotSlot
) -> list[Vector]:
    """Advance a sweep to each of the steps `ends`, from its snapshot if any; return all counts."""
    found: list[Vector] = []
    first = 0
    if saved := kept.resumed(method):
        counting.restore(saved)
        found, first = [np.array(vector, object) for vector in saved.found], saved.rounds
    for i in range(first, len(ends)):
        before = counting.table
        found += take(i, before, counting.advance(ends[i]))
        kept.offer(partial(counting.saved, method, i + 1, found))
    return found


def count(region: Region, options: SweepOptions = DEFAULT, kept: SnapshotSlot = NO_SLOT) -> Vector:
    """The number of patterns of a region, the empty one included."""
    counting = CellSweep(Sweep(region), options)
    steps = list(range(1, len(counting.sweep) + 1))
    _rounds(counting, steps, "steps", lambda *_: [], kept)
    return counting.table.of(0, counting.words)


def counts_by_height(
    region: Region, options: SweepOptions = DEFAULT, kept: SnapshotSlot = NO_SLOT
) -> list[Vector]:
    """The numbers of patterns in boxes of 0 rows, 1 row, ... up to the region's height.

    A folded region's middle is a row or between two rows: each parity has a sweep of its own.
    """
    if region.folded:
        # After the rows of the box there are two empty ones on each side; so the first counts, of
        # fewer than 0 rows, are left out. A snapshot is of one sweep: if a count is stopped in the
        # second, the first is made again.
        odd, even = (_endless(region, height + 4) for height in _parities(region.height))
        odd_counts = _from_the_middle(odd, "middle 1", (0, len(even)), options, kept)[2:]
        even_counts = _from_the_middle(even, "middle 0", (len(odd), 0), options, kept)[1:]
        pairs = zip(even_counts, odd_counts, strict=True)
        return [vector for pair in pairs for vector in pair][: region.height + 1]
    # Populations of joined halves would be sums of products of vectors: not implemented.
    if Orientation.FLIP_Y in region.rule.symmetries and not options.populations:
        return _joined(region, options, kept)
    counting = CellSweep(_endless(region, region.height + 2), options)
    return _empty(counting, "rows", kept)[1:]


def _parities(height: int) -> tuple[int, int]:
    """The odd and the even height whose sweeps count all heights up to this one."""
    return height | 1, height & ~1


def _endless(region: Region, rows: int) -> Sweep:
    return Sweep(replace(region, height=rows, endless=True))


def _empty(counting: CellSweep, method: str, kept: SnapshotSlot) -> list[Vector]:
    """The number of ways to the state whose last two rows are empty, after each row."""
    ends = counting.sweep.row_ends
    return _rounds(counting, ends, method, lambda _, __, now: [now.of(0, counting.words)], kept)


def _from_the_middle(
    sweep: Sweep, method: str, others: tuple[int, int], options: SweepOptions, kept: SnapshotSlot
) -> list[Vector]:
    """The number of ways to the state whose last two rows are empty, after each row.

    For the progress, `others` are the numbers of steps of sweeps before and after this one.
    """
    counting, (before, after) = CellSweep(sweep, options), others
    counting.done_before, counting.steps = before, before + len(sweep) + after
    return _empty(counting, method, kept)


def _joined(region: Region, options: SweepOptions, kept: SnapshotSlot) -> list[Vector]:
    """The counts of all heights, each from its upper and its lower half.

    As they share two rows, halves of n and n - 1 rows make the height 2n - 3, two of n rows 2n - 2.
    """
    counting = CellSweep(_endless(region, (region.height + 3) // 2), options)
    sweep, most = counting.sweep, region.width * region.height // WORD + 1
    # Two rows above the box, which are dead and have no bits.
    slots = [[], [], *map(sweep.row_slots, sweep.row_ends)]

    def take(i: int, before: StateTable, now: StateTable) -> list[Vector]:
        upper = slots[i + 1], slots[i + 2]
        lower = [(before, (slots[i], slots[i + 1])), (now, upper)]
        return [
            _fitting(now, upper, table, rows, most) for table, rows in lower if rows[1] and upper[0]
        ]

    found = _rounds(counting, sweep.row_ends, "joined", take, kept)
    return [np.array([1], object), *found][: region.height + 1]


Rows = tuple[list[int], list[int]]
"""The bits of the last row but one, and of the last."""


def _fitting(
    upper: StateTable, upper_rows: Rows, lower: StateTable, lower_rows: Rows, most: int
) -> Vector:
    """The number of patterns with an upper half of one table and a lower half of another.

    The number has at most `most` words.
    """
    from lifesearch.engines.counting.kernel import transfer_matrix as ways

    moves, dead = _moves(upper_rows, lower_rows)
    words, fewer = upper.lines.shape[1] - 1, lower.lines.shape[1] - 1
    if fewer < words:
        lower = lower.widened(fewer, words - fewer)
    total = np.zeros(2 * most + 1, np.uint64)  # digits of half a word
    ways.join(upper.lines, lower.lines, lower.bits, moves, dead, words, total)
    return whole_numbers(total, len(total), WORD // 2)


def _moves(upper_rows: Rows, lower_rows: Rows) -> tuple[Array, np.uint64]:
    """Moves that turn a state of the upper half into the lower's, and the bits that must be 0.

    A lower half of one row shares it, and a row of dead cells, with the upper one.
    """
    (above, last), (lower_above, lower_last) = upper_rows, lower_rows
    moves = moves_of(above + (last if lower_above else []), lower_last + lower_above)
    return moves, np.uint64(0 if lower_above else sum(1 << slot for slot in last))
