"""Patterns that are the same upside down, known by their first half, against brute force."""

from dataclasses import replace
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.rows.problem import StripProblem, pattern
from lifesearch.engines.rows.search import RowSearch
from lifesearch.formats.rle import read_rle
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.strip_symmetry import Fold, Mirror
from lifesearch.questions.strips.composites import is_composite
from tests.engines.rows.brute import all_patterns, is_answer
from tests.engines.rows.finding import every, finished, first, name
from tests.engines.rows.rules import random_rule
from tests.seeds import seeds


def layers(problem: StripProblem, found: Pattern) -> int:
    cylinder = Cylinder(problem.width) if problem.wraps else None
    phases = Universe(problem.rule, cylinder=cylinder).history(found, problem.period - 1)
    rows = [y for phase in phases for _, y in phase.cells]
    return max(rows) - min(rows) + 1


def is_folded(problem: StripProblem, pattern: Pattern, fold: Fold) -> bool:
    turned = pattern.transform(fold.orientation)
    turned = turned.translate(problem.width - 1 if fold.turns else 0, 0)
    same = turned.translate(0, pattern.box.y - turned.box.y) == pattern
    return same and layers(problem, pattern) % 2 == fold.odd


def assert_same(problem: StripProblem, half: int, queue: int) -> int:
    """Compare all patterns of up to twice so many rows."""
    plain = replace(problem, folds=(), whole=True, length=2 * half)
    everything = all_patterns(plain)
    expected = {
        pattern
        for pattern in everything
        if any(is_folded(plain, pattern, f) for f in problem.folds)
    }
    found = every(replace(problem, length=half), queue=queue)
    single = set()
    for each in found:
        if is_answer(plain, list(generations(each, 2 * plain.period, plain.rule))):
            single.add(each)
        else:  # empty rows pass through one half where they do not through the other
            turn = Orientation.FLIP_X if plain.flipped else Orientation.IDENTITY
            assert is_composite(each, Motion(plain.period, turn), plain.rule)
    assert single == expected
    return len(expected)


TURNS, MIRRORS = (Fold.ODD_TURN, Fold.EVEN_TURN), (Fold.ODD_MIRROR, Fold.EVEN_MIRROR)
LIFES = [
    StripProblem(4, 1, 0, folds=(Fold.ODD_MIRROR,), whole=False),
    StripProblem(4, 1, 0, folds=(Fold.EVEN_TURN,), whole=False),
    StripProblem(5, 1, 0, Mirror.MIRRORED, folds=(Fold.ODD_MIRROR, Fold.EVEN_MIRROR), whole=False),
    StripProblem(3, 2, 0, folds=(Fold.ODD_TURN,), whole=False),
    StripProblem(5, 2, 0, Mirror.MIRRORED, folds=(Fold.ODD_MIRROR,), whole=False),
]


@pytest.mark.long
@pytest.mark.parametrize("problem", LIFES, ids=name)
def test_small_strips_of_life(problem: StripProblem) -> None:
    assert assert_same(problem, 2 if problem.bits > 3 else 3, 4096) > 0


def random_folded(rng: Random) -> StripProblem:
    while True:
        mirror = rng.choice(list(Mirror))
        width = rng.randint(1, 6) | (mirror is Mirror.GUTTER)
        period = rng.randint(1, 4)
        flipped = mirror is Mirror.NONE and rng.random() < 0.2
        folds = tuple(fold for fold in Fold if rng.random() < 0.5)
        rule = random_rule(rng)
        try:
            return StripProblem(width, period, 0, mirror, flipped, rule, folds=folds, whole=False)
        except InputError:
            continue


