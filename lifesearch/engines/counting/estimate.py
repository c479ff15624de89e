"""Estimate the memory that a count will take from narrower counts, before it begins.

`questions.counts` calls `require_room`. The number of states of a sweep grows by about the same
factor with each column. The factor is measured between the two widest sweeps that can be made in
little time, and extrapolated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lifesearch.common.errors import InputError
from lifesearch.engines.counting import cycles, pairs
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.sweep import MOST_BITS, Sweep
from lifesearch.engines.counting.transfer_matrix import CellSweep, SweepOptions

TABLES = 2
"""State tables of a sweep row by row in memory at a time: one is read, and the next one is written.

Not measured, as `PEAK_TABLES` is: while a table is copied to a larger one there is one more.
"""
PEAK_TABLES = 6
"""The memory of a sweep cell by cell, in tables, as measured: a table of the row before is kept,
and a table that becomes full is copied to a larger one.
"""
LOAD = 0.45
"""The fraction of a table's places that are taken, on average.

A table is doubled when `TableSweep.load` is reached: so it is between half of that and all of it.
Row by row, tables are fuller (`OscillatorSweep.load`), and take a little less than is estimated.
"""
NARROW = 4
"""Boxes of at most this number of columns are taken to fit in memory; a choice."""
SAMPLE_ROWS = 5
"""Rows of a sweep cell by cell that is made only for an estimate; a choice."""
MOST_SAMPLE_ROWS = 8
"""The most rows of a sweep row by row that is made only for an estimate; a choice."""
MOST_SAMPLE_STATES = 200_000
"""No wider sweep is made for an estimate if it is expected to have more states than this."""


def require_room(region: Region, options: SweepOptions) -> None:
    """Raise an InputError for a count that would not fit in memory."""
    if pairs.suits(region, options):  # only if its memory is enough
        return
    if cycles.suits(region, options):
        entry = 16  # bytes of a table: the state and its count, a word each
        needed = TABLES * entry * _states(region, _row_by_row) / LOAD
    else:
        needed = _needed_cell_by_cell(region, options)
    if needed > options.memory:
        raise InputError(
            f"this count would take about {_amount(needed)} of memory, more than the "
            f"{_amount(options.memory)} it may take"
        )


def _needed_cell_by_cell(region: Region, options: SweepOptions) -> float:
    """The bytes that a sweep cell by cell will take, or 0 if they certainly fit."""
    sweep = Sweep(replace(region, height=min(region.height + 2, SAMPLE_ROWS), endless=True))
    if sweep.bits > MOST_BITS:
        raise InputError(
            f"this count would have to remember {sweep.bits} cells at a time, and lifesearch "
            f"remembers at most {MOST_BITS}: ask for a narrower box or a shorter period"
        )
    cells = region.width * region.height
    # Without populations, numbers are those of half a pattern, since halves are joined. Where the
    # rule has no mirror images they are not, and the estimate is too small by a half at most.
    words = cells // 64 + 1 if options.populations else cells // 128 + 1
    # An entry of a table has the state and a count, or a count for each population.
    entry = 8 + 8 * words * (cells + 1 if options.populations else 1)
    # First condition: even if all 2^bits states occurred, the tables would fit. Such tables are
    # never copied, so that there are not PEAK_TABLES of them.
    if TABLES * entry << sweep.bits <= options.memory or region.width <= NARROW:
        return 0
    return PEAK_TABLES * entry * _states(region, _cell_by_cell) / LOAD


def _states(region: Region, peak: Callable[[Region], int]) -> float:
    """The estimated peak number of states of a sweep over a region.

    `peak` counts the states of a narrower region.
    """
    step = 1 if region.movable(1, 0) else 2  # a symmetry about the middle keeps the parity
    widths = range(1 + (region.width - 1) % step, region.width, step)
    # Without a narrower region the result is 1: few columns take little memory.
    before, factor, width = 1, 1.0, region.width
    for width in widths:
        states = peak(replace(region, width=width))
        factor, before = states / before, states
        if width > widths[0] and before * factor > MOST_SAMPLE_STATES:
            break
    return float(before * factor ** ((region.width - width) / step))


def _cell_by_cell(region: Region) -> int:
    """The peak number of states of a sweep cell by cell over a region's first rows."""
    rows = min(region.height + 2, SAMPLE_ROWS)
    counting = CellSweep(Sweep(replace(region, height=rows, endless=True)))
    counting.advance(len(counting.sweep))
    return counting.peak


def _row_by_row(region: Region) -> int:
    """The number of states after half of a region's rows, or after MOST_SAMPLE_ROWS of them."""
    counting = cycles.OscillatorSweep(region)
    for _ in range(min(region.height // 2 + 1, MOST_SAMPLE_ROWS)):
        counting.advance()
    return counting.table.states


def _amount(size: float) -> str:
    """A number of bytes in words."""
    return f"{size / 2**30:,.1f} GB" if size >= 2**30 else f"{size / 2**20:,.0f} MB"
