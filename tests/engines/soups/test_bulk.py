"""Soups that are run together: compared with one soup after another on a board of numpy."""

from itertools import islice
from math import lcm
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.engines.sat.solving.part import UNLIMITED
from lifesearch.engines.soups import objects
from lifesearch.engines.soups.bulk.kernel import SIDE, TOGETHER, common_board
from lifesearch.engines.soups.bulk.periods import (
    LONGEST_PERIOD,
    SoupEnds,
    can_run_in_bulk,
    generations,
    soup_ends,
    soups_of_period,
)
from lifesearch.engines.soups.bulk.worker import BLOCK_OF_SOUPS, RareWork, rarest
from lifesearch.engines.soups.search import Soups, take_census
from lifesearch.engines.soups.seeds import Shapes, soup
from lifesearch.engines.soups.worker import SoupsCounted
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, step
from lifesearch.life.symmetry import SYMMETRIES
from lifesearch.questions.race.strategy import RaceGoal
from lifesearch.questions.soups.raced_kinds import (
    ALL_KINDS,
    COMMON_KINDS,
    RARE_KINDS,
    possible_shapes,
    still_lifes_of,
)
from lifesearch.questions.soups.strategy import SOUPS_IN_A_PART, RareSoupRanges, SoupRanges

WITH_A_CENTRE = [s.name for s in SYMMETRIES if "_" in s.name and s.name not in ("D2_x",)]


class Ended(NamedTuple):
    """How a soup ends."""

    soup: int
    period: int
    died: bool


def together(soups: Soups, start: int, stop: int) -> list[Ended]:
    """How each of the soups ends when they are run together."""
    return [
        Ended(ends.first + number, period, died)
        for ends in soup_ends(soups, start, stop)
        for number, (period, died) in enumerate(
            zip(ends.periods.tolist(), ends.died.tolist(), strict=True)
        )
    ]


def one_by_one(soups: Soups, index: int) -> Ended:
    """The same for one soup, a cell at a time, on a board whose surroundings stay dead."""
    assert soups.rule.births is not None
    assert soups.rule.survivals is not None
    shape = soups.shapes.shapes[0]
    width, height = SIDE + shape.width % 2, SIDE + shape.height % 2
    left, top = (64 - width) // 2, (64 - height) // 2  # soups are in the middle of 64 x 64 cells
    cells = np.zeros((height + 2, width + 2), np.int64)
    for x, y in soup(soups.shapes, soups.seed, index).cells:
        cells[y - top + 1, x - left + 1] = 1
    born = np.isin(np.arange(9), list(soups.rule.births))
    stays = np.isin(np.arange(9), list(soups.rule.survivals))

    def following(now: np.ndarray) -> np.ndarray:
        inside = now[1:-1, 1:-1]
        around = sum(
            now[1 + dy : height + 1 + dy, 1 + dx : width + 1 + dx]
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if dx or dy
        )
        then = np.zeros_like(now)
        then[1:-1, 1:-1] = np.where(inside == 1, stays[around], born[around])
        return then

    for _ in range(generations(soups)):
        cells = following(cells)
    now, period = cells, 0
    for time in range(1, LONGEST_PERIOD + 1):
        now = following(now)
        if not period and np.array_equal(now, cells):
            period = time
    return Ended(index, period, not cells.any())


RULES = ["B3/S23", "B36/S23", "B3678/S34678", "B36/S125", "B2/S", "B34/S34", "B38/S0238"]


