"""A strip as one sequence of rows: what a certificate of states is about.

This is written anew from the definitions below, and uses nothing of the searches.

*Rows.* A pattern lies in a strip of some width, endless up and down. After p generations it recurs,
k rows further up (0 <= k < p), moved to the right by `dx`, or mirrored (left and right) if it is
`flipped`. So its generations 0 to p-1 are all there is to know. Row y of generation t gets the
number

    i = p y + o(t),    o(t) = k t + floor(t / (p / g)),    g = gcd(p, k)

These numbers are all different. R[i] is the row with number i, which belongs to the generation
t with o(t) = i modulo p. One generation later it becomes R[i + f(t)], where f(t) = o(t+1) - o(t)
and o(p) = p k: the row k rows further up p generations later is the same row again. So a
sequence of rows is such a pattern if and only if, for all i,

    (C i)    R[i-2p] above R[i-p] above R[i] make R[i-p] become R[i-p+f(t)]

(for t = p-1, what is to become of it is moved by dx or mirrored first). Since -p < f(t) < p, each
condition is about a row R[i] and 2p rows before it.

*States.* A state is 2p rows in order, the number of the next row modulo p (its *place*), for each
shorter period (see `shorter`) whether all rows so far allow it, and, if the population of
generation 0 is bounded, its cells so far. Where all places are alike, they count as one.

*Look-ahead.* A row R[j] may only be added to a state if C j holds and if some conditions on rows
that are to come can be met, all of them at once, whatever these rows are (see `conditions`). Say
that R[j] is row Y of generation T. The rows Y+1, Y+2, ..., Y+b of generation T-b, below row Y
which is in the state, must be such that rows Y to Y+b-1 become those of generation T-b+1; and so
for b = 1, 2, ... up to the look-ahead, as long as row Y of generation T-b is in the state. If
f(T) <= 0, then R[j+f(T)] is in the state too, and some row below must make R[j] become it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import NamedTuple

NO_MIRROR, MIRRORED, GUTTER = "none", "mirrored", "gutter"
"""Symmetries of a strip: none, left-right, and left-right with an empty column in the middle."""
MOST_CELLS_OF_A_ROW = 40
"""Free cells of a row at most; the hash of states (`state_set.place_of`) relies on it."""
FARTHEST_LOOK_AHEAD = 6
"""The farthest look-ahead that a certificate may have; those written here have 3 (see
`certificate.TABLES_LOOK_AHEAD`). A look-ahead of b adds up to b (b + 1) / 2 conditions to each row,
so with a far one a forged certificate could make its check endless; 6 is a choice.
"""

EACH, SOME, KNOWN = 0, 1, 2
"""Which row below meets a condition: each that fits is tried, some is enough, or it is known."""


class Condition(NamedTuple):
    """Row `above`, row `middle` and row `below` make the middle one become row `result`.

    Rows are given by slots: 0 to 2p are R[j-2p] to R[j], and rows to come have slots after that.
    If it `wraps`, the result is moved or mirrored first. `which_below` is EACH, SOME or KNOWN.
    """

    wraps: bool
    above: int
    middle: int
    result: int
    below: int
    which_below: int


@dataclass(frozen=True)
class StripRows:
    """A strip and how its patterns recur; `table` is the rule's, of 512 entries.

    In a `period`, p in the module's docstring, patterns move `up` rows up, k there, and `dx`
    columns to the right, or are `flipped`. The `mirror` is NO_MIRROR, MIRRORED or GUTTER. The
    population of generation 0 is at most `most`, if that is not None.
    """

    width: int
    period: int
    up: int
    table: bytes
    dx: int = 0
    flipped: bool = False
    mirror: str = NO_MIRROR
    most: int | None = None

    @property
    def bits(self) -> int:
        """The number of free cells of a row: those on the left, if the strip is mirrored."""
        if self.mirror == NO_MIRROR:
            return self.width
        return (self.width + (self.mirror == MIRRORED)) // 2

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """o(0) to o(p)."""
        p, k = self.period, self.up
        block = p // gcd(p, k)
        return (*(k * t + t // block for t in range(p)), p * k)

    def later(self, t: int) -> int:
        """f(t): how much greater the number of a row is one generation later."""
        t %= self.period
        return self.numbers[t + 1] - self.numbers[t]

    @cached_property
    def generations(self) -> tuple[int, ...]:
        """The generation of R[0], R[1], ..., R[p-1]."""
        p = self.period
        return tuple(sorted(range(p), key=lambda t: self.numbers[t] % p))

    @property
    def places(self) -> int:
        """The number of places that make states differ: p, or 1 if all places are alike.

        If g is 1, o(t) is k t, so f(t) is k for all t, and C i is the same for all i, unless what
        generation p-1 becomes is moved or mirrored. Only generation 0's cells are counted.
        """
        alike = gcd(self.period, self.up) == 1 and not (self.flipped or self.dx)
        return 1 if alike and self.most is None else self.period

    @property
    def starts(self) -> int:
        """The number of places at which the first row with a live cell must be expected.

        Any generation may be called generation 0, so we take the one whose first live row comes
        first (the least y + kt/p): its number is 0. If the population of generation 0 is bounded,
        or the strip moves to the side, we cannot choose.
        """
        return self.places if self.dx or self.most is not None else 1

    @property
    def reversible(self) -> bool:
        """Whether the mirror image of a pattern is one, too, and not always the same one."""
        alike = all(self.table[block] == self.table[_reversed(block)] for block in range(512))
        return alike and self.mirror == NO_MIRROR and not self.dx

    def column(self, x: int) -> int:
        """The free cell that decides the cell in column x; -1 if that is dead."""
        if self.mirror != NO_MIRROR:
            x = min(x, self.width - 1 - x)
        return x if 0 <= x < self.bits else -1

    @property
    def last_column(self) -> int:
        """The last column that the rule must be tested in; the rest is a mirror image."""
        return self.bits - (self.mirror == MIRRORED)

    @property
    def shorter(self) -> tuple[tuple[int, int, int, bool], ...]:
        """Shorter periods: (first generation, rows before, move to the right, mirrored) for each.

        A pattern whose period is p/q for a prime q, or a divisor of that, has R[i] = R[i - g/q],
        moved by dx/q, for all rows of generations p/q and later; and the other way round. For a
        flipped pattern, whose true period is 2p, q is odd, and R[i] the mirror image; besides,
        it must not be its own mirror image.
        """
        p, common = self.period, gcd(self.period, self.up, self.dx)
        primes = [q for q in range(2, common + 1) if common % q == 0]
        primes = [q for q in primes if all(q % d for d in range(2, q))]
        rows = gcd(p, self.up)
        if self.flipped:
            odd = [(p // q, rows // q, 0, True) for q in primes if q > 2]
            return ((0, 0, 0, True), *odd)
        return tuple((p // q, rows // q, self.dx // q, False) for q in primes)

    def conditions(self, place: int, look_ahead: int) -> list[Condition]:
        """Condition C j, for a place of R[j], and those of the look-ahead after it."""
        p, t = self.period, self.generations[place]
        last, f = 2 * p, self.later(t)
        found = [(t == p - 1, 0, p, p + f, last)]
        slots: dict[int, int] = {-back: last - back for back in range(last + 1)}
        if f <= 0:
            found.append((t == p - 1, p, last, last + f, _slot(slots, p)))
        found += self._earlier(t, look_ahead, slots)
        return list(_with_rows_below(found, given=last))

    def _earlier(
        self, t: int, look_ahead: int, slots: dict[int, int]
    ) -> Iterator[tuple[bool, int, int, int, int]]:
        """The conditions on earlier generations; `slots` maps n to the slot of R[j + n].

        Each has the fields of a `Condition` up to `below`.
        """
        p, before = self.period, 0
        for b in range(1, look_ahead + 1):
            # R[j] is row Y of generation t. R[j - before] is that of generation t - b, and
            # R[j - after] that of the next one; a rows further down they are R[j + a p - before]
            # and R[j + a p - after].
            after, before = before, before + self.later(t - b)
            if not 1 <= before <= 2 * p:
                return
            for a in range(b):
                row = a * p - before
                if a == 0 and row + p <= 0:
                    continue  # the row below is in the state: this condition was met before
                below = _slot(slots, row + p)
                above, middle, result = slots[row - p], slots[row], slots[a * p - after]
                if max(above, middle, result, below) > 2 * p:
                    yield (t - b) % p == p - 1, above, middle, result, below


def _slot(slots: dict[int, int], row: int) -> int:
    """The slot of a row, a new one if it has none."""
    return slots.setdefault(row, max(slots.values()) + 1)


def _with_rows_below(
    found: list[tuple[bool, int, int, int, int]], given: int
) -> Iterator[Condition]:
    """The conditions, with which row below meets each; slots below `given` are those of the state.

    A row below that no later condition needs is not tried in turn: one that fits is enough.
    """
    seen = set(range(given))
    for i, (wraps, above, middle, result, below) in enumerate(found):
        if below in seen:
            which = KNOWN
        else:
            needed = i == 0 or any(below in other[1:] for other in found[i + 1 :])
            which = EACH if needed else SOME
        seen.add(below)
        yield Condition(wraps, above, middle, result, below, which)


def _reversed(block: int) -> int:
    """The mirror image of a block of 3x3 cells: 256 128 64 / 32 16 8 / 4 2 1."""
    return sum(
        ((block >> 3 * row + x) & 1) << 3 * row + 2 - x for row in range(3) for x in range(3)
    )
