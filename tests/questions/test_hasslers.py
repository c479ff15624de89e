"""Hasslers as a strategy of races: active objects between still lifes."""

from itertools import islice

import pytest

from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.questions.catalysts.strategy import BOARD, END, Hasslers, _hassled, _part
from lifesearch.questions.race.question import Race
from lifesearch.questions.race.strategy import RaceGoal

pytestmark = pytest.mark.skipif(not available(), reason="needs machine code")


def hasslers(period: int) -> Hasslers:
    return Hasslers(RaceGoal(Motion(period)))


def first(period: int, part: Part) -> Pattern:
    own = hasslers(period)
    reports = own.search(part, own.strategy)
    return next(report[0].pattern for report in reports if isinstance(report, list))


def test_twin_bees_between_blocks_have_period_46() -> None:
    own = hasslers(46)
    assert behaviour(first(46, next(own.parts()))).period == 46


def test_two_t_tetrominoes_between_eaters_have_period_36() -> None:
    """22P36."""
    part = _part("T-tetromino", "C2", Orientation.IDENTITY, -9, -3)
    assert behaviour(first(36, part)).period == 36
    assert hasslers(36).holds(part)


def test_objects_have_the_symmetry_of_their_part() -> None:
    own = hasslers(46)
    for part in islice(own.parts(), 0, 3000, 37):
        problem = own.problem(part)
        assert problem.symmetry.group <= set(problem.own_group), part
        assert own.owns(part)
        assert own.holds(part)
        assert max(problem.area) <= BOARD[0] - 2


def test_parts_are_told_from_others() -> None:
    own = hasslers(46)
    assert own.holds(END)
    for name in ("hassler", "hassler 3", "hassler pi-heptomino C2 Id 99 0", "hassler x C2 Id 0 0"):
        assert not own.holds(Part(BOARD, name=name))
    assert not own.holds(_part("glider", "C4", Orientation.IDENTITY, 1, 2))
    assert not own.holds(next(own.parts())._replace(box=(9, 9)))


def test_an_object_stands_beside_its_image() -> None:
    whole = _hassled(_part("glider", "C2", Orientation.IDENTITY, 9, 4)).active
    assert whole.population == 10


@pytest.mark.parametrize(
    ("race", "taken"),
    [
        (Race(Motion(46)), True),
        (Race(Motion(15)), False),
        (Race(Motion(61)), False),
        (Race(Motion(46), Rule.parse("B36/S23")), False),
        (Race(Motion(46, dy=-1)), False),
    ],
)
def test_where_hasslers_take_part(race: Race, taken: bool) -> None:
    assert any(isinstance(own, Hasslers) for own in race.strategies) == taken
