"""Which files are pictures, by their names; not in `pictures`, since that loads numpy."""

from __future__ import annotations

from pathlib import Path

SUFFIXES = (".png", ".jpg", ".jpeg", ".pbm", ".pgm")


def is_picture(name: str) -> bool:
    """Whether a file has the name of a picture.

    >>> is_picture("cat.JPG"), is_picture("glider.rle")
    (True, False)
    """
    return Path(name).suffix.lower() in SUFFIXES
