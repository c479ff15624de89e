"""A gallery of all kinds of patterns, for a browser."""

from __future__ import annotations

from lifesearch.life.pattern import Pattern
from lifesearch.show.gallery.sources import GalleryItem
from tests.show.chromium import Browser

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


def names(page: Browser) -> list[str]:
    """The names of the patterns that are shown, in order."""
    shown: list[str] = page.run("return shown.map((card) => card.item.name)")
    return shown
