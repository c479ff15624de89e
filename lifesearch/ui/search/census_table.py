"""A census for a person, as a table, or for other programs.

>>> rows = [Row("xs4_33", "block", 1200, 0), Row("xp4_ccx33", "", 1, 52)]
>>> print(census_table(rows, Tally(died=7, settled=93), width=34))
100 soups: 7 died, 93 settled
how often  object                …
    1,200  block                 …
        1  oscillator of period 4…
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len, set_cell_size

from lifesearch.queries.soups import BOARD, SoupAnswer
from lifesearch.soups.counts import Row, Tally
from lifesearch.text import plural
from lifesearch.ui.report import Format, as_csv, write
from lifesearch.ui.search.answer_report import AnswerReport

KINDS = {"s": "still life", "p": "oscillator", "q": "spaceship"}
ENDS = {
    "died": "died",
    "settled": "settled",
    "growing": "grow for ever by ships",
    "running": "were still running at the last generation",
    "border": f"outgrew the board of {BOARD}x{BOARD} cells",
}
HEADINGS = ("how often", "object", "apgcode", "first in soup")


def census_table(
    rows: Sequence[Row], tally: Tally, most: int | None = None, width: int | None = None
) -> str:
    """How soups ended, and the most frequent objects; lines are cut to a width."""
    shown = rows[:most]
    cells = [HEADINGS, *(_cells(row) for row in shown)]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    lines = [ended(tally)]
    for often, *others in cells if rows else ():
        padded = [set_cell_size(*each) for each in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([often.rjust(widths[0]), *padded]).rstrip())
    if more := len(rows) - len(shown):
        lines.append(f"and {more:,} rarer ones: --census shows all")
    return "\n".join(line if width is None else _cut(line, width) for line in lines)


def ended(tally: Tally) -> str:
    """How many soups ended in which way."""
    ends = [f"{n:,} {words}" for name, words in ENDS.items() if (n := getattr(tally, name))]
    text = f"{plural(tally.soups, 'soup')}{': ' if ends else ''}{', '.join(ends)}"
    if tally.unresolved:
        text += f"; {plural(tally.unresolved, 'part')} not taken apart, being too large"
    return text


def listed(rows: Sequence[Row], objects: Mapping[str, SoupAnswer], form: Format) -> Iterator[str]:
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


def _cells(row: Row) -> tuple[str, ...]:
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
