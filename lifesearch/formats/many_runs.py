"""Read the runs of a long RLE text all at once, by numpy: ten times as fast as one by one.

`rle` uses it for large files. A line is plain if it has nothing but spaces and runs of known
states, and all its cells are within the limits. The text is read up to the first line that is not
plain; from there on `rle` reads one run after another, and reports errors.

    >>> lines = [(1, "bo$2bo$"), (2, "3o"), (3, "4?")]
    >>> runs = read_plain_lines(lines, Cursor(0, 0, 0, 0), "bo$".__contains__)
    >>> runs.lines, runs.cursor
    (2, Cursor(left=0, x=3, y=2, population=5))
    >>> [(letter, sorted(cells)) for letter, cells in runs.cells()]
    [('o', [(0, 2), (1, 0), (1, 2), (2, 1), (2, 2)])]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.lazy_import import load_whole
from lifesearch.common.limits import MOST_READ_CELLS
from lifesearch.formats.common import FARTHEST
from lifesearch.life.pattern import Cell

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Flags = NDArray[np.bool_]

NumberedLine = tuple[int, str]

PIECE = 1_000_000
"""Characters that are read at once, a choice; for each of them numpy takes some 100 bytes."""

LONG_LINE = 100_000
"""Lines of this number of characters or more are cut into stretches."""

_STRETCH = re.compile(r".{0,100000}+[^bo.$A-X]*+[bo.$A-X]|.+", re.DOTALL)
"""About LONG_LINE characters up to the end of a run, or else the rest of a line."""

MOST_DIGITS = 9
"""Longer counts are left to `rle`: here sums of up to PIECE counts must fit into 64 bits."""

OTHER, SPACE, DIGIT, PREFIX, END_OR_TWO_STATES, STATE = range(6)
"""Kinds of characters; a run ends with one of the last two kinds.