def random_sets(seed: int, number: int) -> None:
    rng = Random(seed)
    for _ in range(number):
        problem = random_folded(rng)
        assert_same(
            problem, rng.randint(1, max(1, min(3, 7 // problem.bits))), rng.choice([1, 4096])
        )


@seeds(3, long=3)
def test_all_patterns_in_random_rules(seed: int) -> None:
    random_sets(seed, 5)


@pytest.mark.parametrize("queue", [1, 4096])
@pytest.mark.parametrize(
    ("problem", "half"),
    [
        (StripProblem(4, 1, 0, rule=Rule.parse("B28/S07"), folds=TURNS, whole=False), 1),
        (StripProblem(6, 2, 0, rule=Rule.parse("B367/S01347"), folds=TURNS, whole=False), 1),
        (StripProblem(3, 2, 0, rule=Rule.parse("B3458/S25678"), folds=MIRRORS, whole=False), 2),
    ],
)
def test_what_is_deepened_goes_on_after_its_middle(
    problem: StripProblem, half: int, queue: int
) -> None:
    assert assert_same(problem, half, queue) > 0


def test_whole_patterns_are_found_beside_folded_ones() -> None:
    folds = (Fold.ODD_MIRROR, Fold.EVEN_MIRROR, Fold.ODD_TURN, Fold.EVEN_TURN)
    problem = StripProblem(5, 2, 0, folds=folds, length=3)
    rows = finished(RowSearch(problem, every=True))
    both = {pattern(problem, each).normal() for each in rows}
    apart = every(replace(problem, folds=())) | every(replace(problem, whole=False))
    assert {each.normal() for each in apart} == both


@pytest.mark.parametrize("mirror", [Mirror.NONE, Mirror.MIRRORED])
@pytest.mark.parametrize("period", [1, 2])
def test_folded_patterns_go_around_a_cylinder(mirror: Mirror, period: int) -> None:
    folds = MIRRORS if mirror is Mirror.MIRRORED else tuple(Fold)
    whole = StripProblem(4, period, 0, mirror, length=6, wraps=True)
    found = every(replace(whole, folds=folds, whole=False, length=3))
    expected = {p for p in every(whole) if any(is_folded(whole, p, fold) for fold in folds)}
    assert found == expected


@pytest.mark.parametrize("queue", [64, 4096])
def test_the_first_one_is_found_and_none_where_there_is_none(queue: int) -> None:
    folds = (Fold.ODD_MIRROR, Fold.EVEN_MIRROR)
    found = first(StripProblem(8, 5, 0, Mirror.MIRRORED, folds=(Fold.EVEN_MIRROR,)), queue=queue)
    assert found is not None
    assert first(StripProblem(4, 3, 0, folds=folds, whole=False), queue=queue) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"shift": 1},
        {"front": Pattern.of([(0, 0)])},
        {"mirror": Mirror.MIRRORED},
        {"rule": Rule.parse("MAP" + "A" * 85 + "g")},
        {"folds": ()},
    ],
)
def test_what_cannot_be_folded_is_refused(wrong: dict[str, object]) -> None:
    right = {"shift": 0, "rule": LIFE, "folds": (Fold.ODD_TURN,), "whole": False}
    with pytest.raises(InputError):
        StripProblem(4, 2, **(right | wrong))  # type: ignore[arg-type]


OF_PERIOD_8 = """
x = 10, y = 39, rule = B3/S23
3bo2bo$b3o2b3o$o8bo$2ob4ob2o$bobo2bobo$o8bo$10o2$2b6o$bo2b2o2bo$obob2o
bobo$o2bo2bo2bo$bobo2bobo$2b6o2$4o2b4o$o8bo$bobo2bobo$2ob4ob2o2$2ob4ob
2o$bobo2bobo$o8bo$4o2b4o2$2b6o$bobo2bobo$o2bo2bo2bo$obob2obobo$bo2b2o
2bo$2b6o2$10o$o8bo$bobo2bobo$2ob4ob2o$o8bo$b3o2b3o$3bo2bo!
"""


def test_the_oscillator_of_period_8_is_one() -> None:
    """What `oscillator 8 --width 10 --symmetry D4+` found in eight minutes."""
    oscillator = read_rle(OF_PERIOD_8).pattern
    phases = list(generations(oscillator, 8, LIFE))
    assert [phases.index(phase) for phase in phases] == [*range(8), 0]
    assert {x for phase in phases for x, _ in phase.cells} == set(range(10))
    for mirror in (Orientation.FLIP_X, Orientation.FLIP_Y):
        assert oscillator.transform(mirror).normal() == oscillator.normal()
    assert not is_composite(oscillator, Motion(8), LIFE)
