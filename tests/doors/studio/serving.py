"""A studio in a process of its own, and its page in a real browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Any
from urllib.request import Request, urlopen

from tests.show.chromium import Browser

PATIENCE = 110.0
ENDED = "studio.shown()?.view && studio.shown().view.state !== 'running'"
CARDS = "[...document.querySelectorAll('.card h4')].map((e) => e.textContent)"
COPIED = "document.getElementById('message').textContent === 'Copied'"
FRAMES = "await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));"
"""Until the page is laid out: what an element's size brings about comes with the next frame."""
ROTOR = "???????\n???????\n????.o?\n???..?.\n???.?o?\n??o..??\n????o??"


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a studio, and its process, which is ended at the end."""
    words = [sys.executable, "-m", "lifesearch", "studio", str(folder), "--no-browser"]
    process = subprocess.Popen(
        [*words, "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=dict(os.environ),
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split()[-1], process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Page:
    """The page, and what a person does with it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def visit(self, part: str = "") -> None:
        self.browser.visit("about:blank")
        self.browser.visit(f"{self.address}{part}")
        self.ready()

    def ready(self) -> None:
        self.until("globalThis.studio?.form.isChecked")

    def fresh(self) -> None:
        """The page as at the first visit."""
        self.run("globalThis.fetch = () => new Promise(() => {})")  # it might save its drawing late
        self.browser.visit("about:blank")
        drawing, now = "\n".join(["?" * 9] * 9), round(time() * 1000)
        blank = json.dumps({"drawing": drawing, "question": {}, "at": now}).encode()
        asked = Request(f"{self.address}api/keep", blank, {"content-type": "application/json"})
        with urlopen(asked) as answer:
            assert answer.status == 200
        self.visit()

    def run(self, script: str, *arguments: object) -> Any:
        return self.browser.run(script, *arguments)

    def value(self, expression: str) -> Any:
        return self.browser.run(f"return {expression}")

    def until(self, expression: str) -> Any:
        """Wait until something is true in the page, which is asked there, twenty times a second."""
        found = self.run(
            f"return (async () => {{ const end = Date.now() + {1000 * PATIENCE}; let found;"
            f" while (!(found = {expression}) && Date.now() < end)"
            " await new Promise((go) => setTimeout(go, 50));"
            " return found; })()"
        )
        assert found, f"never true: {expression}"
        return found

    def click(self, selector: str) -> None:
        self.browser.click(selector)

    def press(self, *keys: str) -> None:
        self.browser.press(*keys)

    def choose(self, name: str, value: str) -> None:
        """Choose in the form, as a person does who has no eye for speed."""
        self.run(
            "const e = document.getElementById(`field-${arguments[0]}`);"
            "if (![...(e.options ?? [])].length || [...e.options].some((o) => o.value === "
            "arguments[1])) e.value = arguments[1]; else throw Error('not offered');"
            "e.dispatchEvent(new Event('input', {bubbles: true}))",
            name,
            value,
        )
        self.settle()

    def kind(self, kind: str, where: str = "") -> None:
        for group, value in (("kind", kind), ("where", where)):
            if value:
                self.run(
                    "document.querySelector(`#ask input[name=${arguments[0]}]"
                    "[value=${arguments[1]}]`).click()",
                    group,
                    value,
                )
        self.settle()

    def settle(self) -> None:
        """Wait until the form has been checked."""
        self.until("studio.form.isChecked")

    def cell(self, t: int, x: int, y: int) -> tuple[int, int]:
        """Where a cell is in the window."""
        px, py = self.browser.wait(
            f"{{ {FRAMES} const [t, x, y] = {[t, x, y]};"
            "const {view} = studio.page.board, [x0, y0] = view.corner(t);"
            "const box = document.getElementById('board').getBoundingClientRect();"
            "return [box.left + x0 + (x + .5) * view.size, box.top + y0 + (y + .5) * view.size]; }"
        )
        return round(px), round(py)

    def drag(self, *points: tuple[int, int]) -> None:
        """Press at the first point, move over the others, and let go."""
        from selenium.webdriver.common.action_chains import ActionChains

        actions = ActionChains(self.browser.driver, duration=20)
        pointer: Any = actions.w3c_actions.pointer_action
        pointer.move_to_location(*points[0])
        pointer.pointer_down()
        for point in points[1:]:
            pointer.move_to_location(*point)
        pointer.pointer_up()
        actions.perform()

    @property
    def drawing(self) -> str:
        return str(self.value("studio.page.board.text"))

    def paste(self, text: str) -> None:
        """Draw a text, by the dialog."""
        self.run("delete studio.pasted; studio.page.pasteText().then(() => studio.pasted = true)")
        self.run("document.getElementById('pasted').value = arguments[0]", text)
        self.click("#pasting .primary")
        self.until("studio.pasted")
        self.settle()

    def example(self, number: int) -> None:
        """Choose from the shelf, which is open."""
        self.run("studio.before = studio.page.board.drawing")
        self.click(f"#examples li:nth-child({number}) button")
        self.until("studio.before !== studio.page.board.drawing")
        self.settle()

    def cards(self) -> list[str]:
        """The names of all that a search has found, when it has ended; all of them in the window.

        A card is filled in with the frame after the one that brings it into the window.
        """
        self.until(f"{ENDED} && {CARDS}.length === studio.shown().view.answers")
        return list(self.value(CARDS))

    def state(self) -> str:
        return str(self.value("studio.shown()?.view?.state"))
