"""Ships that have left a board, and are put back on a larger one: where plain simulation has them.

The functions of the kernel are called one by one, in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pytest

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.engines.soups.boards import Workspace
from lifesearch.engines.soups.border import release_ships
from lifesearch.engines.soups.departed import all_off_board, bring_back, met_on_board
from lifesearch.engines.soups.kernel import WORD, transition
from lifesearch.engines.soups.records import (
    FIRST_COMPONENT,
    Records,
    new_records,
    read_component,
    read_records,
)
from lifesearch.engines.soups.search import Soups
from lifesearch.engines.soups.settle import Limits, Outcome
from lifesearch.formats.detect import read
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour, generations
from tests.engines.soups import boards
from tests.engines.soups.large_board import compare
from tests.engines.soups.life_words import life_after
from tests.engines.soups.test_census import run

SHIPS = {
    name: pattern_of(builtin().by_name(name)).pattern.normal()
    for name in ("glider", "LWSS", "HWSS", "copperhead")
}
GUN = read(
    "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b"
    "obo$10bo5bo7bo$11bo3bo$12b2o!"
).pattern.normal()
LEFT = 8  # the generation in which ships leave


@dataclass(frozen=True)
class Flown:
    """Ships that have left a board of one word, what is known of them, and where they were."""

    start: Pattern
    count: int
    space: Workspace
    records: Records


def at_the_border(ship: Pattern) -> Pattern:
    """A ship with cells in the outermost ring that it flies to."""
    its = behaviour(ship, LIFE, 100)
    places = []
    for moves, length in ((its.dx, ship.box.width), (its.dy, ship.box.height)):
        places.append(1 if moves < 0 else WORD - 1 - length if moves > 0 else 20)
    return ship.normal().translate(*places)


def flown(ships: Iterable[Pattern]) -> Flown:
    """Let ships go, one after another, in the same generation."""
    space, records = Workspace.of(2, 1, transition(LIFE)), new_records(1 << 10)
    start, count = Pattern.of([]), 0
    for ship in map(at_the_border, ships):
        board = boards.board_of(ship).ravel()
        left = release_ships(board, 1, np.int64(LEFT), np.int64(count), 0, records, space)
        assert left == 1
        assert not board.any()
        start, count = start | ship, count + 1
    return Flown(start, count, space, records)


def put_back(these: Flown, after: int) -> tuple[Pattern, list[Pattern]]:
    """What is on the larger board so many generations after they have left; who is still away."""
    board = boards.dead(2)[0]
    away = bring_back(
        board.ravel(),
        2,
        np.int64(LEFT + after),
        np.int64(these.count),
        these.records,
        np.int64(FIRST_COMPONENT),
        these.space,
    )
    parts = [read_component(part)[0] for _, part in read_records(these.records)]
    assert len(parts) == away
    return boards.pattern_of(board), parts


@pytest.mark.parametrize("name", SHIPS)
def test_a_ship_is_put_back_where_it_would_be(name: str) -> None:
    ship = SHIPS[name]
    period = behaviour(ship, LIFE, 100).period or 0
    for number, turned in enumerate(ship.orientations()):
        for after in (number, 2 * period + 3):
            these = flown([turned])
            there, away = put_back(these, after)
            *_, expected = generations(these.start, after)
            assert there == expected.translate(WORD // 2, WORD // 2)
            assert not away


def test_what_is_off_the_larger_board_stays_away() -> None:
    """A glider needs 4 generations for a cell, and a lightweight spaceship 2."""
    glider, lwss = SHIPS["glider"], SHIPS["LWSS"]
    for ships in ([glider, lwss], [lwss, glider]):
        these = flown(ships)
        there, away = put_back(these, 80)
        *_, expected = generations(at_the_border(glider), 80)
        assert there == expected.translate(WORD // 2, WORD // 2)
        assert [part.normal() for part in away] == [lwss]


@pytest.mark.long
def test_a_ship_near_the_border_is_met_by_what_is_near_to_it() -> None:
    """It is not wholly on the larger board, and so it is not put back."""
    for after in range(56, 64):
        these = flown([SHIPS["LWSS"]])
        _, away = put_back(these, after)
        if not away:
            continue
        all_off_board(2, np.int64(1), these.space)
        *_, expected = generations(these.start, after)
        cells = expected.translate(WORD // 2, WORD // 2).cells
        for x in range(max(0, min(cells)[0] - 4), max(cells)[0] + 5):
            for y in range(20):
                met = any(max(abs(x - u), abs(y - v)) <= 2 for u, v in cells)
                board = boards.board_of(Pattern.of([(x, y)]), 2).ravel()
                generation = np.int64(LEFT + after)
                found = met_on_board(board, 2, generation, np.int64(1), these.records, these.space)
                assert found is met, (after, x, y)


@pytest.mark.parametrize(
    ("seed", "number"),
    [(1234, 117), (1234, 5368), (1234, 5904), (0, 1075)],
    ids=["mirrored", "in two phases", "one after the other", "near each other"],
)
def test_gliders_that_fly_side_by_side_are_let_go(seed: int, number: int) -> None:
    assert compare(Soups.of(LIFE, seed=seed), range(number, number + 1)) == {"settled": 1}


def guns(gap: int) -> Pattern:
    """Two guns whose gliders meet far below, and a block above, for which a board is as high."""
    mirrored = GUN.transform(Orientation.FLIP_X).normal().translate(36 + gap, 0)
    return GUN | mirrored | Pattern.parse("OO\nOO").translate(50, -100)


def test_what_emits_ships_that_meet_nothing_is_growing() -> None:
    alone = GUN | Pattern.parse("OO\nOO").translate(50, -100)
    for last in (2, 4):
        assert run(alone, words=2, limits=Limits(last_words=last))[0] is Outcome.GROWING


def test_what_emits_ships_that_meet_outside_is_not_growing() -> None:
    """The gliders of two guns annihilate each other: the whole is an oscillator of period 60."""
    both = guns(39)
    early, _ = life_after(both.cells, 1200)
    late, _ = life_after(early, 60)
    assert early == late
    assert run(both, words=2)[0] is Outcome.SETTLED
    assert run(both, words=2, limits=Limits(last_words=2))[0] is Outcome.BORDER
