"""Drawings: the given cells, as the page draws them and as files hold them.

A drawing is the text that `lifesearch complete` reads, in the spelling with one character a cell.
Other formats of cells (RLE, LifeHistory, pictures, files of Logic Life Search) are turned into
it:

    >>> print(as_drawing("x = 3, y = 2, rule = LifeHistory\\nADB$.2A!")[0])
    o??
    .oo
    >>> as_drawing("x = 1, y = 1, rule = B36/S23\\no!")
    ('o', 'B36/S23')
    >>> print(as_drawing("1 a\\n* -a'")[0])
    oa
    ?A'

Where cells are dying, in rules with several states, they are numbers with blanks between them:

    >>> as_drawing("x = 3, y = 1, rule = 345/2/4\\n.AB!")
    ('0 1 2', '345/2/4')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lifesearch.common.errors import InputError
from lifesearch.common.limits import (
    LARGEST_DRAWN_FILE,
    LONGEST_DRAWING,
    MOST_DRAWN_GENERATIONS,
    WIDEST_DRAWING,
)
from lifesearch.life.known_cells import ALIVE, DEAD, FIRST_LETTER, UNKNOWN, KnownCells
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern

LETTERS = "abcdefghijklmnpqrstuvwxyzβδεζηθκλμξπτφχψωджзилпфцчшщъыьэюя"
"""The names of cells, which the page has in the same order (`drawing.js`); `o` is a live cell."""
_ROW = re.compile(r"[^\s,0-9$!\"=\[\]]+")
"""A line with one character a cell: it has none that only RLE, headers or tags of posts have."""


@dataclass(frozen=True)
class Drawing:
    """Grids of one size as a text: a line for each row, and a blank line between generations.

    A cell is a character or, in rules with several states, may be a number.
    `width` and `height` are those of a grid, in cells; `generations` is the number of grids.
    """

    text: str
    width: int
    height: int
    generations: int

    @classmethod
    def parse(cls, text: str) -> Drawing:
        """Check that a text is a drawing."""
        from lifesearch.formats.known_cells import read_grids

        if len(text) > LONGEST_DRAWING:
            raise InputError(
                "the drawing is too large: at most 500x500 cells are drawn here, in all generations"
            )
        grids = [block.split("\n") for block in _blocks(text)]
        known = read_grids(text)  # which says what is wrong, and where
        _require_drawable(known.width, known.height)
        if len(grids) > MOST_DRAWN_GENERATIONS:
            raise InputError(f"at most {MOST_DRAWN_GENERATIONS} generations are drawn here")
        clean = "\n\n".join("\n".join(rows) for rows in grids)
        return cls(clean, known.width, known.height, len(grids))

    @classmethod
    def blank(cls, width: int, height: int) -> Drawing:
        _require_drawable(width, height)
        return cls("\n".join(["?" * width] * height), width, height, 1)

    @property
    def is_blank(self) -> bool:
        return set(self.text) <= {"?", "\n"}

    @property
    def is_known(self) -> bool:
        """Whether every cell is alive or dead."""
        return set(self.text) <= set(".oO*\n")

    @property
    def picture(self) -> str:
        """Generation 0 as a picture for a search for predecessors; `?` is a cell of any state.

        >>> Drawing.parse("o?.").picture
        'O?.'
        """
        first = self.text.split("\n\n", 1)[0]
        if set(first) - set(".oO*?\n"):
            raise InputError(
                "this search takes live, dead and unknown cells only: leave out names, stable, "
                "exempt and dying cells"
            )
        return first.replace("o", "O").replace("*", "O")

    @property
    def target(self) -> Target:
        """Generation 0 as the target of a search for predecessors."""
        alive = Pattern.parse(self.picture.replace("?", "."))
        free = Pattern.parse(self.picture.translate(str.maketrans("O?", ".O")))
        return Target(alive, free, Box(0, 0, self.width, self.height))

    @property
    def active(self) -> str:
        """Generation 0 as a picture of an active part: unknown cells are dead.

        >>> Drawing.parse("o?.").active
        'O..'
        """
        return self.picture.replace("?", ".")


def _require_drawable(width: int, height: int) -> None:
    if max(width, height) > WIDEST_DRAWING:
        raise InputError(
            f"the box is {width}x{height} cells large: at most {WIDEST_DRAWING}x{WIDEST_DRAWING} "
            "are drawn here"
        )


def _blocks(text: str) -> list[str]:
    """The grids, without comments and blanks around their lines."""
    lines = [line.strip() for line in text.splitlines()]
    kept = "\n".join(line for line in lines if not line.startswith(("#", "!")))
    return [block.strip("\n") for block in re.split(r"\n{2,}", kept) if block.strip("\n")]


def as_drawing(text: str) -> tuple[str, str | None]:
    """The text of a file, or of a post, as the text of a drawing; and its rule, if it has one."""
    from lifesearch.formats.detect import read_known_cells
    from lifesearch.formats.text_file import unwrapped

    if len(text) > LARGEST_DRAWN_FILE:
        raise InputError("the text is too large to be drawn: at most 3 MB")
    text = unwrapped(text)
    if not text.strip():
        raise InputError("the text is empty: paste RLE, LifeHistory, a picture or grids")
    blocks = _blocks(text)
    if blocks and all(_ROW.fullmatch(line) for block in blocks for line in block.split("\n")):
        if any("''" in block for block in blocks):
            raise InputError(
                "a cell that arrives ('') cannot be drawn: draw the still life with ~ instead"
            )
        return Drawing.parse(text).text, None
    known, rule = read_known_cells(text)
    return Drawing.parse(spelled(known)).text, None if rule is None else str(rule)


def spelled(known: KnownCells) -> str:
    """Known cells in the spelling with one character a cell, or as numbers if some are dying."""
    if known.arrives:
        raise InputError(
            "this text has a still life that is hit: write it with one character for each cell, "
            "`~` for the still life, and no blanks"
        )
    names = {abs(value) for _, value in known.given() if abs(value) >= FIRST_LETTER}
    if len(names) > len(LETTERS):
        raise InputError(f"{len(names)} names are too many for a drawing: at most {len(LETTERS)}")

    if known.dying:
        return str(known)

    def word(t: int, x: int, y: int, value: int) -> str:
        cell = {UNKNOWN: "?", ALIVE: "o", DEAD: "."}.get(value)
        if cell is None:
            letter = LETTERS[abs(value) - FIRST_LETTER]
            cell = letter if value > 0 else letter.upper()
        return cell + ("'" if (t, x, y) in known.exempt else "")

    return known.spelled(word, "")
