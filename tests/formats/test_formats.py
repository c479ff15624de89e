"""Writing patterns: what is written is read back, and looks as it should."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError
from lifesearch.common.text import visible_line
from lifesearch.formats import NAMES
from lifesearch.formats.cells import CELLS, write_cells
from lifesearch.formats.common import PatternFile, PatternFormat, comment_lines
from lifesearch.formats.detect import read, write_rle
from lifesearch.formats.life10x import write_life106
from lifesearch.formats.multi import read_all
from lifesearch.formats.registry import all_formats, format_of
from lifesearch.formats.rle import RLE
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from tests.strategies import isotropic_rules, patterns, rules, small_tables, tables

GLIDER = Pattern.parse(".O.\n..O\nOOO")
EMPTY = Pattern.of([])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


# Round trips


@given(patterns(max_side=30), rules(b0=True))
@settings(deadline=None)
def test_rle_is_read_back_at_the_same_place(pattern: Pattern, rule: Rule) -> None:
    text = write_rle(pattern, rule)
    assert replace(read(text), drawn=None) == PatternFile(pattern, rule)
    assert text.endswith("!\n")
    assert max(map(len, text.splitlines())) <= 70


@given(tables(b0=True) | isotropic_rules() | small_tables())
@settings(max_examples=30, deadline=None)
def test_any_rule_is_read_back(rule: Rule) -> None:
    file = read(write_rle(GLIDER, rule, torus=(5, 7)))
    assert (file.pattern, file.rule, file.torus) == (GLIDER, rule, (5, 7))
    assert read(write_cells(PatternFile(GLIDER, rule))).rule == rule


def test_rules_of_files_may_be_names() -> None:
    assert read("x = 3, y = 3, rule = Day & Night\no!").rule == Rule.parse("B3678/S34678")
    assert read("!Name: Dot\n!rule: hexagonal life\nO\n").rule == Rule.parse("B2/S34H")
    assert read("!Name: Dot\n! Rule: none at all\nO\n").rule is None
    with pytest.raises(FormatError, match="line 2: the rule 'B2/S/C999' has 999 states"):
        read("!Name: Dot\n!Rule: B2/S/C999\nO\n")


@given(patterns())
@settings(deadline=None)
def test_the_other_formats_are_read_back(pattern: Pattern) -> None:
    file = PatternFile(pattern)
    assert read(write_life106(file)).pattern == pattern
    assert read(write_cells(file).replace("O", "*")).pattern == pattern.normal()


@given(TEXTS, TEXTS, st.lists(TEXTS))
@settings(deadline=None)
def test_no_title_or_comment_can_change_the_pattern(
    name: str, author: str, comments: list[str]
) -> None:
    for form in (RLE, CELLS):
        file = PatternFile(GLIDER, name=name, author=author, comments=tuple(comments))
        found = read(form.write(file))
        assert found.pattern == GLIDER
        assert found.name == (visible_line(" ".join(name.split())) or None)
        assert found.author == (visible_line(" ".join(author.split())) or None)
        assert "".join(found.comments) == "".join(comment_lines(comments))


def test_what_rle_looks_like() -> None:
    assert write_rle(EMPTY) == "x = 0, y = 0, rule = B3/S23\n!\n"
    gaps = Pattern.of([(5, -2), (6, -2), (9, -2), (5, 1)])
    assert (
        write_rle(gaps, name="Two\nlines", author="Me", comments=["a\nb", ""])
        == "#CXRLE Pos=5,-2\n#N Two lines\n#O Me\n#C a\n#C b\n#C\n"
        "x = 5, y = 4, rule = B3/S23\n2o2bo3$o!\n"
    )


def test_lines_of_rle_are_full_but_not_too_long() -> None:
    row = Pattern.of((2 * x, 0) for x in range(100))
    assert [len(line) for line in write_rle(row).splitlines()[1:]] == [70, 70, 60]
    long_runs = Pattern.of((x, 0) for x in range(1000) if x % 11)
    lines = write_rle(long_runs).splitlines()[2:]  # after the place and the header
    assert all(66 < len(line) <= 70 and line[-1] in "bo" for line in lines[:-1])


def test_what_the_other_formats_look_like() -> None:
    assert write_cells(PatternFile(GLIDER, name="G")) == "!Name: G\n.O.\n..O\nOOO\n"
    assert write_life106(PatternFile(GLIDER)) == "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n"


# All formats alike


def test_every_named_format_is_registered() -> None:
    assert sorted(form.name for form in all_formats()) == sorted(NAMES)


@given(patterns())
@settings(deadline=None)
@pytest.mark.parametrize(
    "form", [form for form in all_formats() if not form.periodic], ids=lambda form: form.name
)
def test_a_format_recognises_and_separates_what_it_writes(
    form: PatternFormat, pattern: Pattern
) -> None:
    text = form.write(PatternFile(pattern, name="one"))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert format_of(f"\n  {text}") is form
    assert read(text).pattern.normal() == pattern.normal()
    if form.has_comments and pattern:
        twice = read_all(text + form.write(PatternFile(pattern, name="two")))
        assert [file.pattern.normal() for file in twice] == [pattern.normal()] * 2
