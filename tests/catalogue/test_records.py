"""The records in patterns/records, each simulated from its own text."""

from __future__ import annotations

from pathlib import Path

import pytest

from lifesearch.engines.on_demand.classes import CLASSES
from lifesearch.formats.sss import read_line, records
from lifesearch.life.simulate.evolve import behaviour

FILES = sorted((Path(__file__).parents[2] / "patterns" / "records").glob("*.sss"))
EVERY = 12
"""By default, one of this number of records is simulated."""


def simulate(file: Path, every: int) -> None:
    text = file.read_text("utf-8")
    lines, listed = text.splitlines(), [*records(text)]
    rules = CLASSES[file.stem.removesuffix("-generations")]
    speeds = {(each.dx, each.dy, each.period) for _, each in listed}
    assert len(speeds) == len(listed)
    for number, record in listed[::every]:
        found = read_line(lines[number - 1], number)
        assert found.rule is not None
        assert rules.holds(found.rule, found.rule.states)
        known = behaviour(found.pattern, found.rule, record.period)
        far, less = sorted((abs(known.dx), abs(known.dy)), reverse=True)
        assert (far, less, known.period) == (record.dx, record.dy, record.period)
        assert found.pattern.population == record.cells


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_some_records_are_what_they_say(file: Path) -> None:
    simulate(file, EVERY)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_all_records_are_what_they_say(file: Path) -> None:
    simulate(file, 1)


def test_there_are_as_many_as_the_manual_says() -> None:
    page = Path(__file__).parents[2] / "lifesearch" / "manual" / "smallest-records.md"
    rows = [line.split("|") for line in page.read_text("utf-8").splitlines()]
    said = {row[1].strip(" `"): int(row[2]) for row in rows if len(row) > 4 and ".sss" in row[1]}
    assert said == {file.name: len([*records(file.read_text("utf-8"))]) for file in FILES}
