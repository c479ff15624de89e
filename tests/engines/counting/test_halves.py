"""All patterns of small boxes, listed by joining halves: against brute force and single cells."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from lifesearch.engines.counting import halves, listing
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.transfer_matrix import FastMethodOverflow, SweepOptions
from tests.cases import MORE_STILL_LIFES
from tests.engines.counting.count_brute import Cells, cycles
from tests.engines.rows.rules import random_rule
from tests.seeds import seeds

Life = tuple[Cells, ...]


def lives(batches: Iterator[Any]) -> list[Life]:
    """All generations of each pattern, as sets of cells."""
    return [
        tuple(frozenset((int(x), int(y)) for y, x in np.argwhere(layer)) for layer in life)
        for batch in batches
        for life in batch
    ]


def by_brute_force(region: Region) -> set[Life]:
    """All patterns that are back after the region's period, or a part of it."""
    period = region.period
    found = {(frozenset[tuple[int, int]](),) * period}
    for part in range(1, period + 1):
        if period % part == 0:
            every = cycles(region.width, region.height, part, region.rule)
            found |= {tuple(life) * (period // part) for life in every}
    return found


def compare(rng: Random) -> None:
    width = rng.randint(1, 4)
    height = rng.randint(1, 16 // width)
    region = Region(width, height, rng.randint(1, 4), random_rule(rng))
    found = lives(halves.patterns(region, rng.choice((1, 3, 100))))
    assert len(found) == len(set(found)), region
    assert set(found) == by_brute_force(region), region


@seeds(30)
def test_halves_find_what_brute_force_finds(seed: int) -> None:
    compare(Random(seed))


@seeds(4)
def test_halves_find_what_is_found_cell_by_cell(seed: int) -> None:
    rng = Random(seed)
    region = Region(rng.randint(4, 5), rng.randint(5, 7), rng.randint(1, 2), random_rule(rng))
    by_halves = lives(halves.patterns(region, 1000))
    by_cells = lives(listing.by_cells(region, SweepOptions(), 1000))
    assert sorted(map(hash, by_halves)) == sorted(map(hash, by_cells))
    assert set(by_halves) == set(by_cells)


def test_as_many_still_lifes_as_published() -> None:
    assert sum(map(len, halves.patterns(Region(6, 6), 1024))) == MORE_STILL_LIFES[5]


def test_the_smallest_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    region = Region(5, 6, 2)
    cells = [len(life[0]) for life in lives(halves.patterns(region, 100))]
    assert cells == sorted(cells)
    monkeypatch.setattr(halves, "MOST_SORTED", 100)
    in_another_order = [len(life[0]) for life in lives(halves.patterns(region, 100))]
    assert cells != in_another_order
    assert cells == sorted(in_another_order)


def test_where_there_are_too_many_states_cells_are_taken_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    region = Region(4, 5, 2)
    expected = lives(listing.patterns(region, SweepOptions()))
    monkeypatch.setattr(halves, "MOST_LINES", 100)
    with pytest.raises(FastMethodOverflow):
        next(halves.patterns(region, 100))
    assert sorted(map(hash, lives(listing.patterns(region, SweepOptions())))) == sorted(
        map(hash, expected)
    )
