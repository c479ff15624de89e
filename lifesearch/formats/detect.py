"""Files of patterns: RLE, plaintext, Life 1.05 and 1.06, macrocell, .sss lists and masks.

They are distinguished by their content, and read by the modules in `registry`.

    >>> read("x = 3, y = 3, rule = B3/S23\\nbob$2bo$3o!").pattern.population
    5
    >>> read("!Name: Glider\\n.O.\\n..O\\nOOO").name
    'Glider'

The first line that is not blank decides. One that starts with `#Life` opens a list
of coordinates or of pictures, `[M2]` a macrocell file, another `#` or an `x =` an RLE file, and
a `!` a plaintext picture. A line of numbers and commas with RLE after them is one of an .sss list.
Without such an opening, `O` and `*` make it a picture or a mask, and `$`, `!`, `b`
or a digit make it RLE. Text between the `[code]` tags of a forum is read as if it were alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lifesearch.common.errors import FormatError, InputError
from lifesearch.common.limits import LARGEST_PATTERN_FILE, MOST_GIVEN_CELLS
from lifesearch.common.streams import Loudness, loudness
from lifesearch.formats import NAMES, known_cells
from lifesearch.formats.cells import CELLS, read_picture, rule_in_comments
from lifesearch.formats.common import PatternFile
from lifesearch.formats.known_cells import read_grids, read_words, write_known_cells
from lifesearch.formats.registry import format_named, format_of
from lifesearch.formats.rle import RLE, read_rle, read_runs, write_rle, write_runs
from lifesearch.formats.suffixes import is_picture
from lifesearch.formats.text_file import decoded, unwrapped
from lifesearch.life.known_cells import ALIVE, DEAD, UNKNOWN, KnownCells
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.background import Background

__all__ = [
    "PatternFile",
    "naming",
    "read",
    "read_bytes",
    "read_known_cells",
    "read_known_cells_path",
    "read_path",
    "read_runs",
    "read_target",
    "read_text",
    "read_tile",
    "read_words",
    "write_known_cells",
    "write_rle",
    "write_runs",
]


END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
_HEADER = re.compile(r"^[ \t]*x\s*=", re.MULTILINE | re.IGNORECASE)
# Grids of known cells and pictures have no header of RLE, and no `$` outside of comments.
_OPENING_OF_RUNS = re.compile(r"^\s*x\s*=|^[^!#]*\$", re.MULTILINE | re.IGNORECASE)


def _expected() -> str:
    """The formats that a file may have, in words; all of them are loaded for this."""
    titles = ", ".join(format_named(name).title for name in NAMES)
    return f"{titles} or a mask of '*' and '.'"


def read(text: str) -> PatternFile:
    """Read a pattern from the text of a file in any of the formats, or of a forum post.

    Raises a FormatError where the text is no pattern, and an InputError if it is empty.
    """
    text = unwrapped(text)  # that of `read_text` is already: then it stays as it is
    opening = text.lstrip()
    if not opening:
        raise InputError(f"the text is empty: expected {_expected()}")
    if form := format_of(text):
        return form.read(text)
    line = text[: len(text) - len(opening)].count("\n") + 1
    if opening.startswith('{"session"'):
        raise FormatError(
            "this is a session: 'lifesearch resume FILE -f rle' prints its patterns", line
        )
    raise FormatError(f"{opening[0]!r} does not begin a pattern: expected {_expected()}", line)


def read_path(path: str) -> PatternFile:
    """Read a pattern from the file with this name; `-` is standard input."""
    with naming(path):
        return read(read_text(path))


def read_target(path: str) -> tuple[PatternFile, Pattern]:
    """Read a pattern, and separately the cells marked `?`, which may be dead or alive.

    Only pictures can have such marks.
    """
    with naming(path):
        text = read_text(path)
        _require_one(text)
        unsure = re.search(r"^[^!#\n].*\?|^\?", text, re.MULTILINE)  # `?` outside of comments
        if not unsure or _OPENING_OF_RUNS.search(text):
            return read(text), Pattern.of([])
        alive, dont_care = str.maketrans("?", "."), str.maketrans("Oo*?", "...O")
        free = read_picture(_drawn(text, dont_care)).pattern
        return read_picture(_drawn(text, alive)), free


def read_known_cells(text: str) -> tuple[KnownCells, Rule | None]:
    """Read the given cells of some generations, and the rule, if the file has one.

    Of a pattern, all cells of its box are known, except for those that are marked dead: they are
    unknown.

    >>> print(read_known_cells("x = 3, y = 1, rule = LifeHistory\\nADB!")[0])
    1 * *
    """
    text = unwrapped(text)
    # Grids can begin as plaintext and RLE do: with dots, letters and digits.
    by_opening = format_of(text) not in (None, CELLS, RLE)
    if not (by_opening or _OPENING_OF_RUNS.search(text)):
        return read_grids(text), rule_in_comments(text)
    _require_one(text)
    file = read(text)
    if file.torus:
        raise InputError("this is a pattern on a torus: give one on the plane")
    boxes = (file.pattern.box, file.marked.box, file.drawn)
    box = Box.around([each for each in boxes if each and each.area] or [Box(0, 0, 0, 0)])
    if box.area > MOST_GIVEN_CELLS:
        raise InputError(
            f"{box.width:,}x{box.height:,} cells are too many to be given one by one: at most "
            f"{MOST_GIVEN_CELLS:,}"
        )
    if not box.area:
        raise InputError("the pattern has no cells: give at least one")
    states = dict.fromkeys(file.pattern.cells, ALIVE) | dict.fromkeys(file.marked.cells, UNKNOWN)
    dying = [(0, x - box.x, y - box.y, state) for x, y, state in file.pattern.dying]
    states |= dict.fromkeys(file.pattern.cells - file.pattern.live, DEAD)
    grid = [
        [states.get((x, y), DEAD) for x in range(box.x, box.x + box.width)]
        for y in range(box.y, box.y + box.height)
    ]
    return KnownCells.of([grid], dying=dying), file.rule


def read_known_cells_path(path: str) -> tuple[KnownCells, Rule | None]:
    with naming(path):
        return read_known_cells(read_text(path, known_cells.EXPECTED))


def read_tile(path: str) -> Background:
    """Read a tile: one grid of known cells, or RLE on a torus, which is the tile."""
    expected = "one grid of '.' and 'o', or RLE with its size as in 'rule = B3/S23:T4,2'"
    with naming(path):
        text = read_text(path, expected)
        if _OPENING_OF_RUNS.search(text):
            file = read_rle(text)
            if file.torus is None or 0 in file.torus:
                raise InputError(f"{_name(path)} does not say how large the tile is: {expected}")
            if file.pattern.dying:
                raise InputError(f"{_name(path)} is not a tile: expected {expected}")
            width, height = file.torus
            return Background(width, height, file.pattern.wrapped(width, height))
        known = read_grids(text)
    first, *others = known.grids
    state_unclear = any(abs(value) != 1 for row in first for value in row)
    if others or known.exempt or known.dying or state_unclear:
        raise InputError(f"{_name(path)} is not a tile: expected {expected}")
    alive = Pattern.of((x, y) for (_, x, y), value in known.given() if value > 0)
    return Background(known.width, known.height, alive)


def _require_one(text: str) -> None:
    """Refuse a text with several patterns: RLE has one header for each."""
    if (patterns := len(_HEADER.findall(text))) > 1:
        raise InputError(f"there are {patterns} patterns in this text: give one at a time")


def _drawn(text: str, letters: dict[int, int]) -> str:
    """A picture with some letters replaced by others, except in comments."""
    lines = text.split("\n")  # other line separators may be in comments
    return "\n".join(line if line.startswith("!") else line.translate(letters) for line in lines)


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Prefix each FormatError with the name of the file; other errors pass as they are."""
    try:
        yield
    except FormatError as error:
        raise FormatError(error.message, error.line, _name(path)) from None


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def read_bytes(path: str, typed: str = "the pattern (. dead, O alive) or its RLE") -> bytes:
    """Read a file, or standard input if the name is `-`, unless it is unreasonably large.

    If standard input is a terminal, a line on standard error says what to type: `typed`.
    """
    if not path:
        raise InputError("the name of the file is empty: give a path, or - for standard input")
    name = _name(path)
    try:
        data = _data(path, typed)
    except FileNotFoundError:
        raise InputError(f"there is no file {name}") from None
    except IsADirectoryError:
        raise InputError(f"{name} is a directory: name a file in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{name} cannot be read: {reason}") from None
    if len(data) > LARGEST_PATTERN_FILE:
        megabytes = LARGEST_PATTERN_FILE // 1_000_000
        raise InputError(f"{name} is larger than {megabytes} MB: no pattern here needs that much")
    return data


def read_text(path: str, expected: str = "") -> str:
    """Read the text of a file, or of standard input if the name is `-`."""
    text, name = decoded(read_bytes(path)), _name(path)
    if text is None:
        is_one = "a picture, and only the closest predecessor of one is searched for"
        what = is_one if is_picture(name) else "not a text file"
        raise InputError(f"{name} is {what}: expected {expected or _expected()}")
    text = unwrapped(text)
    if not text.strip():
        raise InputError(f"{name} is empty: expected {expected or _expected()}")
    return text


def _data(path: str, typed: str) -> bytes:
    if path == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed: nothing can be read from it")
        if sys.stdin.isatty() and loudness() != Loudness.QUIET:
            print(f"type {typed}, then {END_OF_INPUT}", file=sys.stderr)
        return sys.stdin.buffer.read(LARGEST_PATTERN_FILE + 1)
    with Path(path).open("rb") as file:
        return file.read(LARGEST_PATTERN_FILE + 1)
