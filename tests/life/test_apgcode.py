"""Codes that others recorded for well known objects, and codes of anything, read back."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.formats.detect import read
from lifesearch.life.apgcode import apgcode, decode, is_apgcode, wechsler
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour, phases
from tests.cases import APGCODES, Coded
from tests.life.test_known_patterns import KNOWN
from tests.strategies import orientations, patterns

RLE = {record["name"]: record["rle"] for record in KNOWN}


def code_of(pattern: Pattern) -> str:
    known = behaviour(pattern)
    assert known.period is not None
    return apgcode(phases(pattern, LIFE, known.period), moving=known.kind == "spaceship")


def test_there_are_many_codes() -> None:
    assert len(APGCODES) > 100
    assert sum(known.name in RLE for known in APGCODES) > 100


@pytest.mark.parametrize("known", APGCODES, ids=lambda known: known.name)
def test_known_codes(known: Coded) -> None:
    drawn = decode(known.code)
    assert code_of(drawn) == known.code
    assert drawn == drawn.normal()
    if known.name in RLE:
        pattern = read(RLE[known.name]).pattern
        assert code_of(pattern) == known.code
        period = behaviour(pattern).period or 0
        assert drawn.canonical() in {p.canonical() for p in phases(pattern, LIFE, period)}


def test_the_code_does_not_depend_on_phase_place_and_orientation() -> None:
    for name, g in product(("LWSS", "jam", "fox"), Orientation):
        pattern = read(RLE[name]).pattern
        cycle = phases(pattern.transform(g).translate(7, -3), LIFE, behaviour(pattern).period or 0)
        assert {code_of(phase) for phase in cycle} == {code_of(pattern)}


@given(patterns(min_population=1))
@settings(deadline=None)
def test_pictures_are_read_back(pattern: Pattern) -> None:
    text = wechsler(pattern)
    assert decode(f"xp7_{text}") == pattern.normal()
    assert not text.endswith(("0", "w", "x", "z"))


@given(patterns(min_population=1), orientations())
@settings(deadline=None)
def test_one_code_for_all_orientations(pattern: Pattern, orientation: Orientation) -> None:
    code = apgcode([pattern.transform(orientation)])
    assert code == apgcode([pattern])
    assert decode(code).canonical() == pattern.canonical()
    # Nobody's text is shorter, and none that is as short comes before it.
    texts = [wechsler(image) for image in pattern.orientations()]
    assert code == f"xs{pattern.population}_{min(texts, key=lambda text: (len(text), text))}"


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        *[(1, "101"), (2, "1w1"), (3, "1x1"), (4, "1y01"), (13, "1y91"), (14, "1ya1")],
        *[(39, "1yz1"), (40, "1yz01"), (78, "1yzyz1"), (82, "1yzyzy01")],
    ],
)
def test_runs_of_empty_columns(columns: int, text: str) -> None:
    pattern = Pattern.of([(0, 0), (columns + 1, 0)])
    assert wechsler(pattern) == text
    assert decode(f"xs2_{text}") == pattern


def test_empty_strips_are_empty_texts() -> None:
    assert wechsler(Pattern.of([(0, 0), (0, 15)])) == "1zzz1"
    assert decode("xs2_1zzz1") == Pattern.of([(0, 0), (0, 15)])


def test_phases_beyond_40_cells_count_only_if_all_are() -> None:
    wide, tall = Pattern.of([(0, 0), (40, 0)]), Pattern.parse("OO\n.O\nOO")
    assert apgcode([wide, tall]) == apgcode([tall, wide])
    assert apgcode([wide, tall]) == f"xp2_{apgcode([tall]).split('_')[1]}"
    assert apgcode([wide]) == "xs2_1yz1"


def test_nothing_has_a_code() -> None:
    assert apgcode([Pattern.of([])]) == "xs0_0"
    assert decode("xs0_0") == Pattern.of([])


@pytest.mark.parametrize(
    "text", ["", "xs", "xs4", "xs4_", "4_33", "xr4_33", "xs4_33!", "xs_33", "yl144_1_16_afb5"]
)
def test_what_is_no_code(text: str) -> None:
    assert not is_apgcode(text)
    with pytest.raises(InputError, match="is not an apgcode"):
        decode(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("xs5_33", "says 5 cells but draws 4"), ("xs4_33y", "ends after a y")],
)
def test_codes_that_contradict_themselves(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        decode(text)


def test_endless_codes_and_patterns_are_refused() -> None:
    with pytest.raises(InputError, match="too long"):
        decode("xs4_" + "z" * 10**6)
    with pytest.raises(InputError, match="too large for an apgcode"):
        apgcode([Pattern.of([(0, 0), (10**9, 10**9)])])


@given(st.text(alphabet="0123456789abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12))
@settings(deadline=None)
def test_any_letters_are_a_picture_or_refused(text: str) -> None:
    try:
        pattern = decode(f"xp2_{text}")
    except InputError:
        assert "y" in text
    else:
        assert not pattern or decode(f"xp2_{wechsler(pattern)}") == pattern.normal()