A PREFIX comes before the STATE in names of states above 24, such as pA.
"""
_CHARACTERS = {
    SPACE: b" \t\n",
    DIGIT: b"0123456789",
    PREFIX: b"pqrstuvwxy",
    END_OR_TWO_STATES: b"bo.$",
    STATE: b"ABCDEFGHIJKLMNOPQRSTUVWX",
}


class Cursor(NamedTuple):
    """How far a text is read: the next run begins at (x, y), new rows in column `left`.

    `population` counts the live cells read so far.
    """

    left: int
    x: int
    y: int
    population: int


@dataclass(frozen=True)
class PlainRuns:
    """The runs of plain lines: where each begins (x, y) and its count, by the letters of its state.

    `lines` is the number of lines read, `cursor` the end of the last of them.
    """

    lines: int
    cursor: Cursor
    by_letter: dict[str, tuple[Integers, Integers, Integers]]

    def cells(self) -> Iterator[tuple[str, Iterable[Cell]]]:
        """The letters of all states but the dead one, each with its cells."""
        import numpy as np

        for letter, (x, y, count) in self.by_letter.items():
            within = np.arange(count.sum()) - np.repeat(count.cumsum() - count, count)
            columns, rows = np.repeat(x, count) + within, np.repeat(y, count)
            yield letter, zip(columns.tolist(), rows.tolist(), strict=True)


def pieces(lines: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """The lines in groups of bounded length, up to the first `!`; long lines are cut."""
    group, size = list[NumberedLine](), 0
    for number, line in lines:
        runs, end, _ = line.partition("!")
        whole = runs + end
        for stretch in (whole,) if len(whole) < LONG_LINE else _STRETCH.findall(whole):
            group.append((number, stretch))
            size += len(stretch)
            if size >= PIECE:
                yield group
                group, size = [], 0
        if end:
            break
    yield group


def read_plain_lines(
    lines: Sequence[NumberedLine], cursor: Cursor, is_known: Callable[[str], bool]
) -> PlainRuns:
    """Read lines up to the first that is not plain, or to the first `!`.

    `is_known` says whether letters are the name of a state, or `$`.
    """
    load_whole("numpy")
    import numpy as np

    text = "\n".join(line for _, line in lines).partition("!")[0] + "\n"
    letters = np.frombuffer(text.encode("ascii", "replace"), np.uint8)
    starts, ends, counts, wrong = _runs(letters, _kinds()[letters])
    # A code stands for the one or two letters of a state: see `_name`.
    prefixes = np.where(starts < ends, letters[starts], 0).astype(np.int64)
    codes = 256 * prefixes + letters[ends]
    names = {code: _name(code) for code in np.flatnonzero(np.bincount(codes)).tolist()}
    for code in (code for code, name in names.items() if not is_known(name)):
        wrong[ends[codes == code]] = True

    is_end = codes == ord("$")
    # The place of each run, from sums over all runs before it: columns since the row began, and
    # rows.
    across = np.where(is_end, 0, counts)
    before = across.cumsum() - across
    row_began = np.maximum.accumulate(np.where(is_end, before, 0))
    first_row = ~np.logical_or.accumulate(is_end)
    x = before - row_began + np.where(first_row, cursor.x, cursor.left)
    y = cursor.y + (counts - across).cumsum()
    filled = ~(is_end | (codes == ord("b")) | (codes == ord(".")))
    population = cursor.population + np.where(filled, counts, 0).cumsum()
    far = np.maximum(x + counts - 1, y) > FARTHEST
    wrong[ends[filled & (far | (population > MOST_READ_CELLS))]] = True

    plain_lines, end = _before_first_wrong(letters, wrong)
    read = int(np.searchsorted(ends, end))
    if read:
        last = read - 1
        place = int(x[last] + across[last]), int(y[last]), int(population[last])
        cursor = Cursor(cursor.left, *place)
    chosen = {n: np.flatnonzero(codes[:read] == c) for c, n in names.items() if n not in "b.$"}
    by_letter = {n: (x[at], y[at], counts[at]) for n, at in chosen.items() if at.size}
    return PlainRuns(plain_lines, cursor, by_letter)


def _kinds() -> NDArray[np.uint8]:
    """The kind of each of the 256 bytes."""
    import numpy as np

    kinds = np.zeros(256, np.uint8)
    for role, letters in _CHARACTERS.items():
        kinds[list(letters)] = role
    return kinds


def _runs(
    letters: NDArray[np.uint8], kinds: NDArray[np.uint8]
) -> tuple[Integers, Integers, Integers, Flags]:
    """For each run the places of the first and last letter of its state, and its count.

    The flags say for each byte whether it is wrong: no part of a run, or the last digit or letter
    of a run that is not complete, or not plain.
    """
    import numpy as np

    follows = np.append(kinds[1:], SPACE)
    wrong = kinds == OTHER
    wrong |= (kinds == PREFIX) & (follows != STATE)
    wrong |= (kinds == DIGIT) & (follows <= SPACE)
    ends = np.flatnonzero(kinds >= END_OR_TWO_STATES)
    # If the text begins with a letter, [-1] is the line break at its end: neither prefix nor digit.
    starts = ends - (kinds[ends - 1] == PREFIX)
    last_other = np.maximum.accumulate(np.where(kinds == DIGIT, -1, np.arange(letters.size)))
    digits = starts - 1 - np.append(last_other, -1)[starts - 1]
    counts = (digits == 0).astype(np.int64)
    for place in range(MOST_DIGITS):
        has = np.flatnonzero(digits > place)
        if not has.size:
            break
        counts[has] += (letters[starts[has] - 1 - place].astype(np.int64) - ord("0")) * 10**place
    zero = (digits > 0) & (letters[starts - digits] == ord("0"))
    wrong[ends[zero | (digits > MOST_DIGITS)]] = True
    return starts, ends, counts, wrong


def _before_first_wrong(letters: NDArray[np.uint8], wrong: Flags) -> tuple[int, int]:
    """The number of lines before the first one with a wrong byte, and their length in bytes."""
    import numpy as np

    breaks = np.flatnonzero(letters == ord("\n"))
    if not wrong.any():
        return len(breaks), letters.size
    line = int(np.searchsorted(breaks, wrong.argmax()))
    return line, int(breaks[line - 1]) + 1 if line else 0


def _name(code: int) -> str:
    """The letters that a code stands for: 256 times the prefix, if there is one, plus the letter.

    >>> _name(ord("A")), _name(ord("A") + 256 * ord("p"))
    ('A', 'pA')
    """
    prefix, letter = divmod(code, 256)
    return (chr(prefix) if prefix else "") + chr(letter)
