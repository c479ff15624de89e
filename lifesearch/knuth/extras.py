"""What single programs say before and after the transitions: an exact period, a ship, an eater."""

from collections.abc import Callable

import numpy as np

from lifesearch.encoding.clauses import Bools, Clauses, Ints, differing, equal, some, units
from lifesearch.encoding.knuth import column_difference, period_difference, row_difference
from lifesearch.knuth.build import Extras, KnuthCells

Positions = tuple[Ints, Ints]


def span(first: int, last: int) -> Ints:
    """The whole numbers from first to last, both included."""
    return np.arange(first, last + 1, dtype=np.int32)


def raster(x0: int, x1: int, y0: int, y1: int) -> Positions:
    """The positions of a rectangle, row by row."""
    rows, columns = np.meshgrid(span(x0, x1), span(y0, y1), indexing="ij")
    return rows.ravel(), columns.ravel()


def choose(positions: Positions, where: Bools) -> Positions:
    """Those positions that satisfy a condition."""
    return positions[0][where], positions[1][where]


def inside(m: int, n: int) -> Callable[[Ints, Ints], Bools]:
    """Whether a position lies on an m x n board."""
    return lambda x, y: (x >= 1) & (x <= m) & (y >= 1) & (y <= n)


def fertile(positions: Positions, alive: Callable[[Ints, Ints], Bools]) -> Positions:
    """Leave out the barren cells: fewer than three cells that could be alive around them."""
    x, y = positions
    around = [alive(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return choose(positions, np.sum(around, axis=0) >= 3)


def someone(m: int, n: int) -> Extras:
    """Some cell of the board lives at time 0."""
    return lambda cells: [some(cells(0, *raster(1, m, 1, n)))]


def _divisors(r: int) -> list[int]:
    return [k for k in range(1, r) if r % k == 0]


def smaller_periods(r: int, domain: Positions) -> Extras:
    """Time k differs from time 0, for every proper divisor k of r."""

    def clauses(cells: KnuthCells) -> list[Clauses]:
        result = []
        for k in _divisors(r):
            differs = cells.differences(*domain, period_difference(k))
            result += differing(cells(0, *domain), cells(k, *domain), differs)
        return result

    return clauses


def smaller_tori(m: int, n: int) -> Extras:
    """The first state does not repeat in space with a proper divisor of m or of n."""

    def clauses(cells: KnuthCells) -> list[Clauses]:
        result = []
        for k in _divisors(m):
            x, y = raster(1, m - k, 1, n)
            differs = cells.differences(x, y, row_difference(k))
            result += differing(cells(0, x, y), cells(0, x + k, y), differs)
        for k in _divisors(n):
            y, x = raster(1, n - k, 1, m)
            differs = cells.differences(x, y, column_difference(k))
            result += differing(cells(0, x, y), cells(0, x, y + k), differs)
        return result

    return clauses


def ship(m: int, n: int, r: int, s: int, width: int) -> Extras:
    """At time r all is s rows higher, and row 1 is entered for the first time.

    `width` is the number of columns that count: all n, or with a mirror about half.
    """

    def clauses(cells: KnuthCells) -> list[Clauses]:
        columns = span(1, width)

        def row(t: int, x: int) -> Ints:
            return cells(t, x, columns)

        moved = raster(s + 1, m, 1, width)
        sides = span(1, m + 1 - s)
        beside = [cells(r, sides, 0)]
        if width == n:
            beside.append(cells(r, sides, n + 1))
        return [
            *(units(-row(t, 1)) for t in range(r)),
            some(row(r, 1)),
            *(units(-row(0, x)) for x in range(2, s + 1)),
            equal(cells(0, *moved), cells(r, moved[0] - s, moved[1])),
            units(-np.stack(beside, axis=1)),
            units(-row(r, 0)),
            *(units(-row(r, m + 1 - x)) for x in range(1, s + 1)),
        ]

    return clauses


def eaten(m: int, n: int, r: int) -> Extras:
    """A glider in the lower left corner is gone at time r, and the eater is whole again."""

    def clauses(cells: KnuthCells) -> list[Clauses]:
        box = raster(1, m, 1, n)
        stays = choose(box, (box[0] <= m - 3) | (box[1] >= 4))
        a, b, c, d = cells(0, m - 4, span(1, 4)).tolist()
        f, g, h, i = cells(0, span(m - 3, m), 5).tolist()
        glider = cells(0, *raster(m - 2, m, 1, 3))
        return [
            equal(cells(r - 1, *box), cells(r, *box)),
            units(-cells(r, *raster(m - 3, m, 1, 4))),
            *_rows([-a, b], [a, -b], [b, -c], [-c, d], [-b, c, -d]),
            *_rows([-f, -g], [-f, -h], [-g, -i], [-h, -i]),
            equal(cells(0, *stays), cells(r, *stays)),
            units(glider * np.array([1, 1, 1, -1, -1, 1, -1, 1, -1], np.int32)),
        ]

    return clauses


def _rows(*clauses: list[int]) -> list[Clauses]:
    return [Clauses(np.array([clause], np.int32)) for clause in clauses]
