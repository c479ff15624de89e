"""The list of all formats of pattern files; the first that recognises a text reads it."""

from __future__ import annotations

from lifesearch.formats.cells import CELLS
from lifesearch.formats.common import PatternFormat
from lifesearch.formats.life10x import LIFE105, LIFE106
from lifesearch.formats.macrocell import MACROCELL
from lifesearch.formats.rle import RLE

FORMATS: tuple[PatternFormat, ...] = (CELLS, LIFE105, LIFE106, MACROCELL, RLE)
SUFFIXES = tuple(dict.fromkeys(suffix for form in FORMATS for suffix in form.suffixes))


def format_named(name: str) -> PatternFormat:
    return next(form for form in FORMATS if form.name == name)


def format_of(text: str) -> PatternFormat | None:
    """The format of a text; None if no pattern begins like that."""
    opening = text.lstrip()
    return next((form for form in FORMATS if form.recognises(opening)), None)
