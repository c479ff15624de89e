"""Ask only what is new: normal forms.

A pattern moved, mirrored, or started at another phase is the same pattern. If the
solver may find it in all these guises it must also refute them all, and that costs more
than anything else. So each query is narrowed to answers in normal form, chosen so
that every pattern has at least one image in normal form.

*Place.* Unless a symmetry fixes the centre, a pattern can be moved up until it touches
row 0 in some generation, and left until it touches column 0.

*Tight boxes.* When boxes grow one by one and all smaller ones are known to be empty, a pattern in
this one touches all its sides; if the centre is fixed, at least one side of each opposite pair,
since otherwise it would fit in a box with two rows or columns less. A ship that recurs mirrored by
a diagonal can be moved along this diagonal only, and the generations of one period need not be as
wide as tall: it touches the top (or its mirror image does), and the bottom or the right.

*Ships: the phase.* A ship that travels up (and perhaps left) leaves its box at some time.
Take any p generations inside the box. As long as the next generation stays inside, too,
go on to the p generations that start one later: the one that is dropped at the front
recurs at the end, further up, so the bottom and right edges never move out, and if the
top or left edge is not touched any more, all p are moved there. At last the next generation
does not fit. So we may require that generation p has a cell outside the box: Knuth's remark that a
ship may be assumed to enter a fresh row for the first time at the very end.

*Oscillators: phase and mirror images.* All phases lie in the box, so each may come first;
and an orientation that fits rule, box, symmetry and motion turns solutions into solutions.
Among all these images of a solution, take the one whose generation 0 is
lexicographically first, row by row from the top, live cells before dead ones. We may
require that no image has an earlier one. The first row alone may be at rest, and then all phases
tie; three rows did about as well as all of them, with fewer variables. The phase of a ship
is chosen already, but its mirror images are ordered in the same way, by the row in
generation 0 that is going to leave the box.

*Sides that may be touched.* In a box that need not be filled, a pattern lies at the top
left. Its mirror image in the same box does so too only if the pattern touches the right
side as well. So images are compared on condition: a new variable is true when life touches
the right side, and then the mirror image must not come first. Nothing is lost: of all
images of a pattern, each moved to the top left, the first one is before those that it is
compared with.

*Cylinders.* A pattern on a cylinder can be moved up until it touches row 0; nothing else is
required of it.

The arguments need a whole box; masks and tori get no normal form (see `questions.periodic.box`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Clauses, Ints, distinct
from lifesearch.engines.sat.encoding.constraints import any_of, if_all, if_any, ordered
from lifesearch.engines.sat.encoding.variable_grid import Spacetime, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import Group

KEY_ROWS = 3  # about as good as all rows, with fewer variables: measured
SidesTouched = frozenset[str]
"""Names of sides of the box: top, bottom, left, right."""


@dataclass(frozen=True)
class SolutionSymmetries:
    """The translations and orientations that turn solutions into solutions.

    `symmetries` are the orientations that commute with the rule.
    """

    spacetime: Spacetime
    symmetries: Group = frozenset(Orientation)

    def movable(self, dx: int, dy: int) -> bool:
        """Whether solutions stay solutions when moved in this direction."""
        turns = [*self.spacetime.group(), self.spacetime.motion.orientation]
        return all(g.apply(dx, dy) == (dx, dy) for g in turns)

    def mirrored_by_diagonal(self) -> bool:
        """Whether each generation of a ship is its own mirror image by a diagonal."""
        return any(g.apply(1, 0)[0] == 0 for g in self.spacetime.group())

    def shift_to_origin(self, left: int, top: int) -> tuple[int, int]:
        """The translation of a solution whose edges are at (left, top) to its normal place."""
        if self.spacetime.torus or self.spacetime.mask is not None:
            return 0, 0
        if self.movable(1, 1) and not self.movable(0, 1):
            return -top, -top
        if self.movable(1, -1) and not self.movable(0, 1):
            return top, -top
        return -left * self.movable(1, 0), -top * self.movable(0, 1)

    def orientations(self) -> list[Orientation]:
        """The orientations about the centre that turn solutions into solutions."""
        s = self.spacetime
        group, turn, travel = s.group(), s.motion.orientation, (s.motion.dx, s.motion.dy)
        return [
            g
            for g in Orientation
            if g in self.symmetries
            and s.invariant_under(g)
            and g.then(turn) == turn.then(g)
            and g.apply(*travel) == travel
            and {g.inverse.then(h).then(g) for h in group} == group
        ]


def normal_form(
    layout: VariableGrid,
    variables: Variables,
    *,
    tight: bool,
    symmetries: Group,
    delays: bool = True,
) -> list[Clauses]:
    """Clauses that keep at least one image of every solution, and few others.

    If the box is `tight`, all smaller ones are known to be empty. Orientations are those of
    `symmetries` that fit box and motion. Without `delays`, when it matters which generation comes
    first, images are only moved and turned.
    """
    s = layout.spacetime
    freedom = SolutionSymmetries(s, symmetries)
    # The generations that lie in the box: p of a ship; of an oscillator, all until it recurs
    # unturned.
    times = range(s.motion.period if s.motion.travels else s.motion.full_period)
    across, down = np.arange(s.width, dtype=np.int32), np.arange(s.height, dtype=np.int32)
    top = np.concatenate([_cells(layout, t, across, 0 * across) for t in times])
    if s.seam is not None:
        return [any_of(top)] if freedom.movable(0, 1) else []
    sides = {
        "top": top,
        "bottom": np.concatenate(
            [_cells(layout, t, across, 0 * across + s.height - 1) for t in times]
        ),
        "left": np.concatenate([_cells(layout, t, 0 * down, down) for t in times]),
        "right": np.concatenate([_cells(layout, t, 0 * down + s.width - 1, down) for t in times]),
    }
    # Where solutions can be moved along a diagonal only, they can still be moved to row 0.
    straight = freedom.movable(0, 1) or freedom.movable(1, 0)
    diagonal = not straight and (freedom.movable(1, 1) or freedom.movable(1, -1))
    rises = freedom.movable(0, 1) or diagonal
    shifts = freedom.movable(1, 0) or diagonal
    touched = [side for side, free in (("top", rises), ("left", freedom.movable(1, 0))) if free]
    clauses = [any_of(sides[side]) for side in touched]
    required = set(touched)
    # Such a ship need not be as wide as tall: see *Tight boxes*.
    if tight and s.motion.travels and diagonal and not freedom.mirrored_by_diagonal():
        clauses.append(any_of(np.concatenate([sides["bottom"], sides["right"]])))
    elif tight:
        clauses += _all_sides(sides, rises, shifts)
        required = set(sides)
    # An image of a solution is one to compare with only if it touches the required sides, too.
    # Sides that need not be touched are the condition of the comparison.
    needs = {
        g: frozenset(_moved(side, g) for side in touched) - required for g in freedom.orientations()
    }
    conditions, meanings = _touching(sides, set(needs.values()), variables)
    clauses += meanings
    fitting = {g: conditions[need] for g, need in needs.items()}
    if s.motion.travels:
        return clauses + _ship_enters_new_row(layout, fitting, variables, delays=delays)
    # Some generation touches row 0, and the image that begins with it would come first. So it is in
    # rules of several states: a cell that is dying there has lived there.
    if rises and delays:
        clauses.append(any_of(layout.at(0, across, 0)))
    x, y, key = _key(layout)
    phases = times if delays else range(1)
    images = [layout.at(t, *s.image(g, x, y)) for g in fitting for t in phases]
    given = [condition for condition in fitting.values() for _ in phases]
    return [*clauses, ordered(key, np.stack(images), np.array(given, np.int32), variables)]


def _cells(layout: VariableGrid, t: int, x: Ints, y: Ints) -> Ints:
    """The literals of cells that are not dead: where there are several states, those of each."""
    return layout.states_at(t, x, y).ravel()


def _key(layout: VariableGrid) -> tuple[Ints, Ints, Ints]:
    """Columns, rows and literals of the first rows of generation 0, one cell of each orbit.

    The cell of an orbit that is chosen is in its topmost row, so that life in row 0 shows.
    """
    y, x = np.nonzero(layout.chosen & (layout.grid[0] != FALSE))
    first = np.isin(y, distinct(y)[:KEY_ROWS])
    m = layout.spacetime.margin
    return (
        (x[first] - m).astype(np.int32),
        (y[first] - m).astype(np.int32),
        layout.grid[0][y, x][first],
    )


def _touching(
    sides: dict[str, Ints], needs: set[SidesTouched], variables: Variables
) -> tuple[dict[SidesTouched, int], list[Clauses]]:
    """For each set of sides a literal that is true when life touches them all; its clauses."""
    conditions: dict[SidesTouched, int] = {frozenset(): TRUE}
    clauses = []
    for side in sorted(frozenset().union(*needs)):
        conditions[frozenset({side})], meaning = if_any(sides[side], f"touches.{side}", variables)
        clauses.append(meaning)
    for need in sorted(needs - conditions.keys(), key=sorted):
        sides_of_need = sorted(need)
        each = np.array([conditions[frozenset({side})] for side in sides_of_need], np.int32)
        conditions[need], meaning = if_all(each, f"touches.{'.'.join(sides_of_need)}", variables)
        clauses.append(meaning)
    return conditions, clauses


def _all_sides(sides: dict[str, Ints], rises: bool, shifts: bool) -> list[Clauses]:
    """Clauses: all sides are touched; if solutions cannot be moved, one side of an opposite pair.

    They can be moved up and down if they `rise`, and from side to side if they `shift`.
    """
    clauses = []
    for (one, other), free in ((("top", "bottom"), rises), (("left", "right"), shifts)):
        if free:
            clauses += [any_of(sides[one]), any_of(sides[other])]
        else:
            clauses.append(any_of(np.concatenate([sides[one], sides[other]])))
    return clauses


def _ship_enters_new_row(
    layout: VariableGrid, fitting: dict[Orientation, int], variables: Variables, *, delays: bool
) -> list[Clauses]:
    """Generation p leaves the box: generation 0 has a cell within the shift of an edge.

    Images are compared by one row of generation 0: any would do. `fitting` has the condition of the
    comparison for each orientation.
    """
    s = layout.spacetime
    up, left = -s.motion.dy, -s.motion.dx
    y, x = np.mgrid[0 : s.height, 0 : s.width]
    # A cell of generation 0 nearer to an edge than the ship moves is outside in generation p.
    near = (y < up) | (x < left)
    clauses = [any_of(_cells(layout, 0, x[near], y[near]))] if delays else []
    row, across = max(up - 1, 0), np.arange(s.width, dtype=np.int32)
    if row >= s.height:
        return clauses
    key = layout.at(0, across, row)
    images = [layout.at(0, *s.image(g, across, 0 * across + row)) for g in fitting]
    given = np.array(list(fitting.values()), np.int32)
    return [*clauses, ordered(key, np.stack(images), given, variables)]


def _moved(side: str, g: Orientation) -> str:
    """The side that an orientation takes a side to."""
    directions = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
    target = g.apply(*directions[side])
    return next(name for name, direction in directions.items() if direction == target)
