"""The kernel against the simulators."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.engines.soups.components import box_of, flood, move
from lifesearch.engines.soups.kernel import WORD, step, transition
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.evolve import generations
from tests.engines.soups.boards import all_active, board_of, dead, pattern_of
from tests.strategies import isotropic_rules, patterns, rules, small_tables, tables

ANY_RULE = (rules() | tables() | small_tables() | isotropic_rules()).filter(
    lambda rule: not rule.births_from_nothing
)


def random_board(seed: int, words: int, density: float) -> Pattern:
    side = WORD * words
    return Pattern.from_array(np.random.default_rng(seed).random((side, side)) < density)


BOARDS = st.integers(0, 2**32), st.sampled_from([1, 2]), st.sampled_from([0.01, 0.2, 0.5, 0.9])


@settings(deadline=None, max_examples=25)
@given(*BOARDS)
def test_a_step_of_life_agrees_with_the_batch_simulator(
    seed: int, words: int, density: float
) -> None:
    require_same_step(LIFE, seed, words, density)


@pytest.mark.long
@settings(deadline=None, max_examples=25)
@given(ANY_RULE, *BOARDS)
def test_a_step_agrees_with_the_batch_simulator(
    rule: Rule, seed: int, words: int, density: float
) -> None:
    require_same_step(rule, seed, words, density)


def require_same_step(rule: Rule, seed: int, words: int, density: float) -> None:
    """All cells are the same, up to the edges, and the rim is dead."""
    start = random_board(seed, words, density)
    now, then = board_of(start, words), dead(words)[0]
    flags = all_active(words), all_active(words)
    step(now.ravel(), then.ravel(), *flags, words, transition(rule))
    side = WORD * words
    layer = step_batch(stack_patterns([start], Box(0, 0, side, side)), rule)[0]
    assert pattern_of(then) == Pattern.from_array(layer)
    assert not then[0].any()
    assert not then[-1].any()
    assert not then[:, 0].any()
    assert not then[:, -1].any()


@pytest.mark.long
@settings(deadline=None, max_examples=50)
@given(ANY_RULE | st.just(LIFE), patterns(max_side=10), st.integers(20, 90), st.integers(20, 90))
def test_skipping_blocks_changes_nothing(rule: Rule, pattern: Pattern, x: int, y: int) -> None:
    start = pattern.normal().translate(x, y)
    now, then = board_of(start, 2), dead(2)[0]
    active, changed = all_active(2), all_active(2)
    by = transition(rule)
    seen = [start]
    for generation, expected in enumerate(generations(start, 18, rule)):
        assert pattern_of(now) == expected
        if generation < 2:
            active = all_active(2)
        moving = step(now.ravel(), then.ravel(), active, changed, 2, by)
        now, then, active, changed = then, now, changed, active
        seen.append(pattern_of(now))
        if generation >= 1:
            assert bool(moving) is (seen[-1] != seen[-3])


def test_rules_with_births_from_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="B0"):
        transition(Rule.totalistic({0}, {7}))


@pytest.mark.long
@settings(deadline=None, max_examples=50)
@given(patterns(max_side=12, min_population=1), st.integers(0, 110), st.integers(0, 110))
def test_boxes_and_moving_them(pattern: Pattern, x: int, y: int) -> None:
    board = board_of(pattern.normal().translate(x, y), 2)
    box = box_of(board.ravel(), 1, 2)
    assert box == (x, y, pattern.box.width, pattern.box.height)
    for words, there_x, there_y in ((2, 3, 70), (2, 110, 1), (2, x, y), (1, 45, 9), (4, 128, 200)):
        there = dead(words)
        move(board.ravel(), 2, box, there.ravel(), words, there_x, there_y, 1)
        assert pattern_of(there[0]) == pattern.normal().translate(there_x, there_y)


@pytest.mark.long
@settings(deadline=None, max_examples=50)
@given(
    patterns(max_side=14, min_population=1),
    st.integers(0, 110),
    st.integers(0, 110),
    st.integers(1, 4),
)
def test_flood_collects_what_is_near(pattern: Pattern, x: int, y: int, reach: int) -> None:
    cells = set(pattern.normal().translate(x, y).cells)
    first = min(cells, key=lambda cell: (cell[1], cell[0]))
    reached, new = {first}, {first}
    near = range(-reach, reach + 1)
    while new:
        new = {(a + dx, b + dy) for a, b in new for dx in near for dy in near} & cells - reached
        reached |= new
    mask = board_of(Pattern.of([first]), 2)
    flood(board_of(Pattern.of(cells), 2).ravel(), mask.ravel(), 2, first[1] + 1, reach)
    assert pattern_of(mask).cells == reached
