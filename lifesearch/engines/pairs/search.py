"""Two oscillators side by side, some cell of which has the least common multiple of their periods.

Oscillators of periods 3 and 8 that are far apart recur together after 24 generations, but each cell
after 3 or 8. If they are so near that a cell has neighbours in both, it may be born in a generation
in which both are as it needs, once in 24. If it dies again and both survive, they are an oscillator
of period 24, such as a caterer beside a figure-8.

`found_in` tries all places of the second oscillator near the first one, in all its orientations and
phases. Boards with 64 cells in a row, one for each place, lie below each other in one array, and
are run together. Most collapse in a few generations, and are dropped as soon as they differ in
many rows from the two oscillators alone. `questions.race.pairs` calls it for pairs of the
catalogue, and verifies what it finds: here nothing is proved.

Each word of an array is a row of cells, the first one in its lowest bit:

film    film[t, y] is row y of generation t of an oscillator
boards  boards[i, y] is row y of the board of place i
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import NEAR, Box, Pattern, rows_of
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.bitboard import LiveRows, step_function

if TYPE_CHECKING:
    from numpy.typing import NDArray

Words: TypeAlias = "NDArray[np.uint64]"
Numbers: TypeAlias = "NDArray[np.intp]"
Flags: TypeAlias = "NDArray[np.bool_]"

COLUMNS = 64
"""Cells in a row of a board: a word."""
MARGIN = 4
"""Dead cells around both oscillators; a board that grows beyond them is emptied."""
MOST_ROWS = 8
"""A board that differs in more rows from the two oscillators alone is dropped.

