"""Still lifes counted by pairs of rows: as many as cell by cell, and as others have published."""

from random import Random
from typing import Any

import pytest

from lifesearch.engines.counting import by_height as heights
from lifesearch.engines.counting import pairs
from lifesearch.engines.counting.orbits_in_box import sweep_counts
from lifesearch.engines.counting.pairs import FOLDS, suits, whole
from lifesearch.engines.counting.region import Region, generated
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    FastMethodOverflow,
    SweepOptions,
    SweepProgress,
)
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from tests.cases import MORE_STILL_LIFES
from tests.engines.counting.count_cells import still_lifes
from tests.engines.rows.rules import random_rule
from tests.seeds import seeds

SQUARES = {10: 29305144137, 11: 5078448221965, 12: 1689709601427846}
"""Counted cell by cell, by `by_height`; see the manual."""
BOXES = {(n, n): number for n, number in SQUARES.items()} | {
    (12, 13): 34125618247379182,
    (13, 12): 34125618247379182,
    (13, 13): 898792333612812818,
}
"""Counted by `count_cells` as well, which takes 2 GB and more than a minute for the last."""

LEAST_SHARE = 1
"""Of the symmetries, so many must suit a random rule on an average: one does always."""


def folded(width: int, height: int, rule: Rule, turns: frozenset[Orientation]) -> Region:
    return Region(width, height, 1, rule, generated(((g, 0) for g in turns), 1))


def compare(rng: Random, rule: Rule) -> int:
    """Compare both ways with each symmetry that they suit; return how many these are."""
    compared = 0
    width, height = rng.randint(3, 5), rng.randint(1, 7)
    for turns in FOLDS:
        region = folded(width, height, rule, turns)
        if not suits(region, DEFAULT):
            continue
        try:
            found = pairs.counts_by_height(region)
        except FastMethodOverflow:  # some rules have so many
            continue
        names = width, height, str(rule), turns
        assert found == heights.counts_by_height(region), names
        compared += 1
    return compared


@pytest.mark.parametrize("n", range(3, 10))
def test_still_lifes_of_squares_are_as_many_as_published(n: int) -> None:
    assert pairs.counts_by_height(Region(n, n))[n][0] == MORE_STILL_LIFES[n - 1]


@seeds(4)
def test_in_random_rules_there_are_as_many_as_cell_by_cell(seed: int) -> None:
    rng = Random(seed)
    assert sum(compare(rng, random_rule(rng)) for _ in range(5)) >= LEAST_SHARE * 5
    assert compare(rng, LIFE) == len(FOLDS)


@pytest.mark.parametrize("width", [6, 7, 8])
def test_a_box_has_as_many_as_the_one_that_lies_on_its_side(width: int) -> None:
    upright = pairs.counts_by_height(Region(width, width + 1))[width + 1]
    assert upright == pairs.counts_by_height(Region(width + 1, width))[width]
    assert upright == whole(Region(width, width + 1))[width + 1]


def test_more_than_a_word_holds_are_counted_in_the_other_way() -> None:
    region = Region(4, 120)
    with pytest.raises(FastMethodOverflow):
        pairs.counts_by_height(region)
    assert sweep_counts(region, 120, DEFAULT)[120] == heights.counts_by_height(region)[120]
    assert sweep_counts(region, 120, DEFAULT)[120] > 2**128


def test_a_matrix_that_is_too_large_is_not_made() -> None:
    region = Region(12, 12)
    assert suits(region, DEFAULT)
    assert not suits(region, SweepOptions(memory=60 << 20))
    assert pairs.memory(region) < 70 << 20


def test_digits_of_sums_have_room_for_the_products_of_some_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def add_much(*arguments: Any) -> bool:
        arguments[-2][0, 0] += 1 << 63
        return True

    monkeypatch.setattr("lifesearch.engines.counting.kernel.pairs.add_row", add_much)
    ranges = 5  # eight columns each, of the 36 rows of six cells up to reflection
    assert pairs.PairMatrix(Region(6, 6)).joined() == ranges << 63


@pytest.mark.parametrize("height", [3, 6])
@pytest.mark.parametrize("turn", [Orientation.IDENTITY, Orientation.R180, Orientation.FLIP_Y])
def test_progress_comes_to_its_last_step(height: int, turn: Orientation) -> None:
    seen: list[SweepProgress] = []
    region = folded(4, height, LIFE, frozenset({turn}))
    pairs.counts_by_height(region, SweepOptions(watch=seen.append))
    assert {each.steps for each in seen} == {seen[-1].steps}
    assert seen[-1].steps - 1 <= seen[-1].done <= seen[-1].steps


@pytest.mark.slow("squares of 13x13 and more, cell by cell")
@pytest.mark.parametrize("n", SQUARES)
def test_squares_that_were_counted_cell_by_cell(n: int) -> None:
    assert pairs.counts_by_height(Region(n, n))[n][0] == SQUARES[n]
    assert whole(Region(n, n))[n] == SQUARES[n]


@pytest.mark.parametrize("n", [3, 7])
def test_the_plainest_count_cell_by_cell_is_right(n: int) -> None:
    assert still_lifes(n, n) == MORE_STILL_LIFES[n - 1]


@pytest.mark.slow("counted by a plain program")
@pytest.mark.parametrize("box", BOXES)
def test_boxes_that_were_counted_in_the_plainest_way(box: tuple[int, int]) -> None:
    assert still_lifes(*box) == BOXES[box]
    assert pairs.counts_by_height(Region(*box))[box[1]][0] == BOXES[box]
