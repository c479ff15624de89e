"""Reading patterns: ways to write one, what is refused, and files."""

import contextlib
import io
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.detect import PatternFile, read, read_known_cells, read_path
from lifesearch.formats.multi import read_all
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule

GLIDER = Pattern.parse(".O.\n..O\nOOO")
EMPTY = Pattern.of([])


# Reading


@pytest.mark.parametrize(
    "text",
    [
        "bob$2bo$3o!",
        "bo$2bo$3o",
        ".A.$..A$AAA!",
        "b o b\n$ 2b\r\no$\t3o\r!",
        "x=3,y=3\nbob$2bo$3o!",
        "X = 3, Y = 3, Rule = B3/S23\nbob$2bo$3o!",
        "\n\n  x  =  3 ,  y  =  3 ,  rule = b3s23  \n\nbob$2bo$3o! and 12 more words",
        "#C hello\nx = 9, y = 9\nbo$\n#C in between\n2bo$3o!\nwhatever: zzz",
        "#K unknown\n#P Paul made this\nbo$2bo$3o!",
        ".O.\n..O\nOOO",
        ".O\n..O\nOOO\n\n\n",
        ".o.\n..o\nooo\n",
        ".*.\n..*  \n***",
        "!Name: x\n.O\n!in between b3$\n..O\nOOO",
        ".O\n..O\nOOO\n! 3 b $",
        ".o\n..o\nooo\n! 3 b $",
        "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2",
        "#life 1.06\r\n+1 0\r\n 2\t1\r\n\r\n#C comment\r\n0 2\r\n1 2\r\n2 2\r\n2 2",
    ],
)
def test_ways_to_write_a_glider(text: str) -> None:
    assert read(text).pattern == GLIDER


@pytest.mark.parametrize("text", ["!", "x = 0, y = 0\n!", "b!", ".", "...\n..", "#Life 1.06", "$"])
def test_ways_to_write_nothing(text: str) -> None:
    assert read(text).pattern == EMPTY


def test_titles_places_and_rules_of_rle() -> None:
    found = read(
        "#CXRLE Pos=-7,12 Gen=34801\n#N A name\n#O Somebody\n#C one\n#c two\n# three\n"
        "x = 2, y = 1, rule = 23/36\n2o!\n#C after the end"
    )
    assert found == PatternFile(
        Pattern.of([(-7, 12), (-6, 12)]),
        Rule.parse("B36/S23"),
        "A name",
        "Somebody",
        ("one", "two", "three"),
        34801,
        drawn=Box(-7, 12, 2, 1),
    )
    assert read("#P 3 -4\no!").pattern == Pattern.of([(3, -4)])
    assert read("#R -3 4\no!").pattern == Pattern.of([(-3, 4)])
    assert read("#r 23/36\no!").rule == Rule.parse("B36/S23")
    assert read("#r 23/36\nx = 1, y = 1, rule = B3/S23\no!").rule == LIFE
    assert read("o!").rule is None


def test_titles_of_plaintext() -> None:
    found = read("!Name: Glider\n!Author: Guy\n!\n! Seen: 1969\n.O\n..O\nOOO")
    assert found == PatternFile(
        GLIDER, None, "Glider", "Guy", ("", "Seen: 1969"), drawn=Box(0, 0, 3, 3)
    )


