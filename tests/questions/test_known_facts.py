"""Known counts and facts of existence."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from lifesearch.core.constraints import Bound, Constraints
from lifesearch.formats.detect import read
from lifesearch.life.identify import identify
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests import cases
from tests.asking import first
from tests.questions.questions import box, everything, ship

# Counts


@pytest.mark.parametrize(("cells", "count"), [(4, 2), (5, 1), (6, 5), (7, 4), (8, 9)])
def test_still_lifes_with_few_cells(cells: int, count: int) -> None:
    """The refusal to find all without a box names one that holds all connected ones."""
    asked = Constraints((Bound(Measure.FIRST, cells, cells),))
    assert f"<connected> <box {cells}x{cells}>" in Periodic(Motion(1), constraints=asked).endless()
    connected = replace(asked, connected=True)
    assert len(everything(Periodic(Motion(1), (cells, cells), constraints=connected))) == count


@pytest.mark.parametrize(
    "query",
    [
        Periodic(Motion(2), constraints=Constraints((Bound(Measure.FIRST, most=8),))),
        Periodic(Motion(1), constraints=Constraints((Bound(Measure.FIRST, least=8),))),
        Periodic(Motion(1), constraints=Constraints((Bound(Measure.ROTOR, most=8),))),
        Periodic(
            Motion(1),
            rule=Rule.parse("B3/S123"),
            constraints=Constraints((Bound(Measure.FIRST, most=8),)),
        ),
    ],
)
def test_no_box_holds_all_of_these(query: Periodic) -> None:
    assert "connected" not in query.endless()


@pytest.mark.parametrize(("n", "count"), list(enumerate(cases.STILL_LIFES, start=1)))
def test_still_lifes(n: int, count: int) -> None:
    query = Periodic(Motion(1), (n, n), raw=True, with_empty=True)
    found = everything(query)
    assert len(found) == count
    assert max(pattern.population for pattern in found) == cases.DENSEST[n - 1]
    if n < 6:
        assert len(everything(replace(query, with_empty=False))) == count - 1


@pytest.mark.long
def test_strict_still_lifes() -> None:
    """Those of up to 8 cells fit in 6 x 6; a strict one is no composite."""
    found = everything(Periodic(Motion(1), (6, 6)))
    strict = Counter(p.population for p in found if not identify(p, limit=1).composite)
    assert {cells: strict[cells] for cells in cases.STRICT} == cases.STRICT


@pytest.mark.parametrize(("size", "count"), list(cases.STILL_LIFES_OBLONG.items())[:6])
def test_still_lifes_in_oblong_boxes(size: tuple[int, int], count: int) -> None:
    for turned in (size, size[::-1]):
        assert len(everything(Periodic(Motion(1), turned, raw=True, with_empty=True))) == count


@pytest.mark.slow("long lists of answers")
@pytest.mark.parametrize(("size", "count"), list(cases.STILL_LIFES_OBLONG.items())[6:])
def test_more_still_lifes(size: tuple[int, int], count: int) -> None:
    assert len(everything(Periodic(Motion(1), size, raw=True, with_empty=True))) == count


@pytest.mark.parametrize(
    ("n", "cycles"),
    [
        pytest.param(
            n, cycles, marks=pytest.mark.slow("boxes from 6x6 on") if n > 5 else pytest.mark.long
        )
        for n, cycles in enumerate(cases.PERIOD_TWO_CYCLES, start=1)
    ],
)
def test_period_two(n: int, cycles: int) -> None:
    assert len(everything(Periodic(Motion(2), (n, n), raw=True))) == 2 * cycles


@pytest.mark.parametrize(("n", "count"), list(enumerate(cases.VANISHING, start=1))[:4])
def test_vanishing(n: int, count: int) -> None:
    nothing = Target(Pattern.of([]))
    assert len(everything(Predecessor(nothing, (n, n), raw=True))) == count


@pytest.mark.slow("long lists of answers")
def test_more_vanishing() -> None:
    nothing = Target(Pattern.of([]))
    assert len(everything(Predecessor(nothing, (5, 5), raw=True))) == cases.VANISHING[4]


@pytest.mark.parametrize("name", cases.PREDECESSORS)
def test_predecessors(name: str) -> None:
    rle, *counts = cases.PREDECESSORS[name]
    for pad in (0, 1):
        query = replace(Predecessor.around(Target(read(rle).pattern), pad), raw=True)
        assert len(everything(query)) == counts[pad]


@pytest.mark.slow("long lists of answers")
@pytest.mark.parametrize("name", ["dot", "block", "blinker"])
def test_predecessors_in_a_larger_box(name: str) -> None:
    rle, *counts = cases.PREDECESSORS[name]
    query = replace(Predecessor.around(Target(read(rle).pattern), 2), raw=True)
    assert len(everything(query)) == counts[2]


def test_gliders_in_a_box() -> None:
    """Computed: with generations 0..p-1 inside a 4 x 4 box there are 6 going one way."""
    assert len(everything(Periodic(ship("(1,1)c/4"), (4, 4), raw=True))) == 6


# Existence


def existence(table: list[Any], motion: Any) -> list[Any]:
    return [
        pytest.param(motion(what), symmetry, box(size), exists, id=f"{what} {symmetry} {size}")
        for what, symmetry, some, none in table
        for sizes, exists in ((some, True), (none, False))
        for size in sizes
    ]


def exists(motion: Motion, symmetry: str, size: tuple[int, int]) -> bool:
    return first(Periodic(motion, size, Symmetry.parse(symmetry))) is not None


FACTS = existence(cases.SHIPS, ship) + existence(cases.OSCILLATORS, Motion)
SLOW_FACTS = existence(cases.SLOW_SHIPS, ship) + existence(cases.SLOW_OSCILLATORS, Motion)


@pytest.mark.long
@pytest.mark.parametrize(("motion", "symmetry", "size", "expected"), FACTS)
def test_existence(motion: Motion, symmetry: str, size: tuple[int, int], expected: bool) -> None:
    assert exists(motion, symmetry, size) == expected


@pytest.mark.slow("a proof of minutes")
@pytest.mark.parametrize(("motion", "symmetry", "size", "expected"), SLOW_FACTS)
def test_more_existence(
    motion: Motion, symmetry: str, size: tuple[int, int], expected: bool
) -> None:
    assert exists(motion, symmetry, size) == expected


@pytest.mark.parametrize("shift", [(0, -2), (-1, -1)])
def test_nothing_is_faster_than_theorems_allow(shift: tuple[int, int]) -> None:
    assert not exists(Motion(3, Orientation.IDENTITY, *shift), "C1", (6, 6))


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        pytest.param(2, True, marks=pytest.mark.long),
        pytest.param(3, True, marks=pytest.mark.slow("a search of minutes")),
        pytest.param(4, False, marks=pytest.mark.slow("a search of minutes")),
    ],
)
def test_knuths_life(back: int, expected: bool) -> None:
    target = Target(Pattern.parse(cases.LIFE_WORD))
    query = replace(Predecessor.around(target), generations=back)
    assert query.box == (15, 7)
    assert (first(query) is not None) == expected
