"""A fact is described once, and is everywhere: a made-up one shows that."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import pytest

import lifesearch as ls
from lifesearch.common import facts
from lifesearch.common.facts import EVERYWHERE, NATURAL, RECORD, fact, facts_of, in_brief
from lifesearch.common.tables import Table, column
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.facts import PatternFacts, details_of, record_of
from lifesearch.core.report import PatternReport
from lifesearch.doors.python.answer import Answer as Shown
from lifesearch.doors.python.notebook import gallery
from lifesearch.doors.studio.work import identify
from lifesearch.doors.studio.work.messages import as_message, card
from lifesearch.life.pattern import Pattern
from lifesearch.running.registry import KINDS, question_type
from lifesearch.show.gallery.page import page
from lifesearch.show.gallery.sources import Collection, GalleryItem
from lifesearch.show.html_table import html_section
from lifesearch.show.identified import draw
from lifesearch.show.report import write
from lifesearch.show.terminal.table import table_lines
from tests import schema

BLINKER = Pattern.parse("OOO")
DRAWN = {"name", "period", "dx", "dy", "rule", "torus", "rle"}
"""Facts that a page needs to draw a pattern."""


@pytest.fixture
def sparkle(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Patterns have one more fact."""

    @fact("sparkle", NATURAL, EVERYWHERE, brief=lambda one: f"sparkles {one.sparkle} times")
    def sparkle(one: PatternFacts) -> int:
        """How often it sparkles."""
        return 1000 * one.population

    monkeypatch.setattr(PatternFacts, "sparkle", sparkle, raising=False)
    facts._facts_of.cache_clear()
    yield
    facts._facts_of.cache_clear()


@dataclass(frozen=True)
class HotAnswer(Answer):
    """An answer of a made-up kind, which has a fact of its own."""

    @fact("glow", NATURAL, brief=lambda answer: f"glows by {answer.glow}")
    def glow(self) -> int:
        """How much it glows."""
        return self.pattern.population + 4


def data_of(text: str) -> Any:
    inside = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert inside
    return json.loads(inside[1])


def csv_of(text: str) -> dict[str, str]:
    (row,) = csv.DictReader(io.StringIO(text))
    return row


@pytest.mark.usefixtures("sparkle")
def test_a_new_fact_of_patterns_is_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    answer = Answer(BLINKER, 2)
    for report in (PatternReport(BLINKER), AnswerReport.of(answer)):
        assert json.loads(write(report, "json"))["sparkle"] == 3000
        assert csv_of(write(report, "csv"))["sparkle"] == "3000"
    for part in ("pattern", "identified"):
        described = schema.described()[part]
        assert described["properties"]["sparkle"]["description"] == "How often it sparkles."
        assert "sparkle" in described["required"]
    for known in (ls.Pattern.parse("OOO").identify(), Shown(answer)):
        assert known.sparkle == known.facts()["sparkle"] == 3000  # type: ignore[attr-defined]
    assert "sparkle: 3,000" in gallery([Shown(answer)], "one")
    on_page = data_of(page(Collection("one", (GalleryItem(BLINKER),))))
    assert [each["label"] for each in on_page["facts"] if each["name"] == "sparkle"] == ["sparkle"]
    assert on_page["items"][0]["facts"]["sparkle"] == [3000, "3,000"]
    assert "sparkles 3000 times" in on_page["items"][0]["line"]
    assert ("sparkle", "sparkle", 3000, "3,000") in card(answer)["details"]
    draw(PatternReport(BLINKER))
    assert "  sparkle      3,000\n" in capsys.readouterr().out
    assert ("sparkle", "3,000") in identify.facts("x = 3, y = 1, rule = B3/S23\n3o!")["more"]


