"""Tables on a terminal.

Views and Python's classes print tables by `table_lines`.

>>> print(*columns([["period 2", "blinker"], ["c/4 diagonal", "glider"]]), sep="\\n")
period 2      blinker
c/4 diagonal  glider
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from lifesearch.common.facts import Align
from lifesearch.show.terminal.fitting import broken

if TYPE_CHECKING:
    from lifesearch.common.tables import Table

GAP = 2
"""Columns of space between two columns of a table."""


def table_lines(table: Table, width: int | None = None) -> list[str]:
    """A table as lines of text; with a width, none is longer than that.

    Exceptions are `whole` texts and widths below `fitting.NARROWEST`.

    >>> from lifesearch.common.facts import TEXT
    >>> from lifesearch.common.tables import Table, column
    >>> kind = column("kind", "kind", TEXT, lambda row: row[0])
    >>> proved = column("proved", "proved", TEXT, lambda row: row[1], below="proved: ")
    >>> table = Table((kind, proved), [("period 3", "none in a box of up to 14 cells")])
    >>> print(*table_lines(table, 30), sep="\\n")
    kind      proved
    period 3
      proved: none in a box of up
        to 14 cells
    """
    parts = [
        broken(table.title, width) if table.title else [],
        [line for block in _blocks(table, width) for line in block] if table.rows else [],
        [line for note in table.notes for line in broken(note, width)],
    ]
    apart = [""] if table.spaced else []
    lines: list[str] = []
    for block in filter(None, parts):
        lines += [*(apart if lines else []), *block]
    return lines


def fits(table: Table, width: int) -> bool:
    """Whether a table has room for all its columns."""
    return max(map(cell_len, _aligned(table)), default=0) <= width


def _aligned(table: Table) -> list[str]:
    return columns([table.headings, *table.texts], [each.align for each in table.listed])


def _blocks(table: Table, width: int | None) -> Iterator[list[str]]:
    """The headings and then each row, as lines.

    If there is no room, `whole` texts go below their rows first, each in one line; what else is
    done, `_narrow_blocks` says.
    """
    if width is None or fits(table, width):
        yield from ([line] for line in _aligned(table))
        return
    whole = next((each for each in table.listed if each.whole), None)
    if whole is None:
        yield from _narrow_blocks(table, width)
        return
    others = table.without(whole.name)
    below = [whole.words_for(row) for row in table.rows]
    blocks = _blocks(others, width)
    yield next(blocks)
    for block, text in zip(blocks, below, strict=True):
        yield [*block, f"  {whole.below}{text}"] if text else block


def _narrow_blocks(table: Table, width: int) -> Iterator[list[str]]:
    """Columns, as far as there is room for them; otherwise a sentence for each row.

    In this order: long texts of a `below` column go below their rows; the last `spare` column is
    left out, and all is tried again; sentences.
    """
    for i, each in enumerate(table.listed):
        if each.below is not None:
            others = table.without(each.name)
            room = width - max(map(cell_len, _aligned(others))) - GAP
            # A spare column without room for its heading is left out rather than put below.
            if room >= (0 if not each.spare else cell_len(table.headings[i])):
                yield from _with_lines_below(table, i, max(room, 0), width)
                return
    spare = next((each for each in reversed(table.listed) if each.spare), None)
    if spare is not None:
        yield from _blocks(table.without(spare.name), width)
        return
    yield []  # sentences have no headings
    for row in table.texts:
        yield [*_sentences(table, row, width)]


def _with_lines_below(table: Table, place: int, room: int, width: int) -> Iterator[list[str]]:
    """Columns, of which one has texts that are too long: each of these has lines of its own."""
    rows = [table.headings, *table.texts]
    long = [cell_len(row[place]) > room for row in rows]
    short = [
        (*row[:place], "" if is_long else row[place], *row[place + 1 :])
        for row, is_long in zip(rows, long, strict=True)
    ]
    lines = columns(short, [each.align for each in table.listed])
    begin = table.listed[place].below or ""
    # Without words to begin with (in a census), below the second column: the first one has numbers
    # and is as wide as its heading.
    indent = "  " if begin else " " * (cell_len(table.headings[0]) + GAP)
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        deeper = f"{indent}  " if begin else indent
        # Row 0 has the headings: one that is too long is left out.
        below = long[number] and number > 0
        more = broken(f"{begin}{row[place]}", width, indent, deeper) if below else []
        yield [line, *more]


def _sentences(table: Table, row: Sequence[str], width: int) -> Iterator[str]:
    """A row as lines: a sentence that begins with its first text, and texts that go below it."""
    known = [(each, text) for each, text in zip(table.listed, row, strict=True) if text]
    beside = [each.sentence.format(text) for each, text in known[1:] if each.below is None]
    yield from broken(f"{known[0][1]}: {', '.join(beside)}", width, "", "  ")
    for each, text in known[1:]:
        if each.below is not None:
            yield from broken(f"{each.below}{text}", width, "  ", "    ")


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of the widest text in each column."""
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def columns(rows: Sequence[Sequence[str]], aligns: Sequence[Align] = ()) -> list[str]:
    """Lines whose texts stand below each other; the columns may be aligned.

    >>> columns([["often", "what"], ["7", "block"]], ["right", "left"])
    ['often  what', '    7  block']
    """
    wide = widths(rows)
    sides = [*aligns, *["left"] * (len(wide) - len(aligns))]
    return [(" " * GAP).join(map(_padded, row, wide, sides)).rstrip() for row in rows]


def _padded(text: str, width: int, side: str) -> str:
    if side == "left":
        return set_cell_size(text, width)
    return " " * (width - cell_len(text)) + text
