import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from tests.strategies import orientations, patterns

GLIDER = Pattern.parse(".O.\n..O\nOOO")


def test_a_picture_is_read_from_its_top_left_corner() -> None:
    assert GLIDER.cells == {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    assert Pattern.parse("\n.*.\r\n..o\nOOO\n\n") == GLIDER
    assert Pattern.parse("") == Pattern.of([])


@pytest.mark.parametrize("text", ["O O", "..X", "O\n\n 0", "b"])
def test_other_letters_in_a_picture_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="row"):
        Pattern.parse(text)


def test_patterns_are_values() -> None:
    assert {GLIDER, Pattern.of(list(GLIDER))} == {GLIDER}
    with pytest.raises(dataclasses.FrozenInstanceError):
        GLIDER.cells = frozenset()  # type: ignore[misc]


def test_population_truth_membership_and_order() -> None:
    assert GLIDER.population == len(GLIDER) == 5
    assert GLIDER
    assert not Pattern.of([])
    assert (2, 1) in GLIDER
    assert (1, 1) not in GLIDER
    assert list(GLIDER) == [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]


def test_set_operations() -> None:
    a, b = Pattern.parse("OO."), Pattern.parse(".OO")
    assert a | b == Pattern.parse("OOO")
    assert a & b == Pattern.of([(1, 0)])
    assert a - b == Pattern.of([(0, 0)])


def test_box() -> None:
    box = Pattern.of([(3, -1), (5, 7)]).box
    assert box == Box(3, -1, 3, 9)
    assert (box.right, box.bottom, box.area) == (5, 7, 27)
    assert Pattern.of([]).box == Box(0, 0, 0, 0)
    inside = {(x, y) for x in range(10) for y in range(-5, 10) if box.holds((x, y))}
    assert inside == {(x, y) for x in (3, 4, 5) for y in range(-1, 8)}


def test_pictures_and_arrays_are_cut_to_the_box() -> None:
    assert GLIDER.picture(Box(1, 1, 3, 2)) == ".O.\nOO."
    assert GLIDER.picture(Box(-1, 0, 2, 1)) == ".."
    assert GLIDER.to_array(Box(1, 1, 3, 2)).tolist() == [[0, 1, 0], [1, 1, 0]]
    assert GLIDER.to_array().dtype == np.uint8
    assert Pattern.of([]).picture() == ""


def test_a_picture_of_the_whole_plane_is_refused() -> None:
    far = Pattern.of([(0, 0), (10**9, 10**9)])
    with pytest.raises(InputError, match="too large"):
        far.picture()
    with pytest.raises(InputError, match="too large"):
        far.to_array()


@given(patterns())
@settings(deadline=None)
def test_pictures_and_arrays_are_read_back(pattern: Pattern) -> None:
    box = pattern.box
    assert Pattern.parse(pattern.picture()) == pattern.normal()
    assert Pattern.from_array(pattern.to_array(), box.x, box.y) == pattern


@given(patterns(), orientations(), orientations())
@settings(deadline=None)
def test_orientations_act_on_patterns(pattern: Pattern, a: Orientation, b: Orientation) -> None:
    assert pattern.transform(a).transform(b) == pattern.transform(a.then(b))
    assert pattern.transform(a).transform(a.inverse) == pattern


@given(patterns(), st.integers(-9, 9), st.integers(-9, 9), orientations())
@settings(deadline=None)
def test_normal_forgets_the_place_and_canonical_the_orientation(
    pattern: Pattern, dx: int, dy: int, orientation: Orientation
) -> None:
    moved = pattern.translate(dx, dy)
    assert moved.normal() == pattern.normal()
    assert moved.transform(orientation).canonical() == pattern.canonical()
    assert pattern.canonical() in pattern.orientations()
    assert pattern.normal() in pattern.orientations()


@given(patterns(), patterns())
@settings(deadline=None)
def test_different_shapes_have_different_canonical_forms(a: Pattern, b: Pattern) -> None:
    same = b.normal() in a.orientations()
    assert (a.canonical() == b.canonical()) == same
