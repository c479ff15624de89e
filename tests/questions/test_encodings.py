"""The same solutions by every encoding, by cubes, by brute force and by Knuth's programs."""

from dataclasses import replace

import pytest

from lifesearch.engines.sat.encoding.variable_grid import ENCODINGS
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.knuth.question import KnuthQuestion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests.asking import QUICK, every
from tests.questions.questions import everything, ship
from tests.questions.test_random_queries import compare_periodic

QUESTIONS = [
    Periodic(Motion(1), (4, 4), raw=True),
    Periodic(Motion(2), (4, 4), raw=True),
    Periodic(Motion(2), (4, 4), raw=True, any_period=True),
    Periodic(Motion(2), (5, 5), Symmetry.parse("C4"), raw=True),
    Periodic(Motion(2), (4, 3), torus=True, raw=True),
    Periodic(Motion(1), (3, 5), torus=True, raw=True),
    Periodic(Motion(2, Orientation.R90), (4, 4), raw=True),
    Periodic(Motion(1, Orientation.FLIP_X), (5, 4), raw=True),
    Periodic(ship("c/4 diagonal"), (4, 4), raw=True),
    Periodic(ship("2c/4"), (5, 6), raw=True),
    Periodic(Motion(2, Orientation.FLIP_X, 0, -1), (3, 4), raw=True),
    Periodic(Motion(1), (4, 4), mask=Pattern.parse(".OO.\nOOOO\nOO.O\n..OO"), raw=True),
    replace(Predecessor.around(Target(Pattern.parse("OO.\nO.O"))), raw=True),
    replace(
        Predecessor.around(Target(Pattern.parse("OO"), Pattern.parse("..O")), 1),
        generations=2,
        raw=True,
    ),
]


@pytest.mark.parametrize("query", QUESTIONS)
def test_encodings_have_the_same_solutions(query: Periodic | Predecessor) -> None:
    found = [set(everything(query, Configuration("minisat22", encoding))) for encoding in ENCODINGS]
    assert found[0] == found[1]


@pytest.mark.parametrize("query", QUESTIONS)
def test_seeds_and_cubes_have_the_same_solutions(query: Periodic | Predecessor) -> None:
    plain = set(everything(query))
    for seed in (1, 2**40):
        assert set(everything(query, Configuration("glucose4", seed=seed))) == plain
    for depth in (1, 3):
        assert {answer.pattern for answer in every(query, depth=depth)} == plain


def test_more_cubes_than_cells() -> None:
    query = Periodic(Motion(1), (2, 2), raw=True, with_empty=True)
    assert len(every(query, depth=6)) == 2


SMALL = [
    Motion(1),
    Motion(2),
    Motion(2, Orientation.R90),
    Motion(1, Orientation.R180),
    Motion(1, Orientation.TRANSPOSE),
    Motion(2, Orientation.FLIP_Y),
    Motion(4, Orientation.IDENTITY, -1, -1),
]


@pytest.mark.parametrize("motion", SMALL)
@pytest.mark.parametrize("any_period", [False, pytest.param(True, marks=pytest.mark.long)])
def test_against_brute_force(motion: Motion, any_period: bool) -> None:
    query = Periodic(motion, (4, 4), any_period=any_period)
    assert compare_periodic(query, QUICK, 0) is not None


# Knuth's programs are special cases


def knuth(program: str, *arguments: int) -> set[Pattern]:
    """The solutions of a program, moved so that its board begins at (0, 0)."""
    histories = every(KnuthQuestion(program, arguments))
    return {history.pattern.translate(-1, -1) for history in histories}


def test_the_cycle_programs_ask_the_same() -> None:
    assert knuth("sat-life-grid-cycle", 4, 5, 2) == set(
        everything(Periodic(Motion(2), (5, 4), raw=True))
    )
    assert knuth("sat-life-grid90-cycle", 6, 6, 2) == set(
        everything(Periodic(Motion(2), (6, 6), Symmetry.parse("C4"), raw=True))
    )
    assert knuth("sat-life-gridquad-cycle", 6, 5, 2) == set(
        everything(Periodic(Motion(2), (5, 6), Symmetry.parse("D4+"), raw=True))
    )


def test_the_torus_program_asks_the_same() -> None:
    """It wants cell (1,1) alive and no smaller torus, for which every solution has a shift."""
    ours = everything(Periodic(Motion(2), (4, 3), torus=True, raw=True))
    expected = {
        p
        for p in ours
        if (0, 0) in p
        and all(
            Pattern.of(((x + dx) % 4, (y + dy) % 3) for x, y in p.cells) != p
            for dx, dy in ((1, 0), (2, 0), (0, 1))
        )
    }
    assert knuth("sat-life-torus-cycle", 3, 4, 2) == expected


def test_the_spaceship_program_asks_the_same() -> None:
    """Its row 1 is entered at the end: our box without it, in normal form but for the place."""
    theirs = knuth("sat-life-grid-spaceships", 7, 6, 4, 2)
    assert theirs
    assert all(behaviour(p).kind == "spaceship" for p in theirs)
    ours = everything(Periodic(ship("2c/4"), (6, 6), raw=True))
    entering = {p.translate(0, 1) for p in ours if min(y for _, y in p.cells) == 1}
    assert theirs == entering
