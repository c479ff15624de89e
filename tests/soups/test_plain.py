"""The first soups, in plain Python."""

import pytest

from lifesearch.life.identify import pieces
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Box
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.life.symmetry import rule_symmetries
from lifesearch.planning.race import ways
from lifesearch.queries.race.soups import PART, SOUPS, FirstSoups, SoupRanges
from lifesearch.queries.way import Wanted
from lifesearch.solving.enumerate import Exhausted
from lifesearch.soups.plain import BOARD, PlainSoups

SOON = 24  # life spreads by a cell a generation
SOUP_KINDS = PlainSoups(LIFE, rule_symmetries(LIFE), seed=5)


def test_soups_have_their_symmetry() -> None:
    for number in range(60):
        left = SOUP_KINDS.run(number)
        if left is not None and left.soup:
            turned = {left.soup.transform(g).normal() for g in left.symmetry.group}
            assert turned == {left.soup.normal()}


def test_a_soup_depends_on_its_number_and_the_seed_alone() -> None:
    again = PlainSoups(LIFE, rule_symmetries(LIFE), seed=5)
    for number in (7, 3, 7):
        assert again.run(number) == SOUP_KINDS.run(number)
    other = PlainSoups(LIFE, rule_symmetries(LIFE), seed=6)
    assert any(other.run(n) != SOUP_KINDS.run(n) for n in range(3))


def test_what_is_left_is_what_the_simulator_says() -> None:
    """Soups that settle soon, and so reach no rim of the board."""
    compared = 0
    for number in range(40):
        left = SOUP_KINDS.run(number)
        assert left is None or left.period > 0
        if left is not None and left.pattern and max(left.soup.box[2:]) < BOARD // 4:
            life = list(generations(left.soup, SOON, LIFE))
            if life[-1] in life[:-1]:
                assert left.pattern.normal() in {pattern.normal() for pattern in life}
                true = behaviour(left.pattern, LIFE, SOON).period
                assert true is not None
                assert left.period % true == 0
                compared += 1
    assert compared > 2


@pytest.mark.parametrize("rule", ["B3/S23", "B36/S23", "B3678/S34678"])
def test_what_the_way_finds_has_the_period_in_one_piece(rule: str) -> None:
    wanted = Wanted(Motion(2), Rule.parse(rule))
    *reports, last = FirstSoups(wanted, seed=1).search(PART, "soups")
    assert isinstance(last, Exhausted)
    answers = [answer for report in reports if isinstance(report, list) for answer in report]
    for answer in answers:
        assert behaviour(answer.pattern, wanted.rule, 8).period == 2
        assert len(pieces(answer.pattern, wanted.rule, 2)) == 1
    assert answers or rule != "B3/S23"
    assert FirstSoups.things_in_a_part == SOUPS


@pytest.mark.parametrize("rule", ["23/3/3", "Star Wars", "Sticks"])
def test_soups_of_several_states(rule: str) -> None:
    """What is left of a soup, if it is not cut off, is what the simple simulator makes of it."""
    by = Rule.parse(rule)
    soups = PlainSoups(by, rule_symmetries(by), seed=2)
    for number in range(6):
        left = soups.run(number)
        if left is None or not left.pattern:
            continue
        rim = Box.around([left.pattern.box, left.soup.box])
        if min(rim.x, rim.y) > 6 and max(rim.right, rim.bottom) < BOARD - 7:
            assert left.period % (behaviour(left.pattern, by, left.period).period or 10**9) == 0


def test_first_soups_of_several_states() -> None:
    """An oscillator comes out of them, and is verified."""
    wanted = Wanted(Motion(4), Rule.parse("Star Wars"))
    *reports, _ = FirstSoups(wanted, seed=1).search(PART, "soups")
    answers = [answer for report in reports if isinstance(report, list) for answer in report]
    assert answers
    assert all(answer.universe.behaviour(answer.pattern).period == 4 for answer in answers)
    assert [type(way) for way in ways(wanted, ("soups",), 1)] == [FirstSoups, SoupRanges]
