"""Tagalongs: whole answer sets are what brute force finds, and what is known from outside."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

import lifesearch as ls
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.engines.sat.encoding.attached import lives_of
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from tests import brute_answers as brute
from tests import random_queries as draw
from tests.asking import every
from tests.brute_boards import Life, order_of, unnoticed
from tests.program import run as program
from tests.questions.test_random_queries import compare_periodic
from tests.seeds import seeds


def holds(life: Life, given: Life, motion: Motion, rule: Rule) -> bool:
    """Whether a life has the given one in it, turned, delayed and moved, and more."""
    full, order = len(life), order_of(motion.orientation)
    way = (motion.dx * order, motion.dy * order)
    for a, b, c, d in (g.value for g in unnoticed(rule)):
        if (a * way[0] + b * way[1], c * way[0] + d * way[1]) != way:
            continue
        turned = [[(a * x + b * y, c * x + d * y) for x, y in cells] for cells in given]
        for t in range(full):
            phases = [
                [(x + i // full * way[0], y + i // full * way[1]) for x, y in turned[i % full]]
                for i in range(t, t + full)
            ]
            x, y = phases[0][0]
            for u, v in life[0]:
                moved = [{(p + u - x, q + v - y) for p, q in cells} for cells in phases]
                inside = all(cells <= set(now) for cells, now in zip(moved, life, strict=True))
                if inside and moved[0] != set(life[0]):
                    return True
    return False


def _drawn(random: Random) -> Periodic:
    """What comes back, in a rule in which much does."""
    period, dx, dy = random.choice(((1, 0, 0), (2, 0, 0), (1, 0, -1), (2, 0, -1), (2, 0, -2)))
    turn = Orientation.IDENTITY
    if draw.chance(random, 20):
        turn = random.choice((Orientation.FLIP_X, Orientation.R180))
    chosen = draw.mover(random, 1) if dy and draw.chance(random, 80) else draw.rule(random)
    return Periodic(
        Motion(period, turn, dx, dy),
        draw.box(random),
        rule=chosen,
        any_period=draw.chance(random, 40),
    )


def compare(number: int) -> int:
    """How many answers a question has, 0 also if there are too many."""
    random = Random(f"attached {number}")
    query = draw.sensible(_drawn, random)
    assert query.box is not None
    rule, motion = query.rule, query.motion
    lives = brute.recurrent(query, query.box, rule)
    some = sorted((life for life in lives if life[0]), key=lambda life: len(life[0]))
    if not some:
        return 0
    given = random.choice(some[: len(some) // 3 + 1])
    attached = lives_of(Pattern.of(given[0]), motion, rule, "this")
    connected = draw.chance(random, 60)
    query = replace(query, constraints=Constraints(attached=attached, connected=connected))
    how = Configuration(random.choice(("minisat22", "cadical195")))
    depth = random.choice((0, 0, 1))
    return compare_periodic(query, how, depth, lambda life: holds(life, given, motion, rule)) or 0


@pytest.mark.long
def test_a_few_tagalongs() -> None:
    assert sum(map(compare, range(8)))


@seeds()
def test_many_tagalongs(seed: int) -> None:
    for number in range(8):
        compare(8 * seed + number)


@pytest.mark.parametrize("symmetry", ["C1", "D2|"])
def test_on_a_torus_it_may_lie_across_the_sides(symmetry: str) -> None:
    motion, (width, height) = Motion(1), (5, 4)
    attached = lives_of(Pattern.parse("OO\nOO"), motion, LIFE, "a block")
    blocks = [
        attached[0][0].translate(dx, dy).wrapped(width, height).cells
        for dx, dy in product(range(width), range(height))
    ]

    def has_it(life: Life) -> bool:
        return any(block < set(life[0]) for block in blocks)

    query = Periodic(
        motion,
        (width, height),
        Symmetry.parse(symmetry),
        torus=True,
        constraints=Constraints(attached=attached),
    )
    assert compare_periodic(query, Configuration("cadical195"), 0, has_it)


def test_on_a_torus_a_phase_may_lie_across_the_sides() -> None:
    motion = Motion(2)
    blinker = Constraints(
        (Bound(Measure.FIRST, 7, 7),),
        attached=lives_of(Pattern.parse("OOO"), motion, LIFE, "a blinker"),
    )
    query = Periodic(motion, (7, 5), torus=True, constraints=blinker)
    found = every(query, Configuration("cadical195"), 0)
    assert {answer.pattern.population for answer in found} == {7}


@pytest.mark.long
def test_sparks_of_an_hwss_and_something_beside_it() -> None:
    """Of a ship alone there is nothing more; what is found is more, and one piece."""
    hwss = ls.Pattern.named("HWSS")
    ship = ls.find_spaceship("2c/4", attach=hwss, box=(13, 9), jobs=2)
    assert ship is not None
    assert min(ship.populations) > 13
    assert ls.find_spaceship("2c/4", attach=hwss, box=(5, 9), jobs=1) is None
    two = ls.find_spaceship("2c/4", attach=ls.Pattern.named("LWSS"), composite=True, box=(11, 6))
    assert two is not None
    assert two.populations[0] > 9


@pytest.mark.slow("a box of 15x15")
def test_ships_behind_two_lwss() -> None:
    """LifeWiki: the hivenudger is four LWSS and what they push, 15 x 15 in all generations."""
    lwss = ls.Pattern.named("LWSS")
    ship = ls.find_spaceship("2c/4", attach=lwss, box=(15, 15), symmetry="D2|")
    assert ship is not None
    nudger = ls.Pattern.named("hivenudger").identify()
    assert nudger.velocity == ship.velocity == "2c/4"


def test_what_makes_no_sense(tmp_path: Path) -> None:
    glider = program("catalogue", "show", "glider", "-f", "rle").stdout
    (tmp_path / "glider.rle").write_text(glider)
    for words, message in (
        ("2c/4 --attach glider.rle --box 9x9", "does not travel with"),
        ("c/3 --attach glider.rle --box 9x9", "does not recur after 3 generations"),
        ("2c/4 --attach none.rle --box 9x9", "none.rle"),
        ("c/4 diagonal --attach glider.rle --rule B3?/S23 --box 9x9", "completely known"),
        ("c/4 diagonal --attach glider.rle --cylinder 9 --box 9x9", "attach"),
    ):
        done = program("spaceship", *words.split(), cwd=tmp_path)
        assert done.returncode == 2
        assert message in " ".join(done.stderr.split())
