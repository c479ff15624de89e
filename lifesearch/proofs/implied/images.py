"""The images of a suspect: the same pattern moved, turned or delayed, if the question allows it.

A suspect is an answer that the proof may have missed (see `implied`). `Images` says which moves,
orientations and delays the question allows; `Sides` has the literals that say that a suspect
touches a side of the box, or leaves it. `normal_form` calls both, and says why it may assume that
the suspect is a certain one of its images.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lifesearch.life.orientation import Orientation
from lifesearch.proofs.implied.cells import FALSE, Cells
from lifesearch.proofs.implied.question import Cell, ClaimedQuestion, Generations

UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
Shift = tuple[int, int]
"""A translation: cells to the right and down."""
Side = Shift
"""A side of the box, as the step that leaves the box there."""
PHASE_MATTERS = ("first", "change", "growth", "decay")
"""Measures of bounds that depend on which generation is generation 0."""


class Images:
    """The translations, orientations and delays that turn suspects into suspects."""

    def __init__(self, question: ClaimedQuestion) -> None:
        self.question = question

    @cached_property
    def phases_alike(self) -> bool:
        """Whether any generation of a suspect may be its generation 0: then a delay is allowed."""
        q = self.question
        shift = (q.dx * q.order, q.dy * q.order)  # in a full period
        return (
            len(q.tables) == 1  # else the rule alternates
            # A bound on generation 0 does not hold for a later one.
            and all(bound.measure not in PHASE_MATTERS for bound in q.bounds)
            and all(_later(each, shift) in q.attached for each in q.attached)
        )

    @cached_property
    def orientations(self) -> list[Orientation]:
        """The orientations that turn suspects into suspects, and the box into itself."""
        q = self.question
        square = q.width == q.height  # in other boxes rows and columns cannot be exchanged
        return [g for g in self.orientations_of_plane if square or g.apply(1, 0)[1] == 0]

    @cached_property
    def orientations_of_plane(self) -> list[Orientation]:
        """The orientations that turn suspects into suspects, in a box that is turned with them."""
        q, shift = self.question, (self.question.dx, self.question.dy)
        group = q.whole_group
        # An image has to obey the rule, recur in the same way, and have the same symmetry.
        return [
            g
            for g in Orientation
            if g in q.rule_symmetries
            and g.apply(*shift) == shift
            and g.then(q.turn) == q.turn.then(g)
            and {g.inverse.then(h).then(g) for h in group} == group
            and all(_turned(each, g) in q.attached for each in q.attached)
        ]

    def can_move(self, shift: Shift) -> bool:
        """Whether a pattern that is moved by this shift keeps its symmetry and its motion."""
        q = self.question
        return all(g.apply(*shift) == shift for g in (*q.whole_group, q.turn))

    @cached_property
    def sides(self) -> frozenset[Side]:
        """The sides that a suspect can be moved to, so that it may be assumed to touch them.

        A seam joins left and right to a cylinder, which has only an upper and a lower side.
        """
        q = self.question
        free = (UP, LEFT) if q.seam is None else (UP,)
        touched = {side for side in free if self.can_move(side)}
        diagonals = ((-1, -1), Orientation.TRANSPOSE), ((1, -1), Orientation.ANTITRANSPOSE)
        # Moved along a diagonal, a pattern comes to touch the first row, or the column at the end
        # of the diagonal. The reflection in this diagonal exchanges the two: so an image of it
        # touches the first row.
        for shift, mirror in diagonals if q.seam is None else ():
            mirrored = mirror in q.whole_group or mirror in self.orientations
            if not touched and self.can_move(shift) and mirrored:
                touched.add(UP)
        return frozenset(touched)


class Sides:
    """The literals of cells at the sides of the box."""

    def __init__(self, cells: Cells, images: Images) -> None:
        self._cells = cells
        self._images = images

    @property
    def _times(self) -> range:
        """The generations that lie in the box, each phase once; later ones of a ship have moved."""
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

    def _cells_at(self, side: Side) -> list[Cell]:
        q, (dx, dy) = self._cells.question, side
        return [(x, y) for x, y in q.box_cells() if not _inside(q, x + dx, y + dy)]

    @cached_property
    def of_tight_box(self) -> list[list[Side]]:
        """Lists of sides: of each list a suspect touches one side at least.

        A pattern that touches no side of a list fits into a smaller box, which is searched as well.
        """
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
        """Lists of sides as in `of_tight_box`, for two sides between which patterns cannot move."""
        q, smaller = self._cells.question, self._cells.question.smaller_boxes
        symmetries = {*q.whole_group, q.turn} if not q.travels else q.whole_group
        diagonal = self._images.can_move((1, 1)) or (
            self._images.can_move((1, -1)) and not q.travels
        )
        swaps_axes = any(g.apply(1, 0)[0] == 0 for g in symmetries)
        if diagonal:
            box = (q.width - 1, q.height - 1)
            # A pattern whose symmetry exchanges rows and columns touches them alike. Any other one
            # need not touch both sides: if it touches neither the last row nor the last column, it
            # fits into the smaller box where it is.
            touched = [[one], [other]] if swaps_axes else [[DOWN, RIGHT]]
            return touched if min(box) == 0 or box in smaller else []
        # About a fixed centre, patterns shrink at both sides at once.
        less = (2, 2) if swaps_axes else (2 * abs(one[0]), 2 * abs(one[1]))
        box = (q.width - less[0], q.height - less[1])
        return [[one, other]] if min(box) <= 0 or box in smaller else []

    @property
    def leaving(self) -> set[int]:
        """Literals of which one is true if the generation after one period leaves the box."""
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


def _turned(generations: Generations, g: Orientation) -> Generations:
    """All generations turned, and then moved to (0, 0)."""
    return _to_corner([{g.apply(*cell) for cell in phase} for phase in generations])


def _later(generations: Generations, shift: Shift) -> Generations:
    """The generations from the second one on; the last is the first again, moved."""
    moved = {(x + shift[0], y + shift[1]) for x, y in generations[0]}
    return _to_corner([*map(set, generations[1:]), moved])


def _to_corner(generations: Sequence[set[Cell]]) -> Generations:
    """All generations moved so that the least x and y of the first one are 0."""
    left, top = (min(cell[axis] for cell in generations[0]) for axis in (0, 1))
    return tuple(frozenset((x - left, y - top) for x, y in phase) for phase in generations)


def _inside(q: ClaimedQuestion, x: int, y: int) -> bool:
    """Whether a cell lies in the box; on a cylinder, columns go round."""
    return (0 <= x < q.width or q.seam is not None) and 0 <= y < q.height
