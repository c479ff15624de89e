"""Partly known patterns are written as LifeHistory, and what else forum posts have in RLE."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.detect import read, read_known_cells, read_target, write_known_cells
from lifesearch.formats.known_cells import read_grids
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from tests.strategies import rules

GOLLY = """\
#CXRLE Pos=-4,-2 Gen=7
x = 9, y = 5, rule = LifeHistory
2.3D4.$.D2BD$AC2ED3.F$.3D$2.2A!
"""


@st.composite
def grids(draw: st.DrawFn) -> KnownCells:
    width, height = draw(st.integers(1, 90)), draw(st.integers(1, 6))
    row = st.lists(st.sampled_from([0, 1, -1]), min_size=width, max_size=width)
    return KnownCells.of([draw(st.lists(row, min_size=height, max_size=height))])


@given(grids(), rules())
def test_what_is_written_is_read(known: KnownCells, rule: Rule) -> None:
    text = write_known_cells(known, rule)
    assert read_known_cells(text) == (known, rule)
    assert max(map(len, text.splitlines()[1:])) <= 70


def test_unknown_cells_are_marked_off() -> None:
    text = write_known_cells(read_grids("?o.?\n....\n??oo"), Rule.parse("B36/S23"))
    assert text == "x = 4, y = 3, rule = B36/S23History\nDA.D2$2D2A!\n"
    assert write_known_cells(read_grids("...\n...")) == "x = 3, y = 2, rule = LifeHistory\n!\n"


def test_a_history_of_golly_is_written_with_the_same_cells_unknown() -> None:
    known, rule = read_known_cells(GOLLY)
    assert str(known).splitlines()[2] == "1 1 1 1 * 0 0 0 *"
    assert read_known_cells(write_known_cells(known, LIFE)) == (known, rule)
    assert read(GOLLY).drawn == Box(-4, -2, 9, 5)


@pytest.mark.parametrize(
    ("grid", "rule", "words"),
    [
        ("o?\n\n??", "B3/S23", "2 generations"),
        ("~~o", "B3/S23", "2 generations"),
        ("oa", "B3/S23", "letters"),
        ("o'?", "B3/S23", "cells that are exempt"),
        ("0 2", "345/2/4", "a rule of 4 states"),
        ("o?", "345/2/4", "a rule of 4 states"),
    ],
)
def test_a_history_cannot_tell_more(grid: str, rule: str, words: str) -> None:
    with pytest.raises(InputError, match=f"only, not {words}"):
        write_known_cells(read_grids(grid), Rule.parse(rule))


@pytest.mark.parametrize("bounds", ["T8,8", "T8", "t8"])
def test_a_torus_may_be_told_by_one_side(bounds: str) -> None:
    text = f"x = 3, y = 1, rule = B3/S23:{bounds}\n3o!"
    assert read(text).torus == (8, 8)
    with pytest.raises(InputError, match="on a torus: give one on the plane"):
        read_known_cells(text)


@pytest.mark.parametrize("bounds", ["T8,0", "T0,8", "T0"])
def test_a_torus_has_bounds(bounds: str) -> None:
    with pytest.raises(FormatError, match="line 1: a torus has bounds in both directions"):
        read(f"x = 3, y = 1, rule = B3/S23:{bounds}\n3o!")


@pytest.mark.parametrize("bounds", ["P8,8", "K8*,8", "C8,8", "S8", "T8+2,8"])
def test_other_bounded_grids_are_refused(bounds: str) -> None:
    with pytest.raises(FormatError, match="asks for a bounded grid"):
        read(f"x = 3, y = 1, rule = B3/S23:{bounds}\n3o!")


def test_a_question_is_about_one_pattern() -> None:
    post = "[code]x = 3, y = 1\n3o!\n[/code]\nor\n[code]x = 2, y = 2\n2o$2o!\n[/code]"
    with pytest.raises(InputError, match="there are 2 patterns in this text: give one at a time"):
        read_known_cells(post)


def test_a_target_is_one_pattern(tmp_path: Path) -> None:
    file = tmp_path / "post.txt"
    file.write_text("#CXRLE Pos=3,4\nx = 3, y = 1\n3o!\nx = 2, y = 2\n2o$2o!\n")
    with pytest.raises(InputError, match="2 patterns"):
        read_target(str(file))
    file.write_text("#CXRLE Pos=3,4\n#C x = 5 is not a header\nx = 3, y = 1\n3o!\n")
    assert read_target(str(file))[0].pattern == Pattern.parse("OOO").translate(3, 4)


def test_a_question_mark_in_a_comment_is_no_cell(tmp_path: Path) -> None:
    file = tmp_path / "old.lif"
    file.write_text("#Life 1.05\n\n#D By whom?\n#P 0 0\n***\n")
    assert read_target(str(file)) == (read(file.read_text()), Pattern.of([]))
    for text in ("! one line\u2028still?\n.?o", "!Why?\r.?o\r"):
        file.write_text(text, encoding="utf-8", newline="")
        target, free = read_target(str(file))
        assert (target.pattern, free) == (Pattern.of([(2, 0)]), Pattern.of([(1, 0)]))
