"""The page of a survey in a real browser: the table above the patterns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesearch.show.survey.page import survey_page
from lifesearch.surveys.kinds import MotionKind
from lifesearch.surveys.record import (
    FoundPattern,
    StillLifesListed,
    SurveyEvent,
    SurveyQuestion,
    SurveyRecord,
)
from lifesearch.surveys.report import SurveyReport
from tests.show.chromium import Browser, axe_source, violations
from tests.surveys.surveys import after, boxes_searched, minimal

pytestmark = [pytest.mark.browser, pytest.mark.long]

EVIL = "<img src=x onerror='window.evil = 1'>"
LOOKS = [(1280, False), (1280, True), (375, False), (375, True)]


def events() -> Iterator[SurveyEvent]:
    """Some patterns, and boxes that are empty."""
    yield FoundPattern(minimal("OO\nOO", how="7x7 box"))
    yield FoundPattern(minimal("OOO", how=f"soup 256, {EVIL}"))
    yield FoundPattern(minimal(".O.\n..O\nOOO", how="soup 17, C1"))
    yield FoundPattern(minimal("OO..\nO...\n...O\n..OO", how="a very long way of finding a beacon"))
    yield StillLifesListed(1, ())
    yield from boxes_searched(MotionKind(3), 20)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a survey."""
    file = tmp_path_factory.mktemp("survey") / "page.html"
    report = SurveyReport.of(after(SurveyRecord(SurveyQuestion()), events()))
    file.write_text(survey_page(report), encoding="utf-8")
    return file


def opened(browser: Browser, path: Path, width: int, *, dark: bool) -> Browser:
    browser.pretend(width, 900, dark=dark)
    browser.open(path)
    browser.run("localStorage.clear()")
    return browser


def test_the_table_stands_above_the_patterns(browser: Browser, path: Path) -> None:
    page = opened(browser, path, 1280, dark=False)
    table = page.run(
        "return [...document.querySelectorAll('#above tbody tr')].map("
        "(row) => [...row.children].map((cell) => cell.textContent))"
    )
    assert [row[:4] for row in table] == [
        ["still life", "block", "4", "2x2"],
        ["period 2", "blinker", "3", "3x3"],
        ["period 3", "-", "", ""],
        ["c/4 diagonal", "glider", "5", "3x4"],
    ]
    assert table[1][4] == f"soup 256, {EVIL}"
    assert table[2][5].startswith("none in a box of up to ")
    assert page.run("return window.evil === undefined")
    above, first = page.run(
        "return ['#above', '.card'].map((s) => document.querySelector(s).getBoundingClientRect().y)"
    )
    assert above < first
    assert page.run("return cards.length") == 3
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    assert page.complaints() == []


def test_all_fits_on_the_screen(browser: Browser, path: Path) -> None:
    for width, dark in LOOKS:
        page = opened(browser, path, width, dark=dark)
        assert page.run("return document.documentElement.scrollWidth") <= width
        across, room = page.run(
            "const e = document.querySelector('#above .wide');return [e.scrollWidth, e.clientWidth]"
        )
        assert across <= room
        colours = page.run(
            "const looks = getComputedStyle(document.body);"
            "return [looks.color, looks.backgroundColor]"
        )
        ink, paper = (sum(map(int, colour[4:-1].split(", "))) for colour in colours)
        assert (ink > paper) == dark
        headings = page.run(
            "return [...document.querySelectorAll('#above tbody tr:nth-child(2) td')].map("
            "(cell) => getComputedStyle(cell, '::before').content)"
        )
        expected = ["smallest", "cells", "box", "found in", "proved", "command"]
        said = [heading.replace('"', "").removesuffix(": ") for heading in headings]
        assert said == (expected if width < 600 else ["none"] * len(expected))


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The checker of accessibility, from npm."""
    return axe_source(tmp_path_factory.mktemp("axe"))


@pytest.mark.slow("several pages in a browser")
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_axe_finds_no_violation(
    browser: Browser, path: Path, axe: str, width: int, dark: bool
) -> None:
    page = opened(browser, path, width, dark=dark)
    assert violations(page, axe) == []
