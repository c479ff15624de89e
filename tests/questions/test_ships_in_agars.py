"""Ships in an agar: whole answer sets are what brute force finds, and a fact from outside."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import lifesearch as ls
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.asking import spaceship
from lifesearch.running.option_table import read
from tests import random_queries as draw
from tests.questions.test_random_queries import compare_completion as compared
from tests.seeds import seeds

VELOCITIES = ("c/2", "2c/2", "c/3", "2c/3", "2c/2 diagonal", "c/2 diagonal")
HOW = Configuration("minisat22")


def question(random: Random, folder: Path) -> Completion:
    """A ship in a small box of a random agar, as it is asked for by options."""
    width, height, picture = random.choice(draw.TILES)
    rows = [line.ljust(width, ".") for line in picture.splitlines()]
    rows += ["." * width] * (height - len(rows))
    tile = folder / "tile.txt"
    tile.write_text("\n".join(rows).lower() + "\n")
    size = random.choice(((3, 3), (3, 2), (2, 3), (4, 2), (3, 4)))
    options = {"box": size, "background": str(tile), "rule": draw.rule(random)}
    if draw.chance(random, 60):
        options["rule"] = draw.mover(random, random.choice((0, 1)))
    options["any_period"] = draw.chance(random, 50)
    query = spaceship(random.choice(VELOCITIES), read("spaceship", options))
    assert isinstance(query, Completion)
    return query


def compare(number: int, folder: Path) -> int:
    random = Random(f"agar {number}")
    return compared(draw.sensible(lambda it: question(it, folder), random), HOW, 0) or 0


@pytest.mark.long
def test_a_few_ships_in_agars(tmp_path: Path) -> None:
    assert sum(compare(number, tmp_path) for number in range(12))


@seeds()
def test_many_ships_in_agars(seed: int, tmp_path: Path) -> None:
    for number in range(10):
        compare(10 * seed + number, tmp_path)


def test_a_negative_spaceship(tmp_path: Path) -> None:
    """Life Lexicon, "negative spaceship": signals travel through zebra stripes at lightspeed."""
    tile = tmp_path / "stripes.txt"
    tile.write_text("o.\n")
    ship = ls.find_spaceship("2c/2", box=(7, 7), background=tile, jobs=1)
    assert ship is not None
    size = ship.pattern.torus
    assert size
    moved = {(x, (y - 2) % size[1]) for x, y in ship.pattern.cells}
    assert set(ship.pattern.after(2).cells) == moved
    assert ls.find_spaceship("2c/4", box=(5, 5), background=tile, jobs=1) is None


def test_what_makes_no_sense(tmp_path: Path) -> None:
    tile = tmp_path / "rows.txt"
    tile.write_text("o\n.\n")
    with pytest.raises(ls.InputError, match="background, which has period 1"):
        ls.Spaceship("c/3", box=(5, 5), background=tile)
    with pytest.raises(ls.InputError, match="box"):
        ls.Spaceship("2c/2", background=tile)
    with pytest.raises(ls.InputError, match="known"):
        ls.Spaceship("2c/2", box=(5, 5), background=tile, rule="B3?/S23")
