"""Patterns of several states: values, simulation, RLE."""

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.errors import FormatError, InputError
from lifesearch.formats.multi import read_all
from lifesearch.formats.rle import read_rle, read_runs, write_rle, write_runs
from lifesearch.life.identify import identify
from lifesearch.life.multi_state import (
    letter_of,
    parse_states,
    pattern_of_array,
    pattern_of_states,
    state_of,
    states_of,
)
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.any_rule import next_generation
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.evolve import behaviour, generations, step_torus
from lifesearch.life.simulate.universe import Universe
from tests import brute_states
from tests.strategies import orientations, tables

CELLS = st.tuples(st.integers(-6, 6), st.integers(-4, 4))


def patterns(states: int) -> st.SearchStrategy[Pattern]:
    return st.dictionaries(CELLS, st.integers(0, states - 1), max_size=30).map(pattern_of_states)


@given(patterns(256), st.integers(-9, 9), st.integers(-9, 9), orientations(), orientations())
def test_a_pattern_is_a_value(
    pattern: Pattern, dx: int, dy: int, g: Orientation, h: Orientation
) -> None:
    moved = pattern.translate(dx, dy)
    assert moved.translate(-dx, -dy) == pattern
    assert pattern.transform(g).transform(h) == pattern.transform(g.then(h))
    assert moved.transform(g).canonical() == pattern.canonical()
    assert pickle.loads(pickle.dumps(pattern)) == pattern
    assert hash(pattern_of_states(states_of(pattern))) == hash(pattern)
    box = pattern.box
    assert pattern_of_array(pattern.to_array(), box.x, box.y) == pattern
    assert pattern.part(pattern.cells) == pattern


@given(patterns(256))
def test_rle_gives_it_again(pattern: Pattern) -> None:
    rule = Rule.parse("345/2/256")
    assert read_rle(write_rle(pattern, rule)).pattern == pattern
    assert read_runs(write_runs(pattern), (pattern.box.x, pattern.box.y)) == pattern


def test_rle_as_golly_writes_it() -> None:
    text = "x = 4, y = 3, rule = 345/2/4\n.2A$AB2C$3.A!\n"
    file = read_rle(text)
    assert str(file.rule) == "345/2/4"
    assert file.pattern == parse_states(".AA.\nABCC\n...A")
    assert write_rle(file.pattern, Rule.parse("345/2/4")) == text
    wide = pattern_of_states({(x, 0): x + 1 for x in range(255)})
    assert read_rle(write_rle(wide, Rule.parse("/2/256"))).pattern == wide
    assert [file.pattern.population for file in read_all(text + text)] == [7, 7]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1, y = 1, rule = 345/2/4\nD!", "'D' is state 4: the rule has 0 to 3 only"),
        ("x = 1, y = 1, rule = 345/2/4\n2pA!", "'pA' is state 25"),
        ("x = 1, y = 1, rule = /2/256\n2yP!", "'yP' is state 256"),
        ("x = 1, y = 1, rule = B3/S23\n2AB!", "third state"),
        ("x = 1, y = 1\nC!", "third state"),
        ("x = 1, y = 1, rule = /2/3\n02A!", "starts with a zero"),
        ("x = 1, y = 1, rule = /2/3\nAZ!", "no part of a pattern"),
    ],
)
def test_states_that_the_rule_lacks(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read_rle(text)


def test_letters() -> None:
    assert [state_of(letter_of(state)) for state in range(256)] == list(range(256))
    with pytest.raises(InputError, match="'o' in row 1"):
        parse_states("Ao")


@given(tables(), st.integers(2, 6), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_three_simulators_agree(rule: Rule, states: int, seed: int) -> None:
    """The simple one, that of many patterns at once, and one of brute force."""
    rule = Rule(rule.table, states)
    random_states = np.random.default_rng(seed).integers(0, states, (3, 5, 4), np.uint8)
    framed = np.pad(random_states, ((0, 0), (4, 4), (4, 4)))
    life = brute_states.films(framed, rule, 3)
    for layer, *later in zip(*life, strict=True):
        phases = list(generations(pattern_of_array(layer), 3, rule))
        assert phases[1:] == [pattern_of_array(phase) for phase in later]
    now = framed
    for after in life[1:]:
        now = step_batch(now, rule)
        assert (now == after).all()
    wrapped = brute_states.films(random_states, rule, 1, torus=True)[1]
    for layer, after in zip(random_states, wrapped, strict=True):
        pattern = pattern_of_array(layer)
        assert step_torus(pattern, 4, 5, rule) == pattern_of_array(after)
        assert next_generation(pattern, rule, (4, 5)) == pattern_of_array(after)
    shown = [pattern_of_array(layer) for layer in random_states]
    assert (
        stack_patterns(shown, Pattern.parse("OOOO\nOOOO\nOOOO\nOOOO\nOOOO").box) == random_states
    ).all()


def test_what_patterns_of_several_states_are() -> None:
    brain = Rule.parse("Brian's Brain")
    photon = parse_states("AA\nBB")
    assert behaviour(photon, brain).describe() == "spaceship of velocity c/1"
    assert Universe(brain, (4, 4)).behaviour(parse_states("AA\nBB")).describe() == (
        "oscillator of period 4"
    )
    two = identify(parse_states("AA...AA\nBB...BB"), brain)
    assert two.name() == "composite of 2: 2 x spaceship of velocity c/1"
    assert (two.apgcode, two.activity) == ("xq1_AB$AB4$AB$AB!", None)
    spinning = identify(parse_states(".AB.\nB..A\nA..B\n.BA."), brain)
    assert spinning.summary() == "oscillator of period 3; 8 cells, C4_4"
    assert identify(parse_states("AB\nAC"), Rule.parse("345/2/4")).symmetry.name == "C1"


def test_soups_of_star_wars_run_on() -> None:
    """A pattern that grows is followed as far as the work allows."""
    chance = random.Random(3)
    soup = pattern_of_states({(x, y): chance.randrange(2) for x in range(8) for y in range(8)})
    *_, last = generations(soup, 60, Rule.parse("Star Wars"))
    assert last.population > 0
