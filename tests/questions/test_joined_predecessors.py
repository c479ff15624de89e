"""Predecessors on tori and cylinders: whole sets of answers against brute force."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import lifesearch as ls
from lifesearch.common.errors import InputError
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe
from lifesearch.questions.predecessor.joined import Joined, Move
from lifesearch.questions.predecessor.question import Predecessor
from tests.asking import QUICK, every, first
from tests.brute_joined import Life, joined_ancestors, joined_class

TWO_STATES = ("B3/S23", "B36/S125", "B2/S34H", "B2ci3/S23", "B03/S23", "B1/S012V")
MORE_STATES = ("/2/3", "23/3/3", "3/2/4")
MOST_ANSWERS = 40
PLACES = ("torus", "cylinder", "cylinder, shifted down", "cylinder, shifted up")


def cells_of(pattern: Pattern) -> Life:
    return frozenset(pattern.states.items())


def compare(query: Predecessor, how: Configuration = QUICK, depth: int = 0) -> int | None:
    """All answers, and all different ones; how many, or None if they are too many to compare."""
    query = replace(query, constraints=replace(query.constraints, objective=None))
    expected = joined_ancestors(query)
    if len(expected) > MOST_ANSWERS:
        return None
    found = Counter(cells_of(a.found) for a in every(replace(query, raw=True), how, depth))
    assert found == Counter(expected)
    classes = Counter(joined_class(query, cells_of(a.found)) for a in every(query, how, depth))
    assert classes == Counter({joined_class(query, each) for each in expected})
    return len(expected)


def question(random: Random, place: str, rules: Sequence[str], generations: int) -> Predecessor:
    """A target that was made by the rule, so that there are answers, or one with free cells."""
    rule = Rule.parse(random.choice(rules))
    if rule.states == 2 and random.random() < 0.3:
        rule = Rule(bytes(random.choices((0, 1), (2, 1), k=512)))
    sizes = (
        [(1, 4), (2, 2), (2, 3), (3, 1)] if rule.states > 2 else [(1, 3), (2, 4), (3, 3), (4, 2)]
    )
    size = random.choice(sizes)
    # A shift by the width leaves a square box as it is when rows and columns are exchanged.
    shift = random.choice((1, 2, size[0])) if "shifted" in place else 0
    cylinder = None if place == "torus" else Cylinder(size[0], -shift if "up" in place else shift)
    universe = Universe(rule, None if cylinder else size, cylinder)
    box = [(x, y) for x in range(size[0]) for y in range(size[1])]
    before = Pattern.of_states({cell: random.randrange(rule.states) for cell in box})
    after = universe.history(before, generations)[-1].restricted(box)
    free = Pattern.of(cell for cell in box if random.random() < 0.15)
    target = Target(after - free, free, Box(0, 0, *size))
    return Predecessor(target, size, generations, rule, torus=place == "torus", cylinder=cylinder)


def compare_some(
    place: str, rules: Sequence[str], generations: int, seed: int, wanted: int
) -> None:
    """Compare random questions until some have answers."""
    random, answered = Random(f"{place} {rules} {generations} {seed}"), 0
    while answered < wanted:
        try:
            query = question(random, place, rules, generations)
        except InputError:  # an odd number of generations under a rule that alternates
            continue
        answered += bool(compare(query))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rules", [TWO_STATES, MORE_STATES], ids=["two states", "more states"])
@pytest.mark.parametrize("generations", [1, 2])
def test_all_predecessors_on_joined_boxes(
    place: str, rules: Sequence[str], generations: int
) -> None:
    compare_some(place, rules, generations, 0, 1)


@pytest.mark.long
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rules", [TWO_STATES, MORE_STATES], ids=["two states", "more states"])
@pytest.mark.parametrize("generations", [1, 2])
def test_many_predecessors_on_joined_boxes(
    place: str, rules: Sequence[str], generations: int
) -> None:
    compare_some(place, rules, generations, 1, 8)


@pytest.mark.parametrize("shift", [-3, 3])
def test_rows_and_columns_of_a_shifted_cylinder_are_exchanged(shift: int) -> None:
    around = Joined((3, 3), Cylinder(3, shift)).symmetries(Target(Pattern.of([])))
    assert {move.orientation for move in around} == {
        Orientation.IDENTITY,
        Orientation.R180,
        Orientation.TRANSPOSE,
        Orientation.ANTITRANSPOSE,
    }
    compare(Predecessor(Target(Pattern.of([])), (3, 3), 2, cylinder=Cylinder(3, shift)))
    compare(Predecessor(Target(Pattern.of([(1, 1)])), (3, 3), cylinder=Cylinder(3, shift)))


@pytest.mark.parametrize("target", range(11, 2**9, 101))
def test_targets_of_a_small_torus(target: int) -> None:
    cells = Pattern.of((i % 3, i // 3) for i in range(9) if target >> i & 1)
    compare(Predecessor(Target(cells), (3, 3), torus=True))


def test_marked_cells_of_a_pattern_on_a_torus_stay_where_they_are() -> None:
    block = ls.Pattern([(3, 2), (4, 2), (3, 3), (4, 3)], torus=(6, 5))
    query = ls.Predecessor(block, project=ls.Pattern([(0, 0)]))._query
    assert isinstance(query, Predecessor)
    assert query.project == Pattern.of([(0, 0)])
    assert query.target.alive.box == Box(3, 2, 2, 2)


def test_a_torus_without_life_has_all_moves() -> None:
    assert len(Joined((3, 3)).symmetries(Target(Pattern.of([])))) == 72
    assert len(Joined((3, 4)).symmetries(Target(Pattern.of([])))) == 48
    assert len(Joined((3, 4), Cylinder(3)).symmetries(Target(Pattern.of([])))) == 12
    assert len(Joined((3, 4), Cylinder(3, 1)).symmetries(Target(Pattern.of([])))) == 2
    dot = Joined((5, 5)).symmetries(Target(Pattern.of([(1, 2)])))
    assert len(dot) == 8
    assert Move() in dot


@pytest.mark.parametrize("generations", [1, 2])
def test_boards_as_large_as_those_of_competitions(generations: int) -> None:
    board = np.random.default_rng(5).random((8, 8)) < 0.3
    history = Universe(LIFE, (8, 8)).history(Pattern.from_array(board), 5 + generations)
    query = Predecessor(Target(history[-1]), (8, 8), generations, torus=True)
    answer = first(query)
    assert answer is not None
    assert answer.torus == (8, 8)
    assert answer.generations_to(generations)[-1] == history[-1]
