"""Lists of the smallest patterns by speed and period."""

from __future__ import annotations

import pytest

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.common import PatternFile
from lifesearch.formats.detect import read
from lifesearch.formats.multi import read_all
from lifesearch.formats.sss import is_sss, read_line, records, write_sss
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour

LINES = """\
# speed, then period
4, B2/S, 1, 0, 1, o$bo$bo$o!

5, B3/S23, 1, 1, 4, bo$2bo$3o!, the glider
4, /2/3, 1, 0, 1, BA$BA!
3, B01367/S12, 1, 0, 2, o$bo$bo!
"""


def test_each_line_is_a_pattern() -> None:
    found = read_all(LINES)
    assert [str(file.rule) for file in found] == ["B2/S", "B3/S23", "/2/3", "B01367/S12"]
    assert [file.pattern.population for file in found] == [4, 5, 4, 3]
    assert read(LINES).pattern.population == 4
    assert [(number, each.period) for number, each in records(LINES)] == [
        (2, 1), (4, 4), (5, 1), (6, 2),
    ]  # fmt: skip


def test_what_is_written_can_be_read() -> None:
    for file in read_all(LINES):
        assert file.rule is not None
        line = write_sss(file)
        known = behaviour(file.pattern, file.rule, 10)
        [(_, record)] = records(line)
        assert (record.dx, record.dy) == tuple(sorted(map(abs, (known.dx, known.dy)))[::-1])
        assert (record.cells, record.period) == (file.pattern.population, known.period)
        assert read_line(line, 1).pattern == file.pattern.normal()


def test_other_files_are_not_taken_for_lists() -> None:
    for text in (
        "x = 3, y = 1, rule = B3/S23\n3o!",
        "#C 3, 4, 5, 6, 7, 8\n3o!",
        "3o!",
        "#",
        "",
        "O.O",
        "0,  0,  0,  0,  0,  0,  0,  0\n0, c0, c1, c2, c3, c4, c5,  0",
        "1, a, 0, 0, 1, 0\n",
    ):
        assert not is_sss(text)
    assert is_sss("#C a comment\r\n\n" + LINES)
    assert not is_sss("#\n" * 10_000)


@pytest.mark.parametrize("line", ["5, B3/S23, 1, 1, 4", "5; B3/S23", "five, B3/S23, 1, 1, 4, 3o!"])
def test_wrong_lines_are_named(line: str) -> None:
    with pytest.raises(FormatError, match=r"line 3: this is no line of an \.sss file"):
        list(records(f"\n\n{line}\n"))


def test_rules_that_are_not_supported_are_named() -> None:
    with pytest.raises(FormatError, match=r"line 1: .*Larger than Life"):
        read_all("9, R2,C2,S4-5,B5, 1, 0, 1, 2o$2b2o$3bo$2b2o$2o!\n")


def test_what_does_not_recur_cannot_be_written() -> None:
    with pytest.raises(InputError, match="within 10,000 generations: write it as rle"):
        write_sss(PatternFile(Pattern.parse("OOO\n.O."), Rule.parse("B3/S23")))


@pytest.mark.parametrize("rule", ["B3/S23", "B03/S23", "/2/3"])
def test_the_empty_pattern_recurs(rule: str) -> None:
    line = write_sss(PatternFile(Pattern.of(()), Rule.parse(rule)))
    assert line == f"0, {Rule.parse(rule)}, 0, 0, {1 + (rule == 'B03/S23')}, !\n"
    assert not read_line(line, 1).pattern
    [file] = read_all(line)
    assert not file.pattern
