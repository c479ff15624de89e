"""The motion with which a pattern must recur, or the target that it must become.

A glider recurs after four generations, one cell up and one to the left; its period is no
multiple of a shorter one, since no prime divides the period and both shifts:

>>> Motion(4, dx=-1, dy=-1).subperiod_primes(), Motion(4).subperiod_primes()
([], [2])

A target is a picture of the last generation instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import FARTHEST, LONGEST_PERIOD
from lifesearch.common.text import plural
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule


@dataclass(frozen=True)
class Motion:
    """The motion of a pattern: after `period` generations it recurs, turned, then moved.

    It is turned about the centre of the box, and moved `dx` to the right and `dy` down.
    """

    period: int
    orientation: Orientation = Orientation.IDENTITY
    dx: int = 0
    dy: int = 0

    def __post_init__(self) -> None:
        # For a film the period is its number of generations: one more than its steps.
        require.whole(self.period, "the period", 1, LONGEST_PERIOD + 1)
        require.instance(self.orientation, "the transform", Orientation)
        for shift in (self.dx, self.dy):
            require.whole(shift, "a shift", -LONGEST_PERIOD, LONGEST_PERIOD)
        if max(abs(self.dx), abs(self.dy)) > self.period:
            raise InputError(
                f"a shift of {self.dx},{self.dy} in {plural(self.period, 'generation')} is "
                f"impossible: influence spreads by at most one cell per generation"
            )

    @property
    def travels(self) -> bool:
        """Whether the pattern has moved when it recurs."""
        return bool(self.dx or self.dy)

    @property
    def full_period(self) -> int:
        """The number of generations after which the pattern recurs unturned, at the latest."""
        return self.period * self.order

    @property
    def order(self) -> int:
        """The number of periods after which the pattern recurs unturned."""
        return self.orientation.order

    def subperiod_primes(self) -> list[int]:
        """The primes by which the period may be too long.

        A pattern that recurs after the period divided by one of them, moved by as much
        less, has a shorter period than this. With a transform, whose order is 2 or 4, this
        can be said of odd primes only.
        """
        primes = prime_divisors(self.period)
        fitting = [q for q in primes if self.dx % q == 0 and self.dy % q == 0]
        return [q for q in fitting if q > 2 or self.order == 1]

    def subperiods(self) -> Iterator[tuple[int, int, int]]:
        """The shorter periods to exclude, with how far the pattern would have moved by then.

        The true period divides the full one. If it is too short it has lost a prime factor
        of the required period, so it divides the full one divided by that. With a
        transform, whose order is 2 or 4, this is said of odd primes only; instead, the
        pattern must not recur unturned when it should recur turned. So a quarter turn
        may give twice the period (the blinker) or four times.
        """
        if self.order > 1:
            yield self.period, self.dx, self.dy
        # A ship's transform keeps its direction (others are refused: `core.validate.direction`), so
        # that the moves of its turns add up.
        dx, dy = self.dx * self.order, self.dy * self.order
        for prime in self.subperiod_primes():
            yield self.full_period // prime, dx // prime, dy // prime


@dataclass(frozen=True)
class Target:
    """A generation, as far as it is given: live cells, and cells that do not matter.

    The box that was `drawn` may be larger than the one around these cells: all of it is given.
    """

    alive: Pattern
    dont_care: Pattern = field(default_factory=lambda: Pattern.of([]))
    drawn: Box | None = None

    def __post_init__(self) -> None:
        require.instance(self.alive, "the live cells", Pattern)
        require.instance(self.dont_care, "the cells that do not matter", Pattern)
        require.instance(self.drawn, "what was drawn", Box, optional=True)
        for side in self.drawn or ():
            require.whole(side, "a side of the drawing", -FARTHEST, FARTHEST)
        cells = self.alive | self.dont_care
        if self.drawn is not None and not all(map(self.drawn.holds, cells)):
            raise InputError("a given cell lies outside of the drawing")

    @property
    def box(self) -> Box:
        """The smallest box around all that is given to be alive or not to matter."""
        return (self.alive | self.dont_care).box

    @property
    def region(self) -> Box:
        """The box that is given; cells in it are dead unless they are listed."""
        return self.drawn or self.box

    def fits(self, pattern: Pattern, seen: Box | None = None) -> bool:
        """Whether a pattern is as given within the region, or within `seen` if that is smaller."""
        different = (pattern.cells ^ self.alive.cells) - self.dont_care.cells
        boxes = (self.region, seen or self.region)
        return not any(all(box.holds(cell) for box in boxes) for cell in different)

    def refined(self, other: Target) -> Target:
        """This target, with its arbitrary cells as another one has them, where that is given."""
        decided = {
            cell
            for cell in self.dont_care.cells - other.dont_care.cells
            if other.region.holds(cell)
        }
        alive = self.alive.cells - self.dont_care.cells
        return Target(
            Pattern(alive | (decided & other.alive.cells)),
            Pattern(self.dont_care.cells - decided),
            self.region,
        )

    def centred(self, seen: Box, width: int, height: int) -> Target:
        """The target in the middle of a box from (0, 0) on; `seen` is the part that must fit.

        InputError if it does not.
        """
        spare = (width - seen.width, height - seen.height)
        if min(spare) < 0:
            raise InputError(
                f"the target, {seen.width}x{seen.height} cells, is larger than the box "
                f"of {width}x{height}"
            )
        return self.translate(spare[0] // 2 - seen.x, spare[1] // 2 - seen.y)

    def translate(self, dx: int, dy: int) -> Target:
        drawn = self.drawn and self.drawn.moved(dx, dy)
        return Target(self.alive.translate(dx, dy), self.dont_care.translate(dx, dy), drawn)


def prime_divisors(number: int) -> list[int]:
    """The primes that divide a number.

    >>> prime_divisors(60), prime_divisors(1), prime_divisors(37)
    ([2, 3, 5], [], [37])
    """
    divisors = (q for q in range(2, number + 1) if number % q == 0)
    return [q for q in divisors if all(q % d for d in range(2, q))]


def heading(dx: int, dy: int, rule: Rule) -> str:
    """The direction of a ship, in words, for rules that distinguish directions.

    >>> from lifesearch.life.rules.rule import LIFE, Rule
    >>> heading(-1, -1, Rule.parse("B2/S34H")), heading(0, -1, LIFE)
    (' going up and left', '')
    """
    if rule.isotropic:
        return ""
    down, right = "up" if dy < 0 else "down" * (dy > 0), "left" if dx < 0 else "right" * (dx > 0)
    return f" going {' and '.join(filter(None, (down, right)))}"
