"""How much memory a count will take, guessed from narrower ones before it begins.

The states of a sweep grow by about the same factor with each column: as much as from one of two
narrower sweeps to the other. These are as wide as can be had in little time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lifesearch.counting import cycles, pairs
from lifesearch.counting.region import Region
from lifesearch.counting.sweep import MOST_BITS, Sweep
from lifesearch.counting.ways import CellSweep, Setting
from lifesearch.errors import InputError

TABLES = 2  # one that is read and one that is written
AT_ONCE = 6  # with that of the row before, and a larger one when one is full: measured
LOAD = 0.45  # of the places of a table are taken, on average
NARROW = 4
ROWS = 5
MOST_ROWS = 8
MOST_STATES = 200_000  # of a sweep that is made for an estimate only


def require_room(region: Region, setting: Setting) -> None:
    """Refuse a count, by an InputError, that would not fit in memory."""
    if pairs.suits(region, setting):
        return
    if cycles.suits(region, setting):
        line = 16
        needed = TABLES * line * _states(region, _row_by_row) / LOAD
    else:
        needed = _needed_cell_by_cell(region, setting)
    if needed > setting.memory:
        raise InputError(
            f"this count would take about {_amount(needed)} of memory, more than the "
            f"{_amount(setting.memory)} it may take"
        )


def _needed_cell_by_cell(region: Region, setting: Setting) -> float:
    """The memory in bytes, or 0 if it is little."""
    sweep = Sweep(replace(region, height=min(region.height + 2, ROWS), endless=True))
    if sweep.bits > MOST_BITS:
        raise InputError(
            f"this count would have to remember {sweep.bits} cells at a time, and lifesearch "
            f"remembers at most {MOST_BITS}: ask for a narrower box or a shorter period"
        )
    cells = region.width * region.height
    words = cells // 64 + 1 if setting.populations else cells // 128 + 1  # half a pattern
    line = 8 + 8 * words * (cells + 1 if setting.populations else 1)
    if TABLES * line << sweep.bits <= setting.memory or region.width <= NARROW:
        return 0
    return AT_ONCE * line * _states(region, _cell_by_cell) / LOAD


def _states(region: Region, peak: Callable[[Region], int]) -> float:
    """About how many states a sweep over a region will have at most."""
    step = 1 if region.movable(1, 0) else 2  # a middle keeps the parity
    widths = range(1 + (region.width - 1) % step, region.width, step)
    before, factor, width = 1, 1.0, region.width
    for width in widths:
        states = peak(replace(region, width=width))
        factor, before = states / before, states
        if width > widths[0] and before * factor > MOST_STATES:
            break
    return float(before * factor ** ((region.width - width) / step))


def _cell_by_cell(region: Region) -> int:
    """The most states of a sweep over a region, or its first rows."""
    rows = min(region.height + 2, ROWS)
    counting = CellSweep(Sweep(replace(region, height=rows, endless=True)))
    counting.advance(len(counting.sweep))
    return counting.peak


def _row_by_row(region: Region) -> int:
    """The states after half of the rows of a region, or its first rows."""
    counting = cycles.Cycles(region)
    for _ in range(min(region.height // 2 + 1, MOST_ROWS)):
        counting.advance()
    return counting.table.states


def _amount(size: float) -> str:
    return f"{size / 2**30:,.1f} GB" if size >= 2**30 else f"{size / 2**20:,.0f} MB"
