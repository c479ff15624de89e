"""How far apart the cells of a smallest ship or oscillator can be.

Cells that are too far apart for anything to reach both within one period do not know of each other,
so each of them moves alone. The manual has the lemma with its proof (`smallest-in-the-plane`). It
holds for rules without B0, with any number of states. A period that is no power of a prime is left
out by `Smallest.settled_period`: the two may have shorter ones, and only be smallest together.
Where no cell is born of a single neighbour, it is sharper: a cell with no other within two cells
does nothing until something reaches it.

    >>> side(3, 4, 1, lone_births=False), side(3, 4, 1, lone_births=True)
    (8, 17)
"""

from __future__ import annotations


def side(cells: int, period: int, step: int, *, lone_births: bool) -> int:
    """The side of a square that holds `cells` cells which are not two patterns.

    They recur after a period, moved by at most `step` rows and columns, which is no more than the
    period. `lone_births`: a cell may be born of a single neighbour; if not, lemma 2 of the manual
    gives the side, from numbers of islands and of lone cells.
    """
    if lone_births:
        return 1 + 2 * period * (cells - 1)
    near = period + max(step, 1)
    extents = [
        2 * (cells - lone - islands) + 2 * period * (islands - 1) + lone * near
        for islands in range(1, cells // 2 + 1)
        for lone in range(cells - 2 * islands + 1)
    ]
    return 1 + max(extents, default=0)


def room(cells: int, period: int, step: int, *, lone_births: bool) -> int:
    """The side of a square that holds all phases of a pattern: see `side`."""
    return side(cells, period, step, lone_births=lone_births) + 2 * (period - 1)
