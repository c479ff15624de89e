"""Kinds of patterns: a period, and how far a pattern has moved after it; patterns of a kind.

Patterns that the rule's symmetries turn into each other are of one kind; ships go up, and left if
they can:

    >>> kind_of(4, 1, 1, LIFE), kind_of(3, -1, 0, LIFE)
    (MotionKind(period=4, dx=-1, dy=-1), MotionKind(period=3, dx=0, dy=-1))
    >>> kind_of(4, 1, 1, LIFE).title(LIFE), MotionKind(5).title(LIFE), MotionKind(1).title(LIFE)
    ('c/4 diagonal', 'period 5', 'still life')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from lifesearch.common.errors import VerificationError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.life.motion import Motion, heading
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.neighbourhood import alive
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour, behaviour, phases, step, velocity

# Rows of three cells of which some live, as bits; 7 is the row of three live cells.
ANY_ROW, ROWS_OF_ONE_OR_TWO = range(1, 8), range(1, 7)
UP = (0, -1)
"""One of the directions of `sides`."""
_IN_NAME = re.compile(r" ([0-9]{1,9}),(-?[0-9]{1,9}),(-?[0-9]{1,9})\Z")
"""The end of a task's name: period, dx and dy."""


class MotionKind(NamedTuple):
    """A period, and the cells to the right and down by which a pattern has moved then."""

    period: int
    dx: int = 0
    dy: int = 0

    @classmethod
    def in_name(cls, task: str) -> MotionKind:
        """The kind in the name of a task that is about one kind; ValueError if there is none.

        >>> MotionKind.in_name(MotionKind(3, 0, -1).with_name("symmetric boxes"))
        MotionKind(period=3, dx=0, dy=-1)
        """
        found = _IN_NAME.search(task)
        kind = cls(*map(int, found.groups())) if found else cls(0)
        if not 1 <= kind.period <= LONGEST_PERIOD or max(abs(kind.dx), abs(kind.dy)) > kind.period:
            raise ValueError(f"{task:.40} is not a task about a kind of patterns")
        return kind

    def with_name(self, method: str) -> str:
        """The name of the task that searches for this kind by a method: sessions save it."""
        return f"{method} {self.period},{self.dx},{self.dy}"

    @property
    def motion(self) -> Motion:
        return Motion(self.period, dx=self.dx, dy=self.dy)

    @property
    def travels(self) -> bool:
        return bool(self.dx or self.dy)

    @property
    def word(self) -> str:
        """One of 'still life', 'oscillator' and 'spaceship'."""
        return Behaviour(self.period, self.period, self.dx, self.dy).kind

    @property
    def family(self) -> str:
        """One of 'still-lifes', 'oscillators' and 'spaceships', the names that options have."""
        return f"{self.word.replace(' ', '-')}s"

    @property
    def order(self) -> tuple[int, ...]:
        """A sort key: still lifes first, then periods, then speeds by their periods.

        Speeds of one period are sorted by the distance sideways, then by that upwards.
        """
        return (self.travels, self.period, abs(self.dx), -self.dy, self.dx)

    def title(self, rule: Rule) -> str:
        if not self.travels:
            return self.word if self.period == 1 else f"period {self.period}"
        return f"{velocity(self.dx, self.dy, self.period)}{heading(self.dx, self.dy, rule)}"


def kind_of(period: int, dx: int, dy: int, rule: Rule) -> MotionKind:
    """The kind of a pattern with this motion: that of the image which goes up, or up and left."""
    shifts = [g.apply(dx, dy) for g in Orientation if g in rule.symmetries]
    across, down = min(shifts, key=lambda shift: (shift[1], shift[0]))
    return MotionKind(period, across, down)


def speeds(period: int, rule: Rule) -> Iterator[MotionKind]:
    """All kinds of spaceships of a period that the rule may have.

    A ship that moves up leaves the box around it above, so cells must be born there (`sides`).
    """
    if not sides(rule):
        return
    reach = range(-period, period + 1)
    kinds = {kind_of(period, dx, dy, rule) for dx in reach for dy in reach if dx or dy}
    for kind in sorted(kinds, key=lambda kind: kind.order):
        # A theorem: no spaceship of Life is faster.
        if rule == LIFE and period < 2 * (abs(kind.dx) + abs(kind.dy)):
            continue
        needed = {(0, _sign(kind.dy)), (_sign(kind.dx), 0)} - {(0, 0)}
        if needed <= sides(rule):
            yield kind


