"""What plans say, and what has its turn first."""

from __future__ import annotations

from typing import Any

import pytest

from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.engine import second_share
from lifesearch.questions.periodic.question import ROW_TABLES, Periodic
from lifesearch.questions.rotors.question import Rotors
from lifesearch.running.choose import choose, plan_of
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.request import NO_PREFERENCES

pytestmark = pytest.mark.usefixtures("kernels_loaded")

C2, C4, MIRROR = map(Symmetry.parse, ("C2", "C4", "D2|"))
QUESTIONS: list[tuple[Any, RunOptions]] = [
    (Periodic(Motion(7), (10, 10), C4), RunOptions(1)),
    (Periodic(Motion(3), (7, 7)), RunOptions(None, 2)),
    (Periodic(Motion(6), max_area=60), RunOptions(1)),
    (Periodic(Motion(5, dy=-2), (13, 16), MIRROR), RunOptions(1, 2)),
    (Periodic(Motion(4, dx=-1, dy=-1)), RunOptions(1)),
    (Periodic(Motion(4)), RunOptions(1)),
    (Rotors((3, 3)), RunOptions(None)),
]


@pytest.mark.parametrize(("query", "how"), QUESTIONS)
def test_a_plan_names_no_option(query: Any, how: RunOptions) -> None:
    words = str(choose(query, how, NO_PREFERENCES))
    assert words.startswith(f"Question: {query.title}.\nGoal: find ")
    assert not set("<=") & set(words)
    assert "--" not in words


def test_a_share_is_given_only_where_it_is_shared() -> None:
    alone, raced = (
        str(plan_of(query, RunOptions(1))) for query in (Rotors((3, 3)), QUESTIONS[0][0])
    )
    assert "of time" not in alone
    assert raced.count("half the time") == 2


def test_a_resumed_plan_has_the_depth_of_its_session() -> None:
    """Whatever a new search would have, with the number of workers that there are now."""
    query, alone, four = Periodic(Motion(7), (13, 13)), RunOptions(None, 1), RunOptions(None, 4)
    assert plan_of(query, alone).depth == 0 < plan_of(query, four).depth
    assert plan_of(query, four, Checkpoint(depth=0)).depth == 0
    resumed = plan_of(query, alone, Checkpoint(depth=3))
    assert "8 cases, by the states of some cells" in resumed.in_words()[1]


def test_diagonal_ships_have_no_strips() -> None:
    straight, diagonal = (
        choose(Periodic(Motion(4, dx=dx, dy=-1)), RunOptions(1)).steps for dx in (0, -1)
    )
    assert ROW_TABLES in {step.engine for step in straight}
    assert ROW_TABLES not in {step.engine for step in diagonal}


def test_it_is_said_why_row_tables_are_not_used() -> None:
    unused = dict(plan_of(Periodic(Motion(7), (10, 10), C4), RunOptions(1)).unused)
    assert unused[ROW_TABLES] == "row tables do not support this symmetry"


def test_solvers_race_for_the_best_answer() -> None:
    best = Constraints(objective=Objective(Aim.SMALLEST_POPULATION))
    query = Periodic(Motion(3), (12, 12), constraints=best)
    one, two = (plan_of(query, RunOptions(None, jobs)) for jobs in (1, 2))
    assert [len(plan.steps) for plan in (one, two)] == [1, 2]
    assert dict(two.unused)[ROW_TABLES].endswith("neither given cells nor optimisation")


def test_row_tables_that_end_soon_end_first() -> None:
    """After a moment of SAT; if they take longer, or prove nothing, they have half of the time."""
    enough = Constraints((Bound(Measure.FIRST, 9),))
    ship = Periodic(Motion(5, dy=-2), (13, 16), MIRROR)
    soon = second_share(ship, ROW_TABLES)
    assert not soon.second_is_next(0.05, 0.0)
    assert soon.second_is_next(0.3, 2.0)
    for other in (
        Periodic(Motion(3), (8, 8)),
        Periodic(ship.motion, ship.box, MIRROR, constraints=enough),
    ):
        half = second_share(other, ROW_TABLES)
        assert not half.second_is_next(0.6, 0.0)
        assert half.second_is_next(1.0, 0.9)
        assert not half.second_is_next(1.0, 1.0)


def test_more_symmetric_oscillators_have_half_of_the_time() -> None:
    look = Configuration("glucose4", symmetric_first=True)
    assert second_share(Periodic(Motion(8), (10, 10), C2), look).second_is_next(10.0, 9.0)
    assert not second_share(Periodic(Motion(8), (10, 10)), look).second_is_next(10.0, 9.0)
