"""Pictures made of pixels, PNG and GIF; the only place where Pillow is needed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesearch.errors import OptionError
from lifesearch.ui.pictures.svg import DEAD, LINE, PAPER, SECONDS_A_GENERATION, Panel, Picture

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = NDArray[np.uint8]

FIRST_INK = 3
"""Colours 0, 1 and 2 are paper, lines and dead cells."""


def require_pillow() -> None:
    """Raise an InputError that says how to get it, if it is missing."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise OptionError(
            "PNG and GIF pictures need Pillow: pip install pillow; <svg> needs nothing"
        ) from None


def png(drawing: Picture) -> bytes:
    """All panels in one picture."""
    sheet = np.zeros(drawing.pixels[::-1], np.uint8)
    for panel, (x, y) in zip(drawing.panels, drawing.strip.corners(), strict=True):
        pixels = _pixels(panel, drawing)
        top, left = y * drawing.scale, x * drawing.scale
        sheet[top : top + pixels.shape[0], left : left + pixels.shape[1]] = pixels
    data = io.BytesIO()
    _image(sheet, drawing).save(data, "PNG", optimize=True)
    return data.getvalue()


def gif(drawing: Picture) -> bytes:
    """One panel after the other, for ever."""
    first, *others = (_image(_pixels(panel, drawing), drawing) for panel in drawing.panels)
    data = io.BytesIO()
    first.save(
        data,
        "GIF",
        save_all=True,
        append_images=others,
        duration=round(1000 * SECONDS_A_GENERATION),
        loop=0,
        optimize=False,
    )
    return data.getvalue()


def _pixels(panel: Panel, drawing: Picture) -> Pixels:
    """The colours of a panel's pixels, by number; with lines, they are around it too."""
    window, scale = panel.window, drawing.scale
    cells = np.full((window.height, window.width), 2, np.uint8)
    for (x, y), ink in panel.inks.items():
        if window.holds((x, y)):
            cells[y - window.y, x - window.x] = FIRST_INK + ink
    pixels = cells.repeat(scale, axis=0).repeat(scale, axis=1)
    if drawing.lined:
        pixels = np.pad(pixels, ((0, 1), (0, 1)))
        pixels[::scale] = 1
        pixels[:, ::scale] = 1
    return pixels


def _image(pixels: Pixels, drawing: Picture) -> Image:
    from PIL import Image

    colours = (PAPER, LINE, DEAD, *drawing.palette)
    height, width = pixels.shape
    image = Image.frombytes("P", (width, height), pixels.tobytes())
    image.putpalette([part for colour in colours for part in bytes.fromhex(colour[1:])])
    return image
