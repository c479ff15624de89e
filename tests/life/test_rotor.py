"""Rotors by themselves: recognised wherever and however they are, named, cut into parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rotor import Rotor, table_of
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import phases

BLINKER = Pattern.parse("OOO")


def named(name: str) -> Pattern:
    return pattern_of(builtin().by_name(name)).pattern


def rotor_of(pattern: Pattern, period: int) -> Rotor:
    return Rotor.of(phases(pattern, LIFE, period))


@st.composite
def rotors(draw: st.DrawFn) -> Rotor:
    cells = draw(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6))
    films = draw(st.lists(st.sets(st.sampled_from(sorted(cells))), min_size=2, max_size=4))
    changing = [cell for cell in cells if len({cell in film for film in films}) == 2]
    if not changing:
        films.append(set(cells) - films[0])
    return Rotor.of([Pattern.of(film) for film in films])


@given(rotors())
def test_text_is_read_back(rotor: Rotor) -> None:
    assert Rotor.parse(str(rotor)) == rotor


@given(rotors(), st.sampled_from(Orientation), st.integers(0, 3))
def test_images_and_phases_are_one_rotor(rotor: Rotor, g: Orientation, t: int) -> None:
    t %= rotor.period
    later = Rotor(rotor.cells, rotor.phases[t:] + rotor.phases[:t]).turned(g)
    assert later.canonical() == rotor.canonical()
    assert rotor.canonical().canonical() == rotor.canonical()


@given(rotors())
def test_parts_are_apart_and_together_the_whole(rotor: Rotor) -> None:
    assert sum(len(part.cells) for part in rotor.parts) == len(rotor.cells)
    assert all(rotor.period % part.period == 0 for part in rotor.parts)
    if len(rotor.parts) == 1:
        (part,) = rotor.parts
        assert part.cells == rotor.cells


@pytest.mark.parametrize("text", ["", "x", "..", "oo o", "o/o O", "oO ..", "oO/.o oO"])
def test_other_texts_are_no_rotors(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Rotor.parse(text)


def test_a_combination_is_recognised() -> None:
    """Jam (3) and mold (4) side by side have period 12, and no part that has."""
    jam, mold = (named(name) for name in ("jam", "mold"))
    both = jam | mold.translate(20, 0)
    rotor = rotor_of(both, 12)
    assert rotor.composite
    assert [part.period for part in rotor.parts] == [4, 3]
    assert not rotor_of(jam, 3).composite


def test_what_oscillates_together_is_no_combination() -> None:
    assert not rotor_of(named("pulsar"), 3).composite


def test_size_and_name() -> None:
    rotor = rotor_of(BLINKER, 2)
    assert rotor.size == (3, 3)
    assert rotor.canonical().name == "p2 3x3 .o./O.O/.o. #f0e3"


THREE_BESIDE_TWO = """\
OO.....OO.
O..OO.O..O
.OO.O.O..O
......OOO.
.OOOO.....
O.....OO.O
.O.OO.O.OO
OO.O..O...
......O...
.....O....
......OOO.
........O.
"""


def test_no_table_lists_a_combination() -> None:
    """The tables of the manual leave combinations out, even if their rotors fit in a window."""
    rotor = rotor_of(Pattern.parse(THREE_BESIDE_TWO), 6)
    three, two = rotor.parts
    assert (three.period, two.period) == (3, 2)
    assert rotor.fits((6, 2))
    assert table_of(rotor) is None
    assert table_of(three) is not None
