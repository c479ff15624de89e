"""The gallery in a real browser: what a person sees, clicks and types."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.multi_state import pattern_of_states
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step, step_torus
from lifesearch.ui.gallery import page as gallery
from lifesearch.ui.gallery.sources import Collection, GalleryItem
from tests.ui.chromium import Browser, start

pytestmark = [pytest.mark.browser, pytest.mark.long]

GLIDER = Pattern.parse(".O.\n..O\nOOO")
EVIL = "<script>window.evil = 1</script><img src=x onerror='window.evil = 2'>"
EXHIBITS = (
    GalleryItem(GLIDER.translate(7, -3), name="Glider", author="R. Guy", source="glider.rle"),
    GalleryItem(Pattern.parse("OOO"), name="Blinker", comments=("the smallest",)),
    GalleryItem(Pattern.parse("OO\nOO"), name=EVIL, comments=("</script>", EVIL)),
    GalleryItem(Pattern.parse(".O..O\nO....\nO...O\nOOOO."), name="LWSS"),
    GalleryItem(Pattern.parse("OOOO\nOOOO"), torus=(4, 4)),
    GalleryItem(Pattern.parse("OO"), name="Two"),
    GalleryItem(Pattern.of([]), name="Nothing"),
    GalleryItem(Pattern.parse(".OO\nOO.\n.O."), name="R-pentomino"),
)
NAMES = [exhibit.name or "oscillator on a 4x4 torus" for exhibit in EXHIBITS]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from start()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of all kinds of patterns."""
    file = tmp_path_factory.mktemp("gallery") / "page.html"
    file.write_text(gallery.page(Collection(f"All {EVIL}", EXHIBITS)), encoding="utf-8")
    return file


@pytest.fixture
def page(browser: Browser, path: Path) -> Iterator[Browser]:
    browser.pretend(1200, 900)
    browser.open(path)
    browser.run("localStorage.clear()")
    browser.wait("{ while (!cards[5].player) await new Promise(requestAnimationFrame); }")
    yield browser
    assert browser.complaints() == []
    assert browser.run("return performance.getEntriesByType('resource').length") == 0


def names(page: Browser) -> list[str]:
    shown: list[str] = page.run("return shown.map((card) => card.item.name)")
    return shown


def choose(page: Browser, name: str, value: str) -> None:
    page.run(
        "const e = document.getElementById(arguments[0]); e.value = arguments[1];"
        "e.dispatchEvent(new Event('input', {bubbles: true}))",
        name,
        value,
    )


def test_all_patterns_are_there_and_names_are_only_text(page: Browser) -> None:
    assert names(page) == NAMES
    assert page.run("return document.title") == f"All {EVIL}"
    assert page.run("return document.querySelector('h1').textContent") == f"All {EVIL}"
    assert page.run("return document.querySelectorAll('.card h3')[2].textContent") == EVIL
    page.run("show(cards[2])")
    assert EVIL in page.run("return document.getElementById('notes').textContent")
    assert page.run("return [window.evil, document.images.length]") == [None, 0]


def test_patterns_move_and_stop(page: Browser) -> None:
    ages = "return cards.map((card) => card.player.generation)"
    page.wait("new Promise((go) => setTimeout(go, 600))")
    assert all(age > 0 for age in page.run(ages)[:5])
    page.click("#play")
    before = page.run(ages)
    page.wait("new Promise((go) => setTimeout(go, 300))")
    assert page.run(ages) == before
    page.click(".card .buttons button:nth-child(2)")
    assert page.run(ages) == [before[0] + 1, *before[1:]]
    page.click(".card .buttons button:nth-child(1)")
    page.wait("new Promise((go) => setTimeout(go, 500))")
    after = page.run(ages)
    assert after[0] > before[0] + 1
    assert after[1:] == before[1:]


def test_what_is_drawn_is_the_pattern(page: Browser) -> None:
    """The middle of each cell of the canvas has the colour of the cell."""
    for number, pattern in ((0, GLIDER), (4, EXHIBITS[4].pattern), (5, EXHIBITS[5].pattern)):
        drawn = page.run(
            """playing = false; const player = cards[arguments[0]].player;
            player.restart(); player.draw();
            const {canvas, view} = player, pen = canvas.getContext("2d");
            const size = player.cellSize(canvas.width, canvas.height, devicePixelRatio);
            const x0 = Math.round(canvas.width / 2 - (view.x + view.w / 2) * size);
            const y0 = Math.round(canvas.height / 2 - (view.y + view.h / 2) * size);
            const {data, width} = pen.getImageData(0, 0, canvas.width, canvas.height);
            const at = (x, y) => data.slice(4 * (y * width + x), 4 * (y * width + x) + 3).join();
            const cells = [];
            for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) {
              const [cx, cy] = [x0 + (x + .5) * size, y0 + (y + .5) * size].map(Math.floor);
              if (at(cx, cy) !== at(2, 2)) cells.push([x, y]);
            }
            return cells""",
            number,
        )
        assert Pattern.of(map(tuple, drawn)) == pattern


