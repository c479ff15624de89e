"""Pairs of oscillators, compared with each place tried alone by the simulator."""

from collections.abc import Hashable
from itertools import product
from math import gcd, lcm

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.engines.pairs import search
from lifesearch.engines.pairs.search import Film, Places, found_in
from lifesearch.life.identify import canonical_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour, generations, step
from tests.seeds import seeds

CATERER = Pattern.parse(".OO\n...O\nO\nO...O\nO...OOOO\n..O")
FIGURE_8 = Pattern.parse("OO....\nOO.O..\n....O.\n.O....\n..O.OO\n....OO")
BLINKER = Pattern.parse("OOO")


def life(pattern: Pattern, period: int) -> list[Pattern]:
    return list(generations(pattern, period - 1))


def found(first: list[Pattern], second: list[Pattern]) -> list[Pattern]:
    return [each for each in found_in(first, second) if isinstance(each, Pattern)]


def key(pattern: Pattern, period: int) -> Hashable:
    return canonical_key(life(pattern, period), LIFE)


def by_simulation(first: list[Pattern], second: list[Pattern]) -> set[Hashable]:
    """Each place of each image of the second, run as a pattern of its own."""
    period = lcm(len(first), len(second))
    places = set()
    here = Box.around(pattern.box for pattern in first)
    for turn, later in product(Orientation, range(gcd(len(first), len(second)))):
        moved = [pattern.transform(turn) for pattern in second]
        there = Box.around(pattern.box for pattern in moved)
        for x in range(-there.width - 2, here.width + 3):
            for y in range(-there.height - 2, here.height + 3):
                image = moved[later].translate(here.x - there.x + x, here.y - there.y + y)
                if not first[0] & image:
                    places.add(first[0] | image)
    recurring = (_recurring(each, period) for each in places)
    return {key(film[0], period) for film in recurring if film and full_period(film)}


def _recurring(pattern: Pattern, period: int) -> list[Pattern]:
    """A full period of what the pattern has become after as many generations; [] if nothing."""
    film = [pattern]
    for _ in range(2 * period):
        film.append(step(film[-1]))
        if film[-1].population > 3 * pattern.population:
            return []
    return film[period:-1] if film[-1] == film[period] else []


def full_period(film: list[Pattern]) -> bool:
    """Whether some cell has no shorter period than the film."""
    shorter = [d for d in range(1, len(film)) if not len(film) % d]
    delayed = [list(zip(film, film[d:] + film[:d], strict=True)) for d in shorter]
    cells = set().union(*(each.cells for each in film))
    return any(all(any((c in a) != (c in b) for a, b in each) for each in delayed) for c in cells)


def test_a_caterer_beside_a_figure_8_has_period_24() -> None:
    patterns = found(life(CATERER, 3), life(FIGURE_8, 8))
    assert {behaviour(each).period for each in patterns} == {24}
    assert all(full_period(life(each, 24)) for each in patterns)
    assert min(each.population for pattern in patterns for each in life(pattern, 24)) == 24


def test_a_board_that_grows_to_its_edge_harms_no_other() -> None:
    """Beside the middleweight emulator, much of the tumbler's debris lives for long."""
    emulator, tumbler = (pattern_of(builtin().by_name(name)) for name in ("MW emulator", "tumbler"))
    assert not found(life(emulator.pattern, 4), life(tumbler.pattern, 14))


@pytest.mark.long
def test_all_places_are_found() -> None:
    first, second = life(CATERER, 3), life(FIGURE_8, 8)
    keys = {key(each, 24) for each in found(first, second)}
    assert keys == by_simulation(first, second)
    assert keys


def test_oscillators_that_leave_each_other_alone_are_no_pair() -> None:
    assert not found(life(BLINKER, 2), life(CATERER, 3))


def test_all_phases_meet() -> None:
    """The generations of both in which a place is run, over all phases at first."""
    a = Film.of([Pattern.of([(t, 0)]) for t in range(4)])
    b = Film.of([Pattern.of([(0, t)]) for t in range(6)])
    met = set()
    for later in range(gcd(a.period, b.period)):
        places = Places.near(a, b, later)
        place = places.only(np.arange(len(places.at[0])) == 0)
        met |= {(x.tobytes(), y.tobytes()) for x, y in map(place.alone, range(lcm(4, 6)))}
    assert len(met) == 24


def test_all_near_places_are_tried() -> None:
    one = Film.of([Pattern.of([(0, 0)])])
    places = Places.near(one, one, 0)
    assert len(places.at[0]) == 25
    dot = Film.of([Pattern.of([(0, 0)]), Pattern.of([(3, 0)])])
    assert len(Places.near(one, dot, 0).at[0]) == len(
        {(x, y) for x in range(-5, 3) for y in range(5)}
    )


@seeds(3)
def test_boards_run_as_the_simulator_runs_them(seed: int) -> None:
    """Until they reach their edge, after one to four generations; then they are empty."""
    random = np.random.default_rng(seed)
    boards = random.integers(0, 2**64, (6, 12), np.uint64)
    for i, margin in enumerate([1, 1, 2, 2, 3, 4]):
        boards[i] &= np.uint64((1 << 64 - margin) - (1 << margin))
        boards[i, :margin] = boards[i, -margin:] = 0
    patterns = [_pattern(board) for board in boards]
    inside = Box(1, 1, 62, 10)
    for _ in range(12):
        boards = search._next(boards)
        patterns = [step(pattern) for pattern in patterns]
        patterns = [p if all(map(inside.holds, p)) else Pattern.of([]) for p in patterns]
        assert [_pattern(board) for board in boards] == patterns
    assert not all(patterns)


@seeds(20)
def test_which_cells_have_the_full_period(seed: int) -> None:
    random = np.random.default_rng(seed)
    period = int(random.choice([4, 6, 12]))
    films = np.zeros((period, 4, 2), np.uint64)
    for d in (d for d in range(2, period + 1) if not period % d):
        some = random.integers(0, 4, (d, 4, 2)) * random.integers(0, 2, (1, 4, 2))
        films |= np.tile(some.astype(np.uint64) & np.uint64(d), (period // d, 1, 1))
    has = search._has_full_period(films)
    patterns = [[_pattern(films[t, i]) for t in range(period)] for i in range(4)]
    assert has.tolist() == [full_period(film) for film in patterns]


def _pattern(rows: NDArray[np.uint64]) -> Pattern:
    return Pattern.of((x, y) for y, row in enumerate(rows) for x in range(64) if int(row) >> x & 1)
