"""The studio in a real browser: for small screens, and for everybody."""

from __future__ import annotations

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from tests.doors.studio.serving import ROTOR, Page
from tests.show.chromium import violations

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_nothing_is_too_wide_for_a_phone(page: Page) -> None:
    page.run("studio.page.take({text: arguments[0]})", ROTOR)
    page.until("studio.page.board.drawing.width === 7")
    for part in ("#draw", "#searches"):
        page.visit(part)
        for dark in (False, True):
            page.browser.pretend(375, 700, dark=dark)
            assert page.value("document.documentElement.scrollWidth") <= 375, part
            hidden = page.run(
                "return [...document.querySelectorAll('#ask *, #foot *, #top *, #list *')].filter("
                "(e) => { const b = e.getBoundingClientRect(); return b.width && b.right > 376; })"
                ".map((e) => e.id || e.className || e.tagName)"
            )
            assert hidden == []
    page.browser.pretend(375, 700)
    page.visit("#draw")
    page.run("document.getElementById('board').scrollIntoView()")
    page.drag(page.cell(0, 0, 0))
    assert page.drawing.startswith("o")


@pytest.mark.parametrize(
    "looks",
    [
        [(1280, False)],
        pytest.param(
            [(375, False), (375, True), (1280, True)],
            marks=pytest.mark.slow("three sizes and colours more"),
        ),
    ],
)
def test_axe_finds_no_violation(page: Page, axe: str, looks: list[tuple[int, bool]]) -> None:
    page.kind("still-life", "box")
    page.paste("???\n???\n???")
    page.choose("count", "all")
    page.click("#begin")
    assert len(page.cards()) == 4
    here = page.value("location.hash")
    wrong = {}
    for width, dark in looks:
        page.browser.pretend(width, 1400, dark=dark)
        page.visit(here)
        assert len(page.cards()) == 4
        wrong[f"search, {width}, {dark}"] = violations(page.browser, axe)
        page.visit("#draw")
        page.run("document.getElementById('more').open = true")
        wrong[f"draw, {width}, {dark}"] = violations(page.browser, axe)
    page.visit("#searches")
    wrong["searches"] = violations(page.browser, axe)
    dialogs = ("pasting", "shelf", "opening", "saving", "keys", "asking")
    for dialog in dialogs if len(looks) > 1 else ():
        page.visit("#draw")
        page.run(f"document.getElementById('asking-title').textContent = 'A question';"
                 f"document.getElementById('{dialog}').showModal()")  # fmt: skip
        wrong[dialog] = violations(page.browser, axe)
    assert {where: some for where, some in wrong.items() if some} == {}
