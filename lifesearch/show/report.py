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
import textwrap
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
COMMENT_LENGTH = 76
"""The most letters of a comment in a line: with `#C ` it fits in a terminal of 80 columns."""
JSON_VERSION = 1
"""It grows when a field is renamed, removed or changes its meaning, not when one is added."""


def write(report: PatternReport, form: str, *, first: bool = True) -> str:
    """Write a pattern, or the facts of it, in a format; the first CSV line has a heading.

    InputError if the format has no states for the pattern's dying cells.
    """
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
    lines = tuple(line for comment in comments for line in _short_lines(comment))
    file = PatternFile(report.pattern, report.rule, name, None, lines)
    return chosen.write(replace(file, torus=report.torus))


def _short_lines(comment: str) -> list[str]:
    """A comment in lines that fit in a narrow terminal, broken after semicolons if it has any.

    What is copied from a terminal that wraps longer lines can be read again.

    >>> _short_lines("eater: nothing else is left in generation 10; with boat; found by lifesearch")
    ['eater: nothing else is left in generation 10; with boat;', 'found by lifesearch']
    """
    lines = [""]
    for fact in comment.split("; "):
        # Three letters: "; " before the fact, and a semicolon if another line follows.
        if lines[-1] and len(lines[-1]) + len(fact) + 3 > COMMENT_LENGTH:
            lines[-1] += ";"
            lines.append(fact)
        else:
            lines[-1] = f"{lines[-1]}; {fact}" if lines[-1] else fact
    # an apgcode stays whole, however long it is
    words = textwrap.TextWrapper(COMMENT_LENGTH, break_long_words=False, break_on_hyphens=False)
    return [part for line in lines for part in words.wrap(line) or [""]]


def _post(report: PatternReport) -> str:
    """A pattern for a post on the ConwayLife forums, whose viewer shows what is code.

    What stands in double brackets is for the viewer: a ship stays in the middle of its window, and
    ten generations are shown in a second, which is a choice.
    """
    cycle, period = report.behaviour, report.period or 1
    moves = cycle.dx or cycle.dy
    follow = f"TRACKLOOP {period} {cycle.dx}/{period} {cycle.dy}/{period} " if moves else ""
    comments, header, runs = write(report, "rle").rpartition("x = ")
    return f"[code]{comments}#C [[ AUTOSTART {follow}GPS 10 ]]\n{header}{runs}[/code]\n"


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
