"""What becomes of patterns, by what is known of famous ones."""

import pytest
from hypothesis import given, settings

from lifesearch.common.errors import InputError
from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.neighbourhood import blocks_with
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate import any_rule
from lifesearch.life.simulate import settling as module
from lifesearch.life.simulate.evolve import behaviour, step
from lifesearch.life.simulate.settling import run_until_periodic
from tests.strategies import patterns


@pytest.mark.parametrize(
    ("rle", "generation"),
    [("o!", 1), ("2o!", 1), ("6bo$2o$bo3b3o!", 130)],  # the last one is Die hard, by LifeWiki
)
def test_death(rle: str, generation: int) -> None:
    fate = run_until_periodic(read(rle).pattern)
    assert fate.known
    assert fate.describe() == f"dies in generation {generation}"


@pytest.mark.parametrize(
    ("rle", "periodic_from", "cells", "period"),
    # LifeWiki: the pi-heptomino settles in generation 173, and then has 55 cells.
    [("4o!", 2, 6, 1), ("3o$obo$obo!", 173, 55, 2), ("5o!", 6, 12, 2)],
)
def test_settling(rle: str, periodic_from: int, cells: int, period: int) -> None:
    fate = run_until_periodic(read(rle).pattern)
    assert fate.settled is not None
    assert (fate.periodic_from, fate.behaviour.period) == (periodic_from, period)
    assert fate.settled.population == cells
    assert fate.describe() == f"settles in generation {periodic_from}"


def test_a_methuselah_that_throws_gliders_is_not_called_periodic() -> None:
    fate = run_until_periodic(read("b2o$2o$bo!").pattern, limit=1200)
    assert not fate.known
    assert (fate.seen, fate.periodic_from) == (1200, None)
    assert fate.population == 116  # LifeWiki: from generation 1103 on
    assert fate.describe() == "not periodic within 1,200 generations"


@given(patterns(max_side=5))
@settings(deadline=None, max_examples=60)
def test_fate_and_behaviour_agree(pattern: Pattern) -> None:
    fate, own = run_until_periodic(pattern, limit=60), behaviour(pattern, limit=60)
    assert (fate.periodic_from == 0) == (own.period is not None)
    if own.period is not None:
        assert fate.behaviour == own
    assert fate.behaviour.died == own.died
    if fate.settled is not None and fate.periodic_from is not None:
        assert step(pattern, LIFE, fate.periodic_from) == fate.settled
        assert behaviour(fate.settled, limit=60).period == fate.behaviour.period
        if fate.periodic_from:
            before = step(pattern, LIFE, fate.periodic_from - 1)
            assert behaviour(before, limit=60).period is None


def test_the_limit_is_exact() -> None:
    row = Pattern.parse("OOOO")
    assert run_until_periodic(row, limit=3).periodic_from == 2
    assert run_until_periodic(row, limit=2).periodic_from is None
    assert run_until_periodic(Pattern.parse("OOO"), limit=1).periodic_from is None
    assert run_until_periodic(Pattern.parse("OOO"), limit=2).periodic_from == 0


def test_explosions_are_followed_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CELLS_A_GENERATION", 1000)
    fate = run_until_periodic(Pattern.parse("OO\nOO"), Rule.parse("B2/S"), 2000)
    assert not fate.known
    assert 10 < fate.seen < 500
    assert fate.describe().endswith("generations, where it is too large to continue")


def test_what_is_too_large_is_not_followed() -> None:
    fate = run_until_periodic(Pattern.of([(0, 0), (10**9, 10**9)]))
    assert not fate.known
    assert (fate.seen, fate.population) == (0, 2)
    assert fate.describe() == "too large to follow"


def test_hashes_that_agree_by_chance_are_no_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "hash", lambda rows: 7, raising=False)
    fate = run_until_periodic(Pattern.parse("OOOOO"), limit=5)
    assert fate.periodic_from is None


def test_with_b0_only_every_second_generation_can_be_seen_again() -> None:
    """A single cell becomes the complement of itself: empty and full take turns around it."""
    fate = run_until_periodic(Pattern.parse("O"), Rule.parse("B012345678/S"))
    assert (fate.periodic_from, fate.behaviour.period) == (0, 2)
    with pytest.raises(InputError, match="B0"):
        run_until_periodic(Pattern.parse("O"), Rule.parse("B0/S/C3"))


def test_dying_cells_are_part_of_what_is_seen_again() -> None:
    rule = Rule.parse("Brian's Brain")
    ships = Pattern.parse_states("AA..AA\nBB..BB")
    assert run_until_periodic(ships, rule).behaviour.describe() == "spaceship of velocity c/1"
    assert run_until_periodic(Pattern.parse_states("AB"), rule).describe() == "dies in generation 2"


def test_in_rules_of_several_states_all_that_was_seen_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rule, soup = Rule.parse("B2/S/3"), Pattern.parse("OO\n.O\n")
    grown = [len(blocks_with(step(soup, rule, n).live)) for n in range(9)]
    most = max(grown[:5])
    assert grown[5] > most  # so generation 5 is known, and generation 6 is not
    monkeypatch.setattr(any_rule, "MOST_SIMULATED_CELLS", most)
    fate = run_until_periodic(soup, rule, 8)
    assert (fate.seen, fate.population) == (5, step(soup, rule, 5).population)


@pytest.mark.parametrize("rule", ["B3/S23", "B03/S23", "345/2/3"])
def test_a_state_that_the_rule_lacks_is_refused(rule: str) -> None:
    with pytest.raises(InputError, match="is in state 3"):
        run_until_periodic(Pattern.parse_states("AC\nCA"), Rule.parse(rule))


def test_a_ship_61_columns_farther_is_no_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's hash of a number is its remainder by 2^61 - 1."""
    ship = Pattern.parse("O..O.\n....O\nO...O\n.OOOO").translate(60, 0)
    monkeypatch.setattr(module, "step", None)  # which would look at a repetition again
    fate = run_until_periodic(ship | Pattern.parse("OO\nOO"), LIFE, 300)
    assert not fate.known
