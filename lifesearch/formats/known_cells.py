"""Files of partly known generations, in two spellings.

Grids of one size follow each other, a blank line between them: generation 0, 1, 2, ... Lines
that begin with `#` or `!` are comments. In our own spelling a cell is one character,

    .          dead
    o, O or *  alive
    ?          unknown
    a to z     (except o) equal wherever the letter stands, in whichever generation
    A to Z     (except O) the complement of the small letter
    ~          a cell of a still life: equal in all generations that have this sign there

(Greek and other letters are letters, too), and a `'` behind a cell exempts it from the rule: its
state in that generation need not follow from the generation before. A cell with `''` arrives: it
is exempt, and by the rule alone it would have stayed as it was.

    >>> known = read_grids("! two generations\\n.?a\\no'?.\\n\\nA..\\n???")
    >>> known.grids, sorted(known.exempt)
    ((((-1, 0, 2), (1, 0, -1)), ((-2, -1, -1), (0, 0, 0))), [(0, 0, 1)])

If the first grid has a `~`, the cells `~` are those of a still life, and all other cells that are
not dead arrive at it. A generation is put before the grids: in it the still life is alone. In the
next one, the first grid, the cells that arrive are exempt from the rule.

    >>> known = read_grids("~~.\\n~~o")
    >>> [[len(row) for row in grid] for grid in known.grids], sorted(known.exempt)
    ([[3, 3], [3, 3]], [(1, 2, 1)])
    >>> known.grids[0] == ((2, 3, -1), (4, 5, -1)), known.grids[1] == ((2, 3, -1), (4, 5, 1))
    (True, True)

The other spelling is that of Logic Life Search. There are commas or blanks between cells,
0 is dead, 1 alive, `*` unknown (alive in our own spelling). Any name is what a letter is in our own
spelling, and `-` before it makes it the complement; A is another name than a here. A file is in
this spelling if it has a comma, a digit, or a blank inside a line:

    >>> read_grids("* c1\\n0' -c1").grids
    (((0, 2), (-1, -2)),)

In rules with several states, 2 and more are the states of dying cells:

    >>> sorted(read_grids("0 1 2\\n* * 3").dying)
    [(0, 2, 0, 2), (0, 2, 1, 3)]

One generation is written as a `life_history`, with `D` for unknown cells:

    >>> print(write_known_cells(read_grids("O?.\\n.??")), end="")
    x = 3, y = 2, rule = LifeHistory
    AD$.2D!
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lifesearch.common.errors import FormatError, InputError
from lifesearch.common.limits import MOST_GIVEN_CELLS
from lifesearch.common.text import plural
from lifesearch.formats.common import numbered_lines, shortened
from lifesearch.formats.life_history import SUFFIX
from lifesearch.formats.runs import lines_of_runs
from lifesearch.life.known_cells import (
    ALIVE,
    DEAD,
    FIRST_LETTER,
    UNKNOWN,
    CellAt,
    DyingAt,
    KnownCells,
)
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.generations import MOST_STATES
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.state_letters import state_of

EXPECTED = "grids of '.', 'o', '?' and letters, or of 0, 1, * and names with blanks between, or RLE"

STABLE = "~"

_WORD = re.compile(r"[^\s,]+")
_CHARACTER = re.compile(r"(\S)('{0,2})")
_WORD_CELL = re.compile(r"(-?)([01*~]|[1-9][0-9]{0,2}|[0-9]*[A-Za-z_][A-Za-z0-9_]*)('{0,2})")
_BY_CHARACTER = {".": DEAD, "o": ALIVE, "O": ALIVE, "*": ALIVE, "?": UNKNOWN}
_BY_WORD = {"0": DEAD, "1": ALIVE, "*": UNKNOWN}


class _Cell(NamedTuple):
    """A cell as it is written: a known value or a name, its sign, and the strokes behind it.

    `state` is that of a dying cell, whose value is DEAD; 0 for all others.
    """

    meaning: int | str
    sign: int
    strokes: int
    state: int = 0


def read_grids(text: str) -> KnownCells:
    """Read the grids of a file, in either spelling."""
    lines = _content(text)
    rows = [(number, line) for number, line in lines if line.strip()]
    if not rows:
        raise FormatError(f"there is no grid up to here: expected {EXPECTED}", text.count("\n") + 1)
    has_words = any(re.search(r"[,\s0-9]", line.strip()) for _, line in rows)
    return _known_cells(lines, _words if has_words else _characters)


def read_words(text: str) -> KnownCells:
    """Read the spelling with blanks or commas between cells, as `str(KnownCells)` writes it."""
    return _known_cells(_content(text), _words)


def _content(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, comments left out."""
    return [
        (number, line)
        for number, line in numbered_lines(text)
        if not line.lstrip().startswith(("#", "!"))
    ]