@pytest.mark.parametrize("torus", [None, (7, 5), (1, 3)])
def test_the_page_knows_the_rules(page: Browser, torus: tuple[int, int] | None) -> None:
    """Its steps are those of the simulator, for any table and any pattern."""
    chance = random.Random(7)
    width, height = torus or (9, 6)
    for states in (2, 2, 2, 2, 2, 3, 4, 30):
        rule = _rule(chance, states, b0=states == 2)
        places = [(x, y) for x in range(width) for y in range(height)]
        pattern = pattern_of_states(
            {cell: chance.randrange(states) for cell in places if chance.random() < 0.7}
        )
        rle = gallery.describe(GalleryItem(pattern, rule, torus=torus))["rle"]
        moved = page.run(
            """const rules = readRule(arguments[0]), torus = arguments[2];
            let world = readWorld(arguments[1], torus);
            for (let t = 0; t < 9; t++) world = torus
              ? stepTorus(world, rules.torus, rules.states)
              : step(world, rules.plane[t % rules.plane.length], rules.states);
            const cells = [];
            world.cells.forEach((state, i) => state && cells.push(
              [world.x + i % world.w, world.y + Math.floor(i / world.w), state]));
            return cells""",
            gallery.told(rule),
            rle,
            torus,
        )
        expected = pattern if torus else pattern.normal()
        if torus is None:
            expected = step(expected, rule, 9)
        for _ in range(9 if torus else 0):
            expected = step_torus(expected, *torus or (1, 1), rule)
        assert pattern_of_states({(x, y): state for x, y, state in moved}) == expected, rule


def _rule(chance: random.Random, states: int, *, b0: bool) -> Rule:
    bits = [chance.random() < 0.3 for _ in range(512)]
    return Rule(bytes([bits[0] and b0, *bits[1:]]), states)


def test_a_copy_is_the_pattern(page: Browser) -> None:
    page.click(".card .buttons button:nth-child(3)")
    text = page.wait("navigator.clipboard.readText()")
    told = read(text)
    assert (told.pattern, told.rule, told.name) == (GLIDER, LIFE, "Glider")
    assert told.author == "R. Guy"
    assert page.run("return document.querySelector('.card .buttons').innerText").count("Copied")
    page.run("navigator.clipboard.writeText = () => Promise.reject(Error())")
    page.run("show(cards[1])")
    page.click("#detail-copy")
    page.wait("new Promise((go) => setTimeout(go, 50))")
    assert read(page.wait("navigator.clipboard.readText()")).pattern == Pattern.parse("OOO")


def test_an_apgcode_is_a_link(page: Browser) -> None:
    links = "return [...document.querySelectorAll('.card a')].map((a) => [a.text, a.href, a.rel])"
    address = "https://catagolue.hatsya.com/object/xq4_153/b3s23"
    assert ["xq4_153", address, "noopener noreferrer"] in page.run(links)


@pytest.mark.parametrize(
    ("choices", "left"),
    [
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
    ],
)
def test_filters(page: Browser, choices: dict[str, str], left: list[str]) -> None:
    for name, value in choices.items():
        choose(page, name, value)
    assert names(page) == left
    assert page.run("return document.querySelectorAll('.card').length") == len(left)
    count = page.run("return document.getElementById('count').textContent")
    assert count == f"{len(left)} of {len(EXHIBITS)} patterns"
    page.click("#clear" if left else "#anew")
    page.wait("new Promise((go) => setTimeout(go, 20))")
    assert names(page) == NAMES


def test_order(page: Browser) -> None:
    choose(page, "sort", "name")
    assert names(page) == sorted(NAMES, key=str.lower)
    page.click("#direction")
    assert names(page) == sorted(NAMES, key=str.lower, reverse=True)
    choose(page, "sort", "population")
    populations = page.run("return shown.map((card) => card.item.population || 0)")
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
    assert read(page.wait("navigator.clipboard.readText()")).name == "Blinker"
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
    assert page.run(focus) == f"{EVIL}: open"


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1400, 900)])
def test_nothing_is_wider_than_the_screen(page: Browser, width: int, height: int) -> None:
    page.pretend(width, height)
    for script in ("", "document.getElementById('more').click()", "show(cards[0])"):
        page.run(script)
        wide = page.run("return document.documentElement.scrollWidth")
        assert wide <= width
    assert page.run("const d = document.getElementById('detail'); return d.scrollWidth") <= width


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


def test_of_two_thousand_patterns_few_are_drawn_at_a_time(browser: Browser, tmp_path: Path) -> None:
    chance = random.Random(2)
    soups = []
    for number in range(40):
        cells = [(x, y) for x in range(8) for y in range(8) if chance.random() < 0.4]
        soups.append(GalleryItem(Pattern.of(cells), name=f"soup {number}"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gallery, "describe", cache(gallery.describe))
        text = gallery.page(Collection("many", tuple(soups) * 50))
    file = tmp_path / "many.html"
    file.write_text(text, encoding="utf-8")
    browser.pretend(1200, 900)
    browser.open(file)
    most = browser.wait(
        """new Promise((done) => {
          let frames = 0, most = 0;
          requestAnimationFrame(function frame() {
            most = Math.max(most, visible.size);
            scrollBy(0, 60);
            if (++frames < 120) requestAnimationFrame(frame); else done(most);
          });
        })"""
    )
    assert browser.run("return scrollY") > 5000
    assert 0 < most < 60
    assert browser.complaints() == []
