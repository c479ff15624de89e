"""The list of all formats of pattern files; each is imported when it is used."""

from __future__ import annotations

from functools import cache

from lifesearch.common.lazy_import import imported
from lifesearch.formats.common import PatternFormat

FORMATS = {
    "cells": "formats.cells.CELLS",
    "life105": "formats.life10x.LIFE105",
    "life106": "formats.life10x.LIFE106",
    "mc": "formats.macrocell.MACROCELL",
    "sss": "formats.sss.SSS",
    "rle": "formats.rle.RLE",
}
"""The formats by name; the first that recognises a text reads it.

Those that look at more of a text come first: every `#Life` opens Life 1.06, and a `#` or a digit
opens RLE, which is last.
"""


@cache
def format_named(name: str) -> PatternFormat:
    found: PatternFormat = imported(FORMATS[name])
    return found


def all_formats() -> tuple[PatternFormat, ...]:
    return tuple(map(format_named, FORMATS))


def suffixes() -> tuple[str, ...]:
    """The endings of the names of pattern files."""
    return tuple(dict.fromkeys(suffix for form in all_formats() for suffix in form.suffixes))


def format_of(text: str) -> PatternFormat | None:
    """The format of a text; None if no pattern begins like that."""
    opening = text.lstrip()
    return next((form for form in all_formats() if form.recognises(opening)), None)
