"""One report of a pattern's facts, however the pattern came about."""

import pytest
from hypothesis import given

from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.facts import record_of
from lifesearch.core.report import PatternReport
from lifesearch.formats import NAMES
from lifesearch.formats.detect import read
from lifesearch.formats.registry import format_named
from lifesearch.life.identify import identify
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.show.report import write
from tests.strategies import patterns

GLIDER = Pattern.parse(".O.\n..O\nOOO")
ROW = Pattern.parse("OOOO")


@given(patterns())
def test_the_facts_do_not_depend_on_how_far_a_pattern_is_followed(pattern: Pattern) -> None:
    settling = PatternReport(pattern, limit=60)
    direct = PatternReport(pattern, limit=60, settle=False)
    known = identify(pattern, LIFE, 60)
    for report in (settling, direct):
        assert report.period == known.behaviour.period
        assert report.apgcode == known.apgcode
        assert report.populations == known.populations
        assert report.pieces == known.pieces
    assert settling.known or not direct.known
    if settling.settled:
        assert (settling.kind, direct.kind) == ("settles", "unknown")
        since = record_of(settling, ["since"])["since"]
        assert isinstance(since, int)
        assert settling.settled == step(pattern, LIFE, since)


WITHOUT_RULES = ("life106",)
"""Formats that do not say the rule."""


@given(patterns())
@pytest.mark.parametrize("form", [name for name in NAMES if not format_named(name).periodic])
def test_what_is_written_is_read_again(form: str, pattern: Pattern) -> None:
    report = PatternReport(pattern, Rule.parse("B36/S23"), limit=20)
    again = read(write(report, form))
    assert again.pattern.normal() == pattern.normal()
    assert form in WITHOUT_RULES or again.rule == report.rule


def test_on_a_torus() -> None:
    report = PatternReport(GLIDER, torus=(5, 5))
    assert report.describe() == "oscillator on a 5x5 torus"
    assert record_of(report, ["period", "symmetry", "apgcode", "torus", "heat"]) == {
        "period": 20, "symmetry": None, "apgcode": None, "torus": [5, 5], "heat": None,
    }  # fmt: skip
    assert "rule = B3/S23:T5,5" in write(report, "rle")


def test_nothing_is_simulated_without_need() -> None:
    report = PatternReport(ROW, limit=0, settle=False)
    assert (report.describe(), report.kind, report.identity) == ("pattern", "unknown", None)
    written = PatternReport(ROW)
    write(written, "life106")
    assert vars(written).keys() == vars(PatternReport(ROW)).keys()  # nothing is cached


def test_an_answer_in_its_place_or_not() -> None:
    answer = Answer(GLIDER.translate(7, -3), 4)
    assert AnswerReport.of(answer).pattern == GLIDER
    placed = AnswerReport.of(answer, placed=True)
    assert placed.pattern.box == Box(7, -3, 3, 3)
    assert write(placed, "rle").startswith("#CXRLE Pos=7,-3\nx = 3")
    assert "#N glider" in write(AnswerReport.of(answer), "rle")


def test_a_post_without_comments() -> None:
    """At (0, 0) the RLE of a pattern that is `placed` begins with its header."""
    post = write(AnswerReport.of(Answer(Pattern.parse("OO\nOO"), 1), placed=True), "forum")
    assert post.startswith("[code]#C [[ AUTOSTART GPS 10 ]]\nx = 2, y = 2")
    assert read(post).pattern == Pattern.parse("OO\nOO")


def test_only_a_name_is_written_as_one() -> None:
    assert PatternReport(ROW).heading()[0] is None
    assert "#N" not in write(PatternReport(ROW), "rle")
    two_blocks = Answer(Pattern.parse("OO...OO\nOO...OO"), 1)
    text = write(AnswerReport.of(two_blocks), "rle")
    assert text.startswith("#C composite of 2: 2 x block; 8 cells")
    named = PatternReport.of_file(read("#N my row\nx = 4, y = 1\n4o!"), "-")
    assert write(named, "rle").startswith("#N my row\n")


def test_an_answer_in_a_range_of_rules_may_have_a_name() -> None:
    block = Pattern.parse("OO\nOO")
    answer = Answer(block, 1, Rule.parse("B/S3"), greatest_rule=Rule.parse("B36/S23"))
    report = AnswerReport.of(answer)
    assert report.summary() == "block: still life; 4 cells, D8_4; works in B/S3 to B36/S23"
    assert record_of(report)["rule_max"] == "B36/S23"
    assert "rule_max" not in record_of(AnswerReport.of(Answer(block, 1)))
