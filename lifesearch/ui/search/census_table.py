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

from collections.abc import Iterator, Mapping, Sequence

from lifesearch.queries.soups import BOARD, SoupAnswer
from lifesearch.soups.counts import CensusRow, Tally
from lifesearch.text import plural
from lifesearch.ui.report import line_of, write
from lifesearch.ui.search.answer_report import AnswerReport
from lifesearch.ui.terminal.table import broken, columns, cropped, widths

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


def census_table(
    rows: Sequence[CensusRow], tally: Tally, most: int | None = None, width: int | None = None
) -> str:
    """How soups ended, and the most frequent objects; with a width, no line is longer than that.

    Long codes are cut then; where there is no room for them, they and the soups are left out.
    """
    shown = rows[:most]
    lines = broken(ended(tally), width)
    lines += _columns([HEADINGS, *map(_cells, shown)], width) if rows else []
    if more := len(rows) - len(shown):
        lines += broken(f"and {more:,} rarer ones: --census shows all", width)
    return "\n".join(lines)


def _columns(cells: list[tuple[str, ...]], width: int | None) -> list[str]:
    if width is None:
        return columns(cells, numbers=1)
    wide = widths(cells)
    room = width - sum(wide) + wide[CODE] - 2 * (len(wide) - 1)
    if room < len(HEADINGS[CODE]):
        cells = [line[:CODE] for line in cells]
    else:
        cells = [(*line[:CODE], cropped(line[CODE], room), *line[CODE + 1 :]) for line in cells]
    return [cropped(line, width) for line in columns(cells, numbers=1)]


def ended(tally: Tally) -> str:
    """How many soups ended in which way."""
    ends = [f"{n:,} {words}" for name, words in ENDS.items() if (n := getattr(tally, name))]
    text = f"{plural(tally.soups, 'soup')}{': ' if ends else ''}{', '.join(ends)}"
    if tally.unresolved:
        text += f"; {plural(tally.unresolved, 'part')} too large to be split into objects"
    return text


def listed(
    rows: Sequence[CensusRow], objects: Mapping[str, SoupAnswer], form: str
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
            case "json" | "csv":
                yield line_of(facts, form, first=not number)
            case "apgcode":
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
