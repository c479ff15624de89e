"""All patterns of a few cells in a box, each in one orientation, in a fixed order.

`questions.smallest` divides the patterns into parts, and walks each (`walk`).

A pattern is its box and a mask: bit y * width + x stands for the cell (x, y). Of its images in
boxes of the same size, the one with the least mask is listed; if rules are symmetric under
reflection in a diagonal, only boxes at least as wide as high. In rules of several states each cell
is alive or dying, and one cell at least is alive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.common.errors import InputError
from lifesearch.engines.on_demand.limits import MOST_PATTERNS
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.symmetry import C1, Symmetry

CHOICES = 1 << 18
"""Choices of orbits in one array: it bounds the memory that their masks take."""
Size = tuple[int, int]  # width and height
Masks = NDArray[np.uint64]
Group = frozenset[Orientation]


class Placed(NamedTuple):
    """A pattern: its number of cells, its box, and its mask. Patterns are listed in their order.

    In rules of several states, `states` has that of each cell, in the order of the mask's bits.
    """

    cells: int
    width: int
    height: int
    mask: int
    states: tuple[int, ...] = ()

    @property
    def pattern(self) -> Pattern:
        places = [(n % self.width, n // self.width) for n in _ones(self.mask)]
        if not self.states:
            return Pattern.of(places)
        return Pattern.of_states(dict(zip(places, self.states, strict=True)))

    @classmethod
    def of(cls, pattern: Pattern) -> Placed:
        """A pattern whose box begins at (0, 0), as it is."""
        width, height = pattern.box.width, pattern.box.height
        cells = sorted((y * width + x, state) for (x, y), state in pattern.states.items())
        states = tuple(state for _, state in cells) if pattern.dying else ()
        return cls(len(cells), width, height, sum(1 << n for n, _ in cells), states)


@dataclass(frozen=True)
class Patterns:
    """Which patterns: at most `most` cells in a box of `size`, with a symmetry.

    `group` has the orientations under which the rules are symmetric; `states` counts their states.
    """

    most: int
    size: Size
    symmetry: Symmetry
    group: Group
    states: int = 2

    def all(self) -> list[Placed]:
        return _listed(self)

    def canonical(self, pattern: Pattern) -> Placed:
        """The image by which a pattern is listed, the least of all."""
        images = [Placed.of(image) for image in pattern.orientations(self.group)]
        if Orientation.TRANSPOSE in self.group:
            images = [image for image in images if image.width >= image.height]
        return min(images)

    def holds(self, pattern: Pattern) -> bool:
        """Whether a pattern is one of these, in some orientation."""
        if not 0 < pattern.population <= self.most:
            return False
        images = pattern.orientations(self.group)
        return any(self._fits(image) for image in images)

    def _fits(self, image: Pattern) -> bool:
        """Whether an image fits in the box as it is, and has the symmetry about its centre."""
        box, symmetry = image.box, self.symmetry
        if box.width > self.size[0] or box.height > self.size[1]:
            return False
        if symmetry.lacks(box.width, box.height):
            return False
        orbits = symmetry.orbits(box.width, box.height)
        states = image.states
        of_orbit = {
            (orbit, states.get((n % box.width, n // box.width), 0))
            for n, orbit in enumerate(orbits)
        }
        return len(of_orbit) == len(set(orbits))

    def sizes(self) -> Iterator[Size]:
        """The sizes of boxes around patterns."""
        width, height = self.size
        square = self.symmetry.needs_square
        # A symmetry may be another one when it is transposed: then both boxes are gone through,
        # and `canonical` finds equal patterns.
        turning = Orientation.TRANSPOSE in self.group and self.symmetry == C1
        found = set()
        for w, h in product(range(1, width + 1), range(1, height + 1)):
            if not (square and w != h) and not self.symmetry.lacks(w, h):
                found.add((max(w, h), min(w, h)) if turning else (w, h))
        yield from sorted(found)


@lru_cache(maxsize=4)
def _listed(wanted: Patterns) -> list[Placed]:
    """All patterns, in their order; cached, since a worker walks several parts of the list."""
    require_few(wanted)
    found: set[Placed] = set()
    for size in wanted.sizes():
        for placed in _in_box(wanted, size):
            if wanted.states > 2:
                found |= set(_with_states(wanted, placed))
            elif wanted.symmetry == C1:
                found.add(placed)
            else:
                found.add(wanted.canonical(placed.pattern))
    return sorted(found)


def require_few(wanted: Patterns) -> None:
    """Raise an InputError if there are too many patterns to list them: images are counted, too."""
    total = 0
    for width, height in wanted.sizes():
        orbits = len(set(wanted.symmetry.orbits(width, height)))
        for cells in range(1, min(wanted.most, orbits) + 1):
            total += comb(orbits, cells) * (wanted.states - 1) ** cells
        if total > MOST_PATTERNS:
            w, h = wanted.size
            raise InputError(
                f"there are more than {MOST_PATTERNS:,} patterns of up to {wanted.most} cells in a "
                f"{w}x{h} box: give fewer cells, a smaller box or a symmetry, or <random>"
            )


def _in_box(wanted: Patterns, size: Size) -> Iterator[Placed]:
    """Patterns that touch all sides of a box; of images in the same box, the one of least mask."""
    width, height = size
    group = wanted.group if wanted.symmetry == C1 else frozenset([Orientation.IDENTITY])
    orbits: dict[int, list[int]] = {}
    for cell, orbit in enumerate(wanted.symmetry.orbits(width, height)):
        orbits.setdefault(orbit, []).append(cell)
    sets = list(orbits.values())
    for number in range(1, min(wanted.most, len(sets)) + 1):
        for some in _chosen(len(sets), number):
            lengths = np.array([len(each) for each in sets])[some].sum(axis=1)
            chosen = some[lengths <= wanted.most]
            masks = _masks(chosen, sets)
            least = _touching(masks, width, height)
            for g in group:
                image = _image(g, width, height)
                if image is not None:
                    moved = [[image[cell] for cell in each] for each in sets]
                    least &= masks <= _masks(chosen, moved)
            for mask in masks[least].tolist():
                yield Placed(mask.bit_count(), width, height, mask)


def _chosen(total: int, number: int) -> Iterator[NDArray[np.int64]]:
    """All choices of a number of orbits out of `total`, as rows of arrays."""
    rows = list(combinations(range(total), number))
    for start in range(0, len(rows), CHOICES):
        yield np.array(rows[start : start + CHOICES], np.int64).reshape(-1, number)


def _masks(chosen: NDArray[np.int64], sets: Iterable[Iterable[int]]) -> Masks:
    each = np.array([sum(1 << cell for cell in cells) for cells in sets], np.uint64)
    found: Masks = np.bitwise_or.reduce(each[chosen], axis=1)
    return found


def _touching(masks: Masks, width: int, height: int) -> NDArray[np.bool_]:
    """Which masks touch all four sides of the box."""
    row, column = (1 << width) - 1, sum(1 << y * width for y in range(height))
    sides = (row, row << width * (height - 1), column, column << width - 1)
    touching = np.ones(len(masks), np.bool_)
    for side in sides:
        touching &= masks & np.uint64(side) != 0
    return touching


def _image(g: Orientation, width: int, height: int) -> list[int] | None:
    """For each cell of a box, its image in the box; None if the box is turned to another size."""
    places = [g.apply(x, y) for y in range(height) for x in range(width)]
    left, top = (min(each) for each in zip(*places, strict=True))
    if max(x for x, _ in places) - left + 1 != width:
        return None
    return [(y - top) * width + x - left for x, y in places]


def _with_states(wanted: Patterns, placed: Placed) -> Iterator[Placed]:
    """The patterns whose cells are these, in all states."""
    places = _ones(placed.mask)
    orbits = wanted.symmetry.orbits(placed.width, placed.height)
    own = list(dict.fromkeys(orbits[n] for n in places))
    for states in product(range(1, wanted.states), repeat=len(own)):
        if 1 not in states:
            continue
        state_of = dict(zip(own, states, strict=True))
        cells = {(n % placed.width, n // placed.width): state_of[orbits[n]] for n in places}
        yield wanted.canonical(Pattern.of_states(cells))


def _ones(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
