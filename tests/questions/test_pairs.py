"""Pairs of known oscillators as a strategy of races."""

from itertools import islice

import pytest

from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.engines.sat.solving.part import UNLIMITED, Part
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.questions.race.pairs import BOARD, END, LONGEST, OscillatorPairs
from lifesearch.questions.race.question import Race
from lifesearch.questions.race.strategy import RaceGoal
from lifesearch.running.options import RunOptions
from tests.asking import answers_of
from tests.searching import run


def pairs(period: int) -> OscillatorPairs:
    return OscillatorPairs(RaceGoal(Motion(period)))


@pytest.mark.parametrize("period", [20, 24])
def test_an_oscillator_is_found(period: int) -> None:
    (answer,) = answers_of(run(Race(Motion(period), only=("pairs",)), RunOptions(1, jobs=1)))
    assert behaviour(answer.pattern).period == period


def test_a_pair_has_an_end() -> None:
    own = pairs(24)
    first = next(own.parts())
    assert own.place(first) == "caterer beside figure-8"
    *found, end = own.search(first, own.configuration)
    assert isinstance(end, Exhausted)
    numbers = [report for report in found if isinstance(report, int)]
    assert numbers == sorted(numbers)
    answers = [answer for report in found if isinstance(report, list) for answer in report]
    assert {behaviour(answer.pattern).period for answer in answers} == {24}


def test_the_last_part_never_ends() -> None:
    own = pairs(24)
    assert list(islice(own.search(END, own.configuration), 3)) == [UNLIMITED] * 3
    assert list(own.parts())[-1] == END


def test_parts_are_told_from_others() -> None:
    own = pairs(24)
    for part in list(own.parts())[::50]:
        assert own.owns(part)
        assert own.holds(part)
    assert own.holds(END)
    for name in ("pair", "pair caterer", "pair caterer blinker", "pair figure-8 caterer", "pairs"):
        assert not own.holds(Part(BOARD, name=name))
    assert not own.holds(next(own.parts())._replace(box=(9, 9)))
    assert not pairs(30).holds(next(own.parts()))


@pytest.mark.parametrize(
    ("race", "taken"),
    [
        (Race(Motion(24)), True),
        (Race(Motion(23)), False),  # prime
        (Race(Motion(27)), False),  # a power of a prime: no least common multiple of shorter ones
        (Race(Motion(LONGEST + 2)), False),
        (Race(Motion(24), Rule.parse("B36/S23")), False),
        (Race(Motion(24, dy=-2)), False),
    ],
)
def test_where_pairs_take_part(race: Race, taken: bool) -> None:
    assert any(isinstance(own, OscillatorPairs) for own in race.strategies) == taken
