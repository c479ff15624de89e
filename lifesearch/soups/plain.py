"""Soups in plain Python: the first few, in the time that it takes to load what runs thousands.

A board is one long integer (see `life.simulate.bitboard`), so that a generation takes a few dozen
operations, each on all cells at once. Whatever reaches the rim of the board is cut off. So what is
left need not be what such a soup leads to; it is a pattern all the same, for others to examine.

In rules with several states there is a board for each: one for the live cells, and one for those
that are dying in each of the other states. What is dying is not born, and goes on to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.bitboard import LiveRows, Successor, step_function
from lifesearch.life.symmetry import Symmetry

BOARD = 64
SIDES = (8, 16)
GENERATIONS = 1_500
_SHORT = 16

Boards = tuple[int, ...]
_ROW = 2 ** (BOARD - 1) - 2
_INNER = sum(_ROW << BOARD * y for y in range(1, BOARD - 1))


@dataclass(frozen=True)
class Settled:
    """What is left of a soup, and after how many generations it recurs."""

    number: int
    symmetry: Symmetry
    soup: Pattern
    period: int
    pattern: Pattern


@dataclass(frozen=True)
class PlainSoups:
    """An endless row of soups; each depends on its number and the seed alone."""

    rule: Rule
    symmetries: tuple[Symmetry, ...]
    seed: int = 0

    def run(self, number: int) -> Settled | None:
        """Run a soup; None if it does not settle soon."""
        symmetry, cells = self._soup(number)
        boards: Boards = (cells & _INNER, *[0] * (self.rule.states - 2))
        memory, since, renewed = boards, 0, _SHORT
        for generation in range(1, GENERATIONS + 1):
            boards = self._next(boards)
            if boards == memory:
                period = generation - since
                return Settled(number, symmetry, _pattern(cells), period, _pattern(*boards))
            if generation == renewed:
                memory, since = boards, generation
                renewed += max(_SHORT, generation // 2)
        return None

    def _next(self, boards: Boards) -> Boards:
        live, *dying = boards
        then = self._following(live, BOARD) & _INNER
        if not dying:
            return (then,)
        for state in dying:
            then &= ~state
        return (then, live & ~then, *dying[:-1])

    @cached_property
    def _following(self) -> Successor:
        return step_function(self.rule)

    def _soup(self, number: int) -> tuple[Symmetry, int]:
        random = Random(self.seed << 64 | number)
        symmetry = random.choice(self.symmetries)
        width, height = random.choice(_boxes(symmetry))
        left, top = (BOARD - width) // 2, (BOARD - height) // 2
        alive = random.getrandbits(width * height)
        cells = 0
        for place, orbit in enumerate(symmetry.orbits(width, height)):
            if alive >> orbit & 1:
                cells |= 1 << (top + place // width) * BOARD + left + place % width
        return symmetry, cells


@cache
def _boxes(symmetry: Symmetry) -> list[tuple[int, int]]:
    """The boxes that can have a symmetry."""
    sides = range(SIDES[0], SIDES[1] + 1)
    boxes = ((width, height) for width in sides for height in (width, width + 1))
    return [box for box in boxes if not symmetry.fits(*box)]


def _pattern(live: int, *dying: int) -> Pattern:
    states = {
        cell: state
        for state, board in enumerate((live, *dying), start=1)
        for cell in _cells(board).cells
    }
    return Pattern.of_states(states) if dying else _cells(live)


def _cells(board: int) -> Pattern:
    data = board.to_bytes(BOARD * BOARD // 8, "little")
    octets = BOARD // 8
    rows = [int.from_bytes(data[at : at + octets], "little") for at in range(0, len(data), octets)]
    return LiveRows.trim(0, 0, rows).pattern()
