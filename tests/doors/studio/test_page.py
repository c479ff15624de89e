"""The studio in a real browser: what a person draws, and asks about."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from lifesearch.engines.sat.encoding.variable_grid import Spacetime
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.formats.detect import read
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import SYMMETRIES
from tests.doors.studio.serving import COPIED, ROTOR, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

EVIL = "<img src=x onerror='window.evil = 1'>"


def draw_rotor(page: Page) -> None:
    """Draw all told cells with the mouse."""
    for side in ("width", "height"):
        page.run(
            "const e = document.getElementById(arguments[0]); e.value = 7;"
            "e.dispatchEvent(new Event('change'))",
            side,
        )
    for state, letter in ((1, "o"), (2, ".")):
        page.click(f".state:nth-child({state})")
        for y, row in enumerate(ROTOR.split("\n")):
            for x, told in enumerate(row):
                if told == letter:
                    page.drag(page.cell(0, x, y))


def test_the_usual_generation_of_the_best_ship_is_named(page: Page) -> None:
    """As the option says: "first; for the smallest or largest ship, the best generation"."""
    usual = "document.getElementById('field-population_of').options[0]"
    assert page.value(f"{usual}.value") == "first"
    assert page.value(f"{usual}.textContent") == "generation 0; for the best ship, its best one"


def test_the_rotor_of_the_jam_is_drawn_and_the_jam_is_seen(page: Page) -> None:
    draw_rotor(page)
    assert page.drawing == ROTOR
    page.choose("period", "3")
    page.choose("count", "all")
    command = page.value("document.getElementById('command').textContent")
    assert command == "lifesearch complete drawing.txt --period 3 --all"
    page.click("#begin")
    assert page.cards() == ["jam"]
    title = page.value("document.getElementById('search-title').textContent")
    assert title == "oscillator of period 3 with the drawn cells in a 7x7 box"
    words = page.value("document.querySelector('.verdict').textContent")
    assert words == "1 found; proved: no other period-3 pattern with the given cells in a 7x7 box"
    page.click(".card button[title^='Copy']")
    page.until(COPIED)
    told = read(page.browser.wait("navigator.clipboard.readText()"))
    assert (told.name, told.pattern.population) == ("jam", 13)
    assert page.value("document.querySelector('.card .apgcode').textContent") == "xp3_695qc8zx33"
    page.click(".card button[title^='Load']")
    page.until("!document.getElementById('draw').hidden")
    page.until("studio.page.board.text.startsWith('.oo')")


def test_everything_by_keyboard(page: Page) -> None:
    """Draw, ask, watch, stop and come back without a mouse."""
    from selenium.webdriver.common.keys import Keys

    page.press(Keys.TAB, Keys.ENTER)  # the first link leads to the drawing
    assert page.value("document.activeElement.id") == "board"
    page.press("1", Keys.ENTER, Keys.ARROW_RIGHT, " ", Keys.ARROW_DOWN, "2", Keys.ENTER)
    assert page.drawing.startswith("oo???????\n?.")
    where = page.value("document.getElementById('where').textContent")
    assert where == "generation 0, column 2, row 2: dead"
    page.press("n", Keys.ARROW_RIGHT, Keys.ENTER, "6", Keys.ENTER)
    assert page.drawing.split("\n")[1] == "?.a'??????"
    page.browser.driver.switch_to.active_element.send_keys(Keys.CONTROL, "z")
    page.browser.driver.switch_to.active_element.send_keys(Keys.CONTROL, "a")
    page.press("3", Keys.ENTER, Keys.ESCAPE)
    assert set(page.drawing) == {"?", "\n"}
    for _ in range(5):
        page.browser.driver.switch_to.active_element.send_keys(Keys.CONTROL, Keys.ARROW_LEFT)
        page.browser.driver.switch_to.active_element.send_keys(Keys.CONTROL, Keys.ARROW_UP)
    assert page.drawing == "\n".join(["????"] * 4)
    page.press("g", "i", "i", Keys.PAGE_UP)
    assert page.value("studio.page.board.drawing.grids.length") == 2
    page.browser.driver.switch_to.active_element.send_keys(Keys.CONTROL, "z")
    page.press("?")
    assert page.value("document.getElementById('keys').open")
    page.press(Keys.ESCAPE)
    page.run("document.querySelector('#kinds input').focus()")
    seen = set()
    for _ in range(60):
        page.press(Keys.TAB)
        seen.add(page.value("document.activeElement.id"))
        if page.value("document.activeElement.id") == "field-period":
            page.browser.driver.switch_to.active_element.send_keys(Keys.CONTROL, "a")
            page.press("2")
        if page.value("document.activeElement.id") == "begin":
            break
    assert {"field-period", "field-rule", "field-symmetry", "field-count", "begin"} <= seen
    page.settle()
    page.press(Keys.ENTER)
    assert len(page.cards()) == 1
    for _ in range(40):
        page.press(Keys.TAB)
        if "Copy RLE" in (page.value("document.activeElement.getAttribute('aria-label')") or ""):
            break
    page.press(Keys.ENTER)
    page.until(COPIED)
    assert read(page.browser.wait("navigator.clipboard.readText()")).pattern.population > 2


def test_tools_with_the_mouse(page: Page) -> None:
    page.paste("\n".join(["?????"] * 4))
    page.click("[data-tool=rectangle]")
    page.drag(page.cell(0, 1, 1), page.cell(0, 2, 1), page.cell(0, 3, 2))
    assert page.drawing == "?????\n?ooo?\n?ooo?\n?????"
    page.click(".state:nth-child(2)")
    page.click("[data-tool=fill]")
    page.drag(page.cell(0, 0, 0))
    assert page.drawing == ".....\n.ooo.\n.ooo.\n....."
    page.click("[data-tool=paint]")
    page.drag(page.cell(0, 1, 2), page.cell(0, 3, 2))
    assert page.drawing == ".....\n.ooo.\n.....\n....."
    page.drag(page.cell(0, 1, 2), page.cell(0, 3, 2))  # once more erases
    assert page.drawing == ".....\n.ooo.\n.???.\n....."
    page.click("[aria-label=Undo]")
    page.click("[data-tool=select]")
    page.drag(page.cell(0, 1, 1), page.cell(0, 3, 1))
    page.drag(page.cell(0, 2, 1), page.cell(0, 2, 2), page.cell(0, 2, 3))
    assert page.drawing == ".....\n.???.\n.....\n.ooo."
    page.click("[aria-label=Rotate]")
    assert page.drawing == ".....\n.???.\n..o..\n.?o?."
    page.press("z")
    for _ in range(2):
        page.click("[aria-label=Undo]")
    assert page.drawing == ".....\n.ooo.\n.....\n....."
    page.click("[aria-label=Redo]")
    assert page.drawing == ".....\n.???.\n.....\n.ooo."
    page.click("[data-tool=paint]")
    page.click("[aria-label='Mirror up and down']")
    assert page.drawing == ".ooo.\n.....\n.???.\n....."
    page.click("[aria-label='Add a generation']")
    assert page.drawing.endswith("\n\n?????\n?????\n?????\n?????")
    page.drag(page.cell(1, 2, 2))
    assert page.drawing.endswith("\n\n?????\n?????\n??.??\n?????")


def test_the_box_is_dragged(page: Page) -> None:
    page.paste("o?\n??")
    x, y = page.cell(0, 1, 1)
    size = page.value("studio.page.board.view.size")
    right, bottom = x + round(size / 2) + 6, y + round(size / 2) + 6
    page.drag(
        (right, bottom),
        (right + round(size), bottom),
        (right + round(2 * size), bottom + round(size)),
    )
    assert page.drawing == "o???\n????\n????"
    x, y = page.cell(0, 0, 1)
    size = page.value("studio.page.board.view.size")
    left = x - round(size / 2) - 5
    page.drag((left, y), (left - round(size), y))
    assert page.drawing == "?o???\n?????\n?????"
    page.click("[aria-label=Undo]")
    page.click("[aria-label=Undo]")
    assert page.drawing == "o?\n??"


def test_texts_and_files(page: Page, folder: Path) -> None:
    page.paste("x = 4, y = 2, rule = B36/S23History\n2ADB$.A2.!")
    assert page.drawing == "oo??\n.o.."
    assert page.value("document.getElementById('field-rule').value") == "B36/S23"
    page.run("studio.page.save()")
    page.run("document.getElementById('save-name').value = 'mine.txt'")
    page.click("#saving .primary")
    page.until("document.getElementById('message').textContent === 'Saved mine.txt'")
    assert (folder / "mine.txt").read_text() == "oo??\n.o..\n"
    page.browser.driver.refresh()
    page.ready()
    assert page.drawing == "oo??\n.o.."  # kept over a reload
    page.click(".group [title^=Clear], [title^='Make all cells']")
    assert set(page.drawing) == {"?", "\n"}
    page.run("studio.page.open()")
    page.click("#files button")
    page.until("studio.page.board.text === 'oo??\\n.o..'")


def test_hostile_names_and_files_are_only_text(page: Page, folder: Path) -> None:
    escaped = EVIL.replace("<", "&lt;").replace(">", "&gt;")
    for name in (EVIL, escaped) if os.name != "nt" else (escaped,):
        (folder / f"{name}.rle").write_text(f"#N {EVIL}\nx = 1, y = 1\no!\n")
    page.visit()
    page.run("studio.page.open()")
    files = page.value("document.getElementById('files').textContent")
    assert escaped in files
    assert EVIL not in files  # a name that cannot be opened
    page.press("\ue00c")
    page.run("studio.page.take({text: arguments[0]})", f"#N {EVIL}\nx = 3, y = 1\n3o!\n")
    page.until("studio.page.board.text === 'ooo'")
    page.run("studio.page.take({text: arguments[0]})", EVIL)
    page.until("document.getElementById('message').dataset.kind === 'problem'")
    page.choose("rule", EVIL)
    assert "<img" in page.value("document.getElementById('title').textContent")
    assert page.value("document.getElementById('begin').disabled")
    page.choose("rule", "B3/S23")
    page.run(f"location.hash = '#search/{EVIL.replace(chr(39), '')}'")
    page.browser.wait("new Promise((go) => setTimeout(go, 400))")
    assert page.value("[window.evil, document.images.length]") == [None, 0]
    for path in folder.glob("*.rle"):
        path.unlink()
    assert all("api/read" in words for words in page.browser.complaints())  # refused, as it should


def test_cells_that_light_up_together_are_one_variable(page: Page) -> None:
    """The page's orbits are those of the encoder, for any symmetry and motion."""
    chance = random.Random(5)
    turns = list(Orientation)
    for _ in range(40):
        side, period = chance.randint(2, 5), chance.randint(1, 3)
        symmetry = chance.choice([s for s in SYMMETRIES if not s.lacks(side, side)])
        turn = chance.choice(turns)
        motion = Motion(period, turn, chance.randint(-1, 1), chance.randint(-1, 1))
        if any(
            g.apply(motion.dx, motion.dy) != (motion.dx, motion.dy) for g in (*symmetry.group, turn)
        ):
            motion = Motion(period, turn)
        space = Spacetime(side, side, motion, symmetry.group)
        generations = 2 * period + 1
        grid = space.assign_variables(Variables())
        literals = {
            (t, x, y): int(grid.at(t, x, y))
            for t in range(generations) for x in range(side) for y in range(side)
        }  # fmt: skip
        likeness = {
            "group": [g.value for g in space.group()],
            "motion": {"period": period, "turn": turn.value, "dx": motion.dx, "dy": motion.dy},
        }
        start = chance.choice([cell for cell, literal in literals.items() if literal > 0])
        same = {cell for cell, literal in literals.items() if literal == literals[start]}
        lit = page.browser.wait(
            "{ const {orbit} = await import('./js/orbits.js');"
            "return orbit(arguments_[0], {width: arguments_[1], height: arguments_[1]},"
            " arguments_[2], arguments_[3]); }".replace(
                "arguments_", json.dumps([list(start), side, generations, likeness])
            )
        )
        assert {tuple(cell) for cell in lit} == same
