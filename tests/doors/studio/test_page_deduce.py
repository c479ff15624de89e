"""The studio in a real browser: what follows while one draws, and patterns from the shelf."""

from __future__ import annotations

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from lifesearch import Pattern
from tests.doors.studio.serving import ROTOR, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

SETTLED = (
    "!studio.deducing.busy && studio.page.board.deduced?.drawing === studio.page.board.drawing"
)


def test_cells_that_follow_and_cells_that_contradict(page: Page) -> None:
    page.kind("still-life", "box")
    page.paste("oo.\no?.\n...\n???")
    page.until(SETTLED)
    assert page.value("[...studio.page.board.following()[0]].join('')").startswith("112112222")
    page.click(".state:nth-child(2)")
    page.drag(page.cell(0, 1, 1))
    page.until("document.getElementById('where').dataset.kind === 'problem'")
    words = page.value("document.getElementById('where').textContent")
    wrong = page.value("studio.page.board.deduced.wrong")
    assert (
        words == f"The {len(wrong)} marked cells contradict each other: no pattern has all of them."
    )
    assert [0, 1, 1] in wrong
    page.click("[aria-label=Undo]")
    page.until("document.getElementById('where').dataset.kind === ''")


def test_the_next_generation_is_drawn_and_copied(page: Page) -> None:
    page.kind("film")
    page.paste(".....\n..o..\n..o..\n..o..\n....?")
    page.press("e")
    page.until("studio.page.board.drawing.grids.length === 2")
    first, second = page.drawing.split("\n\n")
    assert second == ".....\n.....\n.ooo.\n...?.\n....."
    page.press("\ue00c")
    page.run("studio.page.copyPiece(false)")
    page.click("[aria-label='Add a generation']")
    page.click("[aria-label='Insert what was copied']")
    assert page.drawing.split("\n\n") == [first, second, second]
    for _ in range(3):
        page.click("[aria-label=Undo]")
    assert page.drawing == first


def test_a_rule_of_several_states(page: Page) -> None:
    page.kind("film")
    page.choose("rule", "B2/S/3")
    page.paste("0 0 0 0\n0 1 1 0\n0 2 * 0\n0 0 0 0")
    page.press("e")
    page.until("studio.page.board.drawing.grids.length === 2")
    first, second = page.drawing.split("\n\n")
    assert second == "0 1 1 0\n0 2 2 *\n0 0 * *\n0 0 0 0"
    page.until(SETTLED)
    page.click(".state:nth-child(2)")
    page.drag(page.cell(1, 2, 2))
    page.until(f"{SETTLED} && studio.page.board.following()[0][10] === 119")  # it was dying
    page.click("[aria-label=Undo]")
    page.paste(f"{first}\n\n{second.replace('2 2', '1 2')}")
    page.until("document.getElementById('where').dataset.kind === 'problem'")
    assert [1, 1, 1] in page.value("studio.page.board.deduced.wrong")
    page.kind("soup")
    assert page.value("studio.form.inputs.symmetry.input.value") == ""  # all of them
    page.choose("symmetry", "C1")
    page.run("studio.form.load(studio.form.kept())")
    page.settle()
    assert page.value("studio.form.inputs.symmetry.input.value") == "C1"
    page.kind("film")
    page.paste("~~~\n~?~\n~~~")
    page.choose("rule", "B3/S23")
    page.until(
        "document.getElementById('where').textContent === "
        "'What follows from the drawing is not shown where cells are stable.'"
    )


def test_examples_and_the_catalogue(page: Page) -> None:
    page.paste("\n".join(["?" * 20] * 20))
    page.press("m")
    page.run("document.getElementById('insert-name').value = 'pulsar'")
    page.click("#shelf .primary")
    page.until("studio.page.board.text.includes('o')")
    assert page.drawing.count("o") == Pattern.named("pulsar").population
    page.click("[aria-label=Undo]")
    assert "o" not in page.drawing
    page.press("m")
    page.example(1)
    assert page.drawing == ROTOR
    command = page.value("document.getElementById('command').textContent")
    assert command == "lifesearch complete drawing.txt --period 3 --all"
    page.choose("period", "5")
    page.press("m")
    page.example(3)
    page.click("[aria-label=Undo]")  # the question is undone with the drawing
    page.settle()
    command = page.value("document.getElementById('command').textContent")
    assert (page.drawing, command) == (ROTOR, "lifesearch complete drawing.txt --period 5 --all")
    page.press("m")
    page.example(2)
    assert "--population =7" in page.value("document.getElementById('command').textContent")
    page.press("m")
    page.example(3)
    page.click("#begin")
    assert "hivenudger" in page.cards()


def test_a_large_symmetric_drawing_is_painted(page: Page) -> None:
    """In a large drawing, what follows by symmetry is found a moment after the stroke."""
    followed = page.browser.wait(
        "{ const {Board} = await import('./js/board.js');"
        "const {ALIVE, blank, paint} = await import('./js/drawing.js');"
        "const canvas = document.createElement('canvas'), side = 130;"
        "document.body.append(canvas);"
        "const board = new Board(canvas);"
        "board.load(blank(side, side));"
        "board.setLikeness({group: [[1, 0, 0, 1], [-1, 0, 0, -1]]});"
        "for (const x of [0, 1]) board.step(paint(board.drawing, 0, [[x, 0]], ALIVE));"
        # The board's timer is set before this one, and for a shorter time.
        "await new Promise((go) => setTimeout(go, 1000));"
        "canvas.remove();"
        "return [...board.following()[0].slice(-3)]; }"
    )
    assert followed == [0, 1, 1]
