"""Whole sets of patterns, compared with brute force."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from lifesearch.engines.rows.problem import StripProblem
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.life.strip_symmetry import Mirror
from tests.engines.rows.brute import all_patterns
from tests.engines.rows.finding import every, name, random_problem
from tests.questions.strips import queries
from tests.seeds import seeds

KNOWN = [
    StripProblem(4, 1, 0, length=4),
    StripProblem(5, 2, 0, length=3),
    StripProblem(6, 1, 0, Mirror.MIRRORED, length=5),
    StripProblem(7, 2, 0, Mirror.GUTTER, length=5),
]
MAP = "MAPARYXehZpeugWaH7paICogBZofshowOihaIjokIAAMAAXan7oaIjogGyA6IDAEIIAaIDogM4QiAmAAIAAABgIAA"
SHIPS = [
    (6, 3, 1, Mirror.MIRRORED, "B34/S03457", 4),
    (7, 2, 1, Mirror.MIRRORED, "B36/S0356", 4),
    (5, 2, 1, Mirror.MIRRORED, "B34/S1358", 5),
    (4, 3, 1, Mirror.NONE, "B346/S134", 4),
    (4, 2, 1, Mirror.NONE, MAP, 4),
]


def assert_same(problem: StripProblem, queue: int) -> int:
    expected = all_patterns(problem)
    assert every(problem, queue=queue) == expected
    return len(expected)


@pytest.mark.parametrize("problem", KNOWN, ids=name)
def test_small_strips_of_life(problem: StripProblem) -> None:
    assert assert_same(problem, 4096) > 0


@pytest.mark.parametrize(("width", "period", "shift", "mirror", "rule", "length"), SHIPS)
@pytest.mark.parametrize("queue", [1, 4096])
def test_rules_with_short_ships(
    width: int, period: int, shift: int, mirror: Mirror, rule: str, length: int, queue: int
) -> None:
    problem = StripProblem(width, period, shift, mirror, rule=Rule.parse(rule), length=length)
    assert assert_same(problem, queue) > 0
    assert_same(replace(problem, period=2 * period, shift=2 * shift, length=3), queue)


def random_sets(seed: int, count: int) -> None:
    rng = Random(seed)
    for _ in range(count):
        problem = random_problem(rng, 6)
        length = rng.randint(1, max(1, min(6, 14 // problem.bits)))
        population = rng.randint(1, 10) if rng.random() < 0.3 else None
        assert_same(replace(problem, length=length, population=population), rng.choice([1, 4096]))


def test_random_rules() -> None:
    random_sets(1, 25)


def planted_problems(seed: int) -> Iterator[StripProblem]:
    """Problems about moving patterns of rules that were made for one of them."""
    for strip in queries(seed):
        motion = strip.motion
        if motion.dx == 0 and -motion.dy < motion.period:
            flipped = motion.orientation is Orientation.FLIP_X
            yield StripProblem(
                strip.width,
                motion.period,
                -motion.dy,
                strip.mirror,
                flipped,
                strip.rule,
                length=strip.max_length,
            )


def planted_sets(seed: int, count: int) -> int:
    """How many of the problems have answers."""
    rng = Random(seed)
    problems = islice(planted_problems(seed), count)
    return sum(assert_same(problem, rng.choice([1, 8, 4096])) > 0 for problem in problems)


@pytest.mark.long
def test_rules_made_for_a_ship() -> None:
    assert planted_sets(5, 5) > 1


@seeds()
def test_many_rules_made_for_a_ship(seed: int) -> None:
    planted_sets(seed, 6)


@seeds()
def test_many_random_rules(seed: int) -> None:
    random_sets(seed, 20)
