"""Which patterns are counted together: those of a box that recur, with given symmetries.

`orbits_in_box` makes regions, `sweep` turns one into variables and constraints.

A pattern that recurs within p generations is a filling of the cells (x, y, t) of the box,
with t modulo p, in which each generation follows from the one before it. Turning it about the
middle of the box and delaying it by s generations is a permutation of these cells. A group of
such permutations says which fillings are meant: those that none of them changes.

>>> from lifesearch.life.orientation import Orientation
>>> twisted = generated([(Orientation.FLIP_X, 1)], 2)  # one generation later it is mirrored
>>> region = Region(3, 1, 2, group=twisted)
>>> sorted(region.orbit((0, 0, 0)))
[(0, 0, 0), (2, 0, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.neighbourhood import turned
from lifesearch.life.rules.rule import LIFE, Rule

Cell = tuple[int, int, int]
"""Column, row and generation."""
Element = tuple[Orientation, int]
"""An orientation about the middle of the box, and a delay in generations."""
Group = frozenset[Element]

UNCHANGED: Group = frozenset({(Orientation.IDENTITY, 0)})


def generated(elements: Iterable[Element], period: int) -> Group:
    """The smallest group with these elements; delays are modulo the period."""
    group = {(g, s % period) for g, s in elements} | UNCHANGED
    while new := {(then(g, h), (s + t) % period) for g, s in group for h, t in group} - group:
        group |= new
    return frozenset(group)


then = cache(Orientation.then)
"""`Orientation.then`, cached: closing a group composes the same pairs again and again."""


@cache
def swaps_axes(g: Orientation) -> bool:
    return g.apply(1, 0)[0] == 0


@cache
def _conjugate(group: Group, g: Orientation) -> Group:
    """The group of the images under an orientation."""
    return frozenset((then(then(g.inverse, h), g), s) for h, s in group)


@cache
def _listed(group: Group) -> list[list[Any]]:
    """The elements of a group in order, by their symbols."""
    return sorted([g.symbol, delay] for g, delay in group)


@dataclass(frozen=True)
class Region:
    """The patterns to count: those of a box, a period and a rule that a group leaves unchanged.

    An `endless` region continues below its last row, so cells may be born there; if it is `folded`,
    it continues above its first row as well.
    """

    width: int
    height: int
    period: int = 1
    rule: Rule = LIFE
    group: Group = UNCHANGED
    endless: bool = False

    joined: ClassVar[bool] = False
    """Whether opposite sides of the box are joined, as on a torus or a cylinder."""

    reduction_hint: ClassVar[str] = "a shorter period"
    """For error messages: what makes a count smaller, besides a narrower box."""

    @cached_property
    def orientations(self) -> frozenset[Orientation]:
        return frozenset(g for g, _ in self.group)

    @cached_property
    def folded(self) -> bool:
        """Whether the lower half follows from the upper one, by a reflection or a half turn."""
        return any(g.apply(0, 1) == (0, -1) for g in self.orientations)

    @cached_property
    def diagonal(self) -> bool:
        """Whether the group exchanges rows and columns, which only a square box allows."""
        return any(map(swaps_axes, self.orientations))

    def movable(self, dx: int, dy: int) -> bool:
        """Whether a pattern can be moved in this direction without losing its symmetry."""
        return all(g.apply(dx, dy) == (dx, dy) for g in self.orientations)

    @property
    def key(self) -> list[Any]:
        """Identifies the sweep of this region among those of one question."""
        # One sweep serves boxes of all heights, unless the box must be square.
        height = self.height if self.diagonal else None
        return [self.width, height, self.period, [*_listed(self.group)]]

    @property
    def by_columns(self) -> bool:
        """Whether a sweep may also go column by column: not if it counts boxes of all heights."""
        return False

    @property
    def vanishes(self) -> bool:
        """Whether the patterns counted die in one generation, instead of recurring."""
        return False

    @property
    def counts_all_heights(self) -> bool:
        """Whether one sweep counts the patterns of boxes of all heights."""
        return not self.diagonal

    def cells(self, margin: int) -> Iterator[Cell]:
        """All cells of the box, or of a larger one that has this margin."""
        for y in range(-margin, self.height + margin):
            for x in range(-margin, self.width + margin):
                yield from ((x, y, t) for t in range(self.period))

    def at(self, cell: Cell) -> Cell:
        """The cell with its coordinates reduced; where sides are joined, into the box."""
        return cell

    def becomes(self, cell: Cell) -> Cell | bool | None:
        """The cell that holds this one's next state, or that state if known; None if arbitrary."""
        x, y, t = cell
        return x, y, (t + 1) % self.period

    def orbit(self, cell: Cell) -> frozenset[Cell]:
        """All images of a cell under the group, which have its state; it may be outside the box."""
        x, y, t = cell
        across, down = self.width - 1, self.height - 1
        found = set()
        for g, delay in self.group:
            u, v = g.apply(2 * x - across, 2 * y - down)
            found.add(((u + across) // 2, (v + down) // 2, (t + delay) % self.period))
        return frozenset(found)

    def turned(self, g: Orientation) -> Region:
        """The image of this region under an orientation; it has as many patterns."""
        width, height = self.width, self.height
        if swaps_axes(g):
            width, height = height, width
        return replace(
            self,
            width=width,
            height=height,
            group=_conjugate(self.group, g),
            rule=turned_rule(self.rule, g),
        )


def turned_rule(rule: Rule, g: Orientation) -> Rule:
    """The rule under which the image of a pattern evolves to the image of its successor."""
    if g in rule.symmetries:
        return rule
    return Rule(bytes(rule.plane_table[image] for image in turned(g.inverse)))
