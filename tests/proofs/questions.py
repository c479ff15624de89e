"""Random questions of all kinds that a formula can answer, also on cylinders and in many states."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from lifesearch.common.errors import InputError
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import Constraints
from lifesearch.engines.sat.encoding.attached import lives_of
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests import random_queries as other

# Rules of several states, and rules most of which have B0.
STATES = ("/2/3", "345/2/4", "23/3/3", "12/34/3", "/2/5", "3/2/6", "0235678/3468/4")
B0 = ("B03/S23", "B0/S1", "B02/S345", "B012/S8", "B0246/S13", "B1/S08")


def draw(seed: str) -> BoxQuery:
    """The question of a seed."""
    random = Random(seed)
    while True:
        try:
            match random.randrange(8):
                case 0 | 1:
                    return _on_cylinder(random)
                case 2 | 3:
                    return _many_states(random)
                case 4:
                    return _from_nothing(random)
                case 5:
                    return _attached(random)
            return other.draw(seed)
        except InputError:
            continue


def _motion(random: Random) -> Motion:
    way = random.choice(((0, 0), (0, 0), (0, -1), (-1, -1), (0, -2), (-1, -2)))
    turn = random.choice(list(Orientation)) if random.random() < 0.3 else Orientation.IDENTITY
    return Motion(random.choice((1, 2, 2, 3, 4)), turn, *way)


def _symmetry(random: Random) -> Symmetry:
    return random.choice(SYMMETRIES) if random.random() < 0.3 else other.SYMBOLS["C1"]


def _any_rule(random: Random) -> Rule:
    """A rule of any family: with several states, with B0, or as other questions have them."""
    match random.randrange(6):
        case 0:
            return Rule.parse(random.choice(STATES))
        case 1:
            return Rule.parse(random.choice(B0))
    return other.rule(random)


def _on_cylinder(random: Random) -> Periodic:
    shift = random.choice((0, 0, 0, 1, -1, 2))
    cells = (around := random.randint(1, 5)) * (height := random.randint(1, 4))
    motion = _motion(random)
    stays = not motion.travels
    return Periodic(
        motion,
        (around, height),
        _symmetry(random),
        _any_rule(random),
        cylinder=Cylinder(around, shift),
        any_period=other.chance(random, 20),
        with_empty=other.chance(random, 10),
        raw=other.chance(random, 10),
        constraints=Constraints(
            other.bounds(random, cells, 20, stays=stays), other.objective(random, 8)
        ),
    )


def _many_states(random: Random) -> BoxQuery:
    rule, size = Rule.parse(random.choice(STATES)), other.box(random, 9)
    cells = size[0] * size[1]
    bounds = [b for b in other.bounds(random, cells, 20, stays=True) if b.measure.is_population]
    conditions = Constraints(tuple(bounds), other.objective(random, 8))
    match random.randrange(4):
        case 0:
            alive = other.shape(random, (2, 2), 50)
            return Predecessor.inside(Target(alive), (3, 3), rule=rule, constraints=conditions)
        case 1:
            count, back = random.randint(1, 2), other.chance(random, 60)
            grids = [
                [[random.choice((0, 0, 0, 1, -1)) for _ in range(size[0])] for _ in range(size[1])]
                for _ in range(count)
            ]
            return Completion(
                KnownCells.of(grids),
                _motion(random) if back else Motion(random.choice((1, 2))),
                back,
                _symmetry(random),
                rule,
                any_period=other.chance(random, 30),
                with_empty=other.chance(random, 20),
                constraints=conditions,
            )
    torus = other.chance(random, 30)
    return Periodic(
        _motion(random),
        size,
        _symmetry(random),
        rule,
        any_period=other.chance(random, 20),
        torus=torus,
        constraints=conditions,
    )


def _from_nothing(random: Random) -> Periodic:
    """Rules with B0."""
    torus = other.chance(random, 40)
    return Periodic(
        _motion(random),
        other.box(random, 9),
        _symmetry(random),
        Rule.parse(random.choice(B0)),
        any_period=other.chance(random, 20),
        torus=torus,
        constraints=Constraints(other.bounds(random, 9, 20, stays=False)),
    )


def _attached(random: Random) -> Periodic:
    """Something at a given pattern."""
    given, motion = random.choice(
        (
            (Pattern.parse("OO\nOO"), Motion(random.choice((1, 2)))),
            (Pattern.parse("OOO"), Motion(2)),
            (Pattern.parse(".O.\n..O\nOOO").transform(Orientation.R180), Motion(4, dx=-1, dy=-1)),
        )
    )
    size = random.choice(((4, 4), (5, 4), (5, 3), (4, 5), (3, 3)))
    attached = Constraints(attached=lives_of(given, motion, LIFE, "what is given"))
    query = Periodic(motion, size, _symmetry(random), constraints=attached)
    return replace(query, raw=other.chance(random, 20), torus=other.chance(random, 30))
