"""Near misses are what they are said to be: found beside a solver, in little time."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest

from lifesearch.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.life.symmetry import SYMMETRIES
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.near_misses.glance import BEGIN, NearMisses, worth_watching
from lifesearch.queries.near_misses.local_search import LocalSearch
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.box import PeriodicBox
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Glimpse
from lifesearch.solving.parts import Part

RULES = [LIFE, *map(Rule.parse, ("HighLife", "B2-a/S12", "B2/S34H", "B36/S125"))]
TURNS = (Orientation.IDENTITY, Orientation.R90, Orientation.R180, Orientation.FLIP_X)


def some_boxes(number: int, seed: int) -> list[PeriodicBox]:
    """Random boxes, with symmetries and motions that go together."""
    rng, boxes = Random(seed), list[PeriodicBox]()
    while len(boxes) < number:
        period = rng.randint(1, 6)
        travel = [rng.choice((0, 0, 1, -1)) for _ in range(2)]
        size = (rng.randint(3, 9), rng.randint(3, 9))
        try:
            motion = Motion(period, rng.choice(TURNS), *travel)
            query = Periodic(motion, size, rng.choice(SYMMETRIES), rng.choice(RULES))
        except InputError:
            continue
        if worth_watching(query.in_box(*size)):
            boxes.append(query.in_box(*size))
    return boxes


@pytest.mark.parametrize("seed", range(12))
def test_near_misses_miss_by_as_many_cells_as_is_told(seed: int) -> None:
    (box,) = some_boxes(1, seed)
    search = LocalSearch(box.spacetime, box.rule, seed)
    for _ in range(12):
        search.step()
    miss, motion = search.best, box.motion
    if miss is None:
        return
    place = Box(0, 0, box.width, box.height)
    past = [miss.pattern]
    for _ in range(motion.period):
        assert all(map(place.holds, past[-1].cells))
        past.append(step(past[-1], box.rule))
    *before, last = past
    back = box.spacetime.turned(motion.orientation, miss.pattern)
    assert miss.wanted == back.translate(motion.dx, motion.dy)
    assert miss.cells == len(last.cells ^ miss.wanted.cells) > 0
    between = before if motion.travels or motion.order > 1 else before[1:]
    assert all(len(last.cells ^ other.cells) > miss.cells for other in between)
    for g in box.symmetry.group:
        assert box.spacetime.turned(g, miss.pattern) == miss.pattern


def test_most_boxes_have_near_misses() -> None:
    found = 0
    for box in (Periodic(Motion(p), (7, 7)).in_box(7, 7) for p in (2, 3, 4)):
        search = LocalSearch(box.spacetime, box.rule)
        for _ in range(10):
            search.step()
        found += search.best is not None
    assert found == 3


def test_near_misses_take_a_small_share_of_the_time() -> None:
    ticks = count()
    misses = NearMisses(
        Periodic(Motion(3), (6, 6)).in_box(6, 6).spacetime, LIFE, 0.1, lambda: float(next(ticks))
    )
    calls = 300
    for _ in range(calls):
        misses()
    looked = next(ticks) - 1 - calls
    assert BEGIN < 1
    assert 0 < looked <= 0.1 * (calls + looked) + 1


def test_nobody_looks_for_near_misses_before_it_is_time() -> None:
    box = Periodic(Motion(3), (6, 6)).in_box(6, 6)
    misses = NearMisses(box.spacetime, LIFE, 1.0, lambda: 0.0)
    assert [misses() for _ in range(5)] == [None] * 5


@pytest.mark.parametrize(
    "query",
    [
        Periodic(Motion(1), (5, 5)),
        Periodic(Motion(2), (5, 5), torus=True),
        Periodic(Motion(2), (5, 5), rule=Rule.parse("B2/S345/C4")),
        Periodic(Motion(2), (5, 5), any_period=True),
        Periodic(Motion(2), (5, 5), constraints=Constraints(excluded=(Pattern.parse("OOO"),))),
    ],
    ids=["still life", "torus", "states", "any period", "without some"],
)
def test_what_is_not_so_simple_has_no_near_misses(query: Periodic) -> None:
    assert not worth_watching(query.in_box(5, 5))


def test_a_search_in_a_box_has_something_to_look_at() -> None:
    query, how = Periodic(Motion(3, dx=0, dy=-1), (9, 9)), Configuration("cadical195")
    found = query.encoded(Part((9, 9)), how)[1]
    assert isinstance(found.glance, NearMisses)
    ticks = count()
    box = query.in_box(9, 9)
    always = NearMisses(box.spacetime, LIFE, 1e9, lambda: float(next(ticks)))
    reports = replace(found, glance=always).run(how, ())
    seen = next(report for report in reports if isinstance(report, Glimpse))
    assert seen.aim is not None
    cells = seen.aim.cells
    assert seen.words == (
        f"nearest so far: {cells} cell{'s differ' if cells > 1 else ' differs'} "
        f"after 3 generations, moved, 9x9 box"
    )
