"""What a person is shown who waits for a race: what is ruled out, and a better command."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import or_

import pytest

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.common.errors import spelt
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Constraints
from lifesearch.core.events import Found, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.engines.compiled import available
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.life.velocity import Velocity
from lifesearch.questions.catalysts.advice import SECONDS
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.advice import SECONDS_BY_PAIRS
from lifesearch.questions.race.question import Race
from lifesearch.questions.race.strips import WideningStrips
from lifesearch.questions.rotors.advice import WINDOWS
from lifesearch.questions.strips.advice import STRIPS
from lifesearch.questions.strips.question import Strip
from lifesearch.questions.strips.widening import has_symmetry
from lifesearch.running.choose import choose
from lifesearch.running.option_table import on_command_line
from lifesearch.running.options import RunOptions
from lifesearch.running.verdict import Verdict
from tests.doors.cli.conftest import Run

SHIPS = [Motion(period, dy=-cells) for period, cells in STRIPS]
OSCILLATORS = [*map(Motion, [*WINDOWS, *SECONDS, *SECONDS_BY_PAIRS, 61])]
SOON = [Motion(period) for period, each in WINDOWS.items() if each.seconds and each.seconds < 40]
DIAGONAL = Motion(6, dx=-1, dy=-1)
P11 = Motion(11)


def said(motion: Motion) -> str:
    """What is said in a race with a seed, since without one long periods are built."""
    return " ".join(advised(Race(motion, seed=1)))


def advised(query: PatternQuery) -> list[str]:
    engine = choose(query, RunOptions(1, 2)).engine
    return [spelt(each, on_command_line) for each in engine.advice(query)]


@pytest.mark.parametrize("motion", [*SHIPS, *OSCILLATORS, P11, DIAGONAL], ids=said)
def test_each_command_that_is_named_can_be_run(motion: Motion, lifesearch: Run) -> None:
    found = re.search(r"lifesearch ((?:'.*?'|[^(')])+)", said(motion))
    assert found
    words = [word.strip("'") for word in re.findall(r"'.*?'|\S+", found[1])]
    explained = [] if words[0] == "catalogue" else ["--explain"]
    assert lifesearch(*words, *explained).returncode == 0


def test_what_is_not_known_is_not_promised() -> None:
    assert "no command is known that has a better chance" in said(P11)
    assert "known: rattlesnake, 33 cells, drawn by lifesearch catalogue show rattlesnake" in said(
        P11
    )
    assert "its time was not measured" in said(Motion(6, dy=-1))
    assert "known: 56P6H1V0, 56 cells" in said(Motion(6, dy=-1))
    assert "catalogue show 77p6h1v1" in said(DIAGONAL).lower()
    assert not advised(Race(Motion(7), Rule.parse("B36/S23")))
    assert not advised(
        Race(Motion(12), constraints=Constraints(excluded=(Pattern.parse("OO\nOO"),)))
    )


def test_pairs_hasslers_and_what_can_be_built_are_named() -> None:
    assert said(Motion(36)).startswith(
        "best chance: lifesearch oscillator 36 --only pairs (about 1 s of one core)"
    )
    assert said(Motion(17)).startswith(
        "best chance: lifesearch oscillator 17 --only hasslers (about 1 s of one core)"
    )
    assert said(Motion(61)) == "best chance: lifesearch oscillator 61 (about 2 s of one core)"


def test_a_hard_box_names_where_patterns_of_any_size_are() -> None:
    assert advised(Periodic(Motion(7), (13, 13), Symmetry.parse("C2"))) == [
        "if any size will do: lifesearch oscillator 7 --rotor 3x3 (about 10 s of one core)"
    ]
    assert advised(Periodic(Motion(3), (6, 6))) == ["if any size will do: lifesearch oscillator 3"]
    assert not advised(Periodic(Motion(1), (6, 6)))
    assert not advised(Periodic(Motion(3), (6, 6), rule=Rule.parse("B36/S23")))
    assert not advised(Periodic(Motion(3), max_area=30))


def test_a_strip_without_symmetry_names_those_with_one(lifesearch: Run) -> None:
    ships = Strip(10, Motion(6, dy=-1))
    said = "mirror-symmetric ships are decided sooner: add --symmetry "
    assert advised(ships) == [f"{said}even"]
    assert advised(replace(ships, width=9)) == [f"{said}odd or gutter"]
    assert not advised(replace(ships, mirror=Mirror.MIRRORED))
    assert not advised(replace(ships, max_length=9))
    assert not advised(Strip(6, Motion(5)))
    assert not advised(Strip(6, Motion(4, dx=-1, dy=-1)))
    for width, symmetry in (("10", "even"), ("9", "odd"), ("9", "gutter")):
        words = ("spaceship", "c/6", "--width", width, "--symmetry", symmetry, "--explain")
        assert lifesearch(*words).returncode == 0


@pytest.mark.parametrize(("period", "cells"), STRIPS)
def test_a_known_ship_fits_in_the_strip(period: int, cells: int) -> None:
    options = STRIPS[period, cells].options
    width, symmetry = re.match(r"<width (\d+)>(?: <symmetry (\w+)>)?", options).groups()  # type: ignore[union-attr]
    fitting = []
    for entry in builtin().where("spaceship", period, Velocity(cells, 0, period)):
        life = list(generations(pattern_of(entry).pattern, period, Rule.parse("B3/S23")))
        for turn in Orientation:
            turned = [phase.transform(turn) for phase in life]
            if turned[-1] == turned[0].translate(0, -cells):
                wide = reduce(or_, turned).box.width
                right = symmetry is None or has_symmetry(turned, symmetry)
                fitting += [entry.name] * (right and wide <= int(width))
    assert fitting


@pytest.mark.slow("every window that advice names is searched")
@pytest.mark.skipif(not available(), reason="needs kernels")
@pytest.mark.parametrize("motion", SOON)
def test_the_window_has_the_rotor(motion: Motion, lifesearch: Run) -> None:
    words = re.findall(r"'.*?'|\S+", said(motion).partition("lifesearch ")[2].partition(" (")[0])
    assert lifesearch(*(word.strip("'") for word in words), "-f", "rle").returncode == 0


@pytest.mark.skipif(not available(), reason="needs kernels")
def test_empty_strips_are_ruled_out_until_a_ship_is_found() -> None:
    race = Race(Motion(6, dy=-1))
    verdict = Verdict(race, 1)
    assert not verdict.so_far()
    (strips,) = (own for own in race.strategies if isinstance(own, WideningStrips))
    done = [*islice(strips.parts(), 12)]
    for part in done:
        verdict.take(Searched(part))
    assert verdict.so_far() == [
        "ruled out: up to 3 wide, mirror-symmetric up to 6 wide, gutter-symmetric up to 7 wide, "
        "of any length"
    ]
    dragon = pattern_of(builtin().by_name("dragon")).pattern
    verdict.take(Found(Part((18, 0), name="even"), (Answer(dragon, 6),)))
    assert not verdict.so_far()


def test_the_largest_empty_squares_are_ruled_out() -> None:
    race = Race(P11, only=("boxes",))
    verdict = Verdict(race, 1)
    for name, sides in {"C1": (3, 4), "D8_1": (3, 5, 7), "D8_4": (4,), "C4_1": (3, 5)}.items():
        for side in sides:
            part = Part((side, side), name=f"{name} Id")
            assert race.has_part(part, 0)
            verdict.take(Searched(part))
    verdict.take(Searched(Part((9, 9), name="C2_1 R90")))  # only those that are turned
    assert verdict.so_far() == [
        "ruled out: patterns in one piece in boxes of 4x4, 7x7 with symmetry D8_1, 5x5 with "
        "symmetry C4_1"
    ]


IMPATIENT = (
    "from lifesearch.show.search import view; view.PATIENCE = 1; "
    "from lifesearch.__main__ import main; main()"
)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_better_command_is_on_the_screen() -> None:
    from tests.doors.cli.terminal import terminal

    with terminal("spaceship", "c/6", command=(sys.executable, "-c", IMPATIENT)) as ours:
        lines = ours.until_rows(
            "best chance",
            r"lifesearch spaceship c/6\s+--width 18\s+--symmetry even",
            "ruled out: ",
            "time left",
        )
        ours.send("\x03")
        assert ours.finish() == 130
    assert " ".join(lines).count("time left") == 1
