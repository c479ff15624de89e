"""Pictures as cells: PNG, JPEG, PBM and PGM files, images of Pillow, and arrays.

`questions.closest.asking` makes a target of a picture by it.

A picture is scaled to one number for each cell: its darkness, from 0.0 (white) to 1.0 (black). With
a threshold, cells that are darker live. Without one, shades are dithered: of the cells in a grey
region, the share that lives is its darkness. For this, each cell is rounded to 0 or 1, and the
error is passed on to its neighbours that are not yet decided (Floyd and Steinberg, 1976).

>>> cells_of_picture(np.array([[255, 0], [0, 255]], np.uint8)).tolist()
[[0, 1], [1, 0]]
>>> int(cells_of_picture(np.full((10, 10), 191, np.uint8)).sum())  # a quarter, but for the edges
24

PBM and PGM are read here, the others by Pillow. The number of pixels is checked before a picture is
decoded: a small file may have very many.
"""

from __future__ import annotations

import io
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_PATTERN_FILE, LARGEST_VOLUME, MOST_PIXELS
from lifesearch.common.regular_file import read_regular

if TYPE_CHECKING:
    from numpy.typing import NDArray

Shades: TypeAlias = "NDArray[np.uint8]"
"""A byte for each pixel: 0 is black, 255 white."""
Cells: TypeAlias = "NDArray[np.uint8]"
"""A byte for each cell: 1 is alive, 0 dead."""
Size = tuple[int, int]

EXPECTED = "a picture is a file in PNG, JPEG, PBM or PGM"
PILLOW = "Pillow: .venv/bin/pip install '.[pictures]', or pip install pillow"
"""What PNG, JPEG and GIF need, and how to install it: the extra of a copy of the repository."""
LONGER_SIDE = 128
"""The cells of the longer side, if a picture has more pixels and no size is given: a choice."""
WHITE = 255
BRIGHTEST = (1 << 16) - 1
"""White in pictures of 16 bits."""
_NUMBER = rb"(?:\s|#[^\n]*\n)+([0-9]{1,9})"
_HEADERS = {
    b"P1": re.compile(rb"P1" + 2 * _NUMBER),
    b"P4": re.compile(rb"P4" + 2 * _NUMBER + rb"\s"),
    b"P2": re.compile(rb"P2" + 3 * _NUMBER),
    b"P5": re.compile(rb"P5" + 3 * _NUMBER + rb"\s"),
}
_COMMENT = re.compile(rb"#[^\n]*")


def read_picture_file(name: str) -> Shades:
    """The shades of the picture in a file; InputError if it is none, or too large."""
    try:
        data = read_regular(Path(name), LARGEST_PATTERN_FILE)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{name} does not exist") from None
    if not data:
        raise InputError(f"{name} is empty: {EXPECTED}")
    if data[:2] in _HEADERS:
        return _portable(data, name)
    return shades_of_image(_opened(data, name), name)


def _require_pixels(width: int, height: int, name: str) -> None:
    if not width or not height:
        raise InputError(f"{name} has no pixels: {EXPECTED}")
    if width * height > MOST_PIXELS:
        raise InputError(
            f"{name} is {width:,} x {height:,} pixels large: at most {MOST_PIXELS:,} fit in memory"
        )


def _portable(data: bytes, name: str) -> Shades:
    """The shades of a PBM or PGM file, whose numbers are texts (P1, P2) or bytes (P4, P5)."""
    form = data[:2]
    found = _HEADERS[form].match(data)
    if found is None:
        raise InputError(f"{name} does not say its width and height, as PBM and PGM do")
    width, height, *white = map(int, found.groups())  # of PBM, the header has no white
    greatest = white[0] if white else 1
    _require_pixels(width, height, name)
    if not 1 <= greatest <= WHITE:
        raise InputError(f"{name} has {greatest:,} as its white: lifesearch reads 1 to {WHITE}")
    values = _values(data[found.end() :], form, width, height)
    if values is None:
        raise InputError(
            f"{name} is cut off or damaged: it has fewer numbers than {width} x {height} pixels"
        )
    if not white:  # PBM: a 1 is black
        return np.where(values == 1, 0, WHITE).astype(np.uint8)
    shades: Shades = (np.minimum(values, greatest).astype(np.uint16) * WHITE // greatest).astype(
        np.uint8
    )
    return shades


