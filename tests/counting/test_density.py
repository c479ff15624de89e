"""The most live cells a row, against the fullest still lifes of long boxes."""

from random import Random

import numpy as np
import pytest

from lifesearch.counting import density as exact
from lifesearch.counting.best import best
from lifesearch.counting.region import Region
from lifesearch.counting.ways import Setting
from lifesearch.errors import InputError
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.queries.periodic.count import DensityQuestion
from tests.rows.rules import random_rule


def fullest(width: int, rule: Rule, longest: int) -> list[int]:
    """The most cells of still lifes of up to 0, 1, 2, ... rows, by adding row after row."""
    source, target = exact._steps(width, rule)
    cells = np.array([(state % (1 << width)).bit_count() for state in range(4**width)])
    most = np.full(4**width, -(10**6))
    most[0] = 0
    found = []
    for _ in range(longest + 2):
        after = np.full(4**width, -(10**6))
        np.maximum.at(after, target, most[source] + cells[target])
        most = after
        found.append(int(most[0]))
    return found[1:]


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
def test_the_fullest_grow_by_it(width: int) -> None:
    check(width, LIFE)


@pytest.mark.parametrize("seed", range(10))
def test_in_random_rules(seed: int) -> None:
    rng = Random(seed)
    check(rng.randint(1, 4), random_rule(rng))


def check(width: int, rule: Rule) -> None:
    mean = exact.density(width, rule)
    half = 24 * mean.denominator
    most = fullest(width, rule, 2 * half)
    assert all(0 <= cells <= mean * length + width * 60 for length, cells in enumerate(most))
    assert most[2 * half] - most[half] == mean * half


def test_the_fullest_of_short_boxes_are_those_of_the_sweep() -> None:
    most = fullest(4, LIFE, 7)
    for height in range(1, 8):
        found = best(Region(4, height), Setting(), fullest=True)
        assert int(found[:1].sum()) == most[height]


def test_wide_strips_are_refused() -> None:
    with pytest.raises(InputError, match="1 to 9 wide"):
        DensityQuestion(10)