def test_ragged_rows_and_blank_lines_of_a_picture() -> None:
    assert read("O\n\n.O.O").pattern == Pattern.of([(0, 0), (1, 2), (3, 2)])


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ("x = 3, y = 3\n2 o!", 2, "count 2 is followed by ' '"),
        ("x = 3, y = 3\no2\no!", 2, "count 2 is followed by the end"),
        ("x = 3, y = 3\nbo$\n03o!", 3, "count 03 starts with a zero"),
        ("0o!", 1, "starts with a zero"),
        ("x = 3, y = 3\nbo$\n\nbB!", 4, "third state"),
        ("x = 3, y = 3\n3pA!", 2, "third state"),
        ("x = 3, y = 3\nbo?o!", 2, r"'\?'"),
        ("x = 3, y = 3\n5-o!", 2, "count 5 is followed by '-'"),
        ("x = 3, y = 3\n5zo!", 2, "'z'"),
        ("x = 3; y = 3\no!", 1, "header"),
        ("x = -3, y = 3\no!", 1, "header"),
        ("x = 3, y = 3, rule = B3/S23:P30,40\no!", 1, "bounded"),
        ("x = 3, y = 3, rule = Banana\no!", 1, "Banana"),
        ("x = 3, y = 3, rule =\no!", 1, "empty"),
        ("#r banana\no!", 1, "banana"),
        ("#CXRLE Pos=here\no!", 1, "position"),
        ("#CXRLE Pos=1000000001,0\no!", 1, "too large"),
        ("#CXRLE Pos=0,0 Gen=" + "9" * 10_000 + "\no!", 1, "too large"),
        ("999999999999o!", 1, "too large"),
        ("9" * 5000 + "b!", 1, "too large"),
        ("o$999999999o!", 1, "too many live cells"),
        ("1000000000b1000000000b2o!", 1, "beyond"),
        ("1000000000$1000000000$2o!", 1, "beyond"),
        ("!Name: x\n.O\n.Q", 3, "'Q'"),
        ("O.O\nO O", 2, "' '"),
        (".*\n.1", 2, "'1'"),
        ("#Life 1.04\n#P 0 0\n*", 1, "Life 1.06"),
        ("#Life 1.06\n0 0\n1", 3, "'1' is not a cell"),
        ("#Life 1.06\n0 0\n1 2 3", 3, "'1 2 3'"),
        ("#Life 1.06\n0 " + "9" * 5000, 2, "too large"),
        ("hello", 1, "'h' does not begin a pattern"),
        ("\n\n<html>", 3, "'<' does not begin a pattern"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(text: str, line: int, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        read(text)
    assert caught.value.line == line
    message = str(caught.value)
    assert message.startswith(f"line {line}: ")
    assert "\n" not in message
    assert len(message) < 200


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_an_empty_text_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is empty: expected RLE"):
        read(text)


@given(
    st.sampled_from(["", "[M2]\n", "#Life 1.05\n", "x = 3, y = 3, rule = LifeHistory\n"]),
    st.text(st.sampled_from("bo$!.ABCDEFG O*x=#CXRLEPos,\n\r\t0123456789-/SND:é"), max_size=40),
)
@settings(deadline=None, max_examples=500)
def test_any_text_is_read_or_refused(opening: str, rest: str) -> None:
    for reading in (read, read_all, read_known_cells):
        with contextlib.suppress(InputError):
            reading(opening + rest)


@pytest.mark.parametrize(
    ("part", "times"),
    [("9999999o", 10**5), ("#C\n", 10**5), ("7", 10**6), ("o", 10**5), (".\n", 10**5)],
)
def test_long_texts_take_no_long_time(part: str, times: int) -> None:
    text = part * times + "o!" * (part == "#C\n")
    start = time.process_time()
    with contextlib.suppress(InputError):
        read(text)
    assert time.process_time() - start < 3


# Files


def test_a_file_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "glider.rle"
    path.write_bytes(b"\xef\xbb\xbf#N Gleiter\r\nbo$2bo$3o!\r\n")
    assert read_path(str(path)) == PatternFile(GLIDER, name="Gleiter")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"bo$2bo$3o!")))
    assert read_path("-").pattern == GLIDER


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", " is empty: expected RLE"),
        (b" \n \n", " is empty: expected RLE"),
        (b"\xef\xbb\xbf", " is empty: expected RLE"),
        (b"bo$\nbo$\n3q!", ", line 3: 'q'"),
        (b"\x89PNG\r\n\x1a\n", " is not a text file"),
        (b"bo$\0!", " is not a text file"),
        (None, " is larger than 20 MB"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    if content is None:  # made here, or it would lie in the memory of all tests
        content = b"b" * 20_000_001
    path = tmp_path / "ship.rle"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_path(str(path))
    assert str(caught.value).startswith(f"{path}{complaint}")
    assert "\n" not in str(caught.value)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no file .*missing\.rle"):
        read_path(str(tmp_path / "missing.rle"))
    with pytest.raises(InputError, match="is a directory"):
        read_path(str(tmp_path))
    with pytest.raises(InputError, match="cannot be read"):
        read_path("a\0b")
    with pytest.raises(InputError, match="cannot be read"):
        read_path("x" * 5000)
    with pytest.raises(InputError, match="name of the file is empty"):
        read_path("")


def test_errors_on_standard_input_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hello")))
    with pytest.raises(FormatError, match=r"^standard input, line 1: "):
        read_path("-")
