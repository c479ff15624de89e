"""The catalogue, for a person or for a pipe.

`lifesearch catalogue` calls it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.text import Text

from lifesearch.catalogue.build_index import in_words
from lifesearch.catalogue.catalogue import Entry, pattern_of
from lifesearch.common.facts import NATURAL, POSITIVE, RECORD, TEXT, maybe, one_of, several
from lifesearch.common.tables import Table, column
from lifesearch.core.report import PatternReport
from lifesearch.formats.detect import write_rle
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.show.report import line_of
from lifesearch.show.terminal.console import Printer
from lifesearch.show.terminal.grids import Grids, around
from lifesearch.show.terminal.table import table_lines

MOST_DRAWN = 6000
"""Cells of all generations together up to which all are drawn; else only the first one is.

A choice: three screens of 25 lines, 80 columns wide.
"""


def _cells(entry: Entry) -> str:
    more = f" to {entry.most_cells}" if entry.most_cells > entry.cells else ""
    return f"{entry.cells}{more}"


def _period(entry: Entry) -> str | None:
    return None if entry.kind == "still life" or not entry.period else str(entry.period)


def _catalogue(entry: Entry) -> str:
    return "own" if entry.own else "built-in"


COLUMNS = (
    column("name", "name", TEXT, lambda entry: entry.name, about="Its name."),
    column(
        "kind", "kind", TEXT, lambda entry: entry.kind,
        about="Still life, oscillator, spaceship, gun, puffer, rake or methuselah.",
    ),
    column(
        "period", "period", maybe(POSITIVE), lambda entry: entry.period or None, words=_period,
        about="The period; None for a methuselah.",
    ),
    column(
        "velocity", "velocity", TEXT, lambda entry: entry.velocity,
        about="Speed and direction; empty if it does not move.",
    ),
    column(
        "cells", "cells", NATURAL, lambda entry: entry.cells, words=_cells,
        about="The fewest live cells in any phase.",
    ),
    column(
        "most_cells", "", NATURAL, lambda entry: entry.most_cells, RECORD,
        about="The most live cells in any phase.",
    ),
    column(
        "lifespan", "", maybe(POSITIVE), lambda entry: entry.lifespan or None, RECORD,
        about="The generation in which a methuselah settles.",
    ),
    column(
        "apgcode", "", TEXT, lambda entry: entry.apgcode, RECORD,
        about="Its apgcode; empty if it does not recur.",
    ),
    column("also", "", several(TEXT), lambda entry: entry.also, RECORD, about="Other names."),
    column(
        "catalogue", "catalogue", one_of("built-in", "own"), _catalogue,
        about="Which catalogue has it.",
    ),
    column("rule", "rule", TEXT, lambda entry: entry.rule, about="The rule."),
    column(
        "added", "", TEXT, lambda entry: entry.added, RECORD,
        about="The day on which it was added to your own catalogue.",
    ),
)  # fmt: skip
"""The columns of the catalogue, for people and other programs."""


def table(entries: Iterable[Entry]) -> str:
    """Entries as a table; if some are the user's, with the catalogue and the rule of each.

    An entry is one line, however narrow the terminal is.
    """
    shown = list(entries)
    whole = Table(COLUMNS, shown)
    if not any(entry.own for entry in shown):
        whole = whole.without("catalogue").without("rule")
    return "\n".join(table_lines(whole)) + "\n"


def listed(entries: Iterable[Entry], form: str) -> str:
    """Entries as lines of JSON, CSV or apgcodes; those without an apgcode are left out of these."""
    whole = Table(COLUMNS, list(entries))
    if form not in ("json", "csv"):
        return "".join(f"{r['apgcode']}\n" for r in whole.records() if r["apgcode"])
    lines = []
    for number, record in enumerate(whole.records()):
        # `line_of` would separate them by blanks, which names contain.
        also = {"also": "; ".join(record["also"])} if form == "csv" else {}
        lines.append(line_of(record | also, form, first=not number))
    return "".join(lines)


@dataclass(frozen=True)
class OfOtherKind(PatternReport):
    """The report of a pattern that does not recur: what the catalogue says, without simulation."""

    entry: Entry = field(kw_only=True)

    @property
    def kind(self) -> str:
        return "settles" if self.entry.kind == "methuselah" else self.entry.kind

    def summary(self) -> str:
        return in_words(self.entry)

    def heading(self) -> tuple[str | None, list[str]]:
        return self.entry.name, [in_words(self.entry)]


def entry_report(entry: Entry) -> PatternReport:
    """A report with the facts of an entry; it simulates only what recurs, for one period."""
    if not entry.recurs:
        file = pattern_of(entry)
        return OfOtherKind(file.pattern, limit=0, given_name=entry.name, entry=entry)
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
    if file.author:
        console.print(Text(f"discovered by {file.author}"))
    if entry.apgcode:
        console.print(Text(f"apgcode {entry.apgcode}"))
    if entry.own:
        console.print(Text(f"in your own catalogue since {entry.added}"))
    stays = not entry.velocity
    # In generation `period`, a pattern that stays in its place looks as in generation 0.
    last = entry.period - stays if entry.recurs else 0
    shown = list(generations(file.pattern, last, report.rule))
    box = around(file.pattern.box, shown)
    if box.area * len(shown) > MOST_DRAWN:
        shown, box = shown[:1], file.pattern.box
    frames = [(f"generation {t}", pattern) for t, pattern in enumerate(shown)]
    console.print(Grids(frames, box))
    name, author, comments = file.name or entry.name, file.author, file.comments
    text = write_rle(file.pattern, report.rule, name=name, author=author, comments=comments)
    console.print(Text(text))
