"""The studio on a phone, by touch alone: draw, run, ask, watch and keep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from tests.doors.studio.serving import FRAMES, ROTOR, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

MIDDLE = (
    "const e = document.querySelector(SELECTOR); e.scrollIntoView({block: 'center'});"
    + FRAMES
    + "const b = e.getBoundingClientRect(), at = [b.x + b.width / 2, b.y + b.height / 2];"
    "const top = document.elementFromPoint(...at);"
    "if (top !== e && !e.contains(top)) throw Error(`hidden: ${SELECTOR}`); return at"
)


def touch(page: Page, *fingers: list[tuple[float, float]]) -> None:
    """Each finger goes down at its first point, over the others, and up.

    No two fingers go down at the same instant: after that, Chromium loses one tap in ten.
    """
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    from selenium.webdriver.common.actions.pointer_input import PointerInput

    made: Any = PointerInput
    actions = ActionBuilder(page.browser.driver, duration=30)
    actions.devices = []
    for number, points in enumerate(fingers):
        finger = made("touch", f"finger{number}")
        actions.devices.append(finger)
        finger.create_pointer_move(duration=0, x=round(points[0][0]), y=round(points[0][1]))
        for _ in range(number):
            finger.create_pause(0.05)
        finger.create_pointer_down(button=0)
        for x, y in points[1:]:
            finger.create_pointer_move(duration=40, x=round(x), y=round(y))
        for _ in range(len(fingers) - 1 - number):
            finger.create_pause(0.05)
        finger.create_pointer_up(button=0)
    actions.perform()


def tap(page: Page, selector: str) -> None:
    script = MIDDLE.replace("SELECTOR", json.dumps(selector))
    x, y = page.browser.wait(f"{{ {script}; }}")
    touch(page, [(x, y)])


@pytest.fixture
def _fingers(page: Page) -> Iterator[None]:
    touching = "Emulation.setTouchEmulationEnabled"
    page.browser.driver.execute_cdp_cmd(touching, {"enabled": True, "maxTouchPoints": 2})
    yield
    page.browser.driver.execute_cdp_cmd(touching, {"enabled": False})


@pytest.mark.usefixtures("_fingers")
def test_a_phone_without_keys_and_mouse(page: Page) -> None:
    page.browser.pretend(375, 700)
    page.visit()
    tap(page, ".state:nth-child(1)")
    page.run("document.getElementById('board').scrollIntoView({block: 'center'})")
    touch(page, [page.cell(0, 3, 4), page.cell(0, 4, 4), page.cell(0, 5, 4)])
    assert page.drawing.split("\n")[4] == "???ooo???"
    size = page.value("studio.page.board.view.size")
    (x, y), (u, v) = page.cell(0, 3, 3), page.cell(0, 5, 5)
    touch(page, [(x, y), (x - 40, y - 40)], [(u, v), (u + 40, v + 40)])
    assert page.value("studio.page.board.view.size") > size  # two fingers zoom, and draw nothing
    assert page.drawing.count("o") == 3
    tap(page, "#run button:nth-of-type(3)")
    page.until("studio.run.runner?.generation === 1")
    tap(page, "#run button:nth-of-type(4)")
    page.until(
        "document.querySelector('#what strong')?.textContent === 'blinker: oscillator of period 2'"
    )
    tap(page, "#run button:last-of-type")
    page.until("studio.run.runner === null")
    tap(page, "#fields .field:not([hidden]) .why")
    page.until("document.querySelectorAll('#fields .help:not([hidden])').length === 1")
    tap(page, "#files-bar button:first-child")
    page.until("document.getElementById('shelf').open")
    tap(page, "#examples button")
    page.until(f"studio.page.board.text === {ROTOR!r}")
    page.settle()
    tap(page, "#begin")
    assert page.cards() == ["jam"]
    assert page.value("document.documentElement.scrollWidth") <= 375
    small = page.run(
        "return [...document.querySelectorAll('#detail button, #detail a.button')].filter((e) =>"
        " { const b = e.getBoundingClientRect(); return b.width && b.height < 32; }).length"
    )
    assert small == 0
    tap(page, ".card button[title^='Load']")
    page.until("!document.getElementById('draw').hidden")
