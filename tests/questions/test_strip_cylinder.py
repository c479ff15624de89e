"""Cylinders of any length: row tables and SAT rows find what brute force finds up to a length."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.strip_symmetry import Fold, Mirror
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import RunOptions
from tests import brute_cylinders as force
from tests import random_queries as draw
from tests.brute_boards import Life
from tests.questions.strips import is_one, told
from tests.searching import run
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

FLIP = Orientation.FLIP_X
MOST_ANSWERS = 250


def question(random: Random) -> Strip:
    """Small strips; with a rule by which everything travels, ships as fast as light."""
    rule, period = draw.rule(random), random.choice((1, 1, 2, 2, 3))
    dx, dy = random.choice(((0, 0), (0, 0), (0, 0), (0, -1), (-1, -1)))
    if random.random() < 0.3:
        rule, dx = draw.mover(random, 1), 0
        period, dy = random.choice(((1, -1), (2, -2), (2, -1)))
    straight = FLIP in rule.symmetries and not dx
    flipped = straight and random.random() < 0.2
    width, mirror = random.randint(1, 5), Mirror.NONE
    if straight and not flipped and random.random() < 0.25:
        gutter = width in (3, 5) and random.random() < 0.4
        mirror = Mirror.GUTTER if gutter else Mirror.MIRRORED
    return Strip(
        width,
        Motion(period, FLIP if flipped else Orientation.IDENTITY, dx, dy),
        mirror,
        rule,
        look_ahead=random.choice((1, 2)),
        max_length=max(1, 14 // width - random.randint(0, 1)),
        wraps=True,
    )


def by_force(strip: Strip) -> set[object]:
    """All lives of a box whose sides are joined, as far as they are one pattern."""
    box, cylinder = (strip.width, strip.max_length or 1), Cylinder(strip.width)
    query = Periodic(strip.motion, box, rule=strip.rule, cylinder=cylinder)
    found = set()
    for life in force.recurrent(query):
        if mirrored(strip, life) and is_one(list(map(Pattern.of, life)), strip, rolls=True):
            found.add(force.cylinder_class(life, strip.rule, strip.width, 0))
    return found


def mirrored(strip: Strip, life: Life) -> bool:
    last = strip.width - 1
    for cells in life:
        if strip.mirror is not Mirror.NONE and {(last - x, y) for x, y in cells} != set(cells):
            return False
        if strip.mirror is Mirror.GUTTER and any(2 * x == last for x, _ in cells):
            return False
    return True


def compare(number: int) -> int:
    strip = draw.sensible(question, Random(f"cylinder {number}"))
    return compare_strip(strip) or 0


def compare_strip(strip: Strip) -> int | None:
    """How many patterns there are; None if they are too many to compare."""
    expected = by_force(strip)
    if len(expected) > MOST_ANSWERS:
        return None
    engines = ["rows"] + ["tables"] * (not strip.no_tables())
    for engine in engines:
        answers = told(run(strip, RunOptions(None, 1, engine=engine)))
        classes = [_class(strip, answer.saved) for answer in answers]
        assert len(classes) == len(set(classes)), (engine, strip)
        assert set(classes) == expected, (engine, strip)
    return len(expected)


def _class(strip: Strip, first: Pattern) -> object:
    life = Cylinder(strip.width).history(first, strip.motion.full_period - 1, strip.rule)
    cells = tuple(tuple(sorted(phase.cells)) for phase in life)
    return force.cylinder_class(cells, strip.rule, strip.width, 0)


def test_a_few_strips() -> None:
    assert list(map(compare, (0, 1, 7, 11, 41))) == [7, 0, 1, 7, 2]


@seeds()
def test_many_strips(seed: int) -> None:
    for number in range(3):
        compare(3 * seed + number)


@pytest.mark.parametrize(("width", "period", "length"), [(4, 2, 6), (5, 1, 5)])
def test_patterns_that_are_symmetric_top_to_bottom(width: int, period: int, length: int) -> None:
    strip = Strip(width, Motion(period), max_length=length, wraps=True)
    folded = told(run(replace(strip, folds=tuple(Fold)), RunOptions(None, 1)))
    expected = {
        _class(strip, answer.saved)
        for answer in told(run(strip, RunOptions(None, 1)))
        for dx in range(width)
        for fold in Fold
        if strip.geometry.folds(Cylinder(width).wound(answer.saved.translate(dx, 0)), fold)
    }
    assert {_class(strip, answer.saved) for answer in folded} == expected
    assert len(expected) == len(folded) > 1


def test_a_wave_of_any_length_and_a_proof() -> None:
    """The shortest circumference of a c/2 wave of period 2 is 8."""
    assert told_some(Strip(5, Motion(2, dy=-1), wraps=True)) == []
    (first,) = told_some(Strip(8, Motion(2, dy=-1), wraps=True))
    assert Cylinder(8).history(first, 2, LIFE)[2] == first.translate(0, -1)


def told_some(strip: Strip) -> list[Pattern]:
    found = []
    for event in run(strip, RunOptions(1, 1)):
        found += [answer.saved for answer in getattr(event, "answers", ())]
    return found


def test_a_front_is_for_strips() -> None:
    with pytest.raises(InputError, match="cylinder"):
        Strip(4, Motion(2), front=Pattern.of([(0, 0)]), wraps=True)
