"""The catalogue, for a person or for a pipe."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rich.text import Text

from lifesearch.life.catalogue import Entry, pattern_of
from lifesearch.life.evolve import generations
from lifesearch.life.fate import follow
from lifesearch.life.formats import write_rle
from lifesearch.life.rule import LIFE
from lifesearch.show.console import Printer
from lifesearch.show.formats import Format, as_csv
from lifesearch.show.grids import Grids, around
from lifesearch.show.identified import Finding

MOST_DRAWN = 6000
HEADINGS = ("name", "kind", "period", "velocity", "cells")


def table(entries: Iterable[Entry]) -> str:
    """Entries below each other, in columns."""
    rows = [HEADINGS, *(_row(entry) for entry in entries)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def _row(entry: Entry) -> tuple[str, ...]:
    cells = str(entry.cells)
    if entry.most_cells > entry.cells:
        cells += f" to {entry.most_cells}"
    period = "" if entry.kind == "still life" else str(entry.period)
    return entry.name, entry.kind, period, entry.velocity, cells


def listed(entries: Iterable[Entry], form: Format) -> str:
    """Entries as lines of JSON, CSV or apgcodes."""
    lines = []
    for number, entry in enumerate(entries):
        facts = {**vars(entry), "also": list(entry.also)}
        del facts["file"]
        match form:
            case Format.JSON:
                lines.append(json.dumps(facts) + "\n")
            case Format.CSV:
                lines.append(as_csv({**facts, "also": "; ".join(entry.also)}, heading=not number))
            case _:
                lines.append(f"{entry.apgcode}\n")
    return "".join(lines)


def finding(entry: Entry) -> Finding:
    """An entry with all that can be found out about it."""
    file = pattern_of(entry)
    return Finding(entry.name, file, LIFE, follow(file.pattern, LIFE, entry.period))


def draw(entry: Entry) -> None:
    """Print an entry as an answer: what it is, its generations as far as they fit, and RLE."""
    console = Printer()
    file, found = pattern_of(entry), finding(entry)
    console.print(Text(f"{entry.name}: {found.identity.summary()}"))
    if entry.also:
        console.print(Text(f"also called {', '.join(entry.also)}"))
    console.print(Text(f"apgcode {entry.apgcode}"))
    still = not entry.velocity
    shown = list(generations(file.pattern, entry.period - still))
    box = around(file.pattern.box, shown)
    if box.area * len(shown) > MOST_DRAWN:
        shown, box = shown[:1], file.pattern.box
    frames = [(f"generation {t}", pattern) for t, pattern in enumerate(shown)]
    console.print(Grids(frames, box))
    console.print(Text(write_rle(file.pattern, name=file.name, comments=file.comments)))
