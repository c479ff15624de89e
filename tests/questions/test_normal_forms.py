"""Normal forms: nothing is lost, nothing comes twice."""

from dataclasses import replace

import pytest

from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from tests.asking import QUICK, every
from tests.questions.questions import ship

Key = tuple[tuple[int, int], ...]


def classes(query: Periodic) -> list[Key]:
    """The patterns found, each as what it is up to place, orientation and phase."""
    key = torus_key if query.torus else canonical_key
    return [key(answer.history()[:-1]) for answer in every(query)]


def torus_key(phases: list[Pattern], side: int = 4) -> Key:
    """The same for all images of a pattern on a square torus."""
    shifts = [(dx, dy) for dx in range(side) for dy in range(side)]
    return min(
        tuple(sorted(((x + dx) % side, (y + dy) % side) for x, y in phase.transform(g).cells))
        for phase in phases
        for g in Orientation
        for dx, dy in shifts
    )


NORMAL = [
    Periodic(Motion(1), (4, 4)),
    Periodic(Motion(1), (5, 3)),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2|")),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2-")),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2\\")),
    Periodic(Motion(1), (5, 5), Symmetry.parse("D2/")),
    Periodic(Motion(1), (6, 5), Symmetry.parse("C2")),
    Periodic(Motion(1), (6, 6), Symmetry.parse("C4")),
    Periodic(Motion(1), (6, 6), Symmetry.parse("D4x")),
    Periodic(Motion(1), (6, 7), Symmetry.parse("D4+")),
    Periodic(Motion(2), (5, 5)),
    Periodic(Motion(2), (6, 4)),
    Periodic(Motion(2), (6, 6), Symmetry.parse("D2|")),
    Periodic(Motion(3), (9, 9), Symmetry.parse("D4+")),
    Periodic(Motion(1, Orientation.FLIP_X), (5, 5)),
    Periodic(Motion(1, Orientation.R90), (6, 6)),
    Periodic(Motion(2, Orientation.TRANSPOSE), (5, 5)),
    Periodic(ship("c/4 diagonal"), (4, 4)),
    Periodic(ship("c/4 diagonal"), (4, 5)),
    Periodic(ship("c/4 diagonal"), (6, 6), Symmetry.parse("D2\\")),
    Periodic(ship("2c/4"), (5, 7)),
    Periodic(ship("2c/4"), (6, 7)),
    Periodic(Motion(2, Orientation.FLIP_X, 0, -1), (5, 6)),
    Periodic(Motion(2, Orientation.TRANSPOSE, -1, -1), (5, 5), rule=Rule.parse("B2/S")),
    Periodic(ship("c/2"), (4, 5), rule=Rule.parse("B2/S0")),
    Periodic(Motion(2), (4, 4), torus=True),
    Periodic(Motion(1), (4, 4), torus=True),
    Periodic(Motion(1), (4, 4), mask=Pattern.parse(".OO.\nOOOO\nOO.O\n..OO")),
]


@pytest.mark.long
@pytest.mark.parametrize("query", NORMAL, ids=lambda q: f"{q.describe()} {q.box}")
def test_normal_forms_keep_one_of_each(query: Periodic) -> None:
    normal = classes(query)
    assert len(normal) == len(set(normal))
    assert set(normal) == set(classes(replace(query, raw=True)))


@pytest.mark.long
@pytest.mark.parametrize(
    "query",
    [
        pytest.param(query, marks=pytest.mark.slow("every other question") if number % 2 else ())
        for number, query in enumerate(q for q in NORMAL if not (q.torus or q.mask))
    ],
)
def test_growing_boxes_find_the_same(query: Periodic) -> None:
    """All boxes inside a box, tight ones only, have what the box has."""
    assert query.box is not None
    width, height = query.box
    inner = [
        (w, h)
        for w in range(1, width + 1)
        for h in range(1, height + 1)
        if not query.symmetry.lacks(w, h)
        and (_centred(query, width - w, height - h))
        and (query.motion.orientation.apply(1, 0)[0] or w == h)
    ]
    asked = replace(query, box=None)
    found = {
        asked.key(answer)
        for size in inner
        for report in asked.search(Part(size), QUICK, [])
        if isinstance(report, list)
        for answer in report
    }
    assert found == set(classes(replace(query, raw=True)))


def _centred(query: Periodic, spare_width: int, spare_height: int) -> bool:
    """Whether a smaller box can have the same centre, where a symmetry fixes that."""
    turns = [*query.symmetry.group, query.motion.orientation]
    fixed_x = any(g.apply(1, 0) != (1, 0) for g in turns)
    fixed_y = any(g.apply(0, 1) != (0, 1) for g in turns)
    diagonal = all(g.apply(1, 1) == (1, 1) for g in turns)
    other = all(g.apply(1, -1) == (1, -1) for g in turns)
    if diagonal or other:
        return True
    return not (fixed_x and spare_width % 2) and not (fixed_y and spare_height % 2)
