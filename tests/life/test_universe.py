"""The plane and tori run patterns as the simulators of single steps do."""

from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import Background
from lifesearch.life.simulate.evolve import behaviour, generations, step_torus
from lifesearch.life.simulate.universe import Universe

cells = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 3)))
rules = st.sampled_from([LIFE, Rule.parse("B36/S23"), Rule.parse("B2/S34")])


@given(cells, rules)
def test_the_plane_is_that_of_the_simulator(live: frozenset[tuple[int, int]], rule: Rule) -> None:
    pattern, plane = Pattern(live), Universe(rule)
    history = plane.history(pattern, 5)
    assert history == list(generations(pattern, 5, rule))
    assert plane.behaviour(pattern, 20) == behaviour(pattern, rule, 20)


@given(cells, rules)
def test_a_torus_goes_step_by_step(live: frozenset[tuple[int, int]], rule: Rule) -> None:
    pattern, torus = Pattern(live), Universe(rule, (5, 4))
    history = torus.history(pattern, 12)
    assert history == list(islice(torus.generations(pattern), 13))
    assert all(step_torus(a, 5, 4, rule) == b for a, b in pairwise(history))
    known = torus.behaviour(pattern, 12)
    back = next((t for t in range(1, 13) if history[t] == pattern), None)
    died = next((t for t in range(13) if not history[t]), None)
    assert (known.period, known.died) == (None if died is not None else back, died)


def test_with_b0_an_empty_torus_is_not_dead() -> None:
    flashing, full = Universe(Rule.parse("B0/S"), (2, 2)), Pattern.parse("OO\nOO")
    assert flashing.history(full, 2) == [full, Pattern.of([]), full]
    assert flashing.behaviour(full, 5).period == flashing.behaviour(Pattern.of([]), 5).period == 2
    assert Background(2, 2, full).period(flashing.rule, 5) == 2
    assert Background(2, 2, Pattern.of([])).period(LIFE, 5) == 1
    assert Background(2, 2, full).period(LIFE, 5) is None


def test_time_runs_forwards_only() -> None:
    for universe in (Universe(), Universe(torus=(3, 3))):
        assert universe.history(Pattern.parse("O"), 0) == [Pattern.parse("O")]
        with pytest.raises(InputError, match="runs forwards only"):
            universe.history(Pattern.parse("O"), -1)
