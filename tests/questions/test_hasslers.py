"""Hasslers as a strategy of races: active objects between still lifes."""

from collections.abc import Hashable, Iterator
from itertools import islice, product

import pytest

from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.catalysts.strategy import BOARD, END, OBJECTS, TURNS, Hassled, Hasslers
from lifesearch.questions.race.question import Race
from lifesearch.questions.race.strategy import RaceGoal

pytestmark = pytest.mark.skipif(not available(), reason="needs machine code")


def hasslers(period: int) -> Hasslers:
    return Hasslers(RaceGoal(Motion(period)))


def first(period: int, hassled: Hassled) -> Pattern:
    own = hasslers(period)
    reports = own.search(hassled.part, own.configuration)
    return next(report[0].pattern for report in reports if isinstance(report, list))


def test_twin_bees_between_blocks_have_period_46() -> None:
    assert behaviour(first(46, Hassled("twin bees", "D2-"))).period == 46


def test_an_object_may_take_some_generations_until_it_is_a_phase() -> None:
    """Honey thieves: seven cells in a row are no phase of it, but a honey farm two later."""
    own = hasslers(17)
    assert next(own.parts()) == Hassled("honey farm", "C2").part
    assert behaviour(first(17, Hassled("honey farm", "C2"))).period == 17


def test_two_t_tetrominoes_between_eaters_have_period_36() -> None:
    """22P36."""
    assert behaviour(first(36, Hassled("T-tetromino", "C2", 7, 1))).period == 36


@pytest.mark.parametrize("symmetry", TURNS)
def test_objects_have_the_symmetry_of_their_part(symmetry: str) -> None:
    own = hasslers(46)
    for name in OBJECTS:
        for reach in (0, 9):
            part = Hassled(name, symmetry, reach).part
            assert own.owns(part)
            assert own.holds(part)
            for problem in islice(own.problems(part), 2):
                assert problem.symmetry.group <= set(problem.own_group), part
                assert max(problem.area) <= BOARD[0] - 2


def test_parts_are_told_from_others() -> None:
    own = hasslers(46)
    for part in [END, *islice(own.parts(), 0, 3000, 37)]:
        assert own.holds(part)
    names = ("hassler", "hassler 3", "hassler glider C2 99 1", "hassler x C2 0 1", "hassler glider")
    others = ("hassler glider C2 alone 2", "hassler glider C2 3 9", "hassler glider C3 3 1")
    for name in (*names, *others, "hassler glider C2 03 1"):
        assert not own.holds(Part(BOARD, name=name))
    assert not own.holds(next(own.parts())._replace(box=(9, 9)))


def test_mirrored_images_are_tried_once() -> None:
    """A T-tetromino is its own mirror image, a Herschel is not."""
    assert len(Hassled("T-tetromino", "C2", 6).wholes()) < 0.6 * 48
    assert len(Hassled("Herschel", "C2", 6).wholes()) == 48


@pytest.mark.parametrize("reach", [5, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["Herschel", "T-tetromino", "glider"])
@pytest.mark.parametrize("symmetry", ["C2", "C4", "D2|", "D4+"])
def test_parts_have_all_arrangements_of_an_object_at_a_distance(
    symmetry: str, name: str, reach: int
) -> None:
    wholes = Hassled(name, symmetry, reach).wholes()
    assert {_form(whole) for whole in wholes} == set(_arrangements(name, symmetry, reach))


def _form(whole: Pattern) -> Hashable:
    return min(image.key() for image in whole.orientations(Orientation))


def _arrangements(name: str, symmetry: str, reach: int) -> Iterator[Hashable]:
    """By brute force: the object in all orientations, with its images about (a/2, b/2)."""
    group = Symmetry.parse(symmetry).group
    one = Pattern.parse(OBJECTS[name])
    places = product(Orientation, product(range(-reach, reach + 1), repeat=2))
    for (turn, (x, y)), a, b in product(places, (0, 1), (0, 1)):
        turned = one.transform(turn).normal().translate(x, y)
        box = turned.box
        across = abs(2 * box.x + box.width - 1 - a)
        down = abs(2 * box.y + box.height - 1 - b)
        # Along the mirror of D2| all places are alike.
        if (across if symmetry == "D2|" else max(across, down)) != reach:
            continue
        cells = [(2 * u - a, 2 * v - b) for u, v in turned.cells]
        images = [g.apply(*cell) for g in group for cell in cells]
        if all((u + a) % 2 == (v + b) % 2 == 0 for u, v in images):
            yield _form(Pattern.of(((u + a) // 2, (v + b) // 2) for u, v in images))


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
