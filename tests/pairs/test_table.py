"""The table of pairs names what is compared here, and nothing else."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.brute_worlds import FAMILIES
from tests.matrix import ELSEWHERE, PAIRS, PAIRS_ELSEWHERE

NOT_OF_THE_PLANE = {"B0 without S8", "B0 with S8"}
"""Refused by backgrounds, and one of them by strips."""


def test_each_module_is_in_the_table() -> None:
    here = {path.stem for path in Path(__file__).parent.glob("test_*.py")} - {Path(__file__).stem}
    assert {module for module, _ in PAIRS.values()} == here


@pytest.mark.parametrize("option", PAIRS)
def test_a_pair_is_compared_in_its_places_and_families(option: str) -> None:
    name, places = PAIRS[option]
    module = import_module(f"tests.pairs.{name}")
    assert callable(module.compare)
    assert getattr(module, "PLACES", ()) == places
    assert set(FAMILIES) - set(module.FAMILIES) <= NOT_OF_THE_PLANE


@pytest.mark.parametrize("pair", PAIRS_ELSEWHERE)
def test_a_pair_without_places_is_compared(pair: str) -> None:
    name, tests = PAIRS_ELSEWHERE[pair]
    module = import_module(name)
    assert all(callable(getattr(module, test)) for test in tests)


def test_all_that_has_no_place_is_in_the_table() -> None:
    commands = {command.split()[0] for command in ELSEWHERE}
    assert commands == {"soup", "catalyse"}
    assert {pair.split()[0] for pair in PAIRS_ELSEWHERE} == {"soups", "catalysts"}
