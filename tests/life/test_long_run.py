"""Ash, guns and puffers: facts that others have published, and what is claimed looked at again."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.core.report import PatternReport
from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.ash import ash_object, separate
from lifesearch.life.simulate.evolve import behaviour, generations, step
from lifesearch.life.simulate.long_run import EPOCH, _Scene, long_run
from tests.strategies import patterns

GUN = """x = 36, y = 9, rule = B3/S23
24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b
obo$10bo5bo7bo$11bo3bo$12b2o!"""
PUFFER = """x = 27, y = 7, rule = B3/S23
b3o6bo5bo6b3ob$o2bo5b3o3b3o5bo2bo$3bo4b2obo3bob2o4bo3b$3bo19bo3b$3bo2b
o13bo2bo3b$3bo2b2o11b2o2bo3b$2bo3b2o11b2o3bo!"""


def report(rle: str, generations: int) -> PatternReport:
    return PatternReport.of_file(read(rle), "here", limit=generations)


def test_the_r_pentomino() -> None:
    """LifeWiki: it stabilises in generation 1103 with these 25 objects."""
    facts = report("b2o$2o$bo!", 1200)
    assert (facts.kind, facts.since, facts.known) == ("settles", 1103, True)
    assert sorted(facts.objects) == sorted(
        ["xs4_33*8", "xq4_153*6", "xp2_7*4", "xs6_696*4", "xs5_253*1", "xs6_356*1", "xs7_2596*1"]
    )
    assert facts.describe() == "settles in generation 1,103: 25 objects"


ACORN = pytest.param(
    "bo$3bo$2o2b3o!", 5206, 633, marks=pytest.mark.slow("thousands of generations")
)
RABBITS = pytest.param(
    "o3b3o$3o2bo$bo!", 17331, 1744, marks=pytest.mark.slow("thousands of generations")
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("rle", "lifespan", "population"),
    [("6bo$2o$bo3b3o!", 130, 0), ACORN, RABBITS],
)
def test_methuselahs(rle: str, lifespan: int, population: int) -> None:
    """Diehard, acorn and rabbits, from LifeWiki."""
    run = long_run(read(rle).pattern, LIFE, 20_000)
    assert (run.kind, run.generation, run.population) == ("settles", lifespan, population)


@pytest.mark.long
def test_the_gosper_glider_gun() -> None:
    facts = report(GUN, 400)
    assert (facts.describe(), facts.emits) == ("gun of period 30", ("xq4_153*1",))


@pytest.mark.long
def test_puffer_1() -> None:
    facts = report(PUFFER, 1000)
    assert facts.describe() == "puffer of period 128, velocity 64c/128"
    assert sum(int(each.split("*")[1]) for each in facts.emits) > 1


@pytest.mark.long
def test_two_gliders_that_will_meet_have_not_settled() -> None:
    glider = Pattern.parse(".O.\n..O\nOOO")
    for distance in (20, 2000):
        coming = Pattern.parse("OOO\nO..\n.O.").translate(distance, distance)
        assert not separate(glider | coming).settled
        assert separate(glider | coming.translate(100, 0)).settled
        assert separate(glider | glider.translate(distance, 0)).settled


@pytest.mark.long
@given(patterns(max_side=9), st.sampled_from(["B3/S23", "B36/S23", "B3/S1234"]))
@settings(max_examples=10, deadline=None)
def test_what_has_settled_stays_so(pattern: Pattern, rule: str) -> None:
    """The objects of the ash, each followed alone, are the pattern as it is later on."""
    by = Rule.parse(rule)
    run = long_run(pattern, by, 300)
    if run.kind != "settles":
        return
    now = step(pattern, by, run.generation)
    assert now.cells == {cell for each in run.ash.objects for cell in each.pattern.cells}
    later = step(now, by, 77)
    alone = [step(each.pattern, by, 77).cells for each in run.ash.objects]
    assert later.cells == frozenset().union(*alone)
    assert sum(map(len, alone)) == later.population
    if run.generation:
        assert not separate(step(pattern, by, run.generation - 1), by).settled


def test_nothing_is_followed_for_much_longer_than_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def counted(pattern: Pattern, count: int, rule: Rule) -> Iterator[Pattern]:
        asked.append(count)
        return generations(pattern, count, rule)

    monkeypatch.setattr("lifesearch.life.simulate.long_run.generations", counted)
    assert long_run(Pattern.parse(".OO\nOO.\n.O."), LIFE, 3).kind == "unknown"
    assert asked == [3]


@pytest.mark.long
def test_a_ship_is_met_by_cells_that_come_and_go_within_an_epoch() -> None:
    """Horizontal rows go up at the speed of light, and lose a cell a step; dominoes go left.

    A row meets the domino 40 generations after an epoch has begun, and is gone before its end. A
    longer one, far below, lives on.
    """
    north_east, east, south, south_east = 64, 8, 2, 1
    rule = Rule(
        bytes(
            block & (south | south_east) == south | south_east
            or block in (east | south_east, east | north_east)
            for block in range(512)
        )
    )
    rows = Pattern.of((x, y) for y, width in ((0, EPOCH + 50), (300, 200)) for x in range(width))
    domino = Pattern.of([(109, -EPOCH - 40), (109, -EPOCH - 39)])
    assert behaviour(domino, rule).kind == "spaceship"
    assert long_run(rows | domino, rule, 2 * EPOCH).population == 200 - 2 * EPOCH
    assert step(rows | domino, rule, 2 * EPOCH).population == 200 - 2 * EPOCH


def test_gliders_that_follow_each_other_are_removed_once() -> None:
    """Else each new one would be near the last, and so all would be put back in each epoch."""
    scene = _Scene(0, read(GUN).pattern)
    for _ in range(10):
        scene = scene.without_leaving_ships(LIFE).after(EPOCH, LIFE)
    assert len(scene.removed) > 8
    everything = scene.board.cells.union(*(ship.pattern.cells for ship in scene.removed))
    assert everything == step(read(GUN).pattern, LIFE, 10 * EPOCH).cells


def test_a_ship_that_meets_a_removed_one_is_not_removed() -> None:
    glider = Pattern.parse(".O.\n..O\nOOO")
    lightweight = Pattern.parse("O..O.\n....O\nO...O\n.OOOO").translate(-20, 20)
    block = Pattern.parse("OO\nOO").translate(-150, 150)
    scene = _Scene(0, block | lightweight, (ash_object(glider, LIFE),))
    scene = scene.without_leaving_ships(LIFE).after(2 * EPOCH, LIFE)
    together = step(block | lightweight | glider, LIFE, 2 * EPOCH)
    assert scene.population == together.population != 4 + 9 + 5
