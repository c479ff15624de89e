"""What is known of rules with several states, and of rules with B0."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.periodic.question import Periodic
from tests.asking import every, first

BRAIN, STAR_WARS = Rule.parse("Brian's Brain"), Rule.parse("Star Wars")


# What is known: LifeWiki on Brian's Brain and Star Wars, and searches with rlifesrc.
PHOTON = "AA\nBB"
BRAIN_P3 = ".AB.\nB..A\nA..B\n.BA."


@pytest.mark.parametrize(
    ("rule", "motion", "box", "picture"),
    [
        (BRAIN, Motion(1, dy=-1), (2, 2), PHOTON),
        (STAR_WARS, Motion(1, dy=-1), (2, 3), "AA\nBB\nCC"),
        (BRAIN, Motion(3), (4, 4), BRAIN_P3),
        (STAR_WARS, Motion(1), (3, 3), ".O.\nOOO\n.O."),
    ],
)
def test_the_smallest_of_its_kind(
    rule: Rule, motion: Motion, box: tuple[int, int], picture: str
) -> None:
    (answer,) = every(Periodic(motion, box, rule=rule))
    wanted = Pattern.parse(picture) if "O" in picture else Pattern.parse_states(picture)
    query = Periodic(motion, box, rule=rule)
    assert query.key(answer) == query.key(replace(answer, pattern=wanted))
    smallest = Periodic(motion, None, rule=rule, max_area=box[0] * box[1])
    assert first(smallest) is not None
    assert all(not every(Periodic(motion, size, rule=rule)) for size in _less(*box))


def _less(width: int, height: int) -> list[tuple[int, int]]:
    return [(w, h) for w, h in ((width - 1, height), (width, height - 1)) if w and h]


def test_nothing_stays_alive_in_brians_brain() -> None:
    """No cell survives, so that there is no still life, and no oscillator of period 1 or 2."""
    for period in (1, 2):
        assert not every(Periodic(Motion(period), (5, 5), rule=BRAIN))


def test_optima_and_pieces() -> None:
    ship = Motion(1, dy=-1)
    best = Constraints(objective=Objective(Aim.SMALLEST_POPULATION))
    *_, answer = every(Periodic(ship, (6, 3), rule=BRAIN, constraints=best))
    assert answer.pattern.population == 4
    apart = every(Periodic(ship, (6, 2), rule=BRAIN))
    whole = every(Periodic(ship, (6, 2), rule=BRAIN, constraints=Constraints(connected=True)))
    assert {answer.pattern.population for answer in apart} == {4, 8}
    assert [answer.pattern.population for answer in whole] == [4]
    excluded = Constraints(excluded=(Pattern.parse_states(PHOTON),))
    assert not every(Periodic(ship, (6, 2), rule=BRAIN, constraints=excluded))
    largest = Constraints(objective=Objective(Aim.LARGEST_POPULATION))
    *_, answer = every(Periodic(ship, (6, 2), rule=BRAIN, constraints=largest))
    assert answer.pattern.population == 8


def test_boxes_that_grow_end_where_the_first_ship_is() -> None:
    query = Periodic(Motion(1, dy=-1), None, rule=STAR_WARS, max_area=6)
    assert [answer.pattern.picture() for answer in every(query)] == ["AA\nBB\nCC"]


def test_exchanging_live_and_dead_changes_nothing_but_the_name() -> None:
    anti = Rule.parse("AntiLife")
    for motion, box in (
        (Motion(1), (4, 4)),
        (Motion(2), (3, 3)),
        (Motion(4, dx=-1, dy=-1), (4, 4)),
    ):
        ours = {answer.pattern for answer in every(Periodic(motion, box, rule=anti))}
        assert ours == {answer.pattern for answer in every(Periodic(motion, box, rule=LIFE))}


def test_ships_of_a_rule_with_b0() -> None:
    """Of even generations the cells are as they are, of odd ones the complement."""
    rule = Rule.parse("B01245/S0125")
    for answer in every(Periodic(Motion(2, dy=-1), (3, 3), rule=rule)):
        history = answer.history()
        assert history[-1] == history[0].translate(0, -1)
        assert history[0].live == history[0].cells
