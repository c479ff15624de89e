"""Patterns: what they become, what they are, and how they are read and written."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

import lifesearch as ls
from tests.program import run
from tests.strategies import patterns

RULES = st.sampled_from(["B3/S23", "B36/S23", "B2/S"])


@given(patterns(), RULES)
def test_rle_gives_the_same_pattern(cells: object, rule: str) -> None:
    pattern = ls.Pattern(cells, rule)  # type: ignore[arg-type]
    assert ls.Pattern.from_rle(pattern.rle) == pattern
    assert ls.Pattern.from_text(pattern.rle) == pattern
    assert len(repr(pattern).splitlines()) == 1
    assert len(repr(pattern)) < 120


@given(patterns(), st.integers(0, 5))
def test_generation_by_generation(cells: object, count: int) -> None:
    pattern = ls.Pattern(cells)  # type: ignore[arg-type]
    one_by_one = pattern
    for _ in range(count):
        one_by_one = one_by_one.after(1)
    assert pattern.after(count) == one_by_one
    assert pattern.history(count)[-1] == one_by_one
    assert len(pattern.history(count)) == count + 1


def test_a_torus() -> None:
    glider = ls.Pattern.from_rle("x = 3, y = 3, rule = B3/S23:T6,5\nbo$2bo$3o!")
    assert glider.torus == (6, 5)
    assert glider.after(4 * 30) == glider != glider.after(4)
    identity = glider.identify()
    assert (identity.period, identity.kind, identity.apgcode) == (120, "oscillator", None)
    assert ls.Pattern.from_rle(glider.rle) == glider
    dies = ls.Pattern([(0, 0)], torus=(4, 4)).identify(10)
    assert dies.period is None
    # All generations up to the limit would not fit in memory.
    row = ls.Pattern([(0, 0), (1, 0), (2, 0)], torus=(6, 6))
    assert row.identify(10**7).period == 2


def test_cells_do_not_leave_a_torus() -> None:
    row = ls.Pattern([(0, 0), (1, 0), (2, 0)], torus=(4, 2))
    moved = row.translate(3, -1)
    assert moved == ls.Pattern([(3, 1), (0, 1), (1, 1)], torus=(4, 2))
    assert moved.translate(1, 1) == row
    column = row.transform("R90")
    assert column == ls.Pattern([(0, 0), (0, 1), (0, 2)], torus=(2, 4))
    assert row.translate(1, 0).transform("R180") == row.translate(1, 0)
    assert column.transform("F/") == row


def test_turning() -> None:
    glider = ls.Pattern.from_rle("bo$2bo$3o!").translate(2, 3)
    assert glider.transform("R90").transform("R270") == glider
    assert glider.transform("F|").identify().apgcode == "xq4_153"


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "glider.cells"
    file.write_text("!Name: Glider\n.O.\n..O\nOOO\n")
    assert ls.Pattern.from_file(file) == ls.Pattern.from_file(str(file))
    assert str(ls.Pattern.from_file(file)) == ".O.\n..O\nOOO"
    assert ls.Pattern.from_rle("3o!", rule="HighLife").rule == "B36/S23"


def test_what_does_not_come_back() -> None:
    row = ls.Pattern.parse("OOOO").identify(50)
    assert (row.kind, row.period, row.velocity, row.apgcode) == ("settles", None, None, None)
    assert row.facts()["settled_apgcode"] == "xs6_696"
    assert row.known_as is None
    assert str(row) == row.name
    assert ls.Pattern().identify().kind == "dies"
    assert ls.Pattern.from_rle("b2o$2o$bo!").identify(5).kind == "unknown"


def test_what_the_command_says(tmp_path: Path) -> None:
    """All facts, of patterns that settle, too."""
    runs = ["4o!", "b2o$2o$bo!", "o!", "3o!", "bo$2bo$3o!", "2o$2o3$3o!"]
    for number, each in enumerate(runs):
        (tmp_path / f"{number}.rle").write_text(each)
    files = [f"{number}.rle" for number in range(len(runs))]
    words = ("identify", *files, "-f", "json", "--generations", "50")
    lines = run(*words, cwd=tmp_path).stdout.splitlines()
    for each, file, line in zip(runs, files, lines, strict=True):
        identity = ls.Pattern.from_rle(each).identify(50)
        assert identity.facts() | {"source": file, "version": 1} == json.loads(line)


def test_pictures_move() -> None:
    for pattern, frames in ((ls.Pattern.parse("OOO"), 2), (ls.Pattern.parse("OO\nOO"), 0)):
        drawn = pattern._repr_svg_()
        assert drawn is not None
        root = ElementTree.fromstring(drawn)
        assert len(root.findall(".//{*}animate")) == frames
    huge = ls.Pattern([(0, 0), (10**6, 10**6)])
    assert huge._repr_svg_() is None
    answer = next(ls.predecessors(ls.Pattern.parse("OO\nOO"), jobs=1))
    assert "<svg" in (answer._repr_svg_() or "")
    empty = ls.Pattern()._repr_svg_()
    assert empty is None or "<svg" in empty


def test_a_result_is_a_gallery() -> None:
    html = ls.Oscillator(2, box=(4, 4)).run(None, jobs=1)._repr_html_()
    assert html.count("<figure") == html.count("data:image/svg+xml;base64,") == 4
    assert all(name in html for name in ("beacon", "blinker", "clock", "toad", "4 answers"))
