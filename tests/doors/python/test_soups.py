"""Soups from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lifesearch as ls
from tests import program

pytestmark = pytest.mark.usefixtures("kernels_loaded")


def test_a_census_of_soups(tmp_path: Path) -> None:
    words = ("soup", "--seed", "2", "--soups", "150", "--symmetry", "D4_+1,C2", "-f", "json")
    told = [json.loads(line) for line in program.run(*words).stdout.splitlines()]
    census = ls.soup_census(150, symmetry=["D4_+1", "C2"], seed=2, jobs=1)
    assert dict(census) == {row["apgcode"]: row["count"] for row in told}
    assert [(row.apgcode, row.soup) for row in census.rows] == [
        (row["apgcode"], row["soup"]) for row in told
    ]
    assert [thing.apgcode for thing in census.objects] == list(census)
    assert census.complete
    assert census.soups == sum(census.ended.values()) == 150
    with pytest.raises(KeyError):
        census["xs1_1"]
    file = tmp_path / "s"
    some = ls.soup_census(20, symmetry="D8", session=file)
    more = ls.soup_census(40, symmetry="D8", session=file)
    assert (some.soups, more.soups, some.seed) == (20, 40, more.seed)
    assert more == ls.soup_census(40, symmetry="D8", seed=more.seed)


@pytest.mark.parametrize(
    "options",
    [
        {"count": 0},
        {"count": None},
        {"symmetry": "D9"},
        {"size": (8, 9, 10)},
        {"density": 1.5},
    ],
)
def test_soups_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(ls.InputError):
        ls.soup_census(**options)
