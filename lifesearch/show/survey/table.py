"""The table of a survey, for people: a line for each period and each speed.

`view` prints it at the end, `page` makes HTML of it, and Python returns it.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lifesearch.common.facts import NATURAL, TEXT, maybe
from lifesearch.common.tables import Table, column
from lifesearch.common.text import duration, plural
from lifesearch.formats.detect import write_runs
from lifesearch.life.simulate.evolve import velocity
from lifesearch.show.terminal.fitting import cropped
from lifesearch.show.terminal.table import fits, table_lines
from lifesearch.surveys.kinds import MinimalPattern
from lifesearch.surveys.record import FoundPattern, ReplicatorFound, StillLifesListed, SurveyRecord
from lifesearch.surveys.report import NamedPattern, ReportRow, SurveyReport

LONGEST_CODE = 24
"""Characters of an apgcode that are shown; of a longer one its beginning is."""


def survey_table(report: SurveyReport) -> Table:
    """All results of a survey, for people."""
    record = report.record
    soups = record.tally().soups
    title = f"{record.rule}: {duration(record.seconds)} of work, {plural(soups, 'soup')}"
    none = () if report.rows else ("no matching pattern has been found yet",)
    return Table(COLUMNS, report.rows, title, (*none, *report.sentences()), spaced=True)


def growing_table(report: SurveyReport, width: int) -> list[str]:
    """The table while a survey goes on; without the proofs, if there is no room for them.

    It is drawn below the progress: commands, which are long, are left out.
    """
    table = Table(COLUMNS, report.rows).without("command")
    return table_lines(table if fits(table, width) else table.without("proved"), width)


def _smallest(row: ReportRow) -> str:
    return "-" if row.fewest is None else called(row.fewest)


def _cells(row: ReportRow) -> int | None:
    return None if row.fewest is None else row.fewest.minimal.cells


def _box(row: ReportRow) -> str | None:
    return None if row.fewest is None else box(row.fewest.minimal)


def _found_in(row: ReportRow) -> str | None:
    return None if row.fewest is None else row.fewest.minimal.source


def smaller_box_and_proofs(row: ReportRow) -> list[str]:
    """What is said beside the pattern with the fewest cells.

    "Smaller", in what is proved, means the box of `tightest`, which is named first.
    """
    other = row.tightest
    smaller = [] if other is None else [f"smallest box {box(other.minimal)}: {called(other)}"]
    return [*smaller, *row.proofs]


def _proved(row: ReportRow) -> str:
    return "; ".join(smaller_box_and_proofs(row))


COLUMNS = (
    column("kind", "kind", TEXT, lambda row: row.title),
    column("smallest", "smallest", TEXT, _smallest),
    column("cells", "cells", maybe(NATURAL), _cells, sentence="{} cells"),
    column("box", "box", maybe(TEXT), _box),
    column("found_in", "found in", maybe(TEXT), _found_in),
    column("proved", "proved", TEXT, _proved, below="proved: "),
    column("command", "command", TEXT, lambda row: row.command, below="$ ", whole=True),
)
"""The columns of a survey; other programs have more: see `survey_json`."""


def called(found: NamedPattern) -> str:
    """The name, or else the code of a pattern."""
    return found.name or cropped(found.apgcode or "no name", LONGEST_CODE)


def box(minimal: MinimalPattern) -> str:
    return f"{minimal.width}x{minimal.height}"


def event_sentence(event: object, before: SurveyRecord) -> str:
    """The new pattern or list of an event, in words; empty if it is not worth a line.

    `before` is the record without the event: it shows whether the pattern is new.
    """
    match event:
        case FoundPattern(minimal) if before.is_new(minimal):
            found = NamedPattern.of(minimal, before.rule)
            cells = plural(minimal.cells, "cell")
            title = minimal.kind.title(before.rule)
            return f"{title}: {called(found)}, {cells}, {box(minimal)}; {minimal.source}"
        case ReplicatorFound(found):
            cells, copies = plural(found.pattern.population, "cell"), found.copies
            later = plural(found.generations, "generation")
            return f"replicator: {cells}, {copies} copies after {later}"
        case StillLifesListed(number, patterns) if patterns:
            return f"still lifes of {plural(number, 'cell')}: {len(patterns):,}, and no others"
    return ""


# A survey for other programs: one JSON object


Json = dict[str, Any]


def survey_json(report: SurveyReport) -> Json:
    """All results; of still lifes the lists from one cell on, without a gap."""
    record = report.record
    up_to = record.listed_up_to()
    return {
        "rule": str(record.rule),
        "seconds": round(record.seconds, 1),
        "soups": record.tally().soups,
        "kinds": [_kind(row) for row in report.rows],
        "still_lifes": {
            "complete_up_to": up_to,
            "counts": {n: len(record.still_lifes[n]) for n in range(1, up_to + 1)},
            "rle": [write_runs(p) for n in range(1, up_to + 1) for p in record.still_lifes[n]],
        },
        "replicator": _replicator(report),
        "soup_statistics": _soup_statistics(report),
        "notes": report.sentences(),
    }


def _kind(row: ReportRow) -> Json:
    kind = row.kind
    speed = velocity(kind.dx, kind.dy, kind.period) if kind.travels else None
    return {
        "kind": kind.word,
        "period": kind.period,
        "dx": kind.dx,
        "dy": kind.dy,
        "velocity": speed,
        "command": row.command,
        "smallest": _minimal(row.fewest),
        "smallest_box": _minimal(row.tightest or row.fewest),
        "proved": {
            "none_up_to_area": row.empty.area,
            "smallest_box": row.box_proved,
            "strips": [{"symmetry": name, "none_up_to": w} for name, w in row.empty.strips],
            **{proved.key: proved.value for proved in row.empty.others},
        },
    }


def _minimal(pattern: NamedPattern | None) -> Json | None:
    if pattern is None:
        return None
    minimal = pattern.minimal
    return {
        "name": pattern.name,
        "apgcode": pattern.apgcode,
        "cells": minimal.cells,
        "width": minimal.width,
        "height": minimal.height,
        "rle": write_runs(minimal.pattern),
        "found_in": minimal.source,
    }


def _replicator(report: SurveyReport) -> Json | None:
    found = report.record.replicator
    if found is None:
        return None
    return {
        "rle": write_runs(found.pattern),
        "generations": found.generations,
        "copies": found.copies,
    }


def _soup_statistics(report: SurveyReport) -> Json:
    statistics = report.soup_statistics
    ends = asdict(statistics.tally)
    ends.pop("unresolved")
    return {
        "soups": statistics.tally.soups,
        **ends,
        "lifespans": [*statistics.lifespans],
        "commonest": [
            {"apgcode": code, "name": name or None, "share": round(share, 5)}
            for code, name, share in statistics.commonest
        ],
    }
