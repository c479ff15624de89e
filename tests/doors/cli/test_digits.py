"""Numbers are written with the digits 0 to 9, in every option alike."""

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.options import readers
from lifesearch.life.velocity import Velocity
from tests.doors.cli.conftest import Run

FOUR = "\N{ARABIC-INDIC DIGIT FOUR}"
WIDE = "\N{FULLWIDTH DIGIT FOUR}"
SUPERSCRIPT = "\N{SUPERSCRIPT FOUR}"


@pytest.mark.parametrize(
    "words",
    [
        "oscillator D",
        "oscillator 2 --box DxD",
        "oscillator 2 --box 4x4 --population <=D",
        "oscillator 2 --box 4x4 --count D",
        "oscillator 2 --box 4x4 --jobs D",
        "oscillator 2 --box 4x4 --seed D",
        "oscillator 2 --box 4x4 --time-limit Ds",
        "oscillator 2 --max-area D",
        "oscillator 2 --box 4x4 --rule B3/S2D",
        "spaceship c/D",
        "spaceship Dc/8",
        "spaceship (2,D)c/9",
        "spaceship c/4 --width D",
        "complete - --period 4 --shift D,0",
        "complete - --period D",
        "identify - --generations D",
        "catalogue list --period D",
        "catalogue list --velocity c/D",
        "knuth grid 3 3 D",
        "show - --generations D",
    ],
)
def test_other_digits_are_refused(lifesearch: Run, words: str) -> None:
    done = lifesearch(*words.replace("D", FOUR).split(), stdin="???\n???\n???\n")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert FOUR in done.stderr


@pytest.mark.parametrize("digit", [WIDE, SUPERSCRIPT])
def test_digits_of_all_kinds(digit: str) -> None:
    with pytest.raises(InputError, match="is not a velocity"):
        Velocity.parse(f"c/{digit}")
    with pytest.raises(InputError, match="is not a box"):
        readers.box(f"{digit}x4")
    with pytest.raises(InputError, match="is not a time limit"):
        readers.seconds(digit)
    with pytest.raises(InputError, match="with the digits 0 to 9"):
        readers.whole(digit, "--count", 1)


@pytest.mark.parametrize("digit", [FOUR, SUPERSCRIPT])
def test_a_file_that_begins_with_one(lifesearch: Run, digit: str) -> None:
    done = lifesearch("identify", "-", stdin=f"{digit}o$2o!\n")
    assert done.returncode == 2
    assert "does not begin a pattern" in done.stderr


def test_a_range_of_periods_has_both_ends() -> None:
    assert readers.periods("5, 7-8") == (5, 7, 8)
    for text in ("5-", "-5", "2-3,5-"):
        with pytest.raises(InputError, match="a period must be"):
            readers.periods(text)


def test_values_that_were_read_are_read_again() -> None:
    assert str(readers.cylinder("8-\t2")) == "8-2"
    for read, text in ((readers.bounds, "<0"), (readers.bounds, ">5"), (readers.cylinder, "8 +2")):
        assert read(read(text)) == read(text)
