"""The studio in a real browser: an active part is drawn, and catalysts are found around it."""

from __future__ import annotations

import pytest

pytest.importorskip("uvicorn", reason="needs pip install '.[studio]'")

from lifesearch.engines.compiled import available
from tests.doors.studio.serving import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(not available(), reason="needs kernels"),
    pytest.mark.usefixtures("kernels_loaded"),
]

QUEEN_BEE = "oo??\n??o?\n???o\n???o\n???o\n??o?\noo??"
COLOURS = """
const card = studio.shown().gallery.cards[0], {canvas} = card, seen = new Set();
const style = getComputedStyle(document.documentElement);
card.player.playing = false;
card.player.stale = true;
card.player.draw();
const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
for (let i = 0; i < pixels.length; i += 4)
  seen.add("#" + [0, 1, 2].map((n) => pixels[i + n].toString(16).padStart(2, "0")).join(""));
return ["cell", "still"].map((name) => seen.has(style.getPropertyValue("--" + name).trim()));
"""


def command(page: Page) -> str:
    return str(page.value("document.getElementById('command').textContent"))


def test_two_blocks_and_a_queen_bee(page: Page) -> None:
    """The shuttle is drawn in two colours; a reload asks the same, with a range of periods."""
    page.paste(QUEEN_BEE)
    page.kind("catalyse")
    assert page.value("document.getElementById('field-period').value") == ""
    assert page.value("document.querySelector('[for=field-generations]').textContent") == (
        "Generations"
    )
    page.choose("period", "20-30")
    page.choose("catalyst", "block")
    page.choose("area", "24x12")
    asked = "lifesearch catalyse drawing.txt --period 20-30 --catalyst block --area 24x12"
    assert command(page) == asked
    offered = "[...document.getElementById('field-symmetry').options].map((o) => o.value)"
    assert page.value(offered) == ["C1", "D2-"]
    page.click("#begin")
    assert page.cards() == ["oscillator of period 30"] * 2
    assert page.run(COLOURS) == [True, True]
    assert page.value("document.querySelector('.proof').hidden")
    page.run("studio.shown().redraw.click()")
    page.until("location.hash === '#draw'")
    page.settle()
    assert page.value("document.getElementById('field-period').value") == "20-30"
    page.kind("oscillator", "box")
    assert page.value("document.getElementById('field-period').type") == "number"


def test_what_cannot_be_asked(page: Page) -> None:
    """Only names are taken: the page reads no files."""
    page.paste(QUEEN_BEE)
    page.kind("catalyse")
    page.choose("catalyst", "/etc/passwd")
    said = "document.getElementById('title').textContent"
    assert page.value(said).startswith("the catalogue has no pattern called '/etc/passwd'")
    page.choose("catalyst", "")
    page.run("document.getElementById('field-new').click()")
    page.settle()
    assert "give 'Period'" in page.value(said)
