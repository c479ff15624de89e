"""Rows as integers, turned: the same as patterns that are turned cell by cell."""

from random import Random

import pytest

from lifesearch.formats.detect import write_runs
from lifesearch.formats.runs import turned_runs
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern, rows_of
from lifesearch.life.symmetry import TURNS, symmetry_of, turned_rows

ALL = list(Orientation)


def some_pattern(rng: Random, side: int) -> Pattern:
    width, height = rng.randint(1, side), rng.randint(1, side)
    number = rng.randint(1, width * height)
    cells = [(rng.randrange(width) - 3, rng.randrange(height) + 5) for _ in range(number)]
    pattern = Pattern.of(cells)
    if rng.random() < 0.5:  # something symmetric
        pattern |= pattern.transform(rng.choice(ALL))
    return pattern


@pytest.mark.parametrize("seed", range(20))
def test_turned_rows_are_those_of_the_turned_pattern(seed: int) -> None:
    rng = Random(seed)
    for side in (1, 3, 5, 20):
        pattern = some_pattern(rng, side)
        turned = turned_rows(rows_of(pattern, pattern.box), pattern.box.width)
        images = [pattern.transform(g) for g in TURNS]
        assert turned == [rows_of(image, image.box) for image in images]
        assert turned_runs(pattern, ALL) == [write_runs(pattern.transform(g)) for g in ALL]


@pytest.mark.parametrize("seed", range(20))
def test_a_small_pattern_has_the_symmetry_of_a_large_one(seed: int) -> None:
    """Far from each other, cells are compared one by one."""
    rng = Random(100 + seed)
    pattern = some_pattern(rng, 9)
    odd = Pattern.of((33 * x, 33 * y) for x, y in pattern.cells)  # the parity of sides is the same
    assert symmetry_of(odd).name == symmetry_of(pattern).name


def test_nothing_is_nothing_in_all_orientations() -> None:
    assert turned_runs(Pattern(frozenset()), ALL) == ["!"] * 8
