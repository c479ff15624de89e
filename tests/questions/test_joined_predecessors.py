"""Predecessors on tori and cylinders: whole sets of answers against brute force."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe
from lifesearch.questions.predecessor.joined import Joined, Move
from lifesearch.questions.predecessor.question import Predecessor
from tests.asking import QUICK, every, first
from tests.brute_joined import Life, joined_ancestors, joined_class

RULES = ("B3/S23", "B3/S23", "B36/S125", "B2/S34H", "B2ci3/S23", "B03/S23", "B1/S012V", "/2/3")
MOST_ANSWERS = 40
PLACES = ("torus", "cylinder", "shifted cylinder")


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


def question(random: Random, place: str) -> Predecessor:
    """A target that was made by the rule, so that there are answers, or one with free cells."""
    rule = Rule.parse(random.choice(RULES))
    if random.random() < 0.3:
        rule = Rule(bytes(random.choices((0, 1), (2, 1), k=512)))
    sizes = (
        [(1, 4), (2, 2), (2, 3), (3, 1)] if rule.states > 2 else [(1, 3), (2, 4), (3, 3), (4, 2)]
    )
    size, generations = random.choice(sizes), random.choice((1, 1, 2))
    shift = random.choice((-1, 1, 2)) if place == "shifted cylinder" else 0
    cylinder = None if place == "torus" else Cylinder(size[0], shift)
    universe = Universe(rule, None if cylinder else size, cylinder)
    box = [(x, y) for x in range(size[0]) for y in range(size[1])]
    before = Pattern.of_states({cell: random.randrange(rule.states) for cell in box})
    after = universe.history(before, generations)[-1].restricted(box)
    free = Pattern.of(cell for cell in box if random.random() < 0.15)
    target = Target(after - free, free, Box(0, 0, *size))
    return Predecessor(target, size, generations, rule, torus=place == "torus", cylinder=cylinder)


def compare_some(place: str, seed: int, wanted: int) -> None:
    """Compare random questions until some have answers."""
    random, answered = Random(f"{place} {seed}"), 0
    while answered < wanted:
        try:
            query = question(random, place)
        except InputError:  # an odd number of generations under a rule that alternates
            continue
        answered += bool(compare(query))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", range(3))
def test_all_predecessors_on_joined_boxes(place: str, seed: int) -> None:
    compare_some(place, seed, 2)


@pytest.mark.long
@pytest.mark.parametrize(
    "place",
    [
        pytest.param(
            place,
            marks=pytest.mark.xfail(
                place == "shifted cylinder",
                reason="with several states, copies are not told apart as by brute force",
            ),
        )
        for place in PLACES
    ],
)
def test_many_predecessors_on_joined_boxes(place: str) -> None:
    compare_some(place, 10, 60)


@pytest.mark.parametrize("target", range(11, 2**9, 101))
def test_targets_of_a_small_torus(target: int) -> None:
    cells = Pattern.of((i % 3, i // 3) for i in range(9) if target >> i & 1)
    compare(Predecessor(Target(cells), (3, 3), torus=True))


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
    assert answer.life(generations)[-1] == history[-1]