def _known_cells(
    lines: list[tuple[int, str]], cells_of: Callable[[int, str], Iterator[_Cell]]
) -> KnownCells:
    """The grids in numbered lines; `cells_of` reads the cells of a line, with its number."""
    names: dict[str, int] = {}
    grids: list[list[list[int]]] = []
    exempt: list[CellAt] = []
    arrives: list[CellAt] = []
    dying: list[DyingAt] = []
    still: set[tuple[int, int]] = set()
    first_lines: list[int] = []
    count, inside = 0, False
    for number, line in lines:
        inside, was_inside = bool(line.strip(" \t,")), inside
        if not inside:
            continue
        if not was_inside:
            grids.append([])
            first_lines.append(number)
        t, y = len(grids) - 1, len(grids[-1])
        row: list[int] = []
        for x, (meaning, sign, strokes, state) in enumerate(cells_of(number, line)):
            value = meaning if isinstance(meaning, int) else _letter(meaning, x, y, names)
            row.append(sign * value)
            if meaning == STABLE and t == 0:
                still.add((x, y))
            if strokes:
                exempt.append((t, x, y))
            if strokes > 1:
                arrives.append((t, x, y))
            if state:
                dying.append((t, x, y, state))
        grids[-1].append(row)
        count += len(row)
        _check_row(grids, count, number)
    for t, grid in enumerate(grids):
        if len(grid) != len(grids[0]):
            raise FormatError(
                f"generation {t} has {plural(len(grid), 'row')}, and generation 0 has "
                f"{len(grids[0])}: all grids must be of one size",
                first_lines[t],
            )
    known = KnownCells.of(grids, exempt, dying, arrives)
    return known.arriving(still) if still else known


def _letter(name: str, x: int, y: int, names: dict[str, int]) -> int:
    """The number of a name; cells of a still life each have their own."""
    key = f"{name} {x} {y}" if name == STABLE else name
    return names.setdefault(key, len(names) + FIRST_LETTER)


def _check_row(grids: list[list[list[int]]], count: int, number: int) -> None:
    """Refuse a last row that is not as long as the first one, and too many cells."""
    length, width = len(grids[-1][-1]), len(grids[0][0])
    if length != width:
        problem = "missing" if length < width else "one too many"
        raise FormatError(
            f"column {min(length, width) + 1} of this row is {problem}: the first row has "
            f"{plural(width, 'cell')}",
            number,
        )
    if count > MOST_GIVEN_CELLS:
        raise FormatError(f"too many cells: at most {MOST_GIVEN_CELLS:,} can be read", number)


def _characters(number: int, line: str) -> Iterator[_Cell]:
    """Our own spelling: a cell is a character, and perhaps a stroke or two."""
    for cell in _CHARACTER.finditer(line):
        letter, strokes = cell[1], len(cell[2])
        if letter in _BY_CHARACTER:
            yield _Cell(_BY_CHARACTER[letter], 1, strokes)
        elif letter == STABLE:
            yield _Cell(STABLE, 1, strokes)
        elif letter.isalpha() and letter.lower() != letter.upper():
            yield _Cell(letter.lower(), 1 if letter.islower() else -1, strokes)
        else:
            raise _bad_token_error(
                letter,
                number,
                cell.start() + 1,
                "'.', 'o', '?', '~', a letter, or ' or '' after a cell",
            )


def _words(number: int, line: str) -> Iterator[_Cell]:
    """The spelling of Logic Life Search: a cell is a word."""
    for word in _WORD.finditer(line):
        cell = _WORD_CELL.fullmatch(word.group())
        if not cell:
            raise _bad_token_error(
                word.group(), number, word.start() + 1, "0, 1, * or a name, perhaps with -, ' or ''"
            )
        minus, name, strokes = cell.groups()
        if minus and name == STABLE:
            raise _bad_token_error(word.group(), number, word.start() + 1, "~ without -, or a name")
        if name.isdigit() and name not in _BY_WORD:
            if minus or int(name) >= MOST_STATES:
                raise _bad_token_error(
                    word.group(), number, word.start() + 1, f"a state from 0 to {MOST_STATES - 1}"
                )
            yield _Cell(DEAD, 1, len(strokes), int(name))
            continue
        yield _Cell(_BY_WORD.get(name, name), -1 if minus else 1, len(strokes))


def _bad_token_error(text: str, line: int, column: int, expected: str) -> FormatError:
    return FormatError(
        f"{shortened(text)!r} in column {column} is not a cell: expected {expected}", line
    )


def write_known_cells(known: KnownCells, rule: Rule = LIFE) -> str:
    """Write one generation of which cells are known to be alive or dead, or are unknown."""
    if more := _not_in_life_history(known, rule):
        raise InputError(
            f"LifeHistory holds live, dead and unknown cells of one generation only, not {more}"
        )
    letters = {ALIVE: state_of("A"), UNKNOWN: state_of("D")}
    states = {
        (x, y): letters[value]
        for y, row in enumerate(known.grids[0])
        for x, value in enumerate(row)
        if value in letters
    }
    box = Box(0, 0, known.width, known.height)
    rule_name = "Life" if rule == LIFE else rule
    header = f"x = {known.width}, y = {known.height}, rule = {rule_name}{SUFFIX}"
    runs = lines_of_runs(Pattern.of_states(states), box, several=True)
    return "\n".join([header, *runs]) + "\n"


def _not_in_life_history(known: KnownCells, rule: Rule) -> str:
    """What LifeHistory cannot express of these cells; empty if it can express everything."""
    if len(known.grids) > 1:
        return plural(len(known.grids), "generation")
    if known.has_letters:
        return "letters, for cells that are equal"
    if known.exempt:
        return "cells that are exempt from the rule"
    return f"a rule of {rule.states} states" if known.dying or rule.states > 2 else ""
