"""Generations side by side: as many as were asked for, or as the screen has room for.

`lifesearch show` calls `print_stills`; `grids` draws the cells.

A generation too wide for the terminal is drawn small, in braille if the encoding has it. Pipes have
no width.
"""

from __future__ import annotations

import sys

from rich.text import Text

from lifesearch.common.errors import OptionError
from lifesearch.common.limits import MOST_PRINTED_CELLS
from lifesearch.common.streams import can_write
from lifesearch.common.text import plural
from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.show.animation import Frame, Subject, aim, cropped, extent, first_frames, focus_of
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.glyphs import ASCII, BRAILLE, NO_DOTS, drawn
from lifesearch.show.terminal.grids import BLOCKS, GAP, NARROW_BLOCKS, Grids

USUAL_FRAMES = 12
"""Generations that are printed at most, unless a number is given."""


def worth_showing(cycle: Behaviour, most: int, otherwise: int) -> int:
    """The number of generations to show: a period, or all until the pattern dies.

    It is at most `most`, and `otherwise` if the pattern is known neither to recur nor to die.

    >>> worth_showing(Behaviour(100, period=3), 12, 1), worth_showing(Behaviour(100), 12, 1)
    (3, 1)
    """
    if cycle.period is None and cycle.died is None:
        return otherwise
    return min(most, cycle.period or (cycle.died or 0) + 1)


def print_stills(subject: Subject, wanted: int | None) -> None:
    """Print the description of the pattern, and its first `wanted` generations.

    None stands for a period, or for all until the pattern is periodic or dies, or for generation 0
    if neither is known: at most USUAL_FRAMES, and no more than the screen has room for.
    """
    console = Printer()
    cycle = subject.behaviour
    settled = subject.outcome.periodic_from if subject.outcome else None
    count = wanted or worth_showing(cycle, USUAL_FRAMES, min(USUAL_FRAMES, (settled or 0) + 1))
    shown = first_frames(subject, count)
    box = extent(subject, shown)
    if sys.stdout.isatty():
        if wanted is None:
            # Two lines are for the description and the prompt; `fitting` counts labels.
            shown = shown[: fitting(box, console.width, console.height - 2)]
            box = extent(subject, shown)
        if box.width > console.width:
            _print_small(subject, shown, box, console)
            return
    if box.area * len(shown) > MOST_PRINTED_CELLS:
        raise OptionError(
            f"{plural(len(shown), 'generation')} of {{}} in a box of "
            f"{box.width:,} x {box.height:,} are too many to print: at most "
            f"{MOST_PRINTED_CELLS:,} cells fit; <animate> shows some of them",
            subject.title,
        )
    console.print(Text(subject.describe()))
    frames = [(f"generation {frame.t}", frame.pattern) for frame in shown]
    console.print(Grids(frames, box))
    if wanted is None and cycle.period and cycle.period > len(shown):
        Printer(stderr=True).print(
            f"{plural(len(shown), 'generation')} of {cycle.period}: "
            f"--generations {cycle.period} shows all, --animate plays them"
        )


def _print_small(subject: Subject, shown: list[Frame], box: Box, console: Printer) -> None:
    """Print generations too wide for the terminal: in braille, cut off at its edges."""
    form = BRAILLE if can_write(chr(NO_DOTS), console.encoding) else ASCII
    # Four lines are for the description (two, if the note makes it long), the label and the prompt.
    room = (form.across * console.width, form.down * max(1, console.height - 4))
    window = aim(room, box, focus_of(shown[0].pattern), None)
    # A box that is lower than the room has no empty lines above and below it.
    window = Box(window.x, max(window.y, box.y), room[0], min(room[1], box.height))
    note = f"; {room[0]}x{window.height} of {box.width}x{box.height} are shown"
    console.print(Text(subject.describe() + (note if cropped(window, shown[0].pattern) else "")))
    for frame in shown:
        console.print(Text(f"generation {frame.t}", "bold"))
        for row in drawn(dict.fromkeys(frame.ages, 0), window, form, ("",)):
            console.print(Text("".join(text for text, _ in row), "green"))


def fitting(box: Box, width: int, height: int) -> int:
    """The number of grids of a box that fit on a terminal, drawn by `Grids`; at least one.

    A grid has a line for its label. Between grids side by side there is GAP, and between rows of
    grids an empty line.

    >>> fitting(Box(0, 0, 3, 3), 80, 24)
    25
    """
    wide = box.width * len(BLOCKS.alive) <= width
    cell = len((BLOCKS if wide else NARROW_BLOCKS).alive)
    # The longest label: there are at most USUAL_FRAMES.
    column = max(box.width * cell, len("generation 10")) + len(GAP)
    return max(1, (width + len(GAP)) // column) * max(1, (height + 1) // (box.height + 2))
