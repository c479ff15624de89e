"""Boxes that grow, for those who do not know how large a box to ask for.

They grow by area, and among those of one area the squarest comes first, the wider before
the taller. Each is searched for patterns that touch all its sides, since everything else
belongs to a smaller one. A box that is hard to decide does not hold up the larger ones for
ever: see `schedule`.

A look at the more symmetric patterns of a box.

Where any pattern of a box will do, a symmetric one will, and where it has a symmetry, one that has
more of it: there are few enough cells to choose that it is found, or ruled out, soon. So one of the
solvers that race for a box looks there, for a moment each and then for longer, in turn with all
patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from lifesearch.encoding.symmetry_breaking import SolutionSymmetries
from lifesearch.errors import InputError
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.periodic.question import PeriodicQuestion
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import Part, Size


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


NAMES = ("D8", "D4+", "D4x", "C4", "D2\\", "D2|", "C2")
FEW_CONFLICTS, MORE = 1_000, 4
"""Each symmetry has so many conflicts, and in each round so many times as many."""


def worth_a_look(query: PeriodicQuestion) -> bool:
    """Whether more symmetric patterns of its box answer a query, and are easier to find."""
    bare = type(query)(query.motion, query.box, query.symmetry, query.rule)
    return query.box is not None and query == bare and bool(_larger(query))


def _larger(query: PeriodicQuestion) -> list[Symmetry]:
    """The symmetries that have that of a query and more, the largest first."""
    return [s for s in map(Symmetry.parse, NAMES) if s.group > query.symmetry.group]


def symmetric_answers(
    query: PeriodicQuestion, part: Part, how: Configuration
) -> Iterator[Report[Answer]]:
    """Answers with each of the larger symmetries that a box can have, in rounds; no proof."""
    looks = []
    for symmetry in _larger(query):
        with suppress(InputError):  # the rule or the box does not have it
            symmetric = type(query)(query.motion, query.box, symmetry, query.rule)
            looks.append(symmetric.search(part, replace(how, symmetric_first=False), ()))
    most = FEW_CONFLICTS
    while looks:
        for look in list(looks):
            for report in look:
                if isinstance(report, list):
                    yield query.answers([answer.pattern for answer in report], *part.box)
                elif isinstance(report, int):
                    yield report
                    if report > most:
                        break
            else:
                looks.remove(look)
        most *= MORE
