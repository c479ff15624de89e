"""The images of a suspect, moved, turned and delayed: it touches sides of the box, or leaves it.

Why one of them may be assumed is said in `normal_form`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lifesearch.life.orientation import Orientation
from lifesearch.proofs.implied.cells import FALSE, Cells
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


class Sides:
    """The literals of cells at the sides of the box."""

    def __init__(self, cells: Cells, images: Images) -> None:
        self._cells = cells
        self._images = images

    @property
    def _times(self) -> range:
        """The generations that lie in the box, each phase once."""
        q = self._cells.question
        return range(q.planes if q.travels else q.full_period)

    def touching(self, sides: Sequence[Side]) -> set[int]:
        """Literals of which one is true if one of the sides is touched."""
        found = (
            literal
            for side in sides
            for cell in self._cells_at(side)
            for t in self._times
            for literal in self._cells.states(t, *cell)
        )
        return set(found) - {FALSE}

    def _cells_at(self, side: Side) -> list[tuple[int, int]]:
        q, (dx, dy) = self._cells.question, side
        return [(x, y) for x, y in q.box_cells() if not _inside(q, x + dx, y + dy)]

    @cached_property
    def of_tight_box(self) -> list[list[Side]]:
        """Sides of which one is touched, since the pattern would be in a smaller box."""
        q, smaller = self._cells.question, self._cells.question.smaller_boxes
        found: list[list[Side]] = []
        if not q.tight:
            return found
        for one, other in ((UP, DOWN), (LEFT, RIGHT)):
            if self._images.can_move(one):
                box = (q.width - abs(one[0]), q.height - abs(one[1]))
                found += [[one], [other]] if min(box) == 0 or box in smaller else []
            else:
                found += self._fixed_sides(one, other)
        return found

    def _fixed_sides(self, one: Side, other: Side) -> list[list[Side]]:
        """The same where a pattern cannot be moved from one side to the other."""
        q, smaller = self._cells.question, self._cells.question.smaller_boxes
        whole = {*q.whole_group, q.turn} if not q.travels else q.whole_group
        diagonal = self._images.can_move((1, 1)) or (
            self._images.can_move((1, -1)) and not q.travels
        )
        around = any(g.apply(1, 0)[0] == 0 for g in whole)
        if diagonal:
            box = (q.width - 1, q.height - 1)
            # What is not its own mirror image need not be as wide as tall.
            touched = [[one], [other]] if around else [[DOWN, RIGHT]]
            return touched if min(box) == 0 or box in smaller else []
        less = (2, 2) if around else (2 * abs(one[0]), 2 * abs(one[1]))
        box = (q.width - less[0], q.height - less[1])
        return [[one, other]] if min(box) <= 0 or box in smaller else []

    @property
    def leaving(self) -> set[int]:
        """Literals of which one is true if generation p is not in the box."""
        q, cells = self._cells.question, self._cells
        found = set[int]()
        for cell in q.box_cells():
            x, y = q.turned(q.turn, *cell)
            if not _inside(q, x + q.dx, y + q.dy):
                found |= {*cells.states(0, *cell)}
        return found - {FALSE}

    @property
    def first_row(self) -> set[int]:
        """The literals of the cells of the first row that live in generation 0."""
        return {self._cells.alive(0, *cell) for cell in self._cells_at(UP)} - {FALSE}


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


def _inside(q: ClaimedQuestion, x: int, y: int) -> bool:
    return (0 <= x < q.width or q.seam is not None) and 0 <= y < q.height
