"""A census for a person, as a table, or for other programs.

>>> rows = [CensusRow("xs4_33", "block", 1200, 0), CensusRow("xp4_37bkic", "mold", 1, 52)]
>>> print(census_table(rows, Tally(died=7, settled=93), width=41))
100 soups: 7 died, 93 settled
how often  object  apgcode  first in soup
    1,200  block   xs4_33   0
        1  mold    xp4_37…  52
>>> print(census_table(rows, Tally(died=7, settled=93), width=24))
100 soups: 7 died, 93
  settled
how often  object
    1,200  block
        1  mold
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

from lifesearch.queries.soups import BOARD, SoupAnswer
from lifesearch.soups.counts import CensusRow, Tally
from lifesearch.text import plural
from lifesearch.ui.report import Format, as_csv, write
from lifesearch.ui.search.answer_report import AnswerReport

KINDS = {"s": "still life", "p": "oscillator", "q": "spaceship"}
ENDS = {
    "died": "died",
    "settled": "settled",
    "growing": "emit spaceships forever",
    "running": "were still running at the last generation",
    "border": f"outgrew the board of {BOARD}x{BOARD} cells",
}
HEADINGS = ("how often", "object", "apgcode", "first in soup")
CODE = HEADINGS.index("apgcode")
NARROWEST = 20


def census_table(
    rows: Sequence[CensusRow], tally: Tally, most: int | None = None, width: int | None = None
) -> str:
    """How soups ended, and the most frequent objects; with a width, no line is longer than that.

    Long codes are cut then; where there is no room for them, they and the soups are left out.
    """
    shown = rows[:most]
    lines = _broken(ended(tally), width)
    lines += _columns([HEADINGS, *map(_cells, shown)], width) if rows else []
    if more := len(rows) - len(shown):
        lines += _broken(f"and {more:,} rarer ones: --census shows all", width)
    return "\n".join(lines)


def _columns(cells: list[tuple[str, ...]], width: int | None) -> Iterator[str]:
    """The lines of the table."""
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    room = widths[CODE] if width is None else width - sum(widths) + widths[CODE] - 2 * CODE - 2
    kept = CODE if room < len(HEADINGS[CODE]) else len(widths)
    widths[CODE] = min(widths[CODE], room)
    for often, *others in (line[:kept] for line in cells):
        pairs = zip(others, widths[1:kept], strict=True)
        padded = [set_cell_size(_cut(text, size), size) for text, size in pairs]
        line = "  ".join([often.rjust(widths[0]), *padded]).rstrip()
        yield line if width is None else _cut(line, width)


def _broken(sentence: str, width: int | None) -> list[str]:
    """A sentence as lines that are not too long."""
    if width is None:
        return [sentence]
    return wrap(sentence, max(NARROWEST, width), subsequent_indent="  ")


def ended(tally: Tally) -> str:
    """How many soups ended in which way."""
    ends = [f"{n:,} {words}" for name, words in ENDS.items() if (n := getattr(tally, name))]
    text = f"{plural(tally.soups, 'soup')}{': ' if ends else ''}{', '.join(ends)}"
    if tally.unresolved:
        text += f"; {plural(tally.unresolved, 'part')} too large to be split into objects"
    return text


def listed(
    rows: Sequence[CensusRow], objects: Mapping[str, SoupAnswer], form: Format
) -> Iterator[str]:
    """The objects of a census for other programs, one after another."""
    for number, row in enumerate(rows):
        kind, period, _ = _told(row.apgcode)
        facts: dict[str, object] = {
            "apgcode": row.apgcode,
            "name": row.name or None,
            "kind": kind,
            "period": period,
            "count": row.count,
            "soup": row.soup,
        }
        match form:
            case Format.JSON:
                yield json.dumps(facts) + "\n"
            case Format.CSV:
                yield as_csv(facts, heading=not number)
            case Format.APGCODE:
                yield f"{row.apgcode}\n"
            case _:
                yield write(AnswerReport.of(objects[row.apgcode]), form, first=not number)


def _cells(row: CensusRow) -> tuple[str, ...]:
    return f"{row.count:,}", row.name or _nameless(row.apgcode), row.apgcode, f"{row.soup:,}"


def _nameless(code: str) -> str:
    kind, period, cells = _told(code)
    return f"{kind} of {plural(cells, 'cell')}" if cells else f"{kind} of period {period}"


def _told(code: str) -> tuple[str, int, int]:
    """What a code says: the kind, the period, and the cells of a still life."""
    number = int(code[2:].split("_", maxsplit=1)[0])
    return KINDS[code[1]], 1 if code[1] == "s" else number, number if code[1] == "s" else 0


def _cut(line: str, width: int) -> str:
    """The line as far as there is room, with an ellipsis if that is not all."""
    return line if cell_len(line) <= width else f"{set_cell_size(line, max(0, width - 1))}…"
