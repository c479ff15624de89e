"""Files of partly known generations, in two spellings.

Grids of one size follow each other, a blank line between them: generation 0, 1, 2, ... Lines
that begin with `#` or `!` are comments. In our own spelling a cell is one character,

    .          dead
    o, O or *  alive
    ?          unknown
    a to z     (except o) equal wherever the letter stands, in whichever generation
    A to Z     (except O) the complement of the small letter

and a `'` behind a cell exempts it from the rule: its state in that generation need not
follow from the generation before.

    >>> film = read_film("! two generations\\n.?a\\no'?.\\n\\nA..\\n???")
    >>> film.grids, sorted(film.exempt)
    ((((-1, 0, 2), (1, 0, -1)), ((-2, -1, -1), (0, 0, 0))), [(0, 0, 1)])

The other spelling is that of Logic Life Search. There are commas or blanks between cells,
0 is dead, 1 alive, `*` unknown (!), any name a letter, and `-` before a cell makes it the
complement. A file with a comma, a blank inside a line or a digit is of this kind:

    >>> read_film("* c1\\n0' -c1").grids
    (((0, 2), (-1, -2)),)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lifesearch.errors import FormatError, InputError
from lifesearch.life.film import ALIVE, DEAD, FIRST_LETTER, UNKNOWN, Film, Moment
from lifesearch.life.formats.patternfile import numbered_lines, shortened

EXPECTED = "grids of '.', 'o', '?' and letters, or of 0, 1, * and names with blanks between"
MOST_CELLS = 1_000_000

_LETTER = re.compile("[A-Za-z]")
_WORD = re.compile(r"[^\s,]+")
_SPELLED = re.compile(r"(-?)([01*]|[0-9]*[A-Za-z_][A-Za-z0-9_]*)('?)")
_KNOWN = {".": DEAD, "o": ALIVE, "O": ALIVE, "*": ALIVE, "?": UNKNOWN}
_SPELLED_KNOWN = {"0": DEAD, "1": ALIVE, "*": UNKNOWN}


class _Cell(NamedTuple):
    """A cell as it is written: a known value or a name, its sign, and whether it is exempt."""

    told: int | str
    sign: int
    exempt: bool


def read_film(text: str) -> Film:
    """Read the grids of a file, in either spelling."""
    lines = _content(text)
    rows = [(number, line) for number, line in lines if line.strip()]
    if not rows:
        raise InputError(f"there is no grid: expected {EXPECTED}")
    if re.match(r"\s*x\s*=", rows[0][1], re.IGNORECASE):
        raise FormatError(
            f"this is RLE, which knows all its cells: expected {EXPECTED}", rows[0][0]
        )
    spelled = any(re.search(r"[,\s0-9]", line.strip()) for _, line in rows)
    return _film(lines, _words if spelled else _characters)


def read_words(text: str) -> Film:
    """Read the spelling with blanks or commas between cells, in which films are written."""
    return _film(_content(text), _words)


def _content(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, comments left out."""
    return [
        (number, line)
        for number, line in numbered_lines(text)
        if not line.lstrip().startswith(("#", "!"))
    ]


def _film(lines: list[tuple[int, str]], cells_of: Callable[[int, str], Iterator[_Cell]]) -> Film:
    names: dict[str, int] = {}
    grids: list[list[list[int]]] = []
    exempt: list[Moment] = []
    inside = False
    count = 0
    for number, line in lines:
        if not line.strip(" \t,"):
            inside = False
            continue
        if not inside:
            if grids:
                _compare(grids, number - 1)
            grids.append([])
            inside = True
        t, y = len(grids) - 1, len(grids[-1])
        row: list[int] = []
        for x, cell in enumerate(cells_of(number, line)):
            told = cell.told
            if isinstance(told, str):
                told = names.setdefault(told, len(names) + FIRST_LETTER)
            row.append(cell.sign * told)
            if cell.exempt:
                exempt.append((t, x, y))
        grids[-1].append(row)
        count += len(row)
        if count > MOST_CELLS:
            raise FormatError(f"too many cells: at most {MOST_CELLS:,} can be read", number)
        width = len(grids[0][0])
        if len(row) != width:
            raise FormatError(
                f"this row of generation {t} ends after column {len(row)} of its grid: all "
                f"rows must be as long as the first, {width}",
                number,
            )
    if grids:
        _compare(grids, lines[-1][0])
    return Film.of(grids, exempt)


def _compare(grids: list[list[list[int]]], number: int) -> None:
    """All grids have as many rows as the first."""
    if len(grids[-1]) != len(grids[0]):
        raise FormatError(
            f"generation {len(grids) - 1} ends here after row {len(grids[-1])}: all grids must "
            f"be as high as the first, {len(grids[0])}",
            number,
        )


def _characters(number: int, line: str) -> Iterator[_Cell]:
    """Our own spelling: a cell is a character, and perhaps a stroke."""
    indent = len(line) - len(line.lstrip())
    for column, letter in enumerate(line, start=1):
        if column <= indent:
            continue
        if letter == "'" and column > indent + 1 and line[column - 2] != "'":
            continue  # it belongs to the cell before
        is_exempt = line[column : column + 1] == "'"
        if letter in _KNOWN:
            yield _Cell(_KNOWN[letter], 1, is_exempt)
        elif _LETTER.fullmatch(letter):
            yield _Cell(letter.lower(), 1 if letter.islower() else -1, is_exempt)
        else:
            raise _stranger(letter, number, column, "'.', 'o', '?', a letter, or ' after a cell")


def _words(number: int, line: str) -> Iterator[_Cell]:
    """The spelling of Logic Life Search: a cell is a word."""
    for word in _WORD.finditer(line):
        cell = _SPELLED.fullmatch(word.group())
        if not cell:
            raise _stranger(
                word.group(), number, word.start() + 1, "0, 1, * or a name, perhaps with - or '"
            )
        minus, name, stroke = cell.groups()
        yield _Cell(_SPELLED_KNOWN.get(name, name), -1 if minus else 1, bool(stroke))


def _stranger(text: str, line: int, column: int, expected: str) -> FormatError:
    return FormatError(
        f"{shortened(text)!r} in column {column} is no cell: expected {expected}", line
    )
