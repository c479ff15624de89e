"""Pictures of patterns: how they are laid out, and SVG.

`lifesearch show`, notebooks and the studio call `picture` and `svg`.

A picture shows one part of the plane in one or several generations, each in a panel: side by side
as a strip, in several lines if there are many, or one after the other in a moving picture. Panels
have a margin of one dead cell, and are one cell apart, with white between them. All lengths are in
cells; the scale, pixels for a cell, is applied last.

    >>> strip = PanelStrip(width=5, height=4, count=3)
    >>> strip.size, strip.corners()
    ((17, 4), [(0, 0), (6, 0), (12, 0)])

The scale is chosen so that the longer side is 200 to 1200 pixels long, if that can be.

    >>> [usual_scale(17, 4), usual_scale(5, 5), usual_scale(100, 3), usual_scale(5000, 1)]
    [24, 40, 12, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isqrt

from lifesearch.common.errors import OptionError
from lifesearch.common.limits import MOST_PIXELS, MOST_SVG_CELLS
from lifesearch.life.pattern import Box, Cell
from lifesearch.show.animation import Subject, close_up, drift, extent, first_frames
from lifesearch.show.colours import Inks, colouring, palette

PAPER, DEAD, LINE = "#ffffff", "#f8f9f7", "#dfe3df"
USUAL_CELL = 24
"""Pixels for a cell, unless the picture would be too short or too long."""
SHORTEST, LONGEST = 200, 1200
"""Pixels of the longer side of a picture."""
MOST_ACROSS = 120
"""Cells of a line of panels at most, if it has more than one panel: a choice.

