"""Shifted cylinders of any length: the lowest that boxes know, by brute force, and what is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import Found, Searched
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.options import RunOptions
from lifesearch.running.verdict import Verdict
from tests import brute_cylinders as force
from tests.program import run as command
from tests.searching import run
from tests.seeds import seeds

RULES = ("B3/S23", "B36/S23", "B2/S", "B3-a/S12", "B34/S34", "B2-a/S12")


def question(random: Random) -> Periodic:
    rule = Rule.parse(random.choice(RULES))
    motion = Motion(random.choice((1, 2, 2, 3)), dy=random.choice((0, 0, -1)))
    return on_cylinder(motion, Cylinder(random.randint(2, 5), random.randint(1, 3)), rule)


def on_cylinder(motion: Motion, cylinder: Cylinder, rule: Rule = LIFE) -> Periodic:
    return Periodic(motion, rule=rule, width=cylinder.circumference, cylinder=cylinder)


def of_height(query: Periodic, height: int) -> Periodic:
    assert query.width
    return replace(query, box=(query.width, height), width=None)


def compare(number: int, cells: int) -> bool:
    """The first answer is in as few rows as brute force says; all lower boxes are proved empty."""
    query = question(Random(f"longer cylinder {number}"))
    assert query.width
    highest = cells // query.width
    lowest = next((h for h in range(1, highest + 1) if _by_force(of_height(query, h))), None)
    verdict, proved, found = Verdict(query), 0, None
    for event in run(query, RunOptions(1, 1)):
        if isinstance(event, Searched):
            verdict.take(event)
            proved = event.part.box[1]
            if proved == highest:
                break
        if isinstance(event, Found):
            found = event.part.box[1]
    assert found == lowest
    assert proved == (highest if lowest is None else lowest - 1)
    if lowest is None:
        rows = f"{highest} row{'s' * (highest > 1)}"
        where = f"on a cylinder of circumference {query.cylinder} and up to {rows} high"
        assert verdict.summary() == [f"proved: no {query.describe()} {where}"]
    return found is not None


def _by_force(query: Periodic) -> bool:
    return any(True for _ in force.recurrent(query))


@pytest.mark.parametrize(
    ("symmetry", "transform", "rows"),
    [("C1", "Id", "5 rows"), ("C2", "Id", "1 row"), ("C1", "R180", "1 row")],
)
def test_boxes_prove_nothing_of_centred_patterns_that_are_one_row_lower(
    symmetry: str, transform: str, rows: str
) -> None:
    motion = Motion(2, Orientation.parse(transform))
    query = replace(on_cylinder(motion, Cylinder(3, 1)), symmetry=Symmetry.parse(symmetry))
    (sentence,) = query.proved_empty([Part((3, 1)), Part((3, 3)), Part((3, 5))])
    assert sentence.endswith(f"on a cylinder of circumference 3+1 and up to {rows} high")
    together = query.proved_empty([Part((3, 3)), Part((3, 4))])
    assert together[0].endswith("up to 4 rows high")


@pytest.mark.long
def test_a_few() -> None:
    assert {compare(number, 12) for number in range(6)} == {False, True}


@seeds()
def test_many(seed: int) -> None:
    compare(seed, 15)


def test_what_is_refused() -> None:
    ways: tuple[tuple[str, str], ...] = (
        ("--engine rows", "no rows that recur"),
        ("--width 4", "not for a shifted cylinder"),
        ("--all", "--max-length N"),
        ("--raw", "needs --box WxH"),
        ("--minimise population", "give --box WxH"),
        ("--with-empty", "needs --box WxH"),
        ("--proof folder", "nothing is proved without bounds"),
    )
    for words, why in ways:
        said = command("still-life", "--cylinder", "5+1", *words.split())
        assert (said.returncode, said.stdout) == (2, ""), words
        assert why in said.stderr, words
        assert len(said.stderr.splitlines()) == 1, words
    with pytest.raises(InputError):
        on_cylinder(Motion(1), Cylinder(0, 1))


@pytest.mark.long
def test_the_command(tmp_path: Path) -> None:
    """A session is read again; a greatest length is a box; ships say how far they go."""
    asked = ("still-life", "--cylinder", "5+1", "-j", "1", "-f", "json")
    first = command(*asked, "--session", "s", cwd=tmp_path)
    assert first.returncode == 0
    assert command("resume", "s", "-f", "json", cwd=tmp_path).stdout == first.stdout
    assert json.loads(first.stdout)["kind"] == "still life"
    box = command(*asked, "--max-length", "2", "--all", cwd=tmp_path)
    same = command(*asked, "--box", "5x2", "--all", cwd=tmp_path)
    assert box.stdout == same.stdout
    wave = command("spaceship", "c/2", "--cylinder", "8", "-f", "json", "-j", "1", cwd=tmp_path)
    facts = json.loads(wave.stdout)
    assert (facts["period"], facts["dx"], facts["dy"]) == (2, 0, -1)
