"""A question as a link, the Patterns dialog, answers step by step: what a newcomer tries first."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from tests.doors.studio.serving import ENDED, Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

WHERE = "document.getElementById('where')"
STRANGE = [
    urlsafe_b64encode(json.dumps({"question": question, "drawing": "???"}).encode()).decode()
    for question in ({"kind": '"]'}, {}, {"kind": True}, {"kind": "unheard-of"})
]
CONTRADICTION = "\n".join(["?????", "?ooo?", "?ooo?", "?ooo?", "?????"])
LINK = (
    "globalThis.copied = []; navigator.clipboard.writeText = async (text) => copied.push(text);"
    "document.getElementById('copy-link').click()"
)


def test_generations_are_counted_where_there_are_several(page: Page) -> None:
    page.paste("o")
    assert page.value("document.querySelector('.generation').textContent") == "0"
    page.paste("oo\n..\n\n??\n??")
    page.until("document.querySelector('.generation').textContent === '0 of 1'")


def test_a_link_has_the_drawing_and_the_question(page: Page) -> None:
    page.kind("still-life", "box")
    page.paste("?o?\n???\n?.?")
    page.choose("symmetry", "C1")
    page.run(LINK)
    page.until("copied.length")
    link = page.value("copied[0]")
    address, _, code = link.partition("#ask/")
    assert address == page.address
    page.fresh()
    page.visit(f"#ask/{code}")
    page.until("studio.page.board.text === '?o?\\n???\\n?.?'")
    assert page.value("document.querySelector('input[name=kind]:checked').value") == "still-life"
    assert page.value("location.hash") == "#draw"
    page.fresh()
    page.paste(f"http://127.0.0.1:1/another/#ask/{code}")
    page.until("studio.page.board.text === '?o?\\n???\\n?.?'")
    page.until("studio.form.isChecked")
    page.click("#begin")
    page.until(ENDED)


@pytest.mark.parametrize("code", ["abc", "bm9uZQ", *STRANGE])
def test_a_link_that_is_damaged_is_one_sentence(page: Page, code: str) -> None:
    before = page.value("studio.page.board.text")
    page.visit(f"#ask/{code}")
    page.until("document.getElementById('message').textContent.startsWith('This link cannot be')")
    assert page.value("studio.page.board.text") == before


def test_patterns_have_pictures_and_are_inserted_by_a_click(page: Page) -> None:
    page.run(
        "[...document.querySelectorAll('#files-bar button')]"
        ".find((button) => button.textContent === 'Patterns').click()"
    )
    page.until("document.querySelectorAll('#named canvas').length > 4")
    assert page.value("document.querySelectorAll('#examples canvas').length") > 3
    page.run(
        "const name = document.getElementById('insert-name');"
        "name.value = 'beac'; name.dispatchEvent(new Event('input'))"
    )
    page.until("document.querySelector('#named button')?.value === 'named: beacon'")
    page.run("document.querySelector('#named button').click()")
    page.until("studio.page.board.text.includes('o')")


def test_soups_say_nothing_of_a_drawing_that_contradicts_itself(page: Page) -> None:
    page.kind("still-life", "box")
    page.paste(CONTRADICTION)
    page.until(f"{WHERE}.dataset.kind === 'problem'")
    page.kind("soup")
    page.until(f"{WHERE}.dataset.kind === ''")
    assert "contradict" not in page.value(f"{WHERE}.textContent")


def test_nothing_is_left_to_find_where_all_cells_are_given(page: Page) -> None:
    page.kind("still-life", "box")
    page.paste("oo\noo")
    page.until("document.getElementById('begin').disabled")
    assert "nothing is left to find" in page.value("document.getElementById('title').textContent")
    page.kind("predecessor")
    page.until("!document.getElementById('begin').disabled")


def test_an_answer_goes_step_by_step_and_no_card_is_empty(page: Page) -> None:
    page.kind("oscillator", "box")
    page.paste("\n".join(["?" * 4] * 4))
    page.choose("period", "2")
    page.click("#begin")
    page.until(ENDED)
    page.until("studio.shown().gallery.cards[0]?.player")
    card = "studio.shown().gallery.cards[0]"
    page.run(
        f"const [card] = [{card}]; card.player.playing = true; card.player.restart();"
        "[...card.element.querySelectorAll('button')]"
        ".find((button) => button.textContent === 'Step').click()"
    )
    assert page.value(f"[{card}.player.playing, {card}.player.generation]") == [False, 1]
    empty = "[...document.querySelectorAll('.small-plot')].filter((e) => e.checkVisibility()"
    assert page.value(f"{empty} && !e.querySelector('.line')).length") == 0
    assert "0 of 0" not in page.value("document.body.innerText")
