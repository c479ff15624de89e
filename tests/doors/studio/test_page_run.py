"""The studio in a real browser: what is drawn lives, and is recognised."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from lifesearch import Pattern
from lifesearch.formats.pictures import dithered
from tests.doors.studio.serving import Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

GUN = (
    "x = 36, y = 9\n24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$"
    "2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!"
)
RULES = (
    "B3/S23", "B36/S23", "B3-a/S23", "B2/S34H", "B2/S013V", "B02/S", "B0/S8", "B0235678/S3468",
    "/2/3", "345/2/4",
    "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
)  # fmt: skip
WORLD = (
    "(() => { const {x, y, w, cells} = studio.run.runner.world;"
    " return [...cells].flatMap((s, i) => s ? [[x + i % w, y + Math.floor(i / w), s]] : []); })()"
)


NOISE = [
    "oo..oooo.oooo...o..o",
    "o.oo..o.o.oo..o.o..o",
    "....o..o.ooo.o.o.o.o",
    "o....o.o......ooooo.",
    "ooo...oo.o.o...o.ooo",
    "oo.oooo.oo.oooooo...",
]
"""A picture without a predecessor."""


def world(page: Page) -> set[tuple[int, ...]]:
    return {tuple(cell) for cell in page.value(WORLD)}


def states(pattern: Pattern) -> set[tuple[int, ...]]:
    return {(x, y, state) for (x, y), state in pattern.states.items()}


def test_a_gun_is_recognised_and_runs(page: Page) -> None:
    page.paste(GUN)
    words = page.until("document.querySelector('#what strong')?.textContent")
    assert words == "gun of period 30"
    assert "emits glider" in page.value("document.getElementById('what').textContent")
    assert page.value("document.getElementById('title').textContent").startswith("every cell")
    page.press("k")
    page.until("studio.run.runner?.generation > 3")
    page.run("document.activeElement.blur()")
    page.press("\ue007")  # Enter and Space, as in Golly
    page.until("!studio.run.runner.playing")
    before = page.value("studio.run.runner.generation")
    page.press(" ")
    page.until(f"studio.run.runner.generation === {before + 1}")
    page.run("while (studio.run.runner.generation < 61) studio.run.step()")
    gun = Pattern.from_rle(GUN)
    assert world(page) == states(gun.after(61))
    page.run("while (studio.run.runner.generation > 30) studio.run.back()")
    assert world(page) == states(gun.after(30))
    shown = page.value("document.querySelector('#run .number').textContent")
    assert shown == f"generation 30 · {gun.after(30).population} cells"
    page.press("\ue00c")  # Escape
    assert page.value("[studio.run.runner, document.getElementById('stage').hidden]") == [
        None,
        True,
    ]
    page.press(".")
    page.until("studio.run.runner?.generation === 1")
    page.run("studio.run.take()")
    assert Pattern.parse(page.drawing).population == gun.after(1).population
    page.click("[aria-label=Undo]")
    assert page.value("studio.page.board.drawing.width") == 36


def test_every_family_of_rules_runs_as_in_the_simulator(page: Page) -> None:
    chance = random.Random(7)
    for rule in RULES:
        page.choose("rule", rule)
        many = page.value("studio.form.told.rule.states")
        cells: dict[tuple[int, int], int] = {
            (x, y): chance.choice([0, 0, 1, 1, *range(2, many)]) for x in range(7) for y in range(6)
        }
        live = [(x, y, s) if s > 1 else (x, y) for (x, y), s in cells.items() if s]
        text = "\n".join(" ".join(str(cells[x, y]) for x in range(7)) for y in range(6))
        page.browser.wait(
            "{ const {read} = await import('./js/drawing.js');"
            f" studio.page.board.load(read({json.dumps(text)})); }}"
        )
        pattern: Any = Pattern(live, rule=rule)
        page.press(".")
        page.until("studio.run.runner?.generation === 1")
        worlds = page.run(
            f"const seen = [{WORLD}];"
            f"for (let t = 2; t < 7; t++) {{ studio.run.step(); seen.push({WORLD}); }} return seen"
        )
        for generation, cells_then in enumerate(worlds, start=1):
            assert set(map(tuple, cells_then)) == states(pattern.after(generation)), (
                rule,
                generation,
            )
        assert len(worlds) == 6
        page.run("while (studio.run.runner.generation) studio.run.back()")
        assert world(page) == states(pattern), rule
    page.choose("rule", "pB3/S23")
    page.press(".")
    words = page.until("document.getElementById('message').textContent")
    assert "not known completely" in words
    assert page.value("studio.run.runner") is None


def test_a_run_waits_until_the_server_knows_the_rule(page: Page) -> None:
    page.run(
        "const old = fetch, soon = (go) => setTimeout(go, 700);"
        "globalThis.fetch = (...words) => new Promise(soon).then(() => old(...words))"
    )
    page.run(
        "const rule = document.getElementById('field-rule'); rule.value = 'HighLife';"
        "rule.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    page.press(".")
    assert page.until("studio.run.runner?.item.rule") == "B36/S23"
    page.settle()
    assert page.value("studio.run.runner.generation") == 1


def test_a_ship_is_looked_for(page: Page) -> None:
    page.paste("x = 3, y = 3\nbo$2bo$3o!")
    page.until("!document.getElementById('what').hidden")
    link = page.value("document.querySelector('#what a').href")
    assert link == "https://catagolue.hatsya.com/object/xq4_153/b3s23"
    page.run("[...document.querySelectorAll('#what button')].at(-2).click()")
    page.settle()
    command = page.value("document.getElementById('command').textContent")
    assert command == "lifesearch spaceship 'c/4 diagonal'"
    page.drag(page.cell(0, 0, 0))
    assert page.value("document.getElementById('what').hidden")


def test_a_reload_keeps_the_question(page: Page) -> None:
    page.kind("spaceship", "strip")
    page.choose("velocity", "c/3")
    page.choose("width", "11")
    page.browser.driver.refresh()  # at once
    page.ready()
    page.settle()
    command = page.value("document.getElementById('command').textContent")
    assert command == "lifesearch spaceship c/3 --width 11"
    words = "[...document.querySelectorAll('#command .word')]"
    assert page.value(f"{words}.every((e) => e.getClientRects().length === 1)")
    page.press("?")
    assert page.value("document.getElementById('keys').open")
    page.press("\ue00c")
    page.run("location.hash = '#searches'")
    page.until("document.getElementById('draw').hidden")
    page.press("?")
    assert page.value("document.getElementById('keys').open")
    page.press("\ue00c")
    page.run("location.hash = '#draw'")
    page.until("!document.getElementById('draw').hidden")
    page.run(
        "document.getElementById('field-velocity').parentElement.querySelector('.why').click()"
    )
    assert "ship of this velocity" in page.value(
        "[...document.querySelectorAll('.help:not([hidden])')].map((e) => e.textContent).join()"
    )
    fields = "[...document.querySelectorAll('.field')]"
    assert page.value(f"{fields}.every((e) => e.querySelector('.help').textContent)")
    assert page.value("document.querySelector('#advanced #field-cluster') !== null")


def test_dying_cells_are_drawn(page: Page) -> None:
    page.choose("rule", "345/2/4")
    page.paste("???\n???")
    page.press("7")
    page.run("document.getElementById('board').focus()")
    page.press("7", "\ue007")
    assert page.drawing == "2 * *\n* * *"
    page.settle()
    assert page.value("studio.form.told.problem") == ""
    page.choose("rule", "B3/S23")
    assert page.value("studio.form.told.problem") == "a cell is given in state 2: B3/S23 has 0 to 1"


def test_a_picture_is_dithered_as_on_the_command_line(page: Page) -> None:
    dark = np.random.default_rng(2).random((9, 12))
    page.browser.wait(
        "{ const {dithered} = await import('./js/pictures.js');"
        f" window.dithered = dithered({json.dumps(dark.tolist())}); }}"
    )
    assert page.run("return window.dithered") == dithered(dark).astype(bool).tolist()


def test_a_dropped_picture_gets_its_closest_predecessor(page: Page) -> None:
    """Dropped, asked, watched: wrong cells have their colours where the picture is held."""
    page.browser.wait(
        f"{{ const rows = {json.dumps(NOISE)};"
        """
        const canvas = Object.assign(document.createElement("canvas"), {width: 20, height: 6});
        const pen = canvas.getContext("2d");
        pen.fillStyle = "white";
        pen.fillRect(0, 0, 20, 6);
        pen.fillStyle = "black";
        rows.forEach((row, y) => [...row].forEach((letter, x) => {
          if (letter === "o") pen.fillRect(x, y, 1, 1);
        }));
        const blob = await new Promise((made) => canvas.toBlob(made));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([blob], "noise.png", {type: "image/png"}));
        const event = new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true});
        document.getElementById("board").dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error("the file was not taken");
        }"""
    )
    page.until("studio.form.kept().closest === true")
    page.settle()
    assert page.drawing.splitlines() == NOISE
    assert "closest predecessor" in page.value("document.getElementById('title').textContent")
    page.click("#begin")
    page.until("studio.shown()?.view?.state === 'finished'")
    player = "studio.shown().gallery.cards.at(-1).player"
    page.until(player)
    assert page.value(f"{player}.item.target.generation") == 1
    assert page.value(f"{player}.wrong.size") > 0
    assert page.value("document.querySelector('.legend')?.textContent.trim()") is not None
    drawn = page.run(
        f"""const player = {player}; player.playing = false; player.restart();
        const drawn = () => {{
          player.draw();
          const {{canvas}} = player, copy = new OffscreenCanvas(canvas.width, canvas.height);
          const pen = copy.getContext("2d", {{willReadFrequently: true}});
          pen.drawImage(canvas, 0, 0);
          const {{data}} = pen.getImageData(0, 0, copy.width, copy.height);
          const found = new Set();
          for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 3).join());
          return ["#d1495b", "#f2c4c4"].filter((colour) =>
            found.has(colour.match(/[0-9a-f]{{2}}/g).map((part) => parseInt(part, 16)).join()));
        }};
        const before = drawn(), steps = [];
        for (let i = 0; i < 24; i++) {{ player.advance(); steps.push(player.generation); }}
        player.restart();
        player.rest = AFTER;
        player.advance();
        return [before, drawn(), steps]"""
    )
    assert drawn[0] == []
    assert drawn[1]
    assert drawn[2] == [0] * 6 + [1] * 16 + [0] * 2  # each is held for a while
