"""Groups of cells that are far apart move alone: all patterns of a few cells, in random rules."""

from __future__ import annotations

from itertools import combinations, product
from math import gcd
from random import Random

import pytest

from lifesearch.engines.on_demand.classes import CLASSES
from lifesearch.engines.on_demand.spread import room, side
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.questions.smallest.question import Smallest


def one_has_it_all(period: int, dx: int, dy: int) -> bool:
    """Whether one of several patterns that move together has the period and motion of all.

    Otherwise each may have a shorter period, as 2 and 3 make 6.
    """
    common = gcd(period, dx, dy)
    primes = {n for n in range(2, common + 1) if not common % n and all(n % d for d in range(2, n))}
    return len(primes) < 2


def groups(cells: frozenset[Cell], period: int, step: int, *, lone_births: bool) -> list[Pattern]:
    """The groups of the lemmas, by their words."""

    def distance(a: Cell, b: Cell) -> int:
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    lone = {a for a in cells if all(a == b or distance(a, b) > 2 for b in cells)}
    near = 2 * period if lone_births else period + max(step, 1)
    left, found = set(cells), []
    while left:
        group = {left.pop()}
        while more := {
            b
            for b in left
            if any(distance(a, b) <= (near if {a, b} & lone else 2 * period) for a in group)
        }:
            group |= more
            left -= more
        found.append(Pattern.of(group))
    return found


def random_rule(random: Random, name: str) -> Rule:
    rules, dense = CLASSES[name], random.uniform(0.2, 0.8)
    fixed = [bit for bit, value in rules.fixed.items() if value]
    return rules.rule([*fixed, *(bit for bit in rules.free if random.random() < dense)])


def compare(name: str, cells: int, width: int, height: int, seed: int) -> int:
    """Patterns that are several groups; each group must recur as the whole does."""
    random, lone_births = Random(f"{name} {seed}"), CLASSES[name].lone_births
    rule, several = random_rule(random, name), 0
    places = [*product(range(width), range(height))]
    for chosen in combinations(places, cells):
        pattern = Pattern.of(chosen)
        known = behaviour(pattern, rule, 3)
        if known.period is None:
            continue
        step = max(abs(known.dx), abs(known.dy))
        found = groups(pattern.cells, known.period, step, lone_births=lone_births)
        for group in found:
            last = [*generations(group, known.period, rule)][known.period]
            assert last == group.translate(known.dx, known.dy)
        box = max(pattern.box.width, pattern.box.height)
        small = side(cells, known.period, step, lone_births=lone_births)
        assert len(found) > 1 or box <= small
        several += len(found) > 1
        if len(found) > 1 and one_has_it_all(known.period, known.dx, known.dy):
            own = [behaviour(group, rule, known.period) for group in found]
            assert known.period in [each.period for each in own]
    return several


@pytest.mark.parametrize("name", ["outer-totalistic", "isotropic", "no-survival", "von-neumann"])
def test_groups_recur_alone(name: str) -> None:
    compare(name, 2, 8, 2, 0)
    compare(name, 3, 8, 1, 1)


@pytest.mark.long
def test_more_groups_recur_alone() -> None:
    found = 0
    for name, seed in product(("outer-totalistic", "isotropic", "hexagonal"), range(4)):
        found += compare(name, 3, 9, 2, seed) + compare(name, 4, 11, 1, seed)
    assert found > 100


def test_squares() -> None:
    assert [side(k, 3, 1, lone_births=False) for k in (1, 2, 3, 4)] == [1, 3, 7, 11]
    assert side(4, 1, 1, lone_births=False) == 7
    assert room(2, 4, 1, lone_births=True) == 9 + 6
    assert one_has_it_all(4, 2, 2)
    assert one_has_it_all(5, 0, 0)
    assert one_has_it_all(6, 2, 0)
    assert not one_has_it_all(6, 0, 0)
    assert not one_has_it_all(6, 6, 0)


def test_the_verdict_is_about_the_plane_where_the_box_is_large_enough() -> None:
    assert Smallest("isotropic", 2, (7, 7), max_period=9).settled_period == 3
    assert Smallest("isotropic", 2, (7, 4), max_period=9).settled_period == 1
    assert Smallest("outer-totalistic", 2, (3, 3), max_period=9).settled_period == 5
    assert Smallest("outer-totalistic", 2, (3, 3), square=8).settled_period == 3
    assert Smallest("outer-totalistic", 3, (8, 8)).settled_period == 2
    assert Smallest("outer-totalistic-b0", 2, (8, 8)).settled_period == 0
    assert not any(
        "larger" in query.no_others()
        for query in (
            Smallest("outer-totalistic", 4, (4, 4)),
            Smallest("outer-totalistic", 2, (3, 3), at_random=True),
            Smallest("outer-totalistic", 2, (3, 3), max_period=1, only="oscillators"),
        )
    )
