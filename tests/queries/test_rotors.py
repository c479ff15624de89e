"""The query for rotors: what it claims, and what it refuses to believe."""

from __future__ import annotations

import pytest

from lifesearch import rows
from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import phases
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.rotors.frame import StatorFrame
from lifesearch.queries.rotors.frames import frame_of
from lifesearch.queries.rotors.query import FramedRotor
from lifesearch.queries.rotors.way import END, SmallRotors
from lifesearch.queries.way import Wanted
from lifesearch.rotor_search.rotor import Rotor
from lifesearch.solving.parts import UNLIMITED

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
    assert left_out in Rotors((6, 3), least=12, period=12).nothing()
    assert left_out not in Rotors((6, 3), least=12, period=12, composite=True).nothing()
    assert left_out not in Rotors((6, 3), least=8, period=8).nothing()


def test_a_symmetry_is_that_of_window_and_ring() -> None:
    query = Rotors((2, 3), Symmetry.parse("D2-"), least=3)
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


@pytest.mark.parametrize(("least", "period", "rotor", "frame"), FORGED)
def test_forged_rotors_are_refused(
    least: int, period: int | None, rotor: str, frame: StatorFrame
) -> None:
    query = Rotors((3, 3), least=least, period=period)
    with pytest.raises(VerificationError):
        query.answers([FramedRotor(Rotor.parse(rotor), frame)], 3, 3)


def test_true_rotors_are_believed() -> None:
    rotor = Rotor.parse("o/o O/O")
    frame = frame_of(rotor, LIFE)
    (answer,) = Rotors((3, 3), least=2).answers([FramedRotor(rotor, frame)], 3, 3)
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


@pytest.mark.skipif(not rows.available(), reason="needs numba")
def test_a_race_never_ends_by_windows() -> None:
    """When all windows are searched, the last part goes on for ever, and proves nothing."""
    way = SmallRotors(Wanted(Motion(7)))
    parts = list(way.parts())
    assert parts[-1] == END
    assert all(way.owns(part) for part in parts)
    assert way.holds(END)
    assert next(iter(way.search(END, "rotors"))) == UNLIMITED
    assert way.place(END) == "larger windows"
