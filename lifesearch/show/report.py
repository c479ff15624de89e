"""Patterns and their facts in formats for other programs.

Commands, Python and the studio write patterns by it.

>>> from lifesearch.life.pattern import Pattern
>>> print(write(PatternReport(Pattern.parse("OOO")), "rle"), end="")
#N blinker
#C oscillator of period 2; 3 cells, D4_+1
#C apgcode xp2_7
x = 3, y = 1, rule = B3/S23
3o!
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace

from lifesearch.common.errors import InputError
from lifesearch.core.report import PatternReport
from lifesearch.formats import NAMES
from lifesearch.formats.common import PatternFile
from lifesearch.formats.registry import format_named

NO_CODE = "-"
"""Written in place of an apgcode for patterns that have none, so that each has a line."""
SUFFIXES = {"forum": ".txt"}
"""Endings of file names that are not those of a pattern format, nor the name of the form."""
JSON_VERSION = 1
"""It grows when a field is renamed, removed or changes its meaning, not when one is added."""


def write(report: PatternReport, form: str, *, first: bool = True) -> str:
    """Write a pattern, or the facts of it, in a format; the first CSV line has a heading."""
    match form:
        case "json" | "csv":
            from lifesearch.core.facts import record_of

            return line_of(record_of(report), form, first=first)
        case "apgcode":
            return f"{report.apgcode or NO_CODE}\n"
        case "forum":
            return _post(report)
    chosen = format_named(form)
    if report.pattern.dying and not chosen.has_states:
        raise InputError(f"the format {form} has two states: write this pattern as rle")
    name, comments = report.heading() if chosen.has_comments else (None, [])
    file = PatternFile(report.pattern, report.rule, name, None, tuple(comments))
    return chosen.write(replace(file, torus=report.torus))


def _post(report: PatternReport) -> str:
    """A pattern for a post on the ConwayLife forums, whose viewer shows what is code.

    What stands in double brackets is for the viewer: a ship stays in the middle of its window.
    """
    cycle, period = report.behaviour, report.period or 1
    moves = cycle.dx or cycle.dy
    follow = f"TRACKLOOP {period} {cycle.dx}/{period} {cycle.dy}/{period} " if moves else ""
    header, runs = write(report, "rle").rsplit("\nx = ", 1)
    return f"[code]{header}\n#C [[ AUTOSTART {follow}GPS 10 ]]\nx = {runs}[/code]\n"


def suffix_of(form: str) -> str:
    """The ending of file names in a format."""
    return format_named(form).suffixes[0] if form in NAMES else SUFFIXES.get(form, f".{form}")


def json_line(facts: Mapping[str, object]) -> str:
    """Facts as JSON, with the version of its form: see manual/output.schema.json."""
    return json.dumps({**facts, "version": JSON_VERSION})


def line_of(facts: Mapping[str, object], form: str, *, first: bool = True) -> str:
    """Facts as a line of JSON or CSV; before the first line of CSV their names stand in another."""
    if form == "json":
        return json_line(facts) + "\n"
    text = io.StringIO()
    facts = {
        key: " ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in facts.items()
    }
    writer = csv.DictWriter(text, facts, lineterminator="\n")
    if first:
        writer.writeheader()
    writer.writerow(facts)
    return text.getvalue()