@pytest.mark.long
@settings(deadline=None, max_examples=12)
@given(
    st.sampled_from(WITH_A_CENTRE),
    st.sampled_from(RULES),
    st.integers(1, 12),
    st.integers(0, 2**40),
    st.integers(1, 700),
)
def test_soups_end_as_they_do_one_by_one(
    name: str, rule: str, least: int, start: int, count: int
) -> None:
    soups = Soups(Rule.parse(rule), Shapes.of(LIFE, (name,), least, least + 5), seed=3)
    if common_board(soups.shapes) is None:
        return  # a symmetry that allows odd and even sides
    ends = together(soups, start, start + count)
    assert [end.soup for end in ends] == list(range(start, start + count))
    for end in ends[:: max(1, count // 8)]:
        assert end == one_by_one(soups, end.soup)


@pytest.mark.parametrize("number", range(len(COMMON_KINDS) + 2))
def test_every_kind_is_run_together(number: int) -> None:
    shapes = ALL_KINDS[number].shapes(LIFE)
    assert shapes is not None
    soups = Soups(LIFE, shapes, seed=5)
    assert can_run_in_bulk(soups)
    ends = together(soups, 100, 112)
    assert ends == [one_by_one(soups, index) for index in range(100, 112)]


@pytest.mark.parametrize("period", [2, 3, 5, 15])
def test_soups_of_a_period_are_those_that_end_with_it_or_with_blinkers_beside_it(
    period: int,
) -> None:
    soups = Soups(LIFE, Shapes.of(LIFE, ("D8_4",), 8, 16), seed=1)
    found, reached = list[int](), 0
    for beyond, numbers in soups_of_period(soups, period, 50, 3000):
        assert all(reached <= number < beyond for number in numbers)
        found += numbers
        reached = beyond
    assert reached == 3000
    ends = together(soups, 50, 3000)
    wanted = {n for n in range(1, 61) if n % period == 0 and lcm(period, 2) % n == 0}
    assert sorted(found) == [end.soup for end in ends if end.period in wanted]
    assert found


def test_which_soups_cannot_be_run_together() -> None:
    both = Shapes.of(LIFE, ("C1",), 8, 9)
    assert not can_run_in_bulk(Soups(LIFE, both))
    assert not can_run_in_bulk(Soups(LIFE, Shapes.of(LIFE, ("D8_1", "D8_4"), 8, 9)))
    hexagonal = Rule.parse("B2/S34H")
    assert not can_run_in_bulk(Soups(hexagonal, Shapes.of(hexagonal, ("D4_x1",), 9, 9)))
    with pytest.raises(ValueError, match="together"):
        list(soups_of_period(Soups(LIFE, both), 3, 0, 10))


def test_common_still_lifes_are_those_of_the_rule_in_all_directions() -> None:
    assert len(still_lifes_of(LIFE)) == 5 * 8
    assert len(set(still_lifes_of(LIFE))) == 1 + 1 + 4 + 2 + 8
    assert not still_lifes_of(Rule.parse("B2/S"))
    for rule in (LIFE, Rule.parse("B2/S34H"), Rule.parse("B36/S125")):
        assert all(step(each, rule) == each for each in still_lifes_of(rule))


def test_rules_have_the_kinds_of_soups_that_suit_them() -> None:
    assert len(possible_shapes(LIFE, COMMON_KINDS)) == len(COMMON_KINDS)
    hexagonal = Rule.parse("B2/S34H")
    shapes = possible_shapes(hexagonal, COMMON_KINDS)
    names = {shape.symmetry.name for each in shapes for shape in each.shapes}
    assert names == {"D4_x1", "D4_x4"}
    assert not possible_shapes(hexagonal, RARE_KINDS)


def test_soups_for_what_is_rare_get_no_time_where_the_rule_has_none() -> None:
    way = RareSoupRanges(RaceGoal(Motion(3), Rule.parse("B2/S34H")))
    part = next(way.parts())
    assert way.owns(part)
    assert way.holds(part)
    assert not SoupRanges(way.wanted).owns(part)
    assert next(iter(way.search(part, way.configuration))) == UNLIMITED


@pytest.mark.parametrize(("period", "number"), [(30, 2)])
def test_rare_oscillators_come_out_of_them(period: int, number: int) -> None:
    way = SoupRanges(RaceGoal(Motion(period)), seed=1)
    part = next(islice(way.parts(), number, None))
    reports = list(way.search(part, way.configuration))
    answers = [answer for report in reports if isinstance(report, list) for answer in report]
    assert answers
    for answer in answers:
        its = behaviour(answer.pattern, LIFE)
        assert (its.kind, its.period) == ("oscillator", period)


def test_the_rarest_periods_come_first() -> None:
    ends = SoupEnds(100, np.array([2, 3, 3, 1, 9, 0, 3, 15, 9, 2]), np.zeros(10, np.bool_))
    assert rarest(ends, 4) == [107, 104, 108, 101]
    assert rarest(ends, 0) == []


def test_work_tells_what_came_out_of_the_soups_that_were_looked_at() -> None:
    kinds = tuple(Soups(LIFE, shapes, seed=2) for shapes in possible_shapes(LIFE, COMMON_KINDS)[:3])
    work = RareWork(kinds)
    start, stop = BLOCK_OF_SOUPS - 300, BLOCK_OF_SOUPS + 500  # of two kinds
    *_, report = work.task_function()(range(start, stop))
    assert isinstance(report, SoupsCounted)
    assert report.census.tally.soups == stop - start
    assert {found.object.apgcode for found in report.objects} == set(report.census.counts)
    looked_at = {found.number for found in report.objects}
    for index in looked_at:
        alone = take_census(work.soups_at(index), index, index + 1)
        for found in report.objects:
            if found.number == index:
                assert found.object.apgcode in alone.counts
    assert any(found.object.period > 2 for found in report.objects)


def test_soups_of_a_rule_with_live_and_dead_exchanged_end_alike() -> None:
    """With B0 and S8, what is alive on the full plane is what is dead on the empty one."""
    ends = [
        next(soup_ends(Soups.of(rule, ("D8_1",), seed=1), 0, 300)) for rule in (LIFE, LIFE.reversal)
    ]
    assert np.array_equal(ends[0].periods, ends[1].periods)
    assert np.array_equal(ends[0].died, ends[1].died)


def test_components_that_are_too_large_to_be_split_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every soup is counted once, by its end in bulk; components only in those examined."""
    monkeypatch.setattr(objects, "MOST_LIVES", 0)
    work = RareWork((Soups.of(LIFE, ("D8_1",), seed=4),))
    *_, report = work.task_function()(range(500))
    assert isinstance(report, SoupsCounted)
    assert not report.objects
    assert report.census.tally.soups == 500
    assert report.census.tally.unresolved > 0


def test_no_soups_are_run_in_vain() -> None:
    """Ranges begin and end where those that are run together do."""
    for soups in (SOUPS_IN_A_PART, BLOCK_OF_SOUPS, RareWork.shortest, RareWork.longest):
        assert soups % TOGETHER == 0
