"""Waves and wicks: whole answer sets on cylinders are what brute force finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.constraints import Constraints
from lifesearch.core.on_cylinder import CylinderAnswer
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.symmetry import SYMMETRIES
from lifesearch.questions.periodic.question import Periodic
from tests import brute_cylinders as force
from tests import random_queries as draw
from tests.asking import count_answered, every
from tests.questions.test_several_states import BOXES, with_b0, with_states
from tests.seeds import seeds

MOST_ANSWERS = 250


def question(seed: str) -> Periodic:
    return draw.sensible(_drawn, Random(seed))


def _drawn(random: Random) -> Periodic:
    size = draw.box(random)
    rule = random.choice((draw.rule, draw.rule, with_b0, with_states))(random)
    turn = random.choice(list(Orientation)) if draw.chance(random, 25) else Orientation.IDENTITY
    motion = Motion(random.choice((1, 1, 2, 2, 3)), turn)
    if draw.chance(random, 50):
        dx, dy = random.choice(((0, -1), (0, -1), (-1, -1), (0, -2), (-2, -2), (-1, -2)))
        motion = Motion(random.choice((1, 2, 2, 3, 4)), turn, dx, dy)
        if draw.chance(random, 60):
            rule = replace(draw.mover(random, 0 if dx else 1), states=rule.states)
    shift = random.choice((0, 0, 0, 1, -1, 2, 3))
    symmetry = random.choice(SYMMETRIES) if draw.chance(random, 25) else SYMMETRIES[0]
    if rule.states > 2 or rule.births_from_nothing:
        size = random.choice(BOXES[rule.states])
    return Periodic(
        motion,
        size,
        symmetry,
        rule,
        any_period=draw.chance(random, 25),
        with_empty=draw.chance(random, 10),
        cylinder=Cylinder(size[0], shift),
        constraints=Constraints(
            draw.bounds(random, size[0] * size[1], 20, stays=not motion.travels),
            keep=draw.told(random, size) if draw.chance(random, 10) else None,
        ),
    )


def compare(seed: str) -> int | None:
    """How many raw answers a question has; None if they are too many to compare."""
    query, random = question(seed), Random(seed)
    how = Configuration(
        random.choice(("minisat22", "glucose4", "cadical195")), plain=draw.chance(random, 20)
    )
    return compare_query(query, how, random.choice((0, 0, 1, 2)))


def compare_query(query: Periodic, how: Configuration, depth: int) -> int | None:
    lives = force.recurrent(query)
    if len(lives) > MOST_ANSWERS:
        return None
    raw = every(replace(query, raw=True), how, depth)
    first = Counter(answer.found.key() for answer in raw)
    assert first == Counter(life[0] for life in lives)
    assert query.cylinder
    width, shift, rule = query.cylinder.circumference, query.cylinder.shift, query.rule
    expected = {force.cylinder_class(life, rule, width, shift) for life in lives}
    by_first = {life[0]: life for life in lives}
    found = Counter(
        force.cylinder_class(by_first[a.found.key()], rule, width, shift)
        for a in every(query, how, depth)
    )
    assert set(found) == expected
    assert set(found.values()) <= {1}
    for answer in raw:
        assert_shown(query, answer)
    return len(lives)


def assert_shown(query: Periodic, answer: object) -> None:
    """On its torus an answer has the same populations as on the cylinder.

    A torus knows no complements: with B0 it is full where the cylinder is said to be empty.
    """
    assert isinstance(answer, CylinderAnswer)
    assert answer.torus
    assert query.cylinder
    copies = answer.torus[0] // query.cylinder.circumference
    lived = query.cylinder.history(answer.found, answer.generations, query.rule)
    shown, area = answer.history(), answer.torus[0] * answer.torus[1]
    full = bool(query.rule.table[0] and query.rule.table[-1])
    for on_torus, wound in zip(shown, lived, strict=True):
        cells = copies * wound.population
        assert on_torus.population == (area - cells if full else cells)
        full = bool(query.rule.table[511 if full else 0])


def test_a_few_cylinders() -> None:
    assert count_answered("few", 12, compare, question)


@seeds()
def test_many_cylinders(seed: int) -> None:
    assert count_answered(f"{seed}", 60, compare, question)


def test_what_makes_no_sense() -> None:
    with pytest.raises(InputError, match="the cylinder is not symmetric under"):
        Periodic(Motion(2, Orientation.FLIP_X), (4, 4), cylinder=Cylinder(4, 1))
    with pytest.raises(InputError, match="circumference"):
        Cylinder(0)


def test_dying_cells_on_a_cylinder() -> None:
    """The cylinder knows the states of its cells."""
    brain = Rule.parse("/2/3")
    waves = every(Periodic(Motion(1, dy=-1), (4, 2), rule=brain, cylinder=Cylinder(4)))
    assert Pattern.parse_states("AA..\nBB..") in {answer.found for answer in waves}
    oscillators = Periodic(Motion(3), (3, 3), rule=brain, cylinder=Cylinder(3), raw=True)
    assert len(every(oscillators)) == 72


def test_copies_on_the_torus_are_far_enough_apart() -> None:
    """Beyond the seam a cell sees as many rows farther as the sides are shifted."""
    random = Random("copies")
    for _ in range(300):
        cylinder = Cylinder(random.randint(1, 4), random.randint(-5, 5))
        first = draw.shape(random, (cylinder.circumference, random.randint(1, 5)))
        rule = draw.rule(random)
        life = cylinder.history(first, 2, rule)
        shown, torus = cylinder.unrolled(life, rule)
        copies = torus[0] // cylinder.circumference
        lived = Universe(rule, torus).history(shown, 2)
        assert [p.population for p in lived] == [copies * p.population for p in life]


def test_the_plane_is_cut_open_by_the_seam() -> None:
    """A glider comes around a cylinder."""
    glider = Pattern.parse(".O.\n..O\nOOO")
    life = Cylinder(9).history(glider, 36, LIFE)
    assert life[36] == glider.translate(0, 9)
