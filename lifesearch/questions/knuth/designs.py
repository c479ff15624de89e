"""The boards of the SAT-LIFE programs, each as its difference from the plain grid.

Every program takes m x n boards with rows and columns counted from 1; the ring of
cells around the board takes part as well. x is the row, as in the originals. What
each program asks is said in `programs`.

One repair: for odd n the original of grid90 never ends, because its choice of
representatives has none for the centre cell. Here it then uses the representatives
and candidates of grid90-cycle, which are right for both parities.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.engines.sat.encoding.clauses import (
    Bools,
    Clauses,
    Ints,
    differing,
    equal,
    some,
    units,
)
from lifesearch.engines.sat.encoding.knuth import (
    KnuthBoard,
    PositionMap,
    column_difference,
    period_difference,
    row_difference,
)
from lifesearch.life.pattern import Pattern
from lifesearch.questions.knuth.build import Cage, Design, Extras, KnuthCells, Positions, raster

# What single programs say before and after the transitions: an exact period, a ship, an eater


def span(first: int, last: int) -> Ints:
    """The whole numbers from first to last, both included."""
    return np.arange(first, last + 1, dtype=np.int32)


def choose(positions: Positions, where: Bools) -> Positions:
    """The positions for which `where` is true."""
    return positions[0][where], positions[1][where]


def inside(m: int, n: int) -> Callable[[Ints, Ints], Bools]:
    """Whether a position lies on an m x n board."""
    return lambda x, y: (x >= 1) & (x <= m) & (y >= 1) & (y <= n)


def fertile(positions: Positions, alive: Callable[[Ints, Ints], Bools]) -> Positions:
    """Leave out the barren cells: in the 3x3 block of each, fewer than three could be alive.

    They are dead a step later. As in the originals, no clause says so: see `question`.
    """
    x, y = positions
    around = [alive(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return choose(positions, np.sum(around, axis=0) >= 3)


def someone(m: int, n: int) -> Extras:
    """Some cell of the board lives at time 0."""
    return lambda cells: [some(cells(0, *raster(1, m, 1, n)))]


def _divisors(r: int) -> list[int]:
    """The proper divisors of a number."""
    return [k for k in range(1, r) if r % k == 0]


def smaller_periods(r: int, domain: Positions) -> Extras:
    """Time k differs from time 0, for every proper divisor k of r."""

    def clauses(cells: KnuthCells) -> list[Clauses]:
        result = []
        for k in _divisors(r):
            differs = cells.variables.allocate(*domain, period_difference(k))
            result += differing(cells(0, *domain), cells(k, *domain), differs)
        return result

    return clauses


def smaller_tori(m: int, n: int) -> Extras:
    """The first state does not repeat in space with a proper divisor of m or of n.

    Each line is compared with the one k further on, but not across the edge: as k is a divisor, a
    state in which all these are equal repeats across the edge, too.
    """

    def clauses(cells: KnuthCells) -> list[Clauses]:
        result = []
        for k in _divisors(m):
            x, y = raster(1, m - k, 1, n)
            differs = cells.variables.allocate(x, y, row_difference(k))
            result += differing(cells(0, x, y), cells(0, x + k, y), differs)
        for k in _divisors(n):
            y, x = raster(1, n - k, 1, m)
            differs = cells.variables.allocate(x, y, column_difference(k))
            result += differing(cells(0, x, y), cells(0, x, y + k), differs)
        return result

    return clauses


def ship(m: int, r: int, s: int, width: int, *, mirrored: bool = False) -> Extras:
    """At time r all is s rows higher, and row 1 is entered for the first time.

    `width` is the number of columns that count: all, or of a `mirrored` grid about half.

    As in the original, no clause is against cells that are born at time r in row m + 1, or beside
    rows m + 2 - s to m. So there are answers that are not ships: a fireship without the two cells
    at its rear gets them at time 10, when its other cells are one row higher (m = 22, n = 29,
    r = 10, s = 1; a copperhead at its side enters row 1 then, which the fireship does earlier).
    """

    def clauses(cells: KnuthCells) -> list[Clauses]:
        columns = span(1, width)

        def row(t: int, x: int) -> Ints:
            return cells(t, x, columns)

        moved = raster(s + 1, m, 1, width)
        sides = span(1, m + 1 - s)
        beside = [cells(r, sides, 0)]
        if not mirrored:
            beside.append(cells(r, sides, width + 1))
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
    """A glider in the lower left corner is gone at time r, and the eater is whole again.

    From time r - 1 on nothing changes: at time r there is a still life. Outside of the glider's
    box, the last three rows of the first three columns, time 0 equals time r.
    """

    def clauses(cells: KnuthCells) -> list[Clauses]:
        box = raster(1, m, 1, n)
        stays = choose(box, (box[0] <= m - 3) | (box[1] >= 4))
        # Around the glider's box is a ring of dead cells; a to d are the cells above the ring, from
        # the left, f to i those right of it, from the top. A generation earlier the glider had
        # other cells of its box. The clauses say that then no cell of the ring was born, apart from
        # its corner: a + b and a + b + c are not 1; b + c + d, f + g + h, g + h + i and h + i are
        # not 2. One case is not excluded, as in the original: of f to i, just g and h are alive.
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


CLAUSE_LIMIT = 32_000_000
"""More clauses would need more memory than most machines have, and no solver would decide them."""


def _always(board: KnuthBoard) -> Callable[[int], KnuthBoard]:
    """A function from a time to the board, which is always this one."""
    return lambda t: board


def grid(m: int, n: int, r: int) -> Design:
    alive = inside(m, n)
    x, y = fertile(raster(0, m + 1, 0, n + 1), alive)
    board = KnuthBoard(x, y, alive, box=(1, m, 1, n))
    return Design(_always(board), (0, m + 1, 0, n + 1), steps=r, cage=Cage.INSIDE)


def grid_cycle(m: int, n: int, r: int) -> Design:
    # Programs with a symmetry lack `someone`, as the originals do: if r > 1, `smaller_periods`
    # demands live cells anyway; if r = 1, the empty grid is a solution of theirs.
    return replace(
        grid(m, n, r),
        cyclic=True,
        cage=Cage.ALWAYS,
        before=someone(m, n),
        after=smaller_periods(r, raster(1, m, 1, n)),
    )


def spaceships(m: int, n: int, r: int, s: int) -> Design:
    # If s > m, clauses of `ship` name rows above the board, and below it.
    window = (min(0, m + 1 - s), max(m + 1, s), 0, n + 1)
    return replace(grid(m, n, r), window=window, after=ship(m, r, s, width=n))


def eater(m: int, n: int, r: int) -> Design:
    if min(m, n) < 5:
        raise InputError(f"the glider and its eater need a grid of at least 5 x 5, not {m} x {n}")
    return replace(grid(m, n, r), cage=Cage.ALWAYS, after=eaten(m, n, r))


def _folded(plain: Design, domain: Positions, representative: PositionMap) -> Design:
    """Only the cells of the domain step; the others are images of them."""
    board = plain.board(0)
    x, y = fertile(domain, board.alive)
    board = replace(board, x=x, y=y, representative=representative)
    return replace(plain, board=_always(board), cage_indented=True)


def _half(value: Ints, size: int) -> Ints:
    """Rows or columns 1 to size, those beyond the middle replaced by their mirror images."""
    return np.where(2 * value > size + 1, size + 1 - value, value)


def _quarter(n: int, *, diagonal: bool) -> tuple[PositionMap, Positions]:
    """A representative of each cell under quarter turns, and the cells that step.

    `diagonal`: count the cells with x = y up to the centre, not just short of it. Without it, cells
    with x + y = n + 1 step, too, as in the original. They are images of those with x = y, whose
    clauses are there twice, with other counters.
    """

    def chosen(x: Ints, y: Ints) -> Bools:
        return (x <= y) & (x + y <= (n + (x == y) if diagonal else n))

    def representative(x: Ints, y: Ints) -> Positions:
        for _ in range(3):
            turned = ~chosen(x, y)
            x, y = np.where(turned, n + 1 - y, x), np.where(turned, x, y)
        return x, y

    x, y = upper_half = raster(0, (n + 1) // 2, 0, n + 1)
    candidates = (x <= y) & (x + y <= (n + (x == y) if diagonal else n + 1))
    return representative, choose(upper_half, candidates)


def grid90(m: int, n: int, r: int) -> Design:
    _require_square(m, n)
    representative, domain = _quarter(n, diagonal=n % 2 == 1)
    return _folded(grid(n, n, r), domain, representative)


def grid90_cycle(m: int, n: int, r: int) -> Design:
    _require_square(m, n)
    representative, domain = _quarter(n, diagonal=True)
    folded = _folded(grid(n, n, r), domain, representative)
    later = choose(domain, domain[0] >= 1)  # not row 0, which is outside the box and stays dead
    return replace(folded, cyclic=True, cage=Cage.ALWAYS, after=smaller_periods(r, later))


def _require_square(m: int, n: int) -> None:
    if m != n:
        raise InputError(f"a quarter turn needs a square grid: m and n must agree, not {m} and {n}")


def gridquad(m: int, n: int, r: int) -> Design:
    def representative(x: Ints, y: Ints) -> Positions:
        return _half(x, m), _half(y, n)

    return _folded(grid(m, n, r), raster(0, (m + 1) // 2, 0, (n + 1) // 2), representative)


def gridquad_cycle(m: int, n: int, r: int) -> Design:
    domain = raster(1, (m + 1) // 2, 1, (n + 1) // 2)
    after = smaller_periods(r, domain)
    return replace(gridquad(m, n, r), cyclic=True, cage=Cage.ALWAYS, after=after)


def spaceships_sym(m: int, n: int, r: int, s: int) -> Design:
    def representative(x: Ints, y: Ints) -> Positions:
        return x, _half(y, n)

    half = (n + 1) // 2
    folded = _folded(spaceships(m, n, r, s), raster(0, m + 1, 0, half), representative)
    return replace(folded, cage_indented=False, after=ship(m, r, s, width=half, mirrored=True))


def torus(m: int, n: int, r: int) -> Design:
    def wrapped(x: Ints, y: Ints) -> Positions:
        return 1 + (x - 1) % m, 1 + (y - 1) % n

    def alive(x: Ints, y: Ints) -> Bools:
        return np.ones(len(x), np.bool_)

    x, y = raster(1, m, 1, n)
    board = KnuthBoard(x, y, alive, box=None, representative=wrapped, wrapped=wrapped)
    return Design(_always(board), (1, m, 1, n), steps=r)


def torus_cycle(m: int, n: int, r: int) -> Design:
    periods, tori = smaller_periods(r, raster(1, m, 1, n)), smaller_tori(m, n)
    return replace(
        torus(m, n, r),
        cyclic=True,
        before=lambda cells: [some(cells(0, 1, 1))],
        after=lambda cells: periods(cells) + tori(cells),
    )


def upper(x0: int, y0: int) -> Design:
    """Whether life can reach a cell from below and from the left (TAOCP 7.2.2.2, ex. 83-85).

    At time 0 only cells with x <= 0 and y <= 0 are alive; here x is the column, and y goes up. The
    cell (x0, y0) is the middle one of the board, whose sides have 2r + 1 cells. It must be alive at
    time r, which is the value of `earliest` for it. A larger board could not matter until then.
    """
    if y0 <= 0 or x0 < -y0:
        raise InputError(f"sat-life-upper needs y0 > 0 and x0 >= -y0, not x0 = {x0}, y0 = {y0}")
    r = 2 * (x0 + y0) if x0 > 0 else x0 + 2 * y0
    size = 2 * r + 1

    def earliest(x: Ints, y: Ints) -> Ints:
        """A time before which life cannot reach a cell: Knuth's, whose proof is not repeated here.

        It says more than that three neighbours must be alive before: life cannot reach (1, 1)
        before time 4, but (0, 1) and (1, 0) are bounded by 2 only, and (0, 0) by 0.
        """
        # Now a and b are the cell's x and y; the quadrant is symmetric, so they may be exchanged.
        a, b = y - (1 + r - x0), (1 + r + y0) - x
        a, b = np.where(b < 0, b, a), np.where(b < 0, a, b)
        time = np.where(a <= -b, b, np.where(a <= 0, a + 2 * b, 2 * a + 2 * b))
        return np.where((a <= 0) & (b <= 0), 0, time).astype(np.int32)

    def board(t: int) -> KnuthBoard:
        # The cells that at time t + 1 can still influence the middle one at time r.
        within = raster(2 + t, 2 * r - t, 2 + t, 2 * r - t)
        x, y = choose(within, earliest(*within) <= t + 1)

        def alive(x: Ints, y: Ints) -> Bools:
            return (earliest(x, y) <= t) & inside(size, size)(x, y)

        return KnuthBoard(x, y, alive, box=(1 + t, size - t, 1 + t, size - t))

    def target(cells: KnuthCells) -> list[Clauses]:
        return [units(cells(r, r + 1, r + 1))]

    return Design(board, (1, size, 1, size), steps=r, after=target, partial=True)


def masked(t: int, mask: Pattern) -> Design:
    columns = np.array([x for x, _ in mask], np.int32)
    rows = np.array([y for _, y in mask], np.int32)
    if not len(rows):
        raise InputError("the mask has no cell that may live: mark such cells with '*'")
    x0, x1, y0, y1 = (int(edge) for e in (rows, columns) for edge in (e.min() + 1, e.max() + 1))
    require_room("this mask", (x1 - x0 + 1) * (y1 - y0 + 1))
    allowed = np.zeros((x1 - x0 + 1, y1 - y0 + 1), np.bool_)
    allowed[rows + 1 - x0, columns + 1 - y0] = True

    def alive(x: Ints, y: Ints) -> Bools:
        within = (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
        result = np.zeros(len(x), np.bool_)
        result[within] = allowed[x[within] - x0, y[within] - y0]
        return result

    window = (x0 - 1, x1 + 1, y0 - 1, y1 + 1)
    x, y = fertile(raster(*window), alive)
    board = KnuthBoard(x, y, alive, box=(x0, x1, y0, y1))
    return Design(_always(board), window, steps=1, start=t)


def require_room(what: str, volume: int) -> None:
    """Refuse arguments that give too many clauses: InputError.

    `volume` is about the number of cells in all steps.
    """
    # About 60 clauses for each: see `engines.sat.encoding.knuth`.
    if (clauses := 60 * volume) > CLAUSE_LIMIT:
        raise InputError(
            f"{what} would take about {clauses:,} clauses; "
            f"lifesearch stops at {CLAUSE_LIMIT:,} (a 100 x 100 grid for 50 steps)"
        )
