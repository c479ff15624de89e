"""Surveys that are stopped again and again: what they prove is so, and none of it is lost."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.brute_worlds import (
    FAMILIES,
    Life,
    Motion,
    PlainRule,
    Wanted,
    cells_of,
    classes,
    kind,
    lives,
    world_for,
)
from tests.pairs.test_attached import in_one_piece, lived
from tests.program import run
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

LARGEST_AREA = 12
"""Boxes of so many cells are tried in all ways."""
MOST_LISTED = 2
"""Still lifes of so many cells in one piece lie in a box of 3x3."""
MOST_STOPS = 100
LIMITS = ("0.1s", "0.3s", "0.6s", "1s", "2s")


def compare(family: str, seed: str, folder: Path, stops: int) -> int:
    """Survey a random rule in several runs; how many claims were compared with brute force.

    There are more runs until something is proved, however slow the machine is.
    """
    random = Random(f"survey {family} {seed}")
    rule, session = FAMILIES[family](random), str(folder / f"{family} {seed}.session")
    first = ["survey", rule.text, "--periods", "2-4", "--speeds", "c/2,c/3,c/4 d", "--session"]
    before: dict[str, Any] = {}
    for number in range(MOST_STOPS):
        if number >= stops and (claims := _claims(before, rule)):
            return claims
        words = [*first, session] if number == 0 or random.random() < 0.5 else ["resume", session]
        limit = ["--time-limit", random.choice(LIMITS), "-j", random.choice("12")]
        done = run(*words, *limit, "--no-progress", cwd=folder)
        assert done.returncode in (0, 3), (words, done.stderr)
        now = _report(session, folder)
        _require_nothing_lost(before, now)
        before = now
    return _claims(before, rule)


def _claims(report: dict[str, Any], rule: PlainRule) -> int:
    """Require that all that is proved is so; how many claims these are."""
    return sum(_true(row, rule) for row in report["kinds"]) + _listed(report, rule)


def _report(session: str, folder: Path) -> dict[str, Any]:
    done = run("survey", "--report", session, "-f", "json", cwd=folder)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert isinstance(report, dict)
    return report


def _require_nothing_lost(before: dict[str, Any], now: dict[str, Any]) -> None:
    rows = {_name(row): row for row in now["kinds"]}
    for row in before.get("kinds", []):
        later = rows[_name(row)]
        for part, size in (("smallest", _cells), ("smallest_box", _area)):
            assert row[part] is None or size(later[part]) <= size(row[part])
        found = later["smallest_box"]
        most = _area(found) - 1 if found else row["proved"]["none_up_to_area"]
        least = min(row["proved"]["none_up_to_area"], most)
        assert later["proved"]["none_up_to_area"] >= least
    if before:
        counts, old = now["still_lifes"]["counts"], before["still_lifes"]["counts"]
        assert old.items() <= counts.items()


def _name(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["period"], row["dx"], row["dy"]


def _cells(thing: dict[str, Any]) -> int:
    return int(thing["cells"])


def _area(thing: dict[str, Any]) -> int:
    return int(thing["width"] * thing["height"])


def _true(row: dict[str, Any], rule: PlainRule) -> bool:
    """Require that what is proved of a kind is so; whether anything is."""
    (period, dx, dy), proved, found = _name(row), row["proved"], row["smallest_box"]
    if found is not None:
        first = cells_of(found["rle"], period, period)
        life = lived(first, rule, period)
        assert life[-1] == {(x + dx, y + dy) for x, y in first}, row
        assert _area(found) > proved["none_up_to_area"], row
        if proved["smallest_box"]:
            assert proved["none_up_to_area"] == _area(found) - 1, row
    most = min(proved["none_up_to_area"], LARGEST_AREA)
    sides = range(1, most + 1)
    for size in product(sides, sides):
        wanted = Wanted(Motion(period, dx, dy))
        if size[0] * size[1] <= most:
            assert not lives(world_for(wanted, size, rule), wanted), (row, size, rule)
    return bool(most > 0)


def _listed(report: dict[str, Any], rule: PlainRule) -> int:
    """Require that lists of still lifes are complete; how many of them were compared."""
    most: int = min(report["still_lifes"]["complete_up_to"], MOST_LISTED)
    for number in range(1, most + 1):
        listed = [cells_of(rle) for rle in report["still_lifes"]["rle"]]

        def counted(life: Life, number: int = number) -> bool:
            return len(life[0]) == number and in_one_piece(life, rule)

        wanted = Wanted(Motion(1), also=[counted])
        world = world_for(wanted, (3, 3), rule)
        names = [kind(world, (cells,)) for cells in listed if len(cells) == number]
        assert len(names) == len(set(names))
        assert set(names) == classes(world, lives(world, wanted)), (number, report, rule)
    return most


@pytest.mark.long
def test_a_survey_that_was_stopped_twice(tmp_path: Path) -> None:
    assert compare("Life", "few", tmp_path, 2)


@seeds()
def test_surveys_that_were_stopped_often(seed: int, tmp_path: Path) -> None:
    family = Random(seed).choice([name for name in FAMILIES if not name.startswith("B0")])
    compare(family, f"{seed}", tmp_path, 5)