A choice: debris soon spreads over more, and a spark between oscillators is two or three cells.
"""


@dataclass(frozen=True)
class Film:
    """All generations of an oscillator, each in the smallest box that holds all of them."""

    width: int
    rows: Words

    @property
    def period(self) -> int:
        return len(self.rows)

    @property
    def height(self) -> int:
        return int(self.rows.shape[1])

    @classmethod
    def of(cls, life: Sequence[Pattern]) -> Film:
        whole = Box.around(pattern.box for pattern in life)
        rows = [rows_of(pattern, whole._replace(height=whole.height)) for pattern in life]
        return cls(whole.width, np.array(rows, np.uint64))

    def boards(self, rows: Words, corners: Numbers, height: int) -> Words:
        """A board for each corner (x, y), with these rows of the film there."""
        x, y = corners
        boards = np.zeros((len(x), height), np.uint64)
        below = y[:, None] + np.arange(self.height)
        boards[np.arange(len(x))[:, None], below] = rows << x[:, None].astype(np.uint64)
        return boards


class Places(NamedTuple):
    """Places of two oscillators on boards of one height.

    first, second  their films
    later          the generation of the second when the first one is in generation 0
    at, beside     the top left corners of both films: at[:, i] is (x, y) on board i
    """

    first: Film
    second: Film
    later: int
    height: int
    at: Numbers
    beside: Numbers

    @classmethod
    def near(cls, first: Film, second: Film, later: int) -> Places:
        """The places at which a cell may have neighbours in both."""
        across = np.arange(-second.width - NEAR, first.width + NEAR + 1)
        down = np.arange(-second.height - NEAR, first.height + NEAR + 1)
        moved = np.array(np.meshgrid(across, down)).reshape(2, -1)
        at = np.maximum(-moved, 0) + MARGIN
        height = first.height + second.height + NEAR + 2 * MARGIN
        places = cls(first, second, later, height, at, at + moved)
        one = first.boards(np.bitwise_or.reduce(first.rows), at, height)
        other = second.boards(np.bitwise_or.reduce(second.rows), places.beside, height)
        near: Flags = np.logical_or.reduce(_grown(one, NEAR) & other > 0, axis=1)
        return places.only(near)

    def only(self, kept: Flags) -> Places:
        return self._replace(at=self.at[:, kept], beside=self.beside[:, kept])

    def alone(self, t: int) -> tuple[Words, Words]:
        """Boards with nothing but the first oscillator in generation t; boards with the second."""
        first, second = self.first, self.second
        rows, others = first.rows[t % first.period], second.rows[(t + self.later) % second.period]
        return (
            first.boards(rows, self.at, self.height),
            second.boards(others, self.beside, self.height),
        )


def found_in(first: Sequence[Pattern], second: Sequence[Pattern]) -> Iterator[int | Pattern]:
    """Patterns in which two oscillators, given by all their generations, change each other.

    They seem to recur, with the least common multiple of both periods, which some cell has. Between
    them come the numbers of places that are tried.
    """
    film = Film.of(first)
    tried = 0
    images: set[frozenset[Pattern]] = set()
    for turn in Orientation:
        turned = [pattern.transform(turn) for pattern in second]
        corner = Box.around(pattern.box for pattern in turned)
        turned = [pattern.translate(-corner.x, -corner.y) for pattern in turned]
        if frozenset(turned) in images:  # the same oscillator, perhaps in another phase
            continue
        images.add(frozenset(turned))
        other = Film.of(turned)
        if film.width + NEAR + other.width + 2 * MARGIN > COLUMNS:
            continue
        # The phase of the second at the times when the first begins anew is `later` plus a multiple
        # of the first period: together, all that are equal modulo the greatest common divisor.
        for later in range(gcd(film.period, other.period)):
            places = Places.near(film, other, later)
            yield from _recurring(places, lcm(film.period, other.period))
            tried += places.at.shape[1]
            yield tried


def _recurring(places: Places, period: int) -> Iterator[Pattern]:
    """Run all places for two periods: some patterns are a phase of the oscillator after the first.

    Places at which nothing is changed in a period are dropped: there the two go on as if alone.
    """
    first, second = places.alone(0)
    free: Flags = np.logical_not((first & second).any(axis=1))
    places, boards = places.only(free), (first | second)[free]
    changed = np.zeros(len(boards), np.bool_)
    for t in range(1, period + 1):
        boards = _next(boards)
        first, second = places.alone(t)
        rows = np.count_nonzero(boards ^ (first | second), axis=1)
        changed |= rows > 0
        kept = rows <= MOST_ROWS
        if t == period:
            kept &= changed
        if not kept.all():
            boards, changed, places = boards[kept], changed[kept], places.only(kept)
    if not len(boards):
        return
    life = [boards]
    for _ in range(period):
        life.append(_next(life[-1]))
    recurs = (life.pop() == boards).all(axis=1) & _has_full_period(np.array(life))
    for rows_of_one in boards[recurs]:
        yield LiveRows(0, 0, tuple(map(int, rows_of_one))).pattern().normal()


def _next(boards: Words) -> Words:
    """The next generation of each board: the simulator takes all as one board, 64 cells wide.

    A board with a live cell at its edge is emptied, before the cell is a neighbour in another one.
    """
    bits = step_function(LIFE)(int.from_bytes(boards.tobytes(), "little"), COLUMNS)
    after = np.frombuffer(bits.to_bytes(boards.nbytes, "little"), np.uint64).reshape(boards.shape)
    sides = np.uint64(1 | 1 << COLUMNS - 1)
    edge = np.bitwise_or.reduce(after & sides, axis=1) | after[:, 0] | after[:, -1]
    return np.where(edge[:, None] > 0, np.uint64(0), after)


def _has_full_period(life: Words) -> Flags:
    """Whether a cell of each board has no shorter period than all generations of `life`.

    A cell has it if for each shorter period some generation and the one so much later differ.
    """
    period = len(life)
    full = np.full(life.shape[1:], ~np.uint64(0))
    for divisor in (d for d in range(2, period + 1) if not period % d):
        full &= np.bitwise_or.reduce(life ^ np.roll(life, period // divisor, axis=0))
    has: Flags = np.logical_or.reduce(full > 0, axis=1)
    return has


def _grown(boards: Words, by: int) -> Words:
    """All cells that are at most `by` cells from a live one."""
    for _ in range(by):
        wide = boards | boards << np.uint64(1) | boards >> np.uint64(1)
        boards = wide.copy()
        boards[:, 1:] |= wide[:, :-1]
        boards[:, :-1] |= wide[:, 1:]
    return boards
