"""The images of a suspect: how it can be moved, turned and delayed, and still be what is asked for.

What that is good for, see `normal_form`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lifesearch.life.orientation import Orientation
from lifesearch.proofs.implied.question import ClaimedQuestion, Life

UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
Side = tuple[int, int]
PHASE_MATTERS = ("first", "change", "growth", "decay")
"""Measures that depend on which generation comes first."""


class Images:
    """How a suspect can be moved, turned and delayed."""

    def __init__(self, question: ClaimedQuestion) -> None:
        self.question = question

    @cached_property
    def phases_alike(self) -> bool:
        """Whether any generation may come first."""
        q = self.question
        way = (q.dx * q.order, q.dy * q.order)
        return (
            len(q.tables) == 1
            and all(bound.measure not in PHASE_MATTERS for bound in q.bounds)
            and all(_later(life, way) in q.attached for life in q.attached)
        )

    @cached_property
    def orientations(self) -> list[Orientation]:
        """The orientations about the centre of the box that turn suspects into suspects."""
        q = self.question
        square = q.width == q.height
        return [g for g in self.anywhere if square or g.apply(1, 0)[1] == 0]

    @cached_property
    def anywhere(self) -> list[Orientation]:
        """The same, if the box is turned as well."""
        q, way = self.question, (self.question.dx, self.question.dy)
        group = q.whole_group
        return [
            g
            for g in Orientation
            if g in q.rule_symmetries
            and g.apply(*way) == way
            and g.then(q.turn) == q.turn.then(g)
            and {g.inverse.then(h).then(g) for h in group} == group
            and all(_turned(life, g) in q.attached for life in q.attached)
        ]

    def can_move(self, way: Side) -> bool:
        """Whether suspects can be moved in a direction."""
        q = self.question
        return all(g.apply(*way) == way for g in (*q.whole_group, q.turn))

    @cached_property
    def sides(self) -> frozenset[Side]:
        """The sides that suspects touch, if one does not look at the size of the box."""
        q = self.question
        free = (UP, LEFT) if q.seam is None else (UP,)
        touched = {side for side in free if self.can_move(side)}
        along = ((-1, -1), Orientation.TRANSPOSE), ((1, -1), Orientation.ANTITRANSPOSE)
        for way, mirror in along if q.seam is None else ():
            mirrored = mirror in q.whole_group or mirror in self.orientations
            if not touched and self.can_move(way) and mirrored:
                touched.add(UP)
        return frozenset(touched)


def _turned(life: Life, g: Orientation) -> Life:
    """All generations turned, and moved to the corner again."""
    return _to_corner([{g.apply(*cell) for cell in phase} for phase in life])


def _later(life: Life, way: Side) -> Life:
    """The generations from the second one on; the last is the first again, moved."""
    moved = {(x + way[0], y + way[1]) for x, y in life[0]}
    return _to_corner([*map(set, life[1:]), moved])


def _to_corner(life: Sequence[set[tuple[int, int]]]) -> Life:
    left, top = (min(cell[axis] for cell in life[0]) for axis in (0, 1))
    return tuple(frozenset((x - left, y - top) for x, y in phase) for phase in life)
