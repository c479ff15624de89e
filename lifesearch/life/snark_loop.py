"""Oscillators of every period from 43 on, by construction: gliders between four Snarks.

A Snark, which Mike Playle found in 2013, is a still life that turns a glider by a quarter and is
as it was 43 generations later. Four of them, each turned by a quarter against the one before it,
send a glider around a rectangle with diagonal sides. Each cell by which one pair of opposite
sides is longer makes the way around 8 generations longer, so that it takes 8 n generations, for any
n from 43 on. With 8 gliders at equal distances the loop then has period n; it also has period 2n
with 4 of them, 4n with 2, and 8n with one. That is the proof for long periods in Brown and others,
"Conway's Game of Life is omniperiodic" (arXiv:2312.02799).

    >>> [gliders_of(period) for period in (43, 85, 86, 172, 344)]
    [8, 8, 4, 2, 1]
    >>> snark_loop(61).population
    248
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.simulate.evolve import step

SHORTEST_PERIOD = 43
"""Generations after which a Snark can turn another glider."""

SNARK = Pattern.parse(
    """
......OO...OO....
......OO..O.OOO..
..........O....O.
......OOOO.OO..O.
......O..O.O.O.OO
.........O.O.O.O.
..........OO.O.O.
..............O..
.................
OO...............
.O.......OO......
.O.O.....OO......
..OO.............
.................
.................
.................
.................
.................
.................
............OO...
............O....
.............OOO.
...............O.
""".strip("\n")
)
GLIDER = Pattern.parse(".OO\nO.O\n..O").translate(2, 20)
"""The glider that comes from the lower left."""

REFLECTION = 58
"""Generations after which it leaves the Snark, in the same phase, turned by TURN and moved by EXIT:
then it flies towards LEAVING."""
TURN, EXIT, LEAVING = Orientation.R270, (38, 12), (1, 1)

CORNERS = 4
LOST = CORNERS * REFLECTION // 8
"""The part of n that is spent in Snarks, of the 8 n generations around the loop."""


def gliders_of(period: int) -> int:
    """The fewest gliders with which a loop has this period: its way around is the shortest."""
    return next(
        gliders
        for gliders in (1, 2, 4, 8)
        if gliders * period % 8 == 0 and gliders * period // 8 >= SHORTEST_PERIOD
    )


def snark_loop(period: int) -> Pattern:
    """The loop with this period, of at least SHORTEST_PERIOD."""
    gliders = gliders_of(period)
    longer = gliders * period // 8 - LOST  # cells of free flight, half of the way around
    loop = _Loop(longer // 2, longer - longer // 2)  # nearly square: a choice
    return loop.with_gliders(range(0, gliders * period, period)).normal()


class _Loop:
    """Four Snarks, and where a glider is at each time; at 0 it comes to the first of them.

    `sides` are the cells of free flight after the first and third Snark, and after the others.
    """

    def __init__(self, *sides: int) -> None:
        self.flights = sides * 2
        self.turns = [_turned(corner) for corner in range(CORNERS)]
        self.places = list(self._places())

    def _places(self) -> Iterator[Cell]:
        """Where each Snark is moved to, after it is turned."""
        x = y = 0
        for turn, flight in zip(self.turns, self.flights, strict=True):
            yield x, y
            (out_x, out_y), (dx, dy) = turn.apply(*EXIT), turn.apply(*LEAVING)
            x, y = x + out_x + flight * dx, y + out_y + flight * dy

    def with_gliders(self, times: range) -> Pattern:
        """The Snarks, and a glider that has flown for each of these times."""
        cells = frozenset[Cell]()
        for corner in range(CORNERS):
            cells |= self._at(corner, SNARK).cells
        for time in times:
            cells ^= self._change(time)
        return Pattern.of(cells)

    def _at(self, corner: int, local: Pattern) -> Pattern:
        return local.transform(self.turns[corner]).translate(*self.places[corner])

    def _change(self, time: int) -> frozenset[Cell]:
        """The cells that are not as in the Snarks when the glider has flown for this time."""
        corner = 0
        # A glider needs four generations for each cell of its flight.
        while time >= (taken := REFLECTION + 4 * self.flights[corner]):
            time -= taken
            corner += 1
        reflecting = min(time, REFLECTION)
        flown, phase = divmod(time - reflecting, 4)
        both = step(SNARK | GLIDER, generations=reflecting + phase)
        glider = Pattern.of(both.cells ^ SNARK.cells).translate(
            flown * LEAVING[0], flown * LEAVING[1]
        )
        return self._at(corner, glider).cells


@cache
def _turned(corner: int) -> Orientation:
    turn = Orientation.IDENTITY
    for _ in range(corner):
        turn = turn.then(TURN)
    return turn