A cell then has at least LONGEST / 120 = 10 pixels, if there are not too many lines.
"""
LEAST_LINED = 4
"""Pixels of a cell from which on there are lines between cells."""


@dataclass(frozen=True)
class PanelStrip:
    """A `count` of panels, each `width` x `height` cells large, in lines that are not too long."""

    width: int
    height: int
    count: int

    @property
    def across(self) -> int:
        """How many panels there are in a line; lines are as equal as can be."""
        most = max(1, (MOST_ACROSS + 1) // (self.width + 1))
        lines = -(-self.count // most)
        return -(-self.count // lines)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in cells, with the space between panels."""
        lines = -(-self.count // self.across)
        return self.across * (self.width + 1) - 1, lines * (self.height + 1) - 1

    def corners(self) -> list[Cell]:
        """Where each panel begins."""
        places = (divmod(number, self.across) for number in range(self.count))
        return [(column * (self.width + 1), line * (self.height + 1)) for line, column in places]


@dataclass(frozen=True)
class Panel:
    """One generation: the window that is shown, and the ink (a number of the palette) of cells.

    In a moving picture it is shown for the `time` of one generation, or of several.
    """

    window: Box
    inks: Inks
    time: int = 1


@dataclass(frozen=True)
class Picture:
    """A picture to draw, before its format is chosen.

    All panels have windows of one size. `palette` has the colour of each ink, as #rrggbb; `scale`
    is the number of pixels for a cell.
    """

    title: str
    panels: Sequence[Panel]
    palette: tuple[str, ...]
    moving: bool
    scale: int

    @property
    def strip(self) -> PanelStrip:
        """The places of the panels; those of a moving picture all have one place."""
        window = self.panels[0].window
        return PanelStrip(window.width, window.height, 1 if self.moving else len(self.panels))

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height; where there are lines, with a pixel for the last one."""
        width, height = self.strip.size
        return width * self.scale + self.lined, height * self.scale + self.lined

    @property
    def lined(self) -> bool:
        return self.scale >= LEAST_LINED


def usual_scale(width: int, height: int) -> int:
    """How many pixels wide a cell is, in a picture of the given number of cells."""
    side = max(width, height)
    return max(1, min(max(USUAL_CELL, -(-SHORTEST // side)), LONGEST // side))


def picture(subject: Subject, count: int, colour: str, *, moving: bool, scale: int = 0) -> Picture:
    """A picture of the first `count` generations.

    In a moving picture the window follows a ship, so that its period can be repeated for ever.
    Without a scale, a suitable one is chosen. OptionError if it has more than MOST_PIXELS.
    """
    shown = first_frames(subject, count)
    window = close_up(subject, shown) if moving else extent(subject, shown)
    if subject.torus is None:
        window = window.grown(1)
    inked = colouring(colour, subject)
    panels = [
        Panel(window.moved(*drift(subject.behaviour, each.t)) if moving else window, inked(each))
        for each in shown
    ]
    draft = Picture(subject.title, panels, palette(colour, subject.rule).on_paper, moving, 1)
    columns, rows = draft.strip.size
    # With many generations in motion, a smaller scale keeps the picture within MOST_PIXELS. A tenth
    # is spare: lines between cells add a pixel to each side.
    most = isqrt(MOST_PIXELS * 9 // 10 // (columns * rows * (count if moving else 1)))
    chosen = scale or max(1, min(most, usual_scale(columns, rows)))
    drawn = Picture(draft.title, panels, draft.palette, moving, chosen)
    width, height = drawn.pixels
    if width * height * (count if moving else 1) > MOST_PIXELS:
        each = f"{count} times " if moving and count > 1 else ""
        raise OptionError(
            f"the picture would be {each}{width:,} x {height:,} pixels large: at most "
            f"{MOST_PIXELS:,} fit; a smaller <scale> or fewer <generations> may help"
        )
    return drawn


def svg(drawing: Picture) -> str:
    """The picture as SVG; a moving one is animated by SVG itself, without a script."""
    if sum(len(panel.inks) for panel in drawing.panels) > MOST_SVG_CELLS:
        raise OptionError(
            f"an SVG picture of more than {MOST_SVG_CELLS:,} live cells would be too slow to "
            "view: give fewer <generations>, or use <png>"
        )
    (width, height), (columns, rows) = drawing.pixels, drawing.strip.size
    strip = drawing.strip
    edge = 1 / drawing.scale if drawing.lined else 0  # a line is a pixel wide; in cells
    # In a page with several pictures, backgrounds with one name are alike.
    background = f"p{strip.width}x{strip.height}x{drawing.scale}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {_number(columns + edge)} {_number(rows + edge)}">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        f'<defs><g id="{background}"><rect width="{_number(strip.width + edge)}" '
        f'height="{_number(strip.height + edge)}" fill="{DEAD}"/>',
    ]
    if drawing.lined:
        half, right, bottom = edge / 2, _number(strip.width + edge), _number(strip.height + edge)
        rules = [f"M{_number(x + half)} 0V{bottom}" for x in range(strip.width + 1)]
        rules += [f"M0 {_number(y + half)}H{right}" for y in range(strip.height + 1)]
        lines.append(f'<path d="{"".join(rules)}" stroke="{LINE}" stroke-width="{_number(edge)}"/>')
    lines.append("</g></defs>")
    times = [panel.time for panel in drawing.panels]
    corners = strip.corners() * (len(drawing.panels) if drawing.moving else 1)
    for number, (panel, corner) in enumerate(zip(drawing.panels, corners, strict=True)):
        shown = _timing(number, times) if drawing.moving else ("", "")
        place = f' transform="translate({corner[0]} {corner[1]})"' if any(corner) else ""
        lines.append(f'<g{place}{shown[0]}>{shown[1]}<use href="#{background}"/>')
        lines += _live(panel, drawing)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"]) + "\n"


SECONDS_A_GENERATION = 0.2
"""How long a moving picture shows a panel whose `time` is 1."""


def _timing(number: int, times: Sequence[int]) -> tuple[str, str]:
    """When a panel of a moving picture is visible: an attribute for the start, and an animation.

    At the start, and where animations are not shown, only the first panel is visible.
    """
    count, whole = len(times), sum(times)
    if count == 1:
        return "", ""
    before = sum(times[:number])
    start, end = _number(before / whole), _number((before + times[number]) / whole)
    values, when = "none;inline;none", f"0;{start};{end}"
    if number == 0:
        values, when = "inline;none", f"0;{end}"
    elif number == count - 1:
        values, when = "none;inline", f"0;{start}"
    return (
        ' display="none"' if number else "",
        f'<animate attributeName="display" values="{values}" keyTimes="{when}" '
        f'dur="{_number(whole * SECONDS_A_GENERATION)}s" calcMode="discrete" '
        'repeatCount="indefinite"/>',
    )


def _live(panel: Panel, drawing: Picture) -> list[str]:
    """The live cells of a panel: a path of squares for each colour."""
    edge = 1 / drawing.scale if drawing.lined else 0
    side = _number(1 - edge)
    paths: dict[int, list[str]] = {}
    for (x, y), ink in sorted(panel.inks.items()):
        if panel.window.holds((x, y)):
            left, top = _number(x - panel.window.x + edge), _number(y - panel.window.y + edge)
            paths.setdefault(ink, []).append(f"M{left} {top}h{side}v{side}h-{side}z")
    return [
        f'<path d="{"".join(squares)}" fill="{drawing.palette[ink]}"/>'
        for ink, squares in sorted(paths.items())
    ]


def _number(value: float) -> str:
    """A number as short as can be.

    >>> _number(3.0), _number(1 / 3)
    ('3', '0.33333')
    """
    return f"{value:.5f}".rstrip("0").rstrip(".")
