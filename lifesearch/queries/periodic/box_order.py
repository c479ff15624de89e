"""Boxes that grow, for those who do not know how large a box to ask for.

They grow by area, and among those of one area the squarest comes first, the wider before
the taller. Each is searched for patterns that touch all its sides, since everything else
belongs to a smaller one. A box that is hard to decide does not hold up the larger ones for
ever: see `schedule`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lifesearch.encoding.symmetry_breaking import SolutionSymmetries
from lifesearch.life.symmetry import Symmetry
from lifesearch.solving.parts import Size


def growing(areas: Iterable[int], kind: SolutionSymmetries, symmetry: Symmetry) -> Iterator[Size]:
    """The boxes of these areas that suit a symmetry; `kind` is about one of 1x1."""
    turned = kind.spacetime.motion.orientation.apply(1, 0)[0] == 0
    # The query may be the same when rows and columns change places.
    once = any(g.apply(1, 0)[0] == 0 for g in kind.orientations())
    for area in areas:
        for width, height in shapes(area):
            if symmetry.fits(width, height) or (turned and width != height):
                continue
            if width >= height or not once:
                yield width, height


def shapes(area: int) -> list[Size]:
    """The boxes of an area, the squarest first, the wider before the taller."""
    sizes = [(w, area // w) for w in range(1, area + 1) if area % w == 0]
    return sorted(sizes, key=lambda size: (abs(size[0] - size[1]), -size[0]))
