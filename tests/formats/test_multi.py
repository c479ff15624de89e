"""Files with more than one pattern."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.common.limits import MOST_PATTERNS
from lifesearch.formats.cells import write_cells
from lifesearch.formats.common import PatternFile
from lifesearch.formats.life10x import write_life106
from lifesearch.formats.multi import read_all, read_paths
from lifesearch.formats.rle import write_rle
from lifesearch.life.pattern import Pattern
from tests.strategies import patterns

BLOCK, ROW = Pattern.parse("OO\nOO"), Pattern.parse("OOO")


@pytest.mark.parametrize(
    "text",
    [
        "3o!\n2o$2o!",
        "3o!\n\n\n2o$2o!\n\n",
        "x = 3, y = 1\n3o!\nx = 2, y = 2, rule = B3/S23\n2o$\n2o!",
        "x = 3, y = 1\n3o\nx = 2, y = 2\n2o$2o\n",
        "#N one\n3o!\n#N two\n#C a comment! with a mark\nx = 2, y = 2\n2o$2o!",
        "3o!\nThat was a blinker, and this is a block:\n2o$2o!\nThe end.",
        "3o!\r\n2o$2o!\r\n",
        "!Name: one\nOOO\n!Name: two\n!\nOO\nOO\n",
        "OOO\n!Name: two\nOO\nOO",
        "#Life 1.06\n0 0\n1 0\n2 0\n#Life 1.06\n0 0\n1 0\n0 1\n1 1\n",
        "xs3_111\nxs4_33\n",
        "xs3_111 xs4_33",
    ],
)
def test_two_patterns(text: str) -> None:
    assert [file.pattern for file in read_all(text)] == [ROW, BLOCK]


@pytest.mark.parametrize(
    "text", ["3o!", "3o", "x = 3, y = 1\n3o!\n#C the end\n", "OOO", "! a row\n!Name: row\nOOO\n"]
)
def test_one_pattern(text: str) -> None:
    assert [file.pattern for file in read_all(text)] == [ROW]


@given(st.lists(patterns(max_side=5, min_population=1), min_size=1, max_size=4), st.booleans())
@settings(deadline=None)
def test_what_was_written_is_read(several: list[Pattern], named: bool) -> None:
    name = "a name" if named else None
    rle = "".join(write_rle(pattern, name=name, comments=["!", "3o!"]) for pattern in several)
    assert [file.pattern for file in read_all(rle)] == several
    cells = "".join(write_cells(PatternFile(pattern, name="a name")) for pattern in several)
    assert [file.pattern.normal() for file in read_all(cells)] == [p.normal() for p in several]
    places = "".join(write_life106(PatternFile(pattern)) for pattern in several)
    assert [file.pattern for file in read_all(places)] == several


def test_names_and_rules_stay_with_their_pattern() -> None:
    first, second = read_all("#N one\nx = 3, y = 1, rule = B36/S23\n3o!\n#N two\n2o$2o!")
    assert (first.name, str(first.rule), second.name, second.rule) == (
        "one",
        "B36/S23",
        "two",
        None,
    )


@pytest.mark.parametrize(
    ("text", "line"), [("3o!\n\nx = 2, y = 2\n2q!", 4), ("3o!\n#N a\nx = 2\n", 3), ("3q!\n3o!", 1)]
)
def test_mistakes_are_counted_from_the_top(text: str, line: int) -> None:
    with pytest.raises(FormatError) as error:
        read_all(text)
    assert error.value.line == line


def test_mistakes_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "many.rle"
    file.write_text("3o!\nx = 1, y = 1\nozo!")
    with pytest.raises(FormatError, match=r"many\.rle, line 3"):
        read_paths(str(file))


@pytest.mark.parametrize("text", ["xs4_33\nbanana", "xs4_33 glider.rle"])
def test_codes_mixed_with_other_words(text: str) -> None:
    with pytest.raises(InputError, match="is not an apgcode"):
        read_all(text)


def test_a_list_of_codes_is_limited() -> None:
    with pytest.raises(InputError, match="too many patterns"):
        read_all("xs4_33 " * (MOST_PATTERNS + 1))