def _values(data: bytes, form: bytes, width: int, height: int) -> NDArray[np.uint8] | None:
    """The numbers of all pixels, larger ones as 255; None if there are too few."""
    if form == b"P4":
        row = -(-width // 8)
        if len(data) < row * height:
            return None
        packed = np.frombuffer(data, np.uint8, row * height).reshape(height, row)
        return np.unpackbits(packed, axis=1)[:, :width]
    if form == b"P5":
        found = np.frombuffer(data, np.uint8)
    elif form == b"P1":
        digits = np.frombuffer(_COMMENT.sub(b"", data), np.uint8)
        found = digits[(digits == ord("0")) | (digits == ord("1"))] - ord("0")
    else:
        words = _COMMENT.sub(b"", data).split(maxsplit=width * height)[: width * height]
        if not all(map(bytes.isdigit, words)):
            return None
        found = np.array([min(int(w.lstrip(b"0")[:4] or 0), WHITE) for w in words], np.uint8)
    return found[: width * height].reshape(height, width) if found.size >= width * height else None


def _opened(data: bytes, name: str) -> Any:
    """A PNG or JPEG picture as an image of Pillow that is not decoded yet."""
    if not data.startswith((b"\x89PNG", b"\xff\xd8\xff")):
        raise InputError(f"{name} is no picture that lifesearch reads: {EXPECTED}")
    try:
        from PIL import Image
    except ImportError:
        raise InputError(f"to read {name} needs {PILLOW}; PBM and PGM need nothing") from None
    try:
        with warnings.catch_warnings():  # of many pixels: `_require_pixels` has its own limit
            warnings.simplefilter("ignore")
            return Image.open(io.BytesIO(data), formats=["PNG", "JPEG"])
    except Image.DecompressionBombError:
        raise InputError(
            f"{name} has too many pixels: at most {MOST_PIXELS:,} fit in memory"
        ) from None
    except (OSError, ValueError, SyntaxError):
        raise InputError(f"{name} is damaged: {EXPECTED}") from None


def shades_of_image(image: Any, name: str = "the picture") -> Shades:
    """The shades of an image of Pillow; what is transparent is white."""
    width, height = image.size
    _require_pixels(width, height, name)
    try:
        if image.mode.startswith("I"):  # 16 bits of grey: Pillow would make them all white
            return np.array(np.clip(np.asarray(image), 0, BRIGHTEST) >> 8, np.uint8)
        if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
            from PIL import Image

            image = image.convert("RGBA")
            image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        return np.array(image.convert("L"), np.uint8)
    except (OSError, ValueError, SyntaxError) as error:
        raise InputError(f"{name} is damaged: {error}") from None


def usual_size(width: int, height: int) -> Size:
    """The usual size in cells of a picture of a given size in pixels.

    >>> usual_size(40, 60), usual_size(4000, 3000)
    ((40, 60), (128, 96))
    """
    longer = max(width, height)
    if longer <= LONGER_SIDE:
        return width, height
    return max(1, width * LONGER_SIDE // longer), max(1, height * LONGER_SIDE // longer)


def cells_of_picture(
    shades: Shades,
    size: Size | None = None,
    *,
    threshold: float | None = None,
    invert: bool = False,
) -> Cells:
    """Which cells live: dark ones, or with `invert` bright ones; dithered without a threshold."""
    width, height = size or usual_size(shades.shape[1], shades.shape[0])
    if width * height > LARGEST_VOLUME:
        raise InputError(
            f"a picture of {width:,} x {height:,} cells is too large: at most {LARGEST_VOLUME:,} "
            "cells are searched"
        )
    dark = 1 - _resized(shades, width, height) / WHITE
    if invert:
        dark = 1 - dark
    return dithered(dark) if threshold is None else (dark > threshold).astype(np.uint8)


def _resized(shades: Shades, width: int, height: int) -> NDArray[np.float64]:
    """The mean shade of the pixels of each cell."""
    rows, heights = _parts(shades.shape[0], height)
    columns, widths = _parts(shades.shape[1], width)
    sums = np.add.reduceat(shades, rows, axis=0, dtype=np.uint32)
    sums = np.add.reduceat(sums, columns, axis=1, dtype=np.uint64)
    mean: NDArray[np.float64] = sums / np.outer(heights, widths)
    return mean


def _parts(length: int, number: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Divide a line of pixels, one part for each cell: where each part begins, and its length.

    If there are fewer pixels than cells, several parts are the same pixel.
    """
    start = np.arange(number) * length // number
    # `reduceat` takes one pixel where the next part begins at the same one.
    return start, np.maximum(1, np.diff(np.append(start, length)))


def dithered(dark: NDArray[np.float64]) -> Cells:
    """Cells of which a share lives that is the darkness there, by Floyd and Steinberg's weights.

    `undecided` has a row below and a column on each side for errors that leave the picture.
    """
    height, width = dark.shape
    undecided = np.pad(dark, ((0, 1), (1, 1))).tolist()
    cells = np.zeros((height, width), np.uint8)
    for y in range(height):
        here, below = undecided[y], undecided[y + 1]
        for x in range(1, width + 1):
            lives = here[x] >= 0.5
            cells[y, x - 1] = lives
            error = (here[x] - lives) / 16
            here[x + 1] += 7 * error
            below[x - 1] += 3 * error
            below[x] += 5 * error
            below[x + 1] += error
    return cells


def cells_of_array(array: Any) -> Cells:
    """The cells of lists or of a numpy array: rows of 0 and 1, or of true and false."""
    try:
        found = np.asarray(array)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 2 or found.dtype.kind not in "buif" or not np.isin(found, (0, 1)).all():
        raise InputError("an array of cells has two dimensions, and a 0 or a 1 for each cell")
    return found.astype(np.uint8)
