"""The catalogue, for a person or for a pipe."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from lifesearch.catalogue.catalogue import Entry, pattern_of
from lifesearch.formats.detect import write_rle
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.ui.report import PatternReport, line_of
from lifesearch.ui.terminal.console import Printer
from lifesearch.ui.terminal.grids import Grids, around
from lifesearch.ui.terminal.table import columns

MOST_DRAWN = 6000
HEADINGS = ("name", "kind", "period", "velocity", "cells")
WHOSE = ("catalogue", "rule")
FIELDS = (*HEADINGS, "most_cells", "apgcode", "also", "rule", "added")


def table(entries: Iterable[Entry]) -> str:
    """Entries as a table; if some are the user's, with the catalogue and the rule of each."""
    shown = list(entries)
    rows = [HEADINGS, *(_row(entry) for entry in shown)]
    if any(entry.own for entry in shown):
        whose = [WHOSE, *((_catalogue(entry), entry.rule) for entry in shown)]
        rows = [(*row, *more) for row, more in zip(rows, whose, strict=True)]
    return "\n".join(columns(rows)) + "\n"


def _row(entry: Entry) -> tuple[str, ...]:
    cells = str(entry.cells)
    if entry.most_cells > entry.cells:
        cells += f" to {entry.most_cells}"
    period = "" if entry.kind == "still life" else str(entry.period)
    return entry.name, entry.kind, period, entry.velocity, cells


def _catalogue(entry: Entry) -> str:
    return "own" if entry.own else "built-in"


def listed(entries: Iterable[Entry], form: str) -> str:
    """Entries as lines of JSON, CSV or apgcodes."""
    lines = []
    for number, entry in enumerate(entries):
        facts: dict[str, object] = {name: getattr(entry, name) for name in FIELDS}
        also = "; ".join(entry.also) if form == "csv" else list(entry.also)
        facts |= {"also": also, "catalogue": _catalogue(entry)}
        if form in ("json", "csv"):
            lines.append(line_of(facts, form, first=not number))
        else:
            lines.append(f"{entry.apgcode}\n")
    return "".join(lines)


def entry_report(entry: Entry) -> PatternReport:
    return PatternReport.of_file(
        pattern_of(entry), entry.name, Rule.parse(entry.rule), limit=entry.period
    )


def draw(entry: Entry) -> None:
    """Print an entry as an answer: what it is, its generations as far as they fit, and RLE."""
    console = Printer()
    file, report = pattern_of(entry), entry_report(entry)
    console.print(Text(f"{entry.name}: {report.summary()}"))
    if entry.also:
        console.print(Text(f"also called {', '.join(entry.also)}"))
    console.print(Text(f"apgcode {entry.apgcode}"))
    if entry.own:
        console.print(Text(f"in your own catalogue since {entry.added}"))
    still = not entry.velocity
    shown = list(generations(file.pattern, entry.period - still, report.rule))
    box = around(file.pattern.box, shown)
    if box.area * len(shown) > MOST_DRAWN:
        shown, box = shown[:1], file.pattern.box
    frames = [(f"generation {t}", pattern) for t, pattern in enumerate(shown)]
    console.print(Grids(frames, box))
    name, comments = file.name or entry.name, file.comments
    console.print(Text(write_rle(file.pattern, report.rule, name=name, comments=comments)))
