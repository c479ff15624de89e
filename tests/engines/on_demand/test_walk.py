"""Walks through all rules of a class, compared with every rule, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesearch.engines.on_demand.classes import CLASSES, RuleClass, class_named
from lifesearch.engines.on_demand.kernel import FAR
from lifesearch.engines.on_demand.walk import RecurringPattern, RuleWalk
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations

Motion = tuple[int, int, int]
PERIOD, SQUARE = 12, 10


def motions(found: Iterable[RecurringPattern]) -> set[Motion]:
    return {(each.dx, each.dy, each.period) for each in found}


def walked(rules: RuleClass, pattern: Pattern, states: int = 2) -> list[RecurringPattern]:
    walk = RuleWalk(rules, states, SQUARE, PERIOD)
    walk.begin(pattern)
    return list(walk.all(0))


def motion(pattern: Pattern, rule: Rule) -> Motion | None:
    """The motion of a pattern, if all its phases fit in the square; not of still lifes."""
    known = behaviour(pattern, rule, PERIOD)
    if known.period is None or (known.period, known.dx, known.dy) == (1, 0, 0):
        return None
    boxes = [phase.box for phase in generations(pattern, known.period, rule)]
    if max(max(box.width, box.height) for box in boxes) > SQUARE:
        return None
    return known.dx, known.dy, known.period


def all_rules(rules: RuleClass, states: int = 2) -> Iterator[Rule]:
    fixed = [bit for bit, value in rules.fixed.items() if value]
    for values in product((0, 1), repeat=len(rules.free)):
        ones = [bit for bit, value in zip(rules.free, values, strict=True) if value]
        yield rules.rule(fixed + ones, states)


def patterns(cells: int, side: int) -> Iterator[Pattern]:
    places = [(x, y) for x in range(side) for y in range(side)]
    for number in range(1, cells + 1):
        found = {Pattern.of(some).canonical() for some in combinations(places, number)}
        yield from sorted(found, key=Pattern.key)


@pytest.mark.parametrize("cells", [2, pytest.param(3, marks=pytest.mark.long)])
def test_four_neighbours_in_all_rules(cells: int) -> None:
    rules = class_named("von-neumann")
    every = list(all_rules(rules))
    assert len(every) == 256
    for pattern in patterns(cells, 3):
        brute = {motion(pattern, rule) for rule in every} - {None}
        assert motions(walked(rules, pattern)) == brute


@pytest.mark.slow("all hexagonal rules are simulated")
def test_six_neighbours_in_all_rules() -> None:
    rules = class_named("hexagonal")
    every = list(all_rules(rules))
    for pattern in patterns(3, 3):
        brute = {motion(pattern, rule) for rule in every} - {None}
        assert motions(walked(rules, pattern)) == brute


FEW, SMALL = 6, 8
"""Generations, and the side of the square, when all 65,536 rules are tried."""
SIDE = SMALL + 2 * FEW
AT_ONCE = 4096


def in_rules(pattern: Pattern, table: NDArray[Any], inverted: bool) -> set[Motion]:
    """The motions of a pattern in some rules, by arrays: all of them at once."""
    first, found = np.zeros((SIDE, SIDE), bool), set[Motion]()
    for x, y in pattern:
        first[y + FEW, x + FEW] = True
    boards = np.broadcast_to(first, (len(table), SIDE, SIDE)).copy()
    for t in range(1, FEW + 1):
        wide = np.pad(boards, ((0, 0), (1, 1), (1, 1)), mode="edge").astype(np.uint8)
        offsets = [each for each in product(range(3), repeat=2) if each != (1, 1)]
        around = sum(wide[:, y : y + SIDE, x : x + SIDE] for y, x in offsets)
        needed = (around + 9 * boards).reshape(len(boards), SIDE * SIDE)
        boards = np.take_along_axis(table, needed.astype(np.intp), 1).reshape(boards.shape)
        complement = inverted and t % 2 == 1
        cells = ~boards if complement else boards
        populations = cells.sum(axis=(1, 2))
        spans = [_span(np.any(cells, axis=axis)) for axis in (1, 2)]
        keep = (populations > 0) & (np.maximum(*spans) <= SMALL)
        for n in np.flatnonzero(keep & (populations == len(pattern) if not complement else False)):
            here = Pattern.from_array(cells[n])
            if here.normal() == pattern:
                found |= {(here.box.x - FEW, here.box.y - FEW, t)} - {(0, 0, 1)}
                keep[n] = False
        boards, table = boards[keep], table[keep]
        if not len(boards):
            break
    return found


def _span(lines: NDArray[Any]) -> NDArray[Any]:
    """From the first to the last true value of each line."""
    return np.asarray(SIDE - lines.argmax(axis=1) - lines[:, ::-1].argmax(axis=1))


@pytest.mark.slow("all 65,536 rules are simulated")
@pytest.mark.parametrize("name", ["outer-totalistic", "outer-totalistic-b0"])
def test_eight_neighbours_in_all_rules(name: str) -> None:
    rules = class_named(name)
    numbers = np.arange(1 << len(rules.free))
    table = np.zeros((len(numbers), rules.number), bool)
    for place, bit in enumerate(rules.free):
        table[:, bit] = numbers >> place & 1
    for bit, value in rules.fixed.items():
        table[:, bit] = value
    for pattern in patterns(3, 3):
        brute = set[Motion]()
        for start in range(0, len(table), AT_ONCE):
            some = table[start : start + AT_ONCE]
            brute |= in_rules(pattern.normal(), some, rules.births_from_nothing)
        walk = RuleWalk(rules, 2, SMALL, FEW)
        walk.begin(pattern.normal())
        assert motions(walk.all(0)) == brute


@pytest.mark.parametrize("name", CLASSES)
def test_what_random_rules_have_is_found(name: str) -> None:
    rules, chance = CLASSES[name], Random(name)
    small = [pattern.normal() for pattern in patterns(2, 2)]
    if rules.number > 18:
        small = [pattern for pattern in small if pattern.population == 1]
    tables = {pattern: motions(_short(rules, pattern)) for pattern in small}
    fixed = [bit for bit, value in rules.fixed.items() if value]
    for _ in range(60):
        ones = [bit for bit in rules.free if chance.random() < 0.4]
        rule = rules.rule(fixed + ones)
        for pattern, known in tables.items():
            moved = motion(pattern, rule)
            if moved is not None and moved[2] <= 4:
                assert moved in known


def _short(rules: RuleClass, pattern: Pattern) -> Iterator[RecurringPattern]:
    walk = RuleWalk(rules, 2, SQUARE, 4 if rules.number <= 18 else 3)
    walk.begin(pattern)
    return walk.all(0)


@pytest.mark.parametrize("states", [3, 4])
def test_dying_cells_in_all_rules_of_few_neighbours(states: int) -> None:
    """Of eight-neighbour rules those in which more than three neighbours do nothing."""
    rules = class_named("outer-totalistic")
    few = [bit for bit in rules.free if bit % 9 <= 3]
    pattern = Pattern.parse_states("AB\nA.")
    brute = set()
    for values in product((0, 1), repeat=len(few)):
        ones = [bit for bit, value in zip(few, values, strict=True) if value]
        brute.add(motion(pattern, rules.rule(ones, states)))
    assert brute - {None} <= motions(walked(rules, pattern, states))


def test_what_is_found_recurs_in_its_rule() -> None:
    for name, states in (("outer-totalistic", 2), ("outer-totalistic-b0", 2)):
        for each in walked(class_named(name), Pattern.parse("OO\n.O"), states):
            assert motion(each.pattern, each.rule) == (each.dx, each.dy, each.period)


def test_later_phases_are_reported_by_their_fewest_cells() -> None:
    rules = class_named("outer-totalistic")
    walk = RuleWalk(rules, 2, 16, 30, cycles=True)
    life = Rule.parse("B3/S23")
    ones = {bit for block, bit in enumerate(rules.bits) if life.table[block]}
    walk.begin(Pattern.parse("OOO\nO..\n.O."), {bit: int(bit in ones) for bit in rules.free})
    found, _ = walk.run(0, 10)
    assert [(each.period, each.pattern.population) for each in found] == [(4, 5)]
    walk.begin(Pattern.parse("OOOO\n...."), {bit: int(bit in ones) for bit in rules.free})
    assert walk.run(0, 4)[0] == []  # a beehive is a still life


def test_a_walk_goes_on_where_it_stopped() -> None:
    rules, pattern = class_named("outer-totalistic"), Pattern.parse("OO\n.O")
    walk, chance = RuleWalk(rules, 2, SQUARE, PERIOD), Random(1)
    walk.begin(pattern)
    found, more = list[RecurringPattern](), True
    while more:
        some, more = walk.run(0, chance.randint(1, 50))
        found += some
    assert found == walked(rules, pattern)


def test_a_known_period_beyond_all_runs_hides_no_motion() -> None:
    rules, pattern = class_named("outer-totalistic"), Pattern.parse("OOO\nO..\n.O.")
    walk = RuleWalk(rules, 2, SQUARE, PERIOD)
    found = motions(walked(rules, pattern))
    walk.know((dx, dy - 1, 2 * FAR + period, 0) for dx, dy, period in found)
    walk.know((dx - 1, dy + 2 * FAR, period, 0) for dx, dy, period in found)
    walk.begin(pattern)
    assert motions(walk.all(7)) == found


def test_more_may_be_known_than_there_is_room_for() -> None:
    rules, pattern = class_named("outer-totalistic"), Pattern.parse("O.\n.O")
    for room in (0, 200_000):
        walk = RuleWalk(rules, 2, SQUARE, PERIOD, room=room)
        walk.know((n % 100, n // 100 % 100, 2 + n // 10_000, 0) for n in range(100_000))
        walk.begin(pattern)
        assert motions(walk.all(7)) == set()
        walk.begin(Pattern.parse("O..O\n.OO."))
        assert (0, 1, 1) in {(abs(dx), abs(dy), p) for dx, dy, p in motions(walk.all(7))}


def test_only_lower_numbers_are_reported() -> None:
    rules, pattern = class_named("outer-totalistic"), Pattern.parse("O.\n.O")
    walk = RuleWalk(rules, 2, SQUARE, PERIOD)
    walk.begin(pattern)
    assert motions(walk.all(7)) == {(0, 0, 2)}
    walk.begin(pattern)
    assert motions(walk.all(7)) == set()
    walk.begin(pattern)
    assert motions(walk.all(6)) == {(0, 0, 2)}
    walk.know([(0, 0, 2, 5)])
    walk.begin(pattern)
    assert motions(walk.all(5)) == set()
