"""The gallery in a real browser: filters, keys, and screens of all sizes."""

from __future__ import annotations

import json

import pytest

from tests.show.chromium import Browser
from tests.show.exhibits import EVIL, EXHIBITS, NAMES, names

pytestmark = [pytest.mark.browser, pytest.mark.long]


def choose(page: Browser, name: str, value: str) -> None:
    page.run(
        "const e = document.getElementById(arguments[0]); e.value = arguments[1];"
        "e.dispatchEvent(new Event('input', {bubbles: true}))",
        name,
        value,
    )


FILTERS: tuple[tuple[dict[str, str], list[str]], ...] = (
    ({"kind": "spaceship"}, ["Glider", "LWSS"]),
    ({"period": "4"}, ["Glider", "LWSS"]),
    ({"period": "1"}, [EVIL]),
    ({"period": "2"}, ["Blinker", "oscillator on a 4x4 torus"]),
    ({"velocity": "c/4 diagonal"}, ["Glider"]),
    ({"symmetry": "D8_4", "least": "1"}, [EVIL]),
    ({"least": "5", "most": "6"}, ["Glider", "R-pentomino"]),
    ({"search": "smallest"}, ["Blinker"]),
    ({"search": " GLI  guy"}, ["Glider"]),
    ({"kind": "dies"}, ["Two", "Nothing"]),
    ({"kind": "dies", "most": "1"}, ["Nothing"]),
    ({"kind": "spaceship", "sort": "population"}, ["Glider", "LWSS"]),
    ({"kind": "spaceship", "sort": "speed"}, ["Glider", "LWSS"]),
    ({"search": "nowhere"}, []),
)


def test_filters(page: Browser) -> None:
    for choices, left in FILTERS:
        for name, value in choices.items():
            choose(page, name, value)
        assert names(page) == left, choices
        assert page.run("return document.querySelectorAll('.card').length") == len(left)
        count = page.run("return document.getElementById('count').textContent")
        assert count == f"{len(left)} of {len(EXHIBITS)} patterns"
        page.click("#clear" if left else "#anew")
        page.wait("new Promise((go) => setTimeout(go, 20))")
        assert names(page) == NAMES, choices


def test_order(page: Browser) -> None:
    choose(page, "sort", "name")
    assert names(page) == sorted(NAMES, key=str.lower)
    page.click("#direction")
    assert names(page) == sorted(NAMES, key=str.lower, reverse=True)
    choose(page, "sort", "population")
    populations = page.run("return shown.map((card) => valueOf(card.item, 'population'))")
    assert populations == sorted((len(e.pattern) for e in EXHIBITS), reverse=True)


def test_the_keyboard_is_enough(page: Browser) -> None:
    right, enter, escape, tab = "\ue014", "\ue007", "\ue00c", "\ue004"
    focus = "return document.activeElement.getAttribute('aria-label')"
    page.press("/", "blink")
    assert names(page) == ["Blinker"]
    page.press(escape)
    assert names(page) == ["Blinker"]
    assert page.run("return document.getElementById('search').value") == "blink"
    page.press(right)  # to the first card, wherever one was
    assert page.run(focus) == "Blinker: open"
    page.run("document.getElementById('tools').reset()")
    page.wait("new Promise((go) => setTimeout(go, 20))")
    page.press("/")
    for _ in range(30):
        page.press(tab)
        if page.run(focus) == "Glider: open":
            break
    assert page.run(focus) == "Glider: open"
    page.press(right)
    assert page.run(focus) == "Blinker: open"
    page.press(" ")
    assert page.run("return cards[1].player.playing") is False
    age = page.run("return cards[1].player.generation")
    page.press(".")
    assert page.run("return cards[1].player.generation") == age + 1
    page.press("c")
    page.until("(await navigator.clipboard.readText()).includes('#N Blinker')")
    page.press(enter)
    assert page.run("return document.getElementById('detail-name').textContent") == "Blinker"
    zoom = page.run("return large.player.zoom")
    page.press("+", " ", ".")
    assert page.run("return large.player.zoom") > zoom
    assert page.run("return large.player.playing") is False
    page.press(right)
    assert page.run("return document.getElementById('detail-name').textContent") == EVIL
    page.press(escape)
    assert page.run("return document.getElementById('detail').open") is False
    page.until(  # the event of closing comes a little later
        f"document.activeElement.getAttribute('aria-label') === {json.dumps(f'{EVIL}: open')}"
    )


def test_nothing_is_wider_than_the_screen(page: Browser) -> None:
    for width, height in ((320, 640), (390, 844), (1400, 900)):
        page.pretend(width, height)
        for script in ("", "document.getElementById('more').click()", "show(cards[0])"):
            page.run(script)
            assert page.run("return document.documentElement.scrollWidth") <= width
        detail = "document.getElementById('detail')"
        assert page.run(f"return {detail}.scrollWidth") <= width
        page.run(f"{detail}.close(); document.getElementById('more').click()")


def test_a_phone_shows_whole_apgcodes(page: Browser) -> None:
    cut = "[...document.querySelectorAll('.card a')].filter((e) => e.scrollWidth > e.clientWidth)"
    for width, height in ((320, 640), (375, 740)):
        page.pretend(width, height)
        assert page.run("return document.querySelectorAll('.card a').length") > 0
        assert page.run(f"return {cut}.length") == 0


def test_dark_and_light(page: Browser) -> None:
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = page.run(paper)
    page.pretend(1200, 900, dark=True)
    dark = page.run(paper)
    assert dark != light
    page.click("#theme")
    assert page.run(paper) == light
    page.click("#theme")
    assert page.run(paper) == dark
    page.run("localStorage.clear()")
