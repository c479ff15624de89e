"""Three hundred patterns whose behaviour others recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from lifesearch.formats.detect import read
from lifesearch.life.simulate.evolve import behaviour

DATA = Path(__file__).parent.parent / "data" / "known-patterns.jsonl"
KNOWN = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def test_there_are_many() -> None:
    assert len(KNOWN) > 300


@pytest.mark.parametrize("record", KNOWN, ids=lambda record: record["name"])
def test_known_patterns_behave_as_recorded(record: dict[str, Any]) -> None:
    pattern = read(record["rle"]).pattern
    found = behaviour(pattern, limit=record["period"])
    assert {
        "kind": found.kind,
        "period": found.period,
        "dx": found.dx,
        "dy": found.dy,
        "population": pattern.population,
        "width": pattern.box.width,
        "height": pattern.box.height,
    } == {key: value for key, value in record.items() if key not in ("name", "rle")}
