"""Patterns of several states: values, simulation, RLE."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.multi import read_all
from lifesearch.formats.rle import read_rle, read_runs, write_rle, write_runs
from lifesearch.life.identify import identify
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.any_rule import next_generation
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.evolve import behaviour, generations, step_torus
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.state_letters import letter_of, state_of
from tests import brute_states
from tests.strategies import orientations, tables

CELLS = st.tuples(st.integers(-6, 6), st.integers(-4, 4))


def patterns(states: int) -> st.SearchStrategy[Pattern]:
    return st.dictionaries(CELLS, st.integers(0, states - 1), max_size=30).map(Pattern.of_states)


@given(patterns(256), st.integers(-9, 9), st.integers(-9, 9), orientations(), orientations())
def test_a_pattern_is_a_value(
    pattern: Pattern, dx: int, dy: int, g: Orientation, h: Orientation
) -> None:
    moved = pattern.translate(dx, dy)
    assert moved.translate(-dx, -dy) == pattern
    assert pattern.transform(g).transform(h) == pattern.transform(g.then(h))
    assert moved.transform(g).canonical() == pattern.canonical()
    assert pickle.loads(pickle.dumps(pattern)) == pattern
    assert hash(Pattern.of_states(pattern.states)) == hash(pattern)
    box = pattern.box
    assert Pattern.from_array(pattern.to_array(), box.x, box.y) == pattern
    assert pattern.restricted(pattern.cells) == pattern


@given(patterns(5), patterns(5))
def test_operators_keep_states(one: Pattern, other: Pattern) -> None:
    """Cell by cell: `|` has the more alive of two states, `&` the less alive, `-` its own."""
    union, common, rest = one | other, one & other, one - other
    for cell in one.cells | other.cells:
        a, b = one.states.get(cell, 0), other.states.get(cell, 0)
        assert union.states.get(cell, 0) == (min(a, b) or a or b)
        assert common.states.get(cell, 0) == (max(a, b) if a and b else 0)
        assert rest.states.get(cell, 0) == (0 if b else a)
    assert union.cells == one.cells | other.cells
    assert union == other | one
    assert common == other & one
    assert one | Pattern.of([]) == one
    for pattern in (union, common, rest, one.wrapped(3, 2), one.restricted(other.cells)):
        assert {(x, y) for x, y, _ in pattern.dying} <= pattern.cells
        assert len({(x, y) for x, y, _ in pattern.dying}) == len(pattern.dying)


def test_on_a_small_torus_the_more_alive_of_two_cells_is_seen() -> None:
    for picture, seen in (("AB", "A"), ("BA", "A"), ("CB.A", "CA"), ("ACB.", "AC")):
        folded = Pattern.parse_states(picture).wrapped(len(seen), 1)
        assert folded == Pattern.parse_states(seen)


@given(patterns(256))
def test_rle_gives_it_again(pattern: Pattern) -> None:
    rule = Rule.parse("345/2/256")
    assert read_rle(write_rle(pattern, rule)).pattern == pattern
    assert read_runs(write_runs(pattern), (pattern.box.x, pattern.box.y)) == pattern


def test_rle_as_golly_writes_it() -> None:
    text = "x = 4, y = 3, rule = 345/2/4\n.2A$AB2C$3.A!\n"
    file = read_rle(text)
    assert str(file.rule) == "345/2/4"
    assert file.pattern == Pattern.parse_states(".AA.\nABCC\n...A")
    assert write_rle(file.pattern, Rule.parse("345/2/4")) == text
    wide = Pattern.of_states({(x, 0): x + 1 for x in range(255)})
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
        ("x = 1, y = 1, rule = /2/3\nAZ!", "not a part of a pattern"),
    ],
)
def test_states_that_the_rule_lacks(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read_rle(text)


def test_letters() -> None:
    assert [state_of(letter_of(state)) for state in range(256)] == list(range(256))
    with pytest.raises(InputError, match="'o' in row 1"):
        Pattern.parse_states("Ao")


@given(tables(), st.integers(2, 6), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_three_simulators_agree(rule: Rule, states: int, seed: int) -> None:
    """The simple one, that of many patterns at once, and one of brute force."""
    rule = Rule(rule.table, states)
    random_states = np.random.default_rng(seed).integers(0, states, (3, 5, 4), np.uint8)
    framed = np.pad(random_states, ((0, 0), (4, 4), (4, 4)))
    life = brute_states.films(framed, rule, 3)
    for layer, *later in zip(*life, strict=True):
        phases = list(generations(Pattern.from_array(layer), 3, rule))
        assert phases[1:] == [Pattern.from_array(phase) for phase in later]
    now = framed
    for after in life[1:]:
        now = step_batch(now, rule)
        assert (now == after).all()
    wrapped = brute_states.films(random_states, rule, 1, torus=True)[1]
    for layer, after in zip(random_states, wrapped, strict=True):
        pattern = Pattern.from_array(layer)
        assert step_torus(pattern, 4, 5, rule) == Pattern.from_array(after)
        assert next_generation(pattern, rule, (4, 5)) == Pattern.from_array(after)
    shown = [Pattern.from_array(layer) for layer in random_states]
    assert (
        stack_patterns(shown, Pattern.parse("OOOO\nOOOO\nOOOO\nOOOO\nOOOO").box) == random_states
    ).all()


def test_what_patterns_of_several_states_are() -> None:
    brain = Rule.parse("Brian's Brain")
    photon = Pattern.parse_states("AA\nBB")
    assert behaviour(photon, brain).describe() == "spaceship of velocity c/1"
    assert Universe(brain, (4, 4)).behaviour(Pattern.parse_states("AA\nBB")).describe() == (
        "oscillator of period 4"
    )
    two = identify(Pattern.parse_states("AA...AA\nBB...BB"), brain)
    assert two.name() == "composite of 2: 2 x spaceship of velocity c/1"
    assert (two.apgcode, two.activity) == ("xq1_AB$AB4$AB$AB!", None)
    spinning = identify(Pattern.parse_states(".AB.\nB..A\nA..B\n.BA."), brain)
    assert spinning.summary() == "oscillator of period 3; 8 cells, C4_4"
    assert identify(Pattern.parse_states("AB\nAC"), Rule.parse("345/2/4")).symmetry.name == "C1"
