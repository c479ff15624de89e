"""The query for rotors: what it claims, and what it refuses to believe."""

from __future__ import annotations

import pytest

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.common.errors import InputError, VerificationError
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.part import UNLIMITED
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rotor import Rotor
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import phases
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.race.strategy import RaceGoal
from lifesearch.questions.rotors.frame import StatorFrame
from lifesearch.questions.rotors.frames import frame_of
from lifesearch.questions.rotors.question import FramedRotor, Rotors
from lifesearch.questions.rotors.strategy import END, RARE, SmallRotors

COMBINATION = """\
...OO.......OO
...O...OO..O.O
OO.O.O..OOOO..
O..O.OO.....O.
..O....OOOO..O
.OO.O.O....OO.
..O....O...O..
..O.OO.O.O.O..
.OO.O..O.OO...
.....OO......."""


def test_a_claim_says_what_it_leaves_out() -> None:
    """Of period 12 there is a combination in 6x3, which is not counted."""
    rotor = Rotor.of(phases(Pattern.parse(COMBINATION), LIFE, 12))
    assert (rotor.size, rotor.composite) == ((6, 3), True)
    left_out = "combinations of rotors of shorter periods left out"
    assert left_out in Rotors((6, 3), min_period=12, period=12).no_answers()
    assert left_out not in Rotors((6, 3), min_period=12, period=12, composite=True).no_answers()
    assert left_out not in Rotors((6, 3), min_period=8, period=8).no_answers()


def test_a_symmetry_is_that_of_window_and_ring() -> None:
    query = Rotors((2, 3), Symmetry.parse("D2-"), min_period=3)
    assert query.where() == (
        " in a 2x3 window that has symmetry D2- together with the ring around it"
    )


FORGED = [
    (3, None, "ooo/ooo/ooo OOO/OOO/OOO ooo/oOo/ooo", StatorFrame(2)),
    (2, None, "oo/oo OO/OO oo/oo OO/OO", StatorFrame(2)),
    (2, 2, "o/o O/O", StatorFrame(2)),
    (2, None, "o/o O/O", StatorFrame(2, ((5, 5),))),
    (2, None, "o/o O/O", StatorFrame(2, ((5000, 5),))),
    (2, None, "oooo/oooo/oooo/oooo OOOO/OOOO/OOOO/OOOO", StatorFrame(2)),
]


@pytest.mark.parametrize(("min_period", "period", "rotor", "frame"), FORGED)
def test_forged_rotors_are_refused(
    min_period: int, period: int | None, rotor: str, frame: StatorFrame
) -> None:
    query = Rotors((3, 3), min_period=min_period, period=period)
    with pytest.raises(VerificationError):
        query.answers([FramedRotor(Rotor.parse(rotor), frame)], 3, 3)


def test_true_rotors_are_believed() -> None:
    rotor = Rotor.parse("o/o O/O")
    frame = frame_of(rotor, LIFE)
    (answer,) = Rotors((3, 3), min_period=2).answers([FramedRotor(rotor, frame)], 3, 3)
    assert answer.exists


def test_an_empty_stator_is_the_least() -> None:
    figure = pattern_of(builtin().by_name("figure-8")).pattern
    frame = frame_of(Rotor.of(phases(figure, LIFE, 8)), LIFE)
    assert (frame.cells, frame.least) == ((), True)


def test_of_the_least_stators_one_in_the_smallest_box_is_chosen() -> None:
    """Of 29 cells there is one of 9x9; the first that is found is wider."""
    rotor = Rotor.parse("oO/O./oO OO/O./OO Oo/o./Oo")
    frame = frame_of(rotor, LIFE)
    box = frame.around(rotor).box
    assert (frame.least, box.width + box.height) == (True, 18)


@pytest.mark.parametrize(
    ("size", "symmetry"), [((16, 16), "C1"), ((7, 6), "C1"), ((16, 16), "C4"), ((16, 6), "C2")]
)
def test_windows_that_are_too_large(size: tuple[int, int], symmetry: str) -> None:
    with pytest.raises(InputError, match="free cells with its ring, and at most 64"):
        Rotors(size, Symmetry.parse(symmetry))


@pytest.mark.skipif(not available(), reason="needs kernels")
def test_a_race_never_ends_by_windows() -> None:
    """When all windows are searched, the last part goes on for ever, and proves nothing."""
    way = SmallRotors(RaceGoal(Motion(7)))
    parts = list(way.parts())
    assert parts[-1] == END
    assert all(way.owns(part) for part in parts)
    assert way.holds(END)
    assert next(iter(way.search(END, "rotors"))) == UNLIMITED
    assert way.place(END) == "larger windows"


def windows_of(period: int) -> list[tuple[str, tuple[int, int]]]:
    parts = SmallRotors(RaceGoal(Motion(period))).parts()
    return list(dict.fromkeys((part.name.split(" ")[1], part.box) for part in parts))


def test_cheap_symmetric_windows_come_before_expensive_ones() -> None:
    """One of 7x5 takes 20 seconds; 5x4 takes minutes."""
    windows = windows_of(11)
    assert windows.index(("C1", (4, 4))) < windows.index(("D2|", (7, 5)))
    assert windows.index(("D2|", (7, 5))) < windows.index(("C1", (4, 5)))


@pytest.mark.long
def test_a_window_that_is_known_to_have_a_rotor_comes_first() -> None:
    assert windows_of(12)[0] == ("D2|", (7, 5))
    assert windows_of(13)[0] == ("C1", (4, 4))
    for period in RARE:
        assert sorted(windows_of(period)) == sorted(windows_of(11))
        parts = list(SmallRotors(RaceGoal(Motion(period))).parts())
        assert len(parts) == len(set(parts))
