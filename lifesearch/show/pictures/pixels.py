"""Pictures made of pixels, PNG and GIF: all that is written by Pillow.

`svg` lays the panels out; `lifesearch show` and the studio write the files. Pictures are read by
`formats.pictures`.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lifesearch.common.errors import OptionError
from lifesearch.formats.pictures import PILLOW
from lifesearch.show.pictures.svg import DEAD, LINE, PAPER, SECONDS_A_GENERATION, Panel, Picture

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = NDArray[np.uint8]

_PAPER, _LINE, _DEAD, FIRST_INK = range(4)
"""Indices into the palette of `_image`: paper, lines, dead cells, and then the inks of cells."""


def require_pillow() -> None:
    """Raise an OptionError that says how to install Pillow, if it is missing."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise OptionError(f"PNG and GIF pictures need {PILLOW}; <svg> needs nothing") from None


def png(drawing: Picture) -> bytes:
    """A picture of all panels, as a PNG file; it does not move, so each panel has a place."""
    sheet = np.full(drawing.pixels[::-1], _PAPER, np.uint8)
    for panel, (x, y) in zip(drawing.panels, drawing.strip.corners(), strict=True):
        pixels = _pixels(panel, drawing)
        top, left = y * drawing.scale, x * drawing.scale
        sheet[top : top + pixels.shape[0], left : left + pixels.shape[1]] = pixels
    data = io.BytesIO()
    _image(sheet, drawing).save(data, "PNG", optimize=True)
    return data.getvalue()


def gif(drawing: Picture) -> bytes:
    """A moving picture, one panel after the other, as a GIF file that repeats without end.

    A panel is a whole frame, whether `drawing.moving` says so or not.
    """
    first, *others = (_image(_pixels(panel, drawing), drawing) for panel in drawing.panels)
    data = io.BytesIO()
    first.save(
        data,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(1000 * SECONDS_A_GENERATION) * panel.time for panel in drawing.panels],
        loop=0,  # without end
        # A choice: all panels have one palette. Else each would have one of its own colours, which
        # makes files smaller (by 41 % for 60 generations of the R-pentomino, by 4 % for an LWSS).
        optimize=False,
    )
    return data.getvalue()


def _pixels(panel: Panel, drawing: Picture) -> Pixels:
    """The numbers of the colours of a panel's pixels.

    If there are lines between cells, there are also lines around the panel.
    """
    window, scale = panel.window, drawing.scale
    cells = np.full((window.height, window.width), _DEAD, np.uint8)
    for (x, y), ink in panel.inks.items():
        if window.holds((x, y)):
            cells[y - window.y, x - window.x] = FIRST_INK + ink
    pixels = cells.repeat(scale, axis=0).repeat(scale, axis=1)
    if drawing.lined:
        # Each cell has lines above and to the left; the last lines need one more pixel.
        pixels = np.pad(pixels, ((0, 1), (0, 1)))
        pixels[::scale] = _LINE
        pixels[:, ::scale] = _LINE
    return pixels


def _image(pixels: Pixels, drawing: Picture) -> Image:
    from PIL import Image

    colours = (PAPER, LINE, DEAD, *drawing.palette)
    height, width = pixels.shape
    image = Image.frombytes("P", (width, height), pixels.tobytes())
    # A colour is written as #rrggbb.
    image.putpalette([level for colour in colours for level in bytes.fromhex(colour[1:])])
    return image