def is_sought(kind: MotionKind) -> bool:
    """Whether there are queries about a kind: only for ships that go up, or up and left.

    >>> is_sought(MotionKind(3)), is_sought(MotionKind(4, -1, -1)), is_sought(MotionKind(4, 1, -1))
    (True, True, False)
    """
    return not kind.travels or (kind.dx <= 0 and kind.dy < 0)


@cache
def sides(rule: Rule) -> frozenset[tuple[int, int]]:
    """The directions in which patterns can leave the box around them.

    A cell just outside of the box has live neighbours in one row, or one column, only. If no states
    of these bring it to life, nothing ever leaves the box on this side.

    >>> len(sides(LIFE)), len(sides(Rule.parse("B4/S23")))
    (4, 0)
    """
    directions = (UP, (0, 1), (-1, 0), (1, 0))
    return frozenset(each for each in directions if _grows(rule, each, ANY_ROW))


def survives(rule: Rule) -> bool:
    """Whether a live cell ever stays alive.

    >>> survives(LIFE), survives(Rule.parse("B2/S"))
    (True, False)
    """
    return any(entry for block, entry in enumerate(rule.table) if alive(block))


@cache
def grows_slowly(rule: Rule) -> bool:
    """Whether fewer than three cells in a row never bring another one to life beside it.

    Ships of such rules are hardly faster than those of Life.

    >>> grows_slowly(LIFE), grows_slowly(Rule.parse("B2/S"))
    (True, False)
    """
    return not any(_grows(rule, direction, ROWS_OF_ONE_OR_TWO) for direction in sides(rule))


def _grows(rule: Rule, direction: tuple[int, int], rows: Iterable[int]) -> bool:
    """Whether a cell is born in a direction beside one of some rows of three cells, as bits.

    Under B0 it is, far from any live cell.
    """
    dx, dy = direction
    if rule.births_from_nothing:
        return True
    for cells in rows:
        row = [place - 1 for place in range(3) if cells >> place & 1]
        behind = [(x, -dy) if dy else (-dx, x) for x in row]
        if (0, 0) in step(Pattern.of(behind), rule).cells:
            return True
    return False


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@dataclass(frozen=True)
class MinimalPattern:
    """A still life, oscillator or spaceship in the phase that has the fewest cells.

    `width` and `height` are those of the smallest box that contains as many generations as the
    period has, beginning with whichever fits best. Under B0 without S8 only even generations count:
    odd ones are complements. `source` says where it was found, in words.
    """

    pattern: Pattern
    kind: MotionKind
    width: int
    height: int
    source: str

    @classmethod
    def of(
        cls, pattern: Pattern, rule: Rule, source: str, limit: int = LONGEST_PERIOD
    ) -> MinimalPattern:
        """Simulate a pattern; a VerificationError if it does not recur by generation `limit`.

        Ships are turned to go up, and left.
        """
        cycle = behaviour(pattern, rule, limit)
        if cycle.period is None:
            raise VerificationError("the pattern does not recur")
        kind = kind_of(cycle.period, cycle.dx, cycle.dy, rule)
        turns = [g for g in Orientation if g in rule.symmetries]
        turn = next(g for g in turns if g.apply(cycle.dx, cycle.dy) == (kind.dx, kind.dy))
        life = phases(pattern.transform(turn), rule, 2 * kind.period - 1)
        boxes = [phase.box for phase in life]
        starts = range(0, kind.period, len(rule.steps))
        home = min(
            (Box.around(boxes[t : t + kind.period]) for t in starts),
            key=lambda box: (box.area, box.width),
        )
        least = min((life[t] for t in starts), key=lambda phase: (phase.population, phase.box.area))
        return cls(least.normal(), kind, home.width, home.height, source)

    @cached_property
    def cells(self) -> int:
        """The live cells of the phase that has the fewest."""
        return self.pattern.population

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def size(self) -> tuple[int, int]:
        """A sort key: patterns with fewer cells are smaller."""
        return self.cells, self.area

    @property
    def tightness(self) -> tuple[int, int]:
        """A sort key: patterns in smaller boxes are tighter."""
        return self.area, self.cells
