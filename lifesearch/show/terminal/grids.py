"""Generations as grids of characters, side by side as far as the line allows.

On a terminal that can write them, cells are coloured blocks two characters wide, which makes
them about square; anywhere else they are the plain `.` and `O` of pattern files. Patterns of
several states have the letters of RLE: A for live cells, B and more for dying ones.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from lifesearch.common.streams import can_write
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.state_letters import letter_of
from lifesearch.show.colours import PALETTES, ink_of

GAP = "   "
"""Stands between grids that are side by side."""
STATE_COLOURS = PALETTES["states"].on_screen


@dataclass(frozen=True)
class CellStyle:
    """The characters of cells, of equal width, and the colours that they are drawn with."""

    alive: str
    dead: str
    alive_style: str = ""
    dead_style: str = ""
    label_style: str = ""
    still_style: str = ""
    wrong_style: str = ""


PLAIN = CellStyle("O", ".")
BLOCKS = CellStyle("██", "· ", "green", "bright_black", "bold", "blue", "red")
NARROW_BLOCKS = CellStyle("█", "·", "green", "bright_black", "bold", "blue", "red")


@dataclass(frozen=True)
class Grids:
    """Labelled pictures of one part of the plane; `still` cells have a colour of their own.

    So have cells of the last picture that are `wrong`, dead ones too. Only questions in rules of
    two states have such answers: with more, live and dying cells have the colours of states.
    """

    frames: Sequence[tuple[str, Pattern]]
    box: Box
    still: Collection[Cell] = ()
    wrong: Collection[Cell] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        style = PLAIN
        drawn = console.is_terminal and not console.is_dumb_terminal
        if drawn and can_write(BLOCKS.alive + BLOCKS.dead, console.encoding):
            fits = self.box.width * len(BLOCKS.alive) <= options.max_width
            style = BLOCKS if fits else NARROW_BLOCKS
        for text in self.lines(options.max_width, style):
            text.no_wrap = True
            text.overflow = "ignore"
            yield text

    def lines(self, width: int, style: CellStyle) -> list[Text]:
        """The grids in rows that fit the width, but at least one grid a row."""
        cell = len(style.alive)
        column = max(self.box.width * cell, *(len(label) for label, _ in self.frames))
        across = max(1, (width + len(GAP)) // (column + len(GAP)))
        lines: list[Text] = []
        for start in range(0, len(self.frames), across):
            if start:
                lines.append(Text())
            some = self.frames[start : start + across]
            lines.append(_joined([Text(label, style.label_style) for label, _ in some], column))
            states = [pattern.states for _, pattern in some]
            wrong = [self.wrong if each is self.frames[-1] else () for each in some]
            for y in range(self.box.y, self.box.bottom + 1):
                rows = zip(states, wrong, strict=True)
                lines.append(_joined([self._row(*each, y, style) for each in rows], column))
        return lines

    @cached_property
    def _states(self) -> int:
        return max((pattern.states_needed for _, pattern in self.frames), default=2)

    def _row(
        self, states: dict[Cell, int], wrong: Collection[Cell], y: int, style: CellStyle
    ) -> Text:
        row = Text()
        for x in range(self.box.x, self.box.right + 1):
            state, is_wrong = states.get((x, y), 0), (x, y) in wrong
            if not state:
                row.append(style.dead, style.wrong_style if is_wrong else style.dead_style)
            elif self._states == 2:
                inked = style.still_style if (x, y) in self.still else style.alive_style
                row.append(style.alive, style.wrong_style if is_wrong else inked)
            elif style is PLAIN:
                row.append(letter_of(state)[-1])
            else:
                row.append(style.alive, STATE_COLOURS[ink_of(state, self._states)])
        return row


def _joined(texts: list[Text], column: int) -> Text:
    """Texts beside each other, each but the last filled up, in place, to the column's width."""
    for text in texts[:-1]:
        text.append(" " * (column - len(text)))
    return Text(GAP).join(texts)


def around(box: Box, patterns: Sequence[Pattern]) -> Box:
    """The smallest box that holds the given one and all the patterns."""
    return Box.around([box, *(pattern.box for pattern in patterns if pattern)])
