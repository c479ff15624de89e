"""The pieces of small patterns: with integers the same as with sets of cells."""

from itertools import islice
from random import Random

import pytest

from lifesearch.counting.listing import patterns
from lifesearch.counting.region import Region
from lifesearch.counting.ways import DEFAULT
from lifesearch.life.identify import _parts, pieces
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.small_pieces import small_pieces
from tests.rows.rules import random_rule

SHIPS = (".O.\n..O\nOOO", ".O..O\nO....\nO...O\nOOOO.")


def compare(pattern: Pattern, rule: Rule, period: int) -> int:
    """Compare both ways; return how many pieces there are, 0 if it may depend on their order."""
    found = small_pieces(pattern, rule, period)
    expected = {part.cells for part in _parts(pattern, rule, period)}
    assert {part.cells for part in pieces(pattern, rule, period)} == expected
    if found is None:
        return 0
    assert {part.cells for part in found} == expected, (pattern.picture(), str(rule))
    return len(found)


def listed(region: Region) -> list[Pattern]:
    batches = islice(patterns(region, DEFAULT), 1)
    return [p for batch in batches for life in batch[-300:, 0] if (p := Pattern.from_array(life))]


@pytest.mark.parametrize(("width", "height", "period"), [(5, 6, 1), (4, 6, 2)])
def test_all_of_a_box(width: int, height: int, period: int) -> None:
    numbers = {compare(p, LIFE, period) for p in listed(Region(width, height, period))}
    assert {1, 2} <= numbers


@pytest.mark.parametrize("seed", range(2))
def test_random_rules(seed: int) -> None:
    rng = Random(seed)
    for _ in range(2):
        rule, period = random_rule(rng), rng.choice((1, 2, 3))
        for pattern in listed(Region(4, 4, period, rule))[:100]:
            compare(pattern, rule, period)


def test_ships_side_by_side() -> None:
    rng = Random(7)
    for _ in range(40):
        one, other = (Pattern.parse(rng.choice(SHIPS)) for _ in range(2))
        pattern = one | other.translate(rng.randint(-7, 7), rng.randint(-7, 7))
        known = behaviour(pattern, LIFE, 8)
        if known.period:
            compare(pattern, LIFE, known.period)
