"""Without loss of generality: the place, the orientation and the phase of the suspect.

A pattern that is moved, turned, mirrored or begins with another of its generations is the same to
the question, as far as rule, box, symmetry, motion and bounds allow. Call these its images. All
clauses here are true of one and the same image; so that one is the suspect.

*Sides.* A pattern can be moved up until it touches the first row in one of its generations, if the
question allows to move it; it can be moved to the left, too. Where it can only be moved along a
diagonal, it touches the first row or the first column, and then, mirrored by that diagonal, the
first row. In a tight box, patterns that do not touch a side are in a smaller box, which is searched
as well. So only images are considered that touch these sides.

*Ships.* A ship leaves its box at last. Let it go on, one generation after another, and move it
to the sides again where it does not touch them: what was inside stays inside, until the generation
that comes next does not fit. So only images are considered whose generation p is not in the box.

*The first image.* Take any list of cells of generation 0, the key. Among the images that are left
there is one whose key comes first, live cells before dead ones; that is the suspect. So it is not
after any of its own images, turned or delayed, if these touch the sides, too. Clauses that say so
compare two keys cell by cell; a variable for each place says that up to there the suspect does not
come first. If the key begins with the first row, then some cell of the first row lives in
generation 0: in some generation one does, and the image that begins with it would come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lifesearch.proofs.implied.cells import FALSE, Cells
from lifesearch.proofs.implied.definitions import Clause, Definition
from lifesearch.proofs.implied.images import UP, Images, Side, Sides


@dataclass(frozen=True)
class Comparison:
    """Keys of the suspect and of another image, as literals of their cells, that are compared.

    They are compared if the variable `given` is true, or always if that is 0.
    """

    given: int
    key: tuple[int, ...]
    other: tuple[int, ...]


class NormalForm:
    """The reasons of clauses that hold without loss of generality."""

    def __init__(self, cells: Cells, definitions: Mapping[int, Definition]) -> None:
        self._cells = cells
        self._definitions = definitions
        self._images = Images(cells.question)
        self._sides = Sides(cells, self._images)
        self._chains: dict[int, Comparison] = {}
        self._key: tuple[int, ...] = ()
        self._comparisons: list[Comparison] = []

    def holds(self, clause: Clause) -> bool:
        """Whether a clause may be assumed, apart from those that compare images."""
        if not all(u > 0 for u in clause):
            return False
        return any(some <= clause for some in self._assumed) or self._first_row_lives(clause)

    @cached_property
    def _assumed(self) -> list[set[int]]:
        """Sets of literals of which one may be assumed to be true."""
        q = self._cells.question
        if not q.movable:
            return []
        sides = [[side] for side in self._images.sides]
        assumed = [self._sides.touching(each) for each in sides + self._sides.of_tight_box]
        if q.travels and q.seam is None and self._images.phases_alike:
            assumed.append(self._sides.leaving)
        return assumed

    def compares(self, clause: Clause) -> bool:
        """Whether a clause compares keys of images; whether it may, `wrong` finds out."""
        found = self._comparison(clause) if self._compares else None
        if found is not None:
            self._comparisons.append(found)
        return found is not None

    def wrong(self) -> bool:
        """Whether a comparison is not with an image, or its key does not begin the common one."""
        # The key must consist of cells of generation 0.
        if not all(atom in self._places for atom in self._key):
            return bool(self._comparisons)
        return not all(
            comparison.key == self._key[: len(comparison.key)] and self._is_image(comparison)
            for comparison in self._comparisons
        )

    def prepare(self, clauses: Iterable[Clause]) -> None:
        """Find the key: that of the longest comparison."""
        if self._compares:
            found = filter(None, map(self._comparison, clauses))
            self._key = max((comparison.key for comparison in found), key=len, default=())

    @property
    def _compares(self) -> bool:
        """Whether images can be compared: on a cylinder none are."""
        return self._cells.question.movable and self._cells.question.seam is None

    def _first_row_lives(self, clause: Clause) -> bool:
        """Whether a clause says that a cell of the first row lives in generation 0."""
        q, images = self._cells.question, self._images
        if q.travels or not (self._compares and UP in images.sides and images.phases_alike):
            return False
        row = self._sides.first_row
        begin = self._key[: len(row)]
        # With a cell that comes twice, another of the row would come after other cells.
        return row <= clause and row >= {*begin} and len({*begin}) == len(begin)

    # The first image

    def _comparison(self, clause: Clause) -> Comparison | None:
        """The comparison that a clause makes; None if it makes none.

        If all places before agree, the next one is not dead here and alive there.
        """
        chains = [-u for u in clause if u < 0 and -u in self._definitions]
        key = [u for u in clause if u > 0]
        other = [-u for u in clause if u < 0 and -u not in self._definitions]
        if len(chains) > 1 or len(key) != 1 or len(other) != 1 or key[0] in self._definitions:
            return None
        before = self._chain(chains[0]) if chains else Comparison(0, (), ())
        return Comparison(before.given, (*before.key, key[0]), (*before.other, other[0]))

    def _chain(self, variable: int) -> Comparison:
        """The places up to which a variable says that the suspect does not come first."""
        if variable not in self._chains:
            self._chains[variable] = self._link(variable)
        return self._chains[variable]

    def _link(self, variable: int) -> Comparison:
        """The comparison up to a variable, if it is defined as the next place of one.

        Any other variable is a condition for comparing at all.
        """
        condition = Comparison(variable, (), ())
        definition = self._definitions[variable]
        if definition.negated or not definition.cases:
            return condition
        # Two cases: the keys agree up to here, and either the suspect's cell is dead or the other's
        # lives.
        common = frozenset.intersection(*definition.cases)
        before = [u for u in common if u in self._definitions]
        rest = sorted(min(case - set(before), default=0) for case in definition.cases)
        plain = all(len(case) == len(before) + 1 for case in definition.cases)
        fits = plain and len(before) <= 1 and len(rest) <= 2 and rest[0] < 0
        if not fits or any(abs(u) in self._definitions for u in rest):
            return condition
        if len(rest) == 2 and rest[1] < 0:
            return condition
        chain = self._chain(before[0]) if before else Comparison(0, (), ())
        other = rest[1] if len(rest) == 2 else FALSE
        return Comparison(chain.given, (*chain.key, -rest[0]), (*chain.other, other))

    def _is_image(self, comparison: Comparison) -> bool:
        """Whether the other key is that of an image, and one that touches the sides."""
        length = len(comparison.other)
        return any(
            seen[:length] == comparison.other
            and all(self._touched_if(comparison.given, side) for side in needed)
            for needed, seen in self._image_keys
        )

    @cached_property
    def _image_keys(self) -> list[tuple[list[Side], tuple[int, ...]]]:
        """The keys of all images, each with the sides that the suspect has to touch for it.

        A cell of the image has the state of another cell of the suspect, perhaps in another
        generation: the key is given as literals of these cells.
        """
        q, images = self._cells.question, self._images
        # The phase of a ship is that after which it leaves the box.
        times = range(q.full_period) if images.phases_alike and not q.travels else range(1)
        # Sides that a suspect touches in any case.
        alone = {side for sides in self._sides.of_tight_box for side in sides if len(sides) == 1}
        found = []
        for g in images.orientations:
            needed = {g.apply(*side) for side in images.sides} - images.sides - alone
            places = [q.turned(g, *self._places[atom]) for atom in self._key]
            for t in times:
                seen = tuple(self._cells.alive(t, *cell) for cell in places)
                found.append((sorted(needed), seen))
        return found

    @cached_property
    def _places(self) -> dict[int, tuple[int, int]]:
        """For each cell of generation 0 a place where it is."""
        cells = self._cells.question.box_cells()
        return {self._cells.alive(0, *cell): cell for cell in cells}

    def _touched_if(self, given: int, side: Side) -> bool:
        """Whether a side is touched if a variable is true."""
        definition = self._definitions.get(given)
        if definition is None or definition.negated:
            return False
        touching = self._sides.touching([side])
        return all(
            any(u in touching or self._touched_if(u, side) for u in case)
            for case in definition.cases
        )
