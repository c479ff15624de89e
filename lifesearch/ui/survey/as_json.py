"""A survey for other programs: one JSON object."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lifesearch.formats.detect import write_runs
from lifesearch.life.simulate.evolve import velocity
from lifesearch.surveys.report import NamedThing, ReportRow, SurveyReport

Json = dict[str, Any]


def survey_json(report: SurveyReport) -> Json:
    """Everything that is known, by name."""
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
