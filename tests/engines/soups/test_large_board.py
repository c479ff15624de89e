"""The census of soups against the same soups on a board without end.

The soak has hundreds of soups of each symmetry with each seed; for other numbers,
`python -m tests.engines.soups.large_board SYMMETRY SEED SOUPS`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lifesearch.engines.soups.census import Tally
from lifesearch.engines.soups.search import Soups, take_census
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import SYMMETRIES, rule_symmetries
from tests.engines.soups.large_board import compare
from tests.matrix import ELSEWHERE, rule_of
from tests.seeds import seeds

CENTRED = [each.name for each in SYMMETRIES if "_" in each.name or each.name == "C1"]
FAMILIES = [family for family, why in next(iter(ELSEWHERE.values())).items() if not why]

BLOCK, BLINKER, GLIDER = "xs4_33", "xp2_7", "xq4_153"


@pytest.mark.parametrize(
    ("symmetry", "side", "seed", "number", "some"),
    [
        ("D4_+1", 15, 99, 8, {BLOCK: 56, GLIDER: 8}),
        ("C2_4", 12, 1234, 129, {BLOCK: 32, BLINKER: 22}),
    ],
)
def test_ships_that_meet_outside(
    symmetry: str, side: int, seed: int, number: int, some: dict[str, int]
) -> None:
    """Gliders that meet beyond the first board, and what they leave, which comes back."""
    soups = Soups.of(LIFE, (symmetry,), seed, least=side, most=side)
    census = take_census(soups, number, number + 1)
    assert census.tally == Tally(settled=1)
    assert {code: census.counts[code] for code in some} == some


def differences(seen: Counter[str]) -> list[str]:
    return [how for how in seen if how.startswith("differs")]


@pytest.mark.parametrize("symmetry", ["D4_+1", "C2_4", "D2_x", "D8_4"])
def test_a_few_soups_are_the_same_on_a_large_board(symmetry: str) -> None:
    seen = compare(Soups.of(LIFE, (symmetry,), seed=7), range(4))
    assert not differences(seen)
    assert seen["settled"]


@seeds()
@pytest.mark.parametrize("symmetry", CENTRED)
def test_soups_are_the_same_on_a_large_board(symmetry: str, seed: int) -> None:
    seen = compare(Soups.of(LIFE, (symmetry,), seed=seed), range(300))
    assert not differences(seen)
    assert seen["settled"] > 100


def compare_rules(family: str, seed: int) -> Counter[str]:
    """Compare soups of all symmetries in some rules of a family."""
    seen, random = Counter[str](), Random(f"{family} {seed}")
    for number in range(12):
        rule = rule_of(family, random)
        assert isinstance(rule, Rule)
        if len(rule.steps) > 1:
            continue
        names = [each.name for each in rule_symmetries(rule) if each.name in CENTRED]
        asked = Soups.of(
            rule, random.choice(names).split(), number, least=3, most=6, generations=250, board=64
        )
        found = compare(asked, range(3))
        assert not differences(found), (rule, found)
        seen += found
    return seen


@pytest.mark.long
@pytest.mark.parametrize(
    "family",
    [
        pytest.param(
            f,
            marks=pytest.mark.slow("rules of several states need more generations")
            if f == "several states"
            else (),
        )
        for f in FAMILIES
    ],
)
def test_soups_of_a_few_rules_of_each_family(family: str) -> None:
    seen = compare_rules(family, 1)
    assert seen["settled"]


@seeds()
@pytest.mark.parametrize("family", FAMILIES)
def test_soups_of_more_rules_of_each_family(family: str, seed: int) -> None:
    compare_rules(family, seed)
