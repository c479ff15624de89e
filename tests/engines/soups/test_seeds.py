"""Random soups: reproducible, symmetric, as dense as asked for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.engines.soups.kernel import WORD, empty_board
from lifesearch.engines.soups.layout import fill, room_for_orbits
from lifesearch.engines.soups.seeds import Shape, Shapes, make_soups, shape_of, soup
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import SYMMETRIES, Symmetry, rule_symmetries
from lifesearch.questions.soups.raced_kinds import still_lifes_of

HEX = Rule.parse("B2/S34H")
NAMES = [symmetry.name for symmetry in SYMMETRIES]


@settings(deadline=None)
@given(
    st.sampled_from(NAMES), st.integers(1, 20), st.integers(0, 2**64 - 1), st.integers(0, 10**15)
)
def test_a_soup_has_its_symmetry(name: str, least: int, seed: int, index: int) -> None:
    shapes = Shapes.of(LIFE, (name,), least, least + 1)
    shape, cells = shape_of(shapes, seed, index), soup(shapes, seed, index)
    assert shape.symmetry.name == name
    assert not shape.symmetry.lacks(shape.width, shape.height)
    assert cells.box.width <= shape.width
    assert cells.box.height <= shape.height
    for g in shape.symmetry.group:
        assert cells.transform(g).normal() == cells.normal()
    # The centre is where the box has it: on a cell, an edge or a corner.
    if cells and "_" in name:
        assert not shape.symmetry.lacks(cells.box.width, cells.box.height)


@pytest.mark.parametrize(
    ("symmetries", "least", "most", "density", "planes"),
    [
        (None, 8, 17, 0.5, 1),
        (("C1",), 1, 2, 0.3, 3),
        (("D2_x", "C4_4"), 61, 67, 0.7, 2),
    ],
)
@pytest.mark.parametrize(("seed", "first"), [(0, 0), (2**64 - 1, 2**63)])
def test_numpy_makes_the_soups_of_compiled_code(
    symmetries: tuple[str, ...] | None,
    least: int,
    most: int,
    density: float,
    planes: int,
    seed: int,
    first: int,
) -> None:
    shapes = Shapes.of(LIFE, symmetries, least, most, density)
    words, numbers = -(-shapes.side // WORD), range(first, first + 60)
    boards, chosen = empty_board(words, planes * 60), np.zeros(60, np.int64)
    room = room_for_orbits(shapes.layout)
    start = np.uint64(seed), np.uint64(first)
    fill(boards, words, planes, shapes.layout, *start, room, chosen)
    made, numbers_of_shapes = make_soups(shapes, seed, numbers, words, planes)
    assert boards.any()
    assert np.array_equal(made, boards)
    assert np.array_equal(numbers_of_shapes, chosen)


def test_orbits_are_no_larger_than_the_group() -> None:
    for shape in Shapes.of(LIFE, ("D8_1", "C4_4", "D2_x"), 9, 10).shapes:
        orbits = shape.orbits()
        assert len(orbits) == shape.width * shape.height
        assert max(map(orbits.count, orbits)) == len(shape.symmetry.group)


def test_soups_differ_by_seed_and_by_index() -> None:
    shapes = Shapes.of(LIFE, ("C1",), 16, 16)
    made = {soup(shapes, seed, index) for seed in (0, 1, 2**64 - 1) for index in range(20)}
    assert len(made) == 60


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.8])
def test_density(density: float) -> None:
    shapes = Shapes.of(LIFE, ("C1",), 20, 20, density)
    population = sum(soup(shapes, 5, index).population for index in range(50))
    assert abs(population / (50 * 400) - density) < 0.02


def test_all_symmetries_take_part() -> None:
    shapes = Shapes.of(LIFE)
    seen = {shape_of(shapes, 3, index).symmetry.name for index in range(2000)}
    assert seen == {symmetry.name for symmetry in rule_symmetries(LIFE)}
    assert len(seen) == 16


def test_symmetries_that_the_rule_has_not_are_left_out() -> None:
    shapes = Shapes.of(HEX)
    assert {shape.symmetry.name for shape in shapes.shapes} == {
        "C1", "C2_1", "C2_2", "C2_4", "D2_x", "D4_x1", "D4_x4", "D2/",
    }  # fmt: skip


@settings(deadline=None)
@given(
    st.sampled_from(["C1", "C2_2", "D4_+2", "D4_x4", "D8_1"]),
    st.integers(0, 2**64 - 1),
    st.integers(0, 10**15),
)
def test_a_still_life_stands_around_a_random_middle(name: str, seed: int, index: int) -> None:
    symmetry = Symmetry.parse(name)
    width, height = (20, 19) if symmetry.mixed else (19, 19) if "1" in name else (20, 20)
    shape = Shape(symmetry, width, height, (1, 1) if width % 2 else (2, 2 - height % 2))
    still_lifes = still_lifes_of(LIFE)
    cells = soup(Shapes((shape,), still_lifes=still_lifes), seed, index)
    for g in symmetry.group:
        assert cells.transform(g).normal() == cells.normal()
    assert cells  # the still life, at least
    if name == "C1":
        around = Pattern(cells.cells - {(31, 31)})  # the middle is this cell alone
        assert {cells.normal(), around.normal()} & set(still_lifes)


def test_every_still_life_stands_around_middles_of_every_shape() -> None:
    shapes = tuple(Shape(Symmetry.parse("C1"), side, side, (1, 1)) for side in (19, 21))
    block, tub = still_lifes = Pattern.parse("OO\nOO"), Pattern.parse(".O.\nO.O\n.O.")
    made = Shapes(shapes, still_lifes=still_lifes)
    seen = set()
    for index in range(40):
        around = Pattern(soup(made, 1, index).cells - {(31, 31)}).normal()  # without the middle
        seen.add((shape_of(made, 1, index).width, around))
    assert seen >= {(19, block), (19, tub), (21, block), (21, tub)}


def test_a_middle_needs_a_still_life_around_it() -> None:
    with pytest.raises(InputError, match="need one"):
        Shapes((Shape(Symmetry.parse("D4_+2"), 24, 17, (2, 1)),))


@settings(deadline=None)
@given(st.integers(-5, 5), st.integers(0, 2**64 - 1), st.integers(0, 10**15))
def test_still_lifes_may_be_more_symmetric_than_the_middle(lower: int, seed: int, at: int) -> None:
    mirrored, around = Symmetry.parse("D2_+1"), Symmetry.parse("D4_+2")
    shape = Shape(mirrored, 25, 24, (3, 2), around, lower)
    block = Pattern.of([(0, 0), (0, 1), (1, 0), (1, 1)])
    cells = soup(Shapes((shape,), 0.999999999, (block,)), seed, at)
    # The board is 64 cells a side, the box in its middle; the random cells nearly all live.
    middle = {(x, y + lower) for x in (30, 31, 32) for y in (31, 32)}
    left, top = (64 - 25) // 2, (64 - 24) // 2
    assert middle <= {(x, y) for x, y in cells.cells}
    others = cells.cells - {(x, y) for x, y in middle}
    for x, y in others:
        for image in ((2 * left + 24 - x, y), (x, 2 * top + 23 - y)):
            assert image in cells.cells
    assert len(others) <= 16
