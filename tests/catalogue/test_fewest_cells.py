"""Known ships and proved bounds: patterns/records/fewest-cells.csv, and its table in the manual."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from itertools import combinations, product
from pathlib import Path

import pytest

from lifesearch.engines.on_demand.classes import CLASSES
from lifesearch.engines.on_demand.spread import room
from lifesearch.engines.on_demand.walk import RuleWalk
from lifesearch.formats.sss import read_line
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, velocity

ROOT = Path(__file__).parents[2]
with (ROOT / "patterns" / "records" / "fewest-cells.csv").open(encoding="utf-8") as file:
    ROWS = [*csv.DictReader(file)]
LONGEST = {3: 6, 4: 3}
"""For each number of cells, the period up to which all its groups are walked."""
SHIPS: dict[int, set[tuple[int, int, int]]] = {3: set(), 4: {(1, 1, 0)}}
"""The ships among them: period and motion."""


def motion(row: dict[str, str]) -> tuple[int, int, int]:
    return int(row["period"]), int(row["dx"]), int(row["dy"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['class']} {motion(row)}")
def test_bounds_follow_from_proofs_and_ships_are_ships(row: dict[str, str]) -> None:
    period, dx, dy = motion(row)
    rules = CLASSES[row["class"]]
    assert int(row["least"]) <= int(row["cells"])
    if row["proof"] == "symmetry":
        assert Orientation.R180 in rules.symmetries
        assert row["least"] == "3"
    else:
        cells = int(row["proof"].removesuffix(" cells"))
        assert (int(row["least"]), rules.name) == (cells + 1, "outer-totalistic")
        assert period <= LONGEST[cells]
        assert (period, dx, dy) not in SHIPS[cells]
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
    least = row["least"]
    settled = f"**{least}**" if least == row["cells"] else least
    speed = velocity(dx, dy, period)
    cells = (row["class"], speed, row["cells"], f"`{row['rule']}`", settled, row["proof"])
    return f"| {' | '.join(cells)} |"


Cells = tuple[Cell, ...]


def canonical(cells: Iterable[Cell]) -> Cells:
    """The least of the images of some cells, with its corner at (0, 0)."""
    places, images = list(cells), []
    for g in Orientation:
        image = [g.apply(x, y) for x, y in places]
        left, top = min(x for x, _ in image), min(y for _, y in image)
        images.append(tuple(sorted((x - left, y - top) for x, y in image)))
    return min(images)


def groups(cells: int, reach: int) -> list[Cells]:
    """The groups of lemma 2, and more: two cells are within a distance of 2, all are joined."""
    found = {canonical(((0, 0), other)) for other in ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2))}
    around = [*product(range(-reach, reach + 1), repeat=2)]
    for _ in range(cells - 2):
        larger = set[Cells]()
        for group in found:
            near = {(x + dx, y + dy) for x, y in group for dx, dy in around}
            larger |= {canonical((*group, cell)) for cell in near - {*group}}
        found = larger
    return sorted(found)


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(3, marks=pytest.mark.long),
        pytest.param(4, marks=pytest.mark.slow("42,672 sets of cells")),
    ],
)
def test_ships_among_all_groups_of_a_few_cells(cells: int) -> None:
    longest, found = LONGEST[cells], set[tuple[int, int, int]]()
    square = room(cells, longest, longest, lone_births=False)
    walk = RuleWalk(CLASSES["outer-totalistic"], 2, square, longest)
    for group in groups(cells, 2 * longest):
        walk.begin(Pattern.of(group))
        for each in walk.all(0):
            far, less = sorted((abs(each.dx), abs(each.dy)), reverse=True)
            found |= {(each.period, far, less)} if far else set()
    assert found == SHIPS[cells]


def test_groups_are_those_of_the_lemma() -> None:
    """Compared with all sets of three cells in a box."""
    places = [*product(range(7), range(4))]
    listed = set(groups(3, 2))

    def distance(a: Cell, b: Cell) -> int:
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    for a, b, c in combinations(places, 3):
        near = sorted(distance(*pair) for pair in ((a, b), (b, c), (a, c)))
        if near[1] <= 2:
            assert canonical((a, b, c)) in listed
