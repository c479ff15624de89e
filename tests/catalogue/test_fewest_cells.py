"""Known ships and proved bounds: patterns/records/fewest-cells.csv, and its table in the manual."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from lifesearch.engines.on_demand.classes import CLASSES
from lifesearch.engines.on_demand.spread import is_one, room, side
from lifesearch.formats.sss import read_line
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, velocity
from tests.program import run

ROOT = Path(__file__).parents[2]
SQUARE = 24
with (ROOT / "patterns" / "records" / "fewest-cells.csv").open(encoding="utf-8") as file:
    ROWS = [*csv.DictReader(file)]


def motion(row: dict[str, str]) -> tuple[int, int, int]:
    return int(row["period"]), int(row["dx"]), int(row["dy"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['class']} {motion(row)}")
def test_bounds_follow_from_searches_and_ships_are_ships(row: dict[str, str]) -> None:
    period, dx, dy = motion(row)
    rules = CLASSES[row["class"]]
    if row["walk"]:
        cells, box = (int(word.split("x")[0]) for word in row["walk"].split(" in "))
        assert cells + 1 == int(row["least"]) <= int(row["cells"])
        assert is_one(period, dx, dy)
        assert side(cells, period, max(dx, dy), lone_births=rules.lone_births) <= box
        assert room(cells, period, max(dx, dy), lone_births=rules.lone_births) <= SQUARE
    if row["pattern"]:
        line = ", ".join(row[key] for key in ("cells", "rule", "dx", "dy", "period", "pattern"))
        found = read_line(line, 1)
        assert rules.holds(Rule.parse(row["rule"]), 2)
        known = behaviour(found.pattern, Rule.parse(row["rule"]), period)
        far, less = sorted((abs(known.dx), abs(known.dy)), reverse=True)
        assert (known.period, far, less) == (period, dx, dy)
        assert found.pattern.population == int(row["cells"])


def test_the_manual_has_this_table() -> None:
    page = (ROOT / "lifesearch" / "manual" / "smallest-in-the-plane.md").read_text("utf-8")
    for row in ROWS:
        assert table_row(row) in page
    assert page.count("| `B") == len(ROWS)


def table_row(row: dict[str, str]) -> str:
    period, dx, dy = motion(row)
    least = row["least"] or "-"
    settled = f"**{least}**" if least == row["cells"] else least
    speed = velocity(dx, dy, period)
    walk = row["walk"] or "-"
    return f"| {row['class']} | {speed} | {row['cells']} | `{row['rule']}` | {settled} | {walk} |"


@pytest.mark.long
@pytest.mark.parametrize(
    "search", sorted({(row["class"], row["walk"]) for row in ROWS if row["walk"]})
)
def test_searches_find_nothing(search: tuple[str, str]) -> None:
    rules, (cells, box) = search[0], search[1].split(" in ")
    longest = max(int(row["period"]) for row in ROWS if (row["class"], row["walk"]) == search)
    words = ["--cells", cells, "--box", box, "--max-period", str(longest)]
    assert run("smallest", rules, *words, "--only", "spaceships", "-j", "1").returncode == 1
