r"""Which rows follow which: a ship, an oscillator or a still life as one sequence of rows.

`questions.strips` makes the problem, for boxes too (`questions.periodic.by_rows`), and `search`
searches it.

A pattern that recurs after p generations, k rows further up, satisfies

    cell(x, y - k, t + p) = cell(x, y, t)

(or the mirror image of the right side, for a glide). Row y of generation t (0 <= t < p) gets
the index i = p*y + o(t), where o(0) = 0, the o(t) are different modulo p, and the next
generation's row y has an index that is f(t) greater:

    f(t) = k,  or  k + 1 whenever t + 1 is a multiple of p / gcd(p, k),  and f(p-1) = k + 1 - gcd

    step(R[i-p], R[i], R[i+p]) = R[i + f(t)]

If gcd(p, k) = 1 this is i = p*y + k*t and f = k. Since -p < f < p for all k from 0 to p - 1, a
row is decided by rows that come before it, and the last 2p rows are all that the next one
depends on: that is a state. An oscillator is k = 0 and a still life p = 1.

>>> StripProblem(5, 4, 2).offsets, StripProblem(5, 3, 0).offsets, StripProblem(5, 5, 2).offsets
((2, 3, 2, 1), (1, 1, -2), (2, 2, 2, 2, 2))

The pattern may be called generation 0 in the generation whose row comes first, so the first row
that is not empty has index 0; if the population of generation 0 is bounded this choice is not
free, and it may be any of the first p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.life.motion import prime_divisors
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Fold, Mirror, mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

# With 13 free cells, the index of all pairs of rows (4^13 numbers of 4 bytes) alone takes 256 MB.
WIDEST = 13
LONGEST_PERIOD = 100  # a state has 2p rows, and shorter periods fit into `kernel.layout.MOST_FLAGS`
LARGEST_POPULATION = (1 << 24) - 1  # a node's mark has 24 bits for it
NEVER = 1 << 40  # the index of a row that is never reached


@dataclass(frozen=True)
class StripProblem:
    """A strip of `width` columns and the conditions on its patterns: all that a worker needs.

    After `period` generations the pattern is `shift` rows further up, and mirrored if `flipped`.
    The `front` is the beginning of generation 0, in columns 0 to width - 1, its first row at y = 0.
    A `length` bounds the rows R[i] to length * p, so no generation has more rows than that. A
    pattern with one of the `folds` is symmetric and known by its first half, which has the
    `length`; others are searched for only if `whole`. With a `mirror` each row is symmetric. A
    `population` is the most live cells that generation 0 may have. A `seed` shuffles the order in
    which rows are tried, and makes the search follow a few states before the others. If the strip
    `wraps`, its sides are joined: it is a cylinder. None is no bound, no front, and rows in the
    order of their numbers. InputError if row tables cannot be used: see `unsuitable`.
    """

    width: int
    period: int
    shift: int
    mirror: Mirror = Mirror.NONE
    flipped: bool = False
    rule: Rule = field(default=LIFE)
    front: Pattern | None = None
    population: int | None = None
    length: int | None = None
    folds: tuple[Fold, ...] = ()
    whole: bool = True
    seed: int | None = None
    wraps: bool = False

    def __post_init__(self) -> None:
        if reason := unsuitable(self):
            raise InputError(reason)

    @property
    def bits(self) -> int:
        return free_cells(self.width, self.mirror)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """f(t): by how much the index of a row grows in one generation, for each generation."""
        p, k = self.period, self.shift
        common = gcd(p, k)
        block = p // common
        places = [k * t + t // block for t in range(p)] + [p * k]
        return tuple(places[t + 1] - places[t] for t in range(p))

    @cached_property
    def phases(self) -> tuple[int, ...]:
        """The generation to which the rows of index 0..p-1 belong."""
        places = np.cumsum((0, *self.offsets[:-1])) % self.period
        return tuple(np.argsort(places).tolist())

    @property
    def uniform(self) -> bool:
        """Whether all indices obey the same equation: states then need no place in the plan."""
        return gcd(self.period, self.shift) == 1 and not self.flipped and self.population is None

    @property
    def mirrors(self) -> bool:
        """Whether a state and its mirror image have mirror-image futures."""
        free = self.mirror is Mirror.NONE and self.front is None
        return free and Orientation.FLIP_X in self.rule.symmetries

    @property
    def trusts_lookahead(self) -> bool:
        """Whether a ship seen while deepening certainly has no shorter period.

        `is_ship` then decides the rest by simulation in the plane, so it cannot on a cylinder.
        """
        return self.shift > 0 and not (self.shorter or self.wraps)

    @property
    def lead(self) -> int:
        """The number of empty rows before a given front, in generation 0.

        The front of generation t can be at most t rows further up.
        """
        p = self.period
        return max(t - sum(self.offsets[:t]) // p for t in range(p))

    @cached_property
    def given(self) -> tuple[int, ...]:
        """The first rows as far as the front determines them; -1 where it does not."""
        if self.front is None:
            return ()
        before = self.lead * self.period
        rows = [-1] * (before + self.period * (self.front.box.bottom + 1))
        for index, row in self._known:
            if 0 <= before + index < len(rows):
                rows[before + index] = row
        return tuple(rows)

    @cached_property
    def _known(self) -> list[tuple[int, int]]:
        """Index and content of rows that follow from the front, which begins at index 0.

        All rows before the front are empty, so generation t is known up to t rows before the
        front's end: what is farther down may depend on rows that are not given.
        """
        found = []
        height = self.front.box.bottom + 1 if self.front else 0
        phases = generations(self.front or Pattern.of([]), self.period - 1, self.rule)
        for t, phase in enumerate(phases):
            # The first of these rows are empty: they begin farther up than the indices of `given`.
            for y in range(-height - self.period, height - t):
                cells = [x for x, row in phase.cells if row == y]
                index = self.period * y + sum(self.offsets[:t])
                found.append((index, self._row(cells)))
        return found

    def _row(self, cells: list[int]) -> int:
        """A row as a number; 2^bits, which no row has, if a cell is outside the strip."""
        mirrored = self.mirror is not Mirror.NONE
        halves = {self.width - 1 - x if mirrored and 2 * x >= self.width else x for x in cells}
        if not halves <= set(range(self.bits)):
            return 1 << self.bits
        return sum(1 << x for x in halves)

    @property
    def shorter(self) -> list[tuple[int, bool]]:
        """The shorter periods to exclude: (prime factor q, whether mirrored), the period being p/q.

        A pattern that recurs mirrored must not be its own mirror image: that is (1, True). Nor may
        it recur mirrored after p/q generations, which is possible for odd q only.
        """
        common = gcd(self.period, self.shift)
        primes = prime_divisors(common)
        if self.flipped:
            return [(1, True)] + [(q, True) for q in primes if q > 2]
        return [(q, False) for q in primes]

    @property
    def idle(self) -> int:
        """The number of first rows that may be empty."""
        if self.front is not None:
            return len(self.given)
        return 0 if self.population is None else self.period - 1

    @property
    def last(self) -> int:
        """The index from which on all rows are empty, if the length is bounded."""
        before = self.idle if self.front is None else self.period * self.lead
        return NEVER if self.length is None else self.period * self.length + before

    def admits(self, rows: Sequence[int]) -> bool:
        """Whether the rows, from the first that is not empty, are within the length bound.

        One row at least is not empty.
        """
        first = next(i for i, row in enumerate(rows) if row)
        return self.length is None or len(rows) - first <= self.period * self.length

    def has_front(self, rows: Sequence[int]) -> bool:
        """Whether the rows of a pattern, which the search made, include all those of the front.

        A front with empty rows inside may begin with a whole pattern.
        """
        return len(rows) > max((i for i, row in enumerate(self.given) if row > 0), default=-1)

    def bounds(self, *, future: bool = False) -> NDArray[np.int64]:
        """For the kernel: LAST, POPULATION, IDLE, FOLDS and WHOLE of `kernel.layout`.

        In the `future` of a state a folded pattern continues after its first half.
        """
        most = LARGEST_POPULATION if self.population is None else self.population
        last = self.last
        if future and self.folds and self.length is not None:
            last += self.period * self.length
        return np.array([last, most, self.idle, mask(self.folds), self.whole], np.int64)

    def mark(self) -> int:
        """For the kernel: place 0, population 0, and all shorter periods as possible ones."""
        return (1 << len(self.shorter)) - 1


def free_cells(width: int, mirror: Mirror) -> int:
    """The number of free cells in a row: half of them if the strip is mirrored."""
    if mirror is Mirror.NONE:
        return width
    return width // 2 if mirror is Mirror.GUTTER else (width + 1) // 2


def unsuitable(problem: StripProblem) -> str:  # noqa: PLR0911
    """Why row tables cannot be used for a problem; empty if they can."""
    p, k = problem.period, problem.shift
    flip = Orientation.FLIP_X
    if p < 1 or p > LONGEST_PERIOD:
        return f"row tables are for periods from 1 to {LONGEST_PERIOD}, not {p}"
    if not 0 <= k < p:
        return (
            f"row tables are for ships slower than one row per generation, not for {k} rows in {p}"
        )
    if problem.width < 1:
        return f"a strip {problem.width} wide has no cells: it needs a width of 1 or more"
    if problem.mirror is Mirror.GUTTER and problem.width % 2 == 0:
        return f"a gutter is a middle column: it needs an odd width, and {problem.width} is even"
    if not 1 <= problem.bits <= WIDEST:
        return f"row tables are for 1 to {WIDEST} free cells in a row, not {problem.bits}"
    if not problem.rule.plain:
        return (
            "row tables are for two-state rules under which the empty plane does not alternate "
            "(no B0 without S8)"
        )
    if problem.mirror is not Mirror.NONE and flip not in problem.rule.symmetries:
        return (
            f"{problem.rule} is not symmetric under {flip.symbol}, which a mirror-symmetric strip "
            "needs"
        )
    if problem.flipped and (
        problem.mirror is not Mirror.NONE or flip not in problem.rule.symmetries
    ):
        return "a glide needs a rule that is symmetric under F|, and a strip without a mirror"
    if problem.wraps and problem.front is not None:
        return "row tables do not support a front on a cylinder"
    if problem.front is not None and not _fits(problem.front, problem):
        return f"the front does not fit into a strip {problem.width} wide with this mirror"
    if any(bound is not None and bound < 1 for bound in (problem.population, problem.length)):
        return "bounds on population and length must be at least 1"
    return _not_folded(problem)


def _not_folded(problem: StripProblem) -> str:
    """Why a problem cannot have its folds; empty if it can."""
    if not problem.folds:
        return "" if problem.whole else "what is not whole must be folded"
    if problem.shift or problem.front is not None:
        return "top-to-bottom symmetry is for oscillators and still lifes without a given front"
    for fold in problem.folds:
        if fold.orientation not in problem.rule.symmetries:
            return f"{problem.rule} is not symmetric under {fold.orientation.symbol}"
        if fold.turns and problem.mirror is not Mirror.NONE:
            return "a half turn of a mirror-symmetric strip is a mirror"
    return ""


def _fits(front: Pattern, problem: StripProblem) -> bool:
    mirrored = front.transform(Orientation.FLIP_X).translate(problem.width - 1, 0)
    middle = {(problem.width - 1) / 2} if problem.mirror is Mirror.GUTTER else set()
    inside = all(0 <= x < problem.width and y >= 0 and x not in middle for x, y in front.cells)
    return bool(front) and inside and (problem.mirror is Mirror.NONE or mirrored == front)


def pattern(problem: StripProblem, rows: Sequence[int], generation: int = 0) -> Pattern:
    """One generation of a sequence of rows R[0], R[1], ..."""
    p, cells = problem.period, []
    place = problem.phases.index(generation)
    for y, row in enumerate(rows[place::p]):
        for x in range(problem.bits):
            if row >> x & 1:
                cells.append((x, y))
                if problem.mirror is not Mirror.NONE:
                    cells.append((problem.width - 1 - x, y))
    return Pattern.of(cells)


def is_ship(problem: StripProblem, rows: Sequence[int]) -> bool:
    """Whether the pattern is complete: it recurs after a period, moved up."""
    ship = pattern(problem, rows)
    *_, last = generations(ship, problem.period, problem.rule)
    return bool(ship) and last == ship.translate(0, -problem.shift)