@pytest.mark.usefixtures("sparkle")
def test_a_new_fact_is_that_of_each_of_many() -> None:
    """Facts that are known from a turned copy are not mixed up with those that are not."""
    for t, pattern in enumerate((BLINKER, BLINKER.translate(3, 4), Pattern.parse("O\nO\nO"))):
        placed = record_of(AnswerReport.of(Answer(pattern, 2), placed=True))
        alone = record_of(AnswerReport.of(Answer(pattern, 2)))
        assert placed == alone, t
        assert list(placed) == list(alone)
        assert placed["sparkle"] == 3000


def test_a_fact_of_one_kind_of_answers_is_everywhere() -> None:
    answer = HotAnswer(BLINKER, 2)
    report = AnswerReport.of(answer)
    assert json.loads(write(report, "json"))["glow"] == 7
    assert csv_of(write(report, "csv"))["glow"] == "7"
    described = schema.described([HotAnswer])["pattern"]
    assert described["properties"]["glow"]["description"] == "How much it glows."
    assert "glow" not in described["required"]
    shown = Shown(answer)
    assert shown.glow == shown.facts()["glow"] == 7
    assert "glow" in dir(shown)
    assert not hasattr(Shown(Answer(BLINKER, 2)), "glow")
    assert "glow: 7" in gallery([shown], "one")
    assert report.summary().endswith("; glows by 7")
    told = card(answer)
    assert ("glow", "glow", 7, "7") in told["own"]
    assert "glows by 7" in told["line"]
    item = GalleryItem(BLINKER, details=tuple(details_of(report, facts.CARD)))
    on_page = data_of(page(Collection("one", (item,))))
    glow = [each for each in on_page["facts"] if each["name"] == "glow"]
    assert glow == [{"name": "glow", "label": "glow", "shown": True, "order": True}]
    assert on_page["items"][0]["facts"]["glow"] == [7, "7"]
    assert in_brief(Answer(BLINKER, 2)) == []


def test_facts_of_one_kind_of_answers_have_names_of_their_own() -> None:
    """In Python the fact of all patterns would be read, elsewhere that of the answer."""
    for kind in KINDS:
        question_type(kind)  # which loads its answers
    shared = {each.name for each in facts_of(PatternFacts)}

    def check(answers: type[Answer]) -> None:
        assert shared.isdisjoint(each.name for each in facts_of(answers)), answers
        for more in answers.__subclasses__():
            if more.__module__.startswith("lifesearch."):
                check(more)

    check(Answer)


def test_a_column_is_in_all_tables() -> None:
    columns = (
        column("count", "how often", NATURAL, len, align="right"),
        column("secret", "", NATURAL, len, RECORD),
    )
    table = Table(columns, ["block"], "one <soup>", ("and no more",))
    assert table_lines(table) == ["one <soup>", "how often", "        5", "and no more"]
    assert table.records() == [{"count": 5, "secret": 5}]
    text = html_section(table)
    assert "one &lt;soup&gt;" in text
    assert "how often" in text
    assert "<li>and no more</li>" in text
    assert "secret" not in text
    assert as_message(table)["rows"] == (("5",),)


def test_facts_cannot_be_set() -> None:
    known = ls.Pattern.parse("OOO").identify()
    with pytest.raises(AttributeError, match="'period' cannot be set"):
        known.period = 3


def test_all_facts_are_described() -> None:
    """What other programs are given has a sentence in the schema."""
    owners: list[type] = [PatternFacts, *schema.answers()]
    for owner in owners:
        for each in facts_of(owner):
            assert each.about.endswith("."), each.name


def test_pages_know_no_facts_but_those_they_draw() -> None:
    pages = (("lifesearch.show.gallery", "gallery.js"), ("lifesearch.doors.studio", "js/keep.js"))
    for package, name in pages:
        program = (files(package) / "assets" / name).read_text("utf-8")
        named = {each.name for each in facts_of(PatternFacts)} - DRAWN
        assert not [each for each in named if re.search(rf"\bitem\.{each}\b", program)]


def test_the_schema_is_that_of_the_facts() -> None:
    assert schema.FILE.read_text("utf-8") == schema.text(), "python -m tests.schema writes it anew"
