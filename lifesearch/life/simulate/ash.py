"""Take a pattern apart into objects that will never influence each other.

Cells of the next generations, of the same one or not, that are within two cells of each other may
belong together; sets of cells that are not are followed alone. If each of them is periodic, and no
spaceship among them will ever come near another one, the future of the pattern is known: its
objects are its ash.

    >>> ash = separate(Pattern.parse("OO........O.\\nOO.........O\\n.........OOO"))
    >>> [object.behaviour.describe() for object in ash.objects]
    ['still life', 'spaceship of velocity c/4 diagonal']
    >>> ash.settled
    True
    >>> separate(Pattern.parse("O.O.......\\n.OO.....OO\\n.O......OO")).settled  # they will meet
    False
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from lifesearch.life.pattern import NEAR, Box, Cell, Pattern, groups
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour, behaviour, generations

FOLLOWED = 60
"""Generations for which objects are followed: a longer period is not found. With more, it would
take longer; the number is a choice.
"""


@dataclass(frozen=True)
class AshObject:
    """Live cells that interact over some generations, and their behaviour alone."""

    pattern: Pattern
    behaviour: Behaviour
    home: Box
    """The box of all its generations before it recurs."""

    @property
    def periodic(self) -> bool:
        return self.behaviour.period is not None

    @property
    def displacement(self) -> Cell:
        """How far the object has moved when it recurs."""
        return self.behaviour.dx, self.behaviour.dy

    def speed(self, axis: int) -> Fraction:
        """Its speed to the right (axis 0) or down (axis 1); 0 if it does not recur."""
        return Fraction(self.displacement[axis], self.behaviour.period or 1)


@dataclass(frozen=True)
class Ash:
    """The objects of a pattern, those that recur and those that do not."""

    objects: tuple[AshObject, ...]

    @property
    def settled(self) -> bool:
        """Whether all objects recur, and none will ever meet another."""
        return all(each.periodic for each in self.objects) and not any(
            may_meet(a, b) for a, b in combinations(self.objects, 2)
        )

    @property
    def active(self) -> Pattern:
        """The cells of all objects that do not recur."""
        return Pattern.of(
            cell for each in self.objects if not each.periodic for cell in each.pattern.cells
        )


def separate(pattern: Pattern, rule: Rule = LIFE) -> Ash:
    """Take a pattern apart: cells whose tracks come near each other while FOLLOWED are one object.

    So are two gliders if one follows the other, about FOLLOWED / 4 cells behind it or less.
    """
    films = list(generations(pattern, FOLLOWED, rule))
    objects = []
    for group in groups({cell for phase in films for cell in phase.cells}):
        piece = Pattern.of(pattern.cells & group)
        if piece:
            objects.append(ash_object(piece, rule))
    return Ash(tuple(sorted(objects, key=lambda each: each.pattern.box)))


def ash_object(pattern: Pattern, rule: Rule) -> AshObject:
    """Follow some cells by themselves."""
    x, y, *_ = pattern.box
    cycle, (left, top, width, height) = _followed(pattern.normal(), rule)
    return AshObject(pattern, cycle, Box(x + left, y + top, width, height))


@lru_cache(maxsize=4096)
def _followed(pattern: Pattern, rule: Rule) -> tuple[Behaviour, Box]:
    """The behaviour of a pattern and its box over a period; cached, as a few objects are common."""
    cycle = behaviour(pattern, rule, FOLLOWED)
    phases = generations(pattern, (cycle.period or 1) - 1, rule)
    return cycle, Pattern.of(cell for phase in phases for cell in phase.cells).box


def may_meet(a: AshObject, b: AshObject) -> bool:
    """Whether the boxes in which two objects live will ever be near each other.

    The box of a spaceship is that of one period, and moves with it. Two that move alike have been
    apart for all their generations, and stay so.
    """
    if all(a.speed(axis) == b.speed(axis) for axis in (0, 1)):
        return False
    # A box moves in jumps of one period: it may be that far behind steady motion. What both boxes
    # are behind alike, they are at an earlier time; the rest is at most one jump of one of them.
    margin = NEAR + max(abs(shift) for each in (a, b) for shift in each.displacement)
    starts, ends = [Fraction(0)], list[Fraction]()
    for axis in (0, 1):  # of a box, entry `axis` is its first column or row, `axis + 2` its size
        # The boxes are near each other while a has moved by low to high, as seen from b.
        speed = a.speed(axis) - b.speed(axis)
        low = b.home[axis] - (a.home[axis] + a.home[axis + 2] - 1) - margin
        high = b.home[axis] + b.home[axis + 2] - 1 + margin - a.home[axis]
        if not speed:
            if not low <= 0 <= high:
                return False
            continue
        first, last = sorted((low / speed, high / speed))
        starts.append(first)
        ends.append(last)
    return not ends or max(starts) <= min(ends)
