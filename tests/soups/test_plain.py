"""The first soups, in plain Python."""

import pytest

from lifesearch.encoding.motion import Motion
from lifesearch.life.identify import pieces
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.life.symmetry import rule_symmetries
from lifesearch.queries.race.plain_soups import PART, SOUPS, FirstSoups
from lifesearch.queries.race.wanted import Wanted
from lifesearch.solving.configuration import BY_SOUPS
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
def test_what_the_lane_finds_has_the_period_in_one_piece(rule: str) -> None:
    wanted = Wanted(Motion(2), Rule.parse(rule))
    *reports, last = FirstSoups(wanted, seed=1).search(PART, BY_SOUPS)
    assert isinstance(last, Exhausted)
    answers = [answer for report in reports if isinstance(report, list) for answer in report]
    for answer in answers:
        assert behaviour(answer.pattern, wanted.rule, 8).period == 2
        assert len(pieces(answer.pattern, wanted.rule, 2)) == 1
    assert answers or rule != "B3/S23"
    assert FirstSoups.things_in_a_part == SOUPS
