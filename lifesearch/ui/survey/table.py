"""The table of a survey, for people: a line for each period and each speed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.cells import cell_len

from lifesearch.formats.detect import write_runs
from lifesearch.life.simulate.evolve import velocity
from lifesearch.surveys.kinds import Thing
from lifesearch.surveys.record import FoundThing, ReplicatorFound, StillLifesListed, SurveyRecord
from lifesearch.surveys.report import NamedThing, ReportRow, SurveyReport
from lifesearch.text import duration, plural
from lifesearch.ui.terminal.table import broken, columns, cropped

HEADINGS = ["kind", "smallest", "cells", "box", "found in", "proved"]
LONGEST_CODE = 24


def survey_table(report: SurveyReport, width: int | None = None) -> str:
    """Everything that is known, as lines of text; with a width, none is longer than that."""
    record = report.record
    soups = record.tally().soups
    title = f"{record.rule}: {duration(record.seconds)} of work, {plural(soups, 'soup')}"
    lines = [title]
    if report.rows:
        lines += ["", *_rows([HEADINGS, *map(cells, report.rows)], width)]
    else:
        lines += ["", "no matching pattern has been found yet"]
    if shown := report.sentences():
        lines += ["", *(line for sentence in shown for line in broken(sentence, width))]
    return "\n".join(lines)


def growing_table(report: SurveyReport, width: int) -> list[str]:
    """The table while a survey goes on; without the proofs, if there is no room for them."""
    lines = [HEADINGS, *map(cells, report.rows)]
    if not _fits(columns(lines), width):
        lines = [[*line[:-1], ""] for line in lines]
    return [*_rows(lines, width)]


def _rows(lines: list[list[str]], width: int | None) -> Iterator[str]:
    """The table; what is proved stands below each line if there is no room beside it.

    Where there is no room for that, either, each line is a sentence.

    >>> lines = [["kind", "proved"], ["period 3", "none in a box of up to 14 cells"]]
    >>> print(*_rows(lines, 30), sep="\\n")
    kind
    period 3
      proved: none in a box of up
        to 14 cells
    """
    whole, short = columns(lines), columns([line[:-1] for line in lines])
    if _fits(whole, width):
        yield from whole
    elif _fits(short, width):
        yield short[0]
        for line, (*_, proved) in zip(short[1:], lines[1:], strict=True):
            yield line
            yield from _proved(proved, width)
    else:
        for title, name, number, *facts, proved in lines[1:]:
            shown = [name, *([f"{number} cells", *facts] if number else [])]
            yield from broken(f"{title}: {', '.join(shown)}", width, "", "  ")
            yield from _proved(proved, width)


def _proved(text: str, width: int | None) -> list[str]:
    return broken(f"proved: {text}", width, "  ", "    ") if text else []


def _fits(lines: list[str], width: int | None) -> bool:
    return width is None or max(map(cell_len, lines)) <= width


def cells(row: ReportRow) -> list[str]:
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
    return found.name or cropped(found.apgcode or "no name", LONGEST_CODE)


def box(thing: Thing) -> str:
    return f"{thing.width}x{thing.height}"


def news(event: object, before: SurveyRecord) -> str:
    """What is new in an event, in words; empty if it is not worth a line."""
    match event:
        case FoundThing(thing) if before.is_news(thing):
            found = NamedThing.of(thing, before.rule)
            cells = plural(thing.cells, "cell")
            title = thing.kind.title(before.rule)
            return f"{title}: {called(found)}, {cells}, {box(thing)}; {thing.how}"
        case ReplicatorFound(found):
            cells, copies = plural(found.pattern.population, "cell"), found.copies
            later = plural(found.generations, "generation")
            return f"replicator: {cells}, {copies} copies after {later}; it is not periodic"
        case StillLifesListed(number, patterns) if patterns:
            return f"still lifes of {plural(number, 'cell')}: {len(patterns):,}, and no others"
    return ""


# A survey for other programs: one JSON object


Json = dict[str, Any]


def survey_json(report: SurveyReport) -> Json:
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
        "character": _character(report),
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
        "smallest": _thing(row.smallest),
        "smallest_box": _thing(row.tightest or row.smallest),
        "proved": {
            "none_up_to_area": row.empty.area,
            "smallest_box": row.box_proved,
            "strips": [{"symmetry": name, "none_up_to": w} for name, w in row.empty.strips],
            "no_rotor_up_to": row.empty.rotors,
        },
    }


def _thing(found: NamedThing | None) -> Json | None:
    if found is None:
        return None
    thing = found.thing
    return {
        "name": found.name,
        "apgcode": found.apgcode,
        "cells": thing.cells,
        "width": thing.width,
        "height": thing.height,
        "rle": write_runs(thing.pattern),
        "found_in": thing.how,
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


def _character(report: SurveyReport) -> Json:
    character = report.character
    ends = asdict(character.tally)
    ends.pop("unresolved")
    return {
        "soups": character.tally.soups,
        **ends,
        "lifespans": [*character.lifespans],
        "commonest": [
            {"apgcode": code, "name": name or None, "share": round(share, 5)}
            for code, name, share in character.commonest
        ],
    }
