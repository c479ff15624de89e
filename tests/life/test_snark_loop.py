"""Loops of Snarks have exactly the period that they are built for."""

from itertools import islice

import pytest

from lifesearch.life.identify import Activity
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.any_rule import evolve
from lifesearch.life.simulate.evolve import behaviour, phases, step
from lifesearch.life.snark_loop import (
    EXIT,
    GLIDER,
    LEAVING,
    REFLECTION,
    SHORTEST_PERIOD,
    SNARK,
    TURN,
    gliders_of,
    snark_loop,
)
from lifesearch.questions.race.question import SHORTEST_BUILT


def test_a_snark_turns_a_glider() -> None:
    assert step(SNARK) == SNARK
    turned = GLIDER.transform(TURN).translate(*EXIT)
    assert step(SNARK | GLIDER, generations=REFLECTION) == SNARK | turned
    assert step(turned, generations=4) == turned.translate(*LEAVING)


@pytest.mark.parametrize("period", [*range(43, 66), 86, 97, 172, 174, 344, 348, 352])
def test_the_period_is_exact(period: int) -> None:
    loop = snark_loop(period)
    known = behaviour(loop, LIFE, period)
    assert (known.period, known.dx, known.dy) == (period, 0, 0)
    assert Activity.of(phases(loop, LIFE, period)).strict


@pytest.mark.long
@pytest.mark.parametrize("period", range(66, 300))
def test_long_periods_are_exact(period: int) -> None:
    life = list(islice(evolve(snark_loop(period), LIFE), period + 1))
    assert life.index(life[0], 1) == period


def test_the_fewest_gliders_are_used() -> None:
    for period in range(SHORTEST_PERIOD, 1001):
        gliders = gliders_of(period)
        assert gliders * period % 8 == 0
        assert gliders == 1 or period % (16 // gliders) or period * gliders < 16 * SHORTEST_PERIOD
    assert snark_loop(1000).box[2:] < snark_loop(125).box[2:] or gliders_of(1000) == 1


def test_races_know_the_shortest_one() -> None:
    assert SHORTEST_BUILT == SHORTEST_PERIOD
