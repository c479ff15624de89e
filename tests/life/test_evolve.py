import time
from collections.abc import Iterator
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import (
    Behaviour,
    behaviour,
    generations,
    phases,
    step,
    step_torus,
)
from tests.strategies import patterns, rules, tables

GLIDER = Pattern.parse(".O.\n..O\nOOO")
BLINKER = Pattern.parse("OOO")
R_PENTOMINO = Pattern.parse(".OO\nOO.\n.O.")
AROUND = list(product((-1, 0, 1), repeat=2))  # (dy, dx) in reading order


def naive_step(cells: frozenset[Cell], rule: Rule) -> frozenset[Cell]:
    """Look every block up, cell by cell: slow, and hard to get wrong."""
    reached = {(x + dx, y + dy) for x, y in cells for dy, dx in AROUND}

    def block(x: int, y: int) -> int:
        return sum(
            256 >> place for place, (dy, dx) in enumerate(AROUND) if (x + dx, y + dy) in cells
        )

    return frozenset((x, y) for x, y in reached if rule.table[block(x, y)])


def naive_generations(pattern: Pattern, rule: Rule) -> Iterator[Pattern]:
    cells = pattern.cells
    while True:
        yield Pattern(cells)
        cells = naive_step(cells, rule)


@given(patterns(max_side=6), rules())
@settings(deadline=None)
def test_counting_rules_agree_with_the_naive_simulator(pattern: Pattern, rule: Rule) -> None:
    expected = list(islice(naive_generations(pattern, rule), 11))
    assert list(generations(pattern, 10, rule)) == expected
    assert step(pattern, rule, 9) == expected[9]


@given(patterns(max_side=6), tables())
@settings(deadline=None)
def test_all_other_rules_agree_with_the_naive_simulator(pattern: Pattern, rule: Rule) -> None:
    expected = list(islice(naive_generations(pattern, rule), 11))
    assert list(generations(pattern, 10, rule)) == expected


def test_far_away_and_long_ago() -> None:
    there = GLIDER.translate(-(10**9), 10**9)
    assert step(there, generations=4000) == there.translate(1000, 1000)


def test_states_that_a_rule_lacks_and_negative_times_are_refused() -> None:
    b0, dying = Rule.parse("B03/S23/C3"), Pattern.parse_states("AB")
    for refused in (
        lambda: step(GLIDER, b0),
        lambda: generations(GLIDER, 3, b0),
        lambda: phases(GLIDER, b0, 3),
        lambda: behaviour(GLIDER, b0),
        lambda: step(dying),
        lambda: behaviour(dying),
        lambda: step(Pattern.parse_states("AC"), Rule.parse("/2/3")),
        lambda: step(GLIDER, generations=-1),
        lambda: step(Pattern.of([(0, 0), (10**9, 10**9)])),
    ):
        with pytest.raises(InputError):
            refused()


def test_phases() -> None:
    assert phases(BLINKER, LIFE, 2) == (BLINKER, Pattern.parse("O\nO\nO").translate(1, -1))
    assert step(BLINKER, generations=0) == BLINKER


# The torus


def naive_torus(pattern: Pattern, width: int, height: int, rule: Rule) -> Pattern:
    def block(x: int, y: int) -> int:
        around = (((x + dx) % width, (y + dy) % height) in pattern for dy, dx in AROUND)
        return int("".join(str(int(alive)) for alive in around), 2)

    return Pattern.of(
        (x, y) for x in range(width) for y in range(height) if rule.table[block(x, y)]
    )


@given(
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(0, 2**25 - 1),
    rules(b0=True) | tables(b0=True),
)
@settings(deadline=None)
def test_the_torus_agrees_with_the_naive_one(
    width: int, height: int, soup: int, rule: Rule
) -> None:
    cells = [(i % width, i // width) for i in range(width * height) if soup >> i & 1]
    pattern = Pattern.of(cells)
    assert step_torus(pattern, width, height, rule) == naive_torus(pattern, width, height, rule)


@pytest.mark.parametrize(("width", "height"), [(0, 3), (3, 0), (-1, 5), (2, 3)])
def test_what_is_not_on_the_torus_is_refused(width: int, height: int) -> None:
    with pytest.raises(InputError):
        step_torus(GLIDER, width, height)


# Behaviour


@pytest.mark.parametrize(
    ("picture", "kind", "words"),
    [
        ("", "dies", "empty"),
        ("O", "dies", "dies in generation 1"),
        ("O.\n.O\nO.", "dies", "dies in generation 2"),
        ("OO\nOO", "still life", "still life"),
        ("OOO", "oscillator", "oscillator of period 2"),
        (".O.\n..O\nOOO", "spaceship", "spaceship of velocity c/4 diagonal"),
        (".O..O\nO....\nO...O\nOOOO.", "spaceship", "spaceship of velocity 2c/4"),
        (".OO\nOO.\n.O.", "unknown", "not periodic within 50 generations"),
    ],
)
def test_kinds_of_behaviour(picture: str, kind: str, words: str) -> None:
    found = behaviour(Pattern.parse(picture), limit=50)
    assert (found.kind, found.describe()) == (kind, words)


def test_a_behaviour_beyond_the_limit_is_unknown() -> None:
    assert behaviour(GLIDER, limit=3) == Behaviour(limit=3)
    assert behaviour(GLIDER, limit=4) == Behaviour(limit=4, period=4, dx=1, dy=1)
    assert behaviour(GLIDER, limit=1).describe() == "not periodic within 1 generation"
    assert behaviour(GLIDER, limit=0).kind == "unknown"


@given(patterns(max_side=5), rules())
@settings(deadline=None)
def test_behaviour_agrees_with_the_naive_simulator(pattern: Pattern, rule: Rule) -> None:
    found = behaviour(pattern, rule, limit=9)
    history = list(islice(naive_generations(pattern, rule), 10))
    death = next((t for t, phase in enumerate(history) if not phase), None)
    period = next((t for t in range(1, 10) if history[t].normal() == pattern.normal()), None)
    if death is not None:
        assert (found.kind, found.died) == ("dies", death)
    elif period is None:
        assert found.kind == "unknown"
    else:
        assert found.period == period
        assert history[period] == pattern.translate(found.dx, found.dy)


def test_a_soup_of_40000_cells_runs_a_thousand_generations_in_a_moment() -> None:
    """About 0.2 s of CPU when written; the bound only catches another order of growth."""
    soup = Pattern.of((x, y) for x, y in product(range(200), repeat=2) if (x * x + 3 * y) % 8 < 3)
    start = time.process_time()
    step(soup, generations=1000)
    assert time.process_time() - start < 3
