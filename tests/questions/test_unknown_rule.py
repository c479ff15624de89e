"""Unknown rules: patterns and rules together are what brute force finds, rule by rule."""

from dataclasses import replace

import pytest

from lifesearch.common.errors import VerificationError
from lifesearch.core.answer import PatternInRule
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.core.events import Event, Finished
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.options import RunOptions
from lifesearch.running.session.codec import query_from_json, question_to_json
from tests.asking import QUICK, answers_of, every, first
from tests.questions.test_random_queries import compare_unknown
from tests.searching import begun_session, run

STEP_UP = Motion(1, dy=-1)
FAMILIES = ("B3?6?/S23?", "B2ci3?/S0?2ae?")


@pytest.mark.parametrize("text", FAMILIES)
@pytest.mark.parametrize("motion", [Motion(1), Motion(2), STEP_UP, Motion(2, dy=-1)])
def test_all_patterns_in_all_rules(text: str, motion: Motion) -> None:
    for size in ((2, 4), (3, 3) if motion.period == 1 else (4, 3)):
        query = Periodic(motion, size, rules=PartialRule.parse(text))
        assert compare_unknown(query, QUICK, 0) is not None


def test_the_same_cells_live_in_different_ways() -> None:
    """Three in a row stay in B/S12, and turn in B3/S2."""
    rules = PartialRule.parse("B3?/S1?2")
    found = every(Periodic(Motion(2), (3, 3), rules=rules, any_period=True))
    row = [a for a in found if a.pattern.canonical() == Pattern.parse("OOO").canonical()]
    assert sorted((str(a.rule), str(a.greatest_rule), a.generations) for a in row) == [
        ("B/S12", "B/S12", 1),
        ("B3/S2", "B3/S2", 2),
    ]


QUESTIONS = {
    "symmetry": Periodic(Motion(2), (4, 4), Symmetry.parse("D4+")),
    "quarter turn": Periodic(Motion(1, Orientation.R90), (3, 3)),
    "glide": Periodic(Motion(2, Orientation.FLIP_X, 0, -1), (3, 3)),
    "any period": Periodic(Motion(2), (3, 2), any_period=True),
    "the empty one": Periodic(Motion(1), (3, 3), with_empty=True),
    "mask": Periodic(Motion(1), (4, 3), mask=Pattern.parse("OOOO\nOO.O\n.OOO")),
    "growing": Periodic(Motion(2), max_area=6),
    "population": Periodic(Motion(2), (3, 3), constraints=Constraints((Bound(Measure.MAX, 3, 5),))),
    "torus": Periodic(Motion(2), (4, 2), torus=True),
    "the fewest cells": Periodic(
        Motion(2), (4, 3), constraints=Constraints(objective=Objective(Aim.SMALLEST_POPULATION))
    ),
    "kept": Periodic(Motion(1), (3, 3), constraints=Constraints(keep=Target(Pattern.parse("OO")))),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_everything_else_works_as_in_known_rules(name: str) -> None:
    query = replace(QUESTIONS[name], rules=PartialRule.parse("B2ci?3/S2?38?"))
    assert compare_unknown(query, QUICK, 0) is not None


@pytest.mark.parametrize(
    "constraints",
    [Constraints(connected=True), Constraints(excluded=(Pattern.parse("OO\nOO"),))],
    ids=["connected", "excluded"],
)
def test_pieces_are_those_of_the_least_rule(constraints: Constraints) -> None:
    rules = PartialRule.parse("B2ci?3/S1?23")
    query = Periodic(Motion(1), (5, 2), rules=rules, constraints=constraints)
    assert compare_unknown(query, QUICK, 0)


def test_every_isotropic_rule_at_once() -> None:
    """A dot that moves a cell in each generation, and the glider, are in the widest family."""
    rules = PartialRule.parse("pB12345678/S012345678")
    assert first(Periodic(STEP_UP, (1, 1), rules=rules)) is None  # it would turn around as well
    glider = first(Periodic(Motion(4, dx=-1, dy=-1), (3, 4), rules=rules))
    assert glider is not None
    assert glider.greatest_rule is not None


def test_the_range_of_the_glider() -> None:
    """As in Eppstein's database of spaceships."""
    rules = PartialRule.parse("B1?2?34?5?6?7?8?/S0?1?234?5?6?7?8?")
    glider = Pattern.parse("OOO\nO..\n.O.").translate(1, 1)
    query = Periodic(Motion(4, dx=-1, dy=-1), (4, 4), rules=rules)
    (answer,) = query.answers([PatternInRule(glider, LIFE)], 4, 4)
    assert (str(answer.rule), str(answer.greatest_rule)) == ("B3/S23", "B3678/S0235678")
    assert answer.history() == list(generations(glider, 4, answer.greatest_rule or LIFE))


def test_the_one_small_ship_of_all_counting_rules() -> None:
    """Computed by a program that tries all ways to fill the box and all fates of counts met."""
    rules = PartialRule.parse("B2?3?4?5?6?7?8?/S0?1?2?3?4?5?6?7?8?")
    constraints = Constraints((Bound(Measure.FIRST, 0, 6),))
    (ship,) = every(
        Periodic(Motion(2, dy=-1), (4, 4), rules=rules, raw=True, constraints=constraints)
    )
    assert ship.pattern.normal() == Pattern.parse("OOOO\n....\nO..O")
    assert (str(ship.rule), str(ship.greatest_rule)) == ("B3/S124", "B35678/S124678")


def test_a_wrong_answer_is_disbelieved() -> None:
    query = Periodic(Motion(1), (3, 3), rules=PartialRule.parse("B3?/S23"))
    with pytest.raises(VerificationError):
        query.answers([PatternInRule(Pattern.parse("OOO"), LIFE)], 3, 3)


def test_cubes_and_plain_problems() -> None:
    query = Periodic(Motion(1), (3, 3), rules=PartialRule.parse("B3?6?/S2?3?"))
    once = {query.key(answer) for answer in every(query)}
    for how in (Configuration("cadical195"), Configuration("glucose4", plain=True)):
        assert {query.key(answer) for answer in every(query, how, depth=2)} == once


def test_sessions_remember_rules(tmp_path: object) -> None:
    query = Periodic(Motion(1), (3, 3), rules=PartialRule.parse("B3?6?/S2?3"))
    assert query_from_json(question_to_json(query)) == query
    name, run_options = f"{tmp_path}/a.session", RunOptions(count=None, jobs=1)

    def asked() -> list[Event]:
        with begun_session(name, query, run_options) as session:
            return [
                *session.checkpoint.found,
                *session.record(run(query, run_options, session.checkpoint)),
            ]

    before, after = asked(), asked()
    assert isinstance(before[-1], Finished)
    assert isinstance(after[-1], Finished)
    assert before[-1].exhausted
    assert after[-1].exhausted
    found, again = answers_of(before), answers_of(after)
    assert found == again
    assert {query.key(a) for a in found} == {query.key(a) for a in every(query)}
