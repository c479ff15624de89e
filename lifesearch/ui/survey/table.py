"""The table of a survey, for people: a line for each period and each speed.

>>> print(columns([["period 2", "blinker"], ["c/4 diagonal", "glider"]]))
period 2      blinker
c/4 diagonal  glider
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from lifesearch.surveys.report import NamedThing, Row, SurveyReport
from lifesearch.surveys.things import Thing
from lifesearch.text import duration, plural

HEADINGS = ["kind", "smallest", "cells", "box", "found in", "proved"]
LONGEST_CODE = 24


def survey_table(report: SurveyReport) -> str:
    """Everything that is known, as lines of text."""
    record = report.record
    soups = record.tally().soups
    title = f"{record.rule}: {duration(record.seconds)} of work, {plural(soups, 'soup')}"
    lines = [title]
    if report.rows:
        lines += ["", columns([HEADINGS, *map(cells, report.rows)])]
    if told := report.sentences():
        lines += ["", *told]
    return "\n".join(lines)


def cells(row: Row) -> list[str]:
    """The cells of a line."""
    found = row.smallest
    if found is None:
        return [row.title, "-", "", "", "", "; ".join(row.proofs)]
    thing = found.thing
    proofs = list(row.proofs)
    if row.tightest:
        other = row.tightest
        proofs.insert(0, f"smallest box {box(other.thing)}: {called(other)}")
    return [row.title, called(found), str(thing.cells), box(thing), thing.how, "; ".join(proofs)]


def called(found: NamedThing) -> str:
    """The name, or else the code of a pattern."""
    code = found.apgcode or "no name"
    short = code if len(code) <= LONGEST_CODE else f"{code[: LONGEST_CODE - 1]}…"
    return found.name or short


def box(thing: Thing) -> str:
    """The size of the box."""
    return f"{thing.width}x{thing.height}"


def columns(lines: Sequence[Sequence[str]]) -> str:
    """Lines whose cells stand below each other."""
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    padded = ("  ".join(map(set_cell_size, line, widths)).rstrip() for line in lines)
    return "\n".join(padded)
