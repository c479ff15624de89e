"""The gallery in a real browser: the patterns that a person sees."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step, step_torus
from lifesearch.show.gallery import page as gallery
from lifesearch.show.gallery.sources import Collection, GalleryItem
from tests.show.chromium import Browser
from tests.show.exhibits import EVIL, EXHIBITS, GLIDER, NAMES, names

pytestmark = [pytest.mark.browser, pytest.mark.long]


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
    page.until("cards.slice(0, 5).every((card) => card.player.generation > 0)")
    page.click("#play")
    before = page.run(ages)
    page.wait("new Promise((go) => setTimeout(go, 300))")
    assert page.run(ages) == before
    page.click(".card .buttons button:nth-child(2)")
    assert page.run(ages) == [before[0] + 1, *before[1:]]
    page.click(".card .buttons button:nth-child(1)")
    page.until(f"cards[0].player.generation > {before[0] + 1}")
    assert page.run(ages)[1:] == before[1:]


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
        pattern = Pattern.of_states(
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
            gallery.rule_data(rule),
            rle,
            torus,
        )
        expected = pattern if torus else pattern.normal()
        if torus is None:
            expected = step(expected, rule, 9)
        for _ in range(9 if torus else 0):
            expected = step_torus(expected, *torus or (1, 1), rule)
        assert Pattern.of_states({(x, y): state for x, y, state in moved}) == expected, rule


def _rule(chance: random.Random, states: int, *, b0: bool) -> Rule:
    bits = [chance.random() < 0.3 for _ in range(512)]
    return Rule(bytes([bits[0] and b0, *bits[1:]]), states)


def test_a_copy_is_the_pattern(page: Browser) -> None:
    page.click(".card .buttons button:nth-child(3)")
    page.until("document.querySelector('.card .buttons').innerText.includes('Copied')")
    text = page.wait("navigator.clipboard.readText()")
    told = read(text)
    assert (told.pattern, told.rule, told.name) == (GLIDER, LIFE, "Glider")
    assert told.author == "R. Guy"
    page.run("navigator.clipboard.writeText = () => Promise.reject(Error())")
    page.run("show(cards[1])")
    page.click("#detail-copy")
    page.until("document.getElementById('detail-copy').innerText.includes('Copied')")
    assert read(page.wait("navigator.clipboard.readText()")).pattern == Pattern.parse("OOO")


def test_an_apgcode_is_a_link(page: Browser) -> None:
    links = "return [...document.querySelectorAll('.card a')].map((a) => [a.text, a.href, a.rel])"
    address = "https://catagolue.hatsya.com/object/xq4_153/b3s23"
    assert ["xq4_153", address, "noopener noreferrer"] in page.run(links)


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


def test_a_predecessor_is_held_where_it_is_like_its_target(
    browser: Browser, tmp_path: Path
) -> None:
    """Wrong cells have a colour then, dead ones too; so they have on a torus."""
    wrong = Pattern.of([(0, 1), (2, 3)])  # of the vertical bar that follows, and beside it
    bar = Pattern.of([(-1, 0), (0, 0), (1, 0)])
    items = (
        GalleryItem(bar, generations=1, wrong=Pattern.of([(0, 1), (2, 3)])),
        GalleryItem(Pattern.of([(4, 0), (0, 0), (1, 0)]), torus=(5, 5), generations=1, wrong=wrong),
        GalleryItem(Pattern.of([]), generations=1, wrong=Pattern.of([(3, 3)])),
        GalleryItem(bar, generations=1, wrong=Pattern.of([])),
    )
    file = tmp_path / "page.html"
    file.write_text(gallery.page(Collection("Targets", items)), encoding="utf-8")
    browser.pretend(1200, 900)
    browser.open(file)
    browser.until("cards.length === 4 && cards[3].player")
    seen = browser.run(
        """playing = false;
        const colour = (name) => colours[name].match(/[0-9a-f]{2}/g).map((n) => parseInt(n, 16));
        return cards.map(({player}) => [0, 1].map((generation) => {
          player.restart();
          player.rest = AFTER;
          if (generation) player.advance();
          player.draw();
          const {width, height} = player.canvas, found = {wrong: 0, missing: 0};
          const {data} = player.canvas.getContext("2d").getImageData(0, 0, width, height);
          for (let i = 0; i < data.length; i += 4) for (const name in found)
            found[name] += colour(name).every((part, k) => part === data[i + k]);
          const size = player.cellSize(width, height, devicePixelRatio);
          const side = size >= 5 * devicePixelRatio ? size - 1 : size;
          return [found.wrong / side ** 2, found.missing / side ** 2];
        }))"""
    )
    assert seen == [[[0, 0], [1, 1]], [[0, 0], [1, 1]], [[0, 0], [0, 1]], [[0, 0], [0, 0]]]
    browser.run("show(cards[0])")
    assert "wrongly dead" in browser.run("return document.getElementById('legend').textContent")
    browser.run("show(cards[3])")
    assert browser.run("return document.getElementById('legend').textContent") == ""
