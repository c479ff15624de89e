"""Boxes by row tables: the same verdicts as those of a solver, and the same answers."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from lifesearch.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.planning.boxes import no_rows
from lifesearch.planning.choose import plan_of
from lifesearch.planning.run import run
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import ROW_TABLES
from lifesearch.queries.constraints import Bound, Constraints
from lifesearch.queries.measures import Measure
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.by_rows import by_rows, proves, strip_of
from lifesearch.queries.strips.composites import one_behind_another
from lifesearch.running.events import Finished, Searched
from lifesearch.running.options import RunOptions
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Exhausted, GaveUp, Report
from lifesearch.solving.in_turn import in_turn
from tests.asking import QUICK
from tests.random_queries import rule as random_rule

pytestmark = pytest.mark.usefixtures("kernels_loaded")

MOTIONS = (
    Motion(1),
    Motion(2),
    Motion(2),
    Motion(3),
    Motion(1, Orientation.FLIP_X),
    Motion(1, Orientation.FLIP_Y),
    Motion(2, Orientation.FLIP_X),
    Motion(2, dy=-1),
    Motion(3, dy=-1),
    Motion(4, dy=-2),
    Motion(2, Orientation.FLIP_X, dy=-1),
)
MANY_ANSWERS = 300


def random_constraints(rng: Random) -> Constraints:
    bounds: list[Bound] = []
    if rng.random() < 0.4:
        measure = rng.choice((Measure.FIRST, Measure.MIN, Measure.MAX, Measure.ROTOR))
        bounds.append(Bound(measure, most=rng.randint(3, 8)))
    if rng.random() < 0.15:
        bounds.append(Bound(Measure.FIRST, least=rng.randint(2, 6)))
    return Constraints(tuple(bounds), connected=rng.random() < 0.25)


def random_query(rng: Random) -> Periodic:
    """A question that row tables can answer."""
    while True:
        rule, motion = random_rule(rng), rng.choice(MOTIONS)
        box = (rng.randint(2, 4), rng.randint(2, 5))
        symmetries = [s for s in SYMMETRIES if not s.fits(*box)]
        symmetry = rng.choice([Symmetry.parse("C1"), *symmetries])
        try:
            query = Periodic(motion, box, symmetry, rule, constraints=random_constraints(rng))
            strip_of(query)
        except InputError:
            continue
        return query


def found_by_rows(query: Periodic) -> tuple[dict[Hashable, Answer], bool]:
    """The answers of row tables, and whether their end is a proof that there is nothing else."""
    *reports, end = by_rows(query)
    found = [answer for each in reports if isinstance(each, list) for answer in each]
    assert isinstance(end, Exhausted | GaveUp)
    return {query.key(answer): answer for answer in found}, isinstance(end, Exhausted)


def compare(query: Periodic) -> int | None:
    """Compare whole sets; how many answers there are."""
    by_solver: dict[Hashable, Answer] = {}
    for report in query.search(next(query.parts(0)), QUICK, []):
        if isinstance(report, list):
            by_solver |= {query.key(answer): answer for answer in report}
        if len(by_solver) > MANY_ANSWERS:
            return None
    by_tables, proved = found_by_rows(query)
    assert set(by_tables) <= set(by_solver), query
    if proved:
        assert not by_solver, query
    if proves(query):
        assert proved == (not by_solver), query
    strip, turned = strip_of(query)
    if strip.folds or query.constraints.connected:
        return len(by_solver)  # a solution's pieces are answers of a solver, too
    for key in set(by_solver) - set(by_tables):
        pattern = by_solver[key].pattern
        standing = pattern.transform(Orientation.TRANSPOSE) if turned else pattern
        phases = Answer(standing, strip.motion.full_period, query.rule).history()
        assert any(one_behind_another(each, strip.motion, query.rule) for each in phases), query
    return len(by_solver)


def compare_many(first: int, count: int) -> None:
    answers = [compare(random_query(Random(seed))) for seed in range(first, first + count)]
    known = [number for number in answers if number is not None]
    assert len(known) > count // 2
    assert sum(number > 0 for number in known) > count // 10
    assert sum(number == 0 for number in known) > count // 10


def test_verdicts_and_answers_are_those_of_a_solver() -> None:
    compare_many(0, 60)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 3_000, 100))
def test_verdicts_and_answers_are_those_of_a_solver_in_many_questions(first: int) -> None:
    compare_many(first, 100)


@pytest.mark.parametrize(
    ("query", "answers"),
    [
        (Periodic(Motion(4, dy=-2), (5, 6)), 1),
        (Periodic(Motion(4, dy=-2), (6, 6)), 1),
        (Periodic(Motion(2, Orientation.FLIP_X, dy=-1), (5, 6)), 1),
        (Periodic(Motion(4, dy=-2), (4, 6)), 0),
        (Periodic(Motion(2), (6, 4)), 4),
    ],
)
def test_patterns_of_life(query: Periodic, answers: int) -> None:
    assert compare(query) == answers


def test_what_lies_is_turned() -> None:
    query = Periodic(Motion(2), (9, 4), Symmetry.parse("D2-"))
    strip, turned = strip_of(query)
    assert (strip.width, strip.max_length, turned) == (4, 9, True)
    assert strip.mirror.value == "mirrored"
    ship = Periodic(Motion(3, dy=-1), (9, 4))
    assert strip_of(ship)[0].width == 9


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (Periodic(Motion(3)), "size of a box"),
        (Periodic(Motion(3), (8, 8), torus=True), "torus"),
        (Periodic(Motion(3), (8, 8), any_period=True), "one period"),
        (Periodic(Motion(4, dx=-1, dy=-1), (8, 8)), "straight up"),
        (Periodic(Motion(3), (8, 8), Symmetry.parse("C4")), "for others give box="),
        (Periodic(Motion(3), (14, 14)), "13 free cells"),
    ],
)
def test_what_row_tables_cannot_do_they_say(query: Periodic, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        strip_of(query)


SHIP = Periodic(Motion(4, dy=-1), (10, 12), Symmetry.parse("D2|"))


def test_row_tables_are_beside_solvers_where_they_can() -> None:
    assert [step.engine for step in plan_of(SHIP, RunOptions(1, 2)).steps][-1] == ROW_TABLES
    for options in (
        RunOptions(None),
        RunOptions(1, engine="box"),
    ):
        assert no_rows(SHIP, options)
    assert no_rows(Periodic(Motion(2), (4, 4)), RunOptions(1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_verdict_wins(jobs: int) -> None:
    events = list(run(SHIP, RunOptions(1, jobs)))
    assert [event.part.box for event in events if isinstance(event, Searched)] == [(10, 12)]
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted


def test_two_ways_in_turn() -> None:
    def way(name: str, *reports: Report[str]) -> list[Report[str]]:
        return [[name], *reports]

    both = list(in_turn(iter(way("a", Exhausted(1))), iter(way("b", Exhausted(2)))))
    assert both == [["a"], Exhausted(1)]
    left = list(in_turn(iter(way("a", GaveUp("no"))), iter(way("b", Exhausted(2)))))
    assert left == [["a"], ["b"], Exhausted(2)]


def test_a_solver_alone_says_the_same() -> None:
    reports = list(SHIP.search(next(SHIP.parts(0)), Configuration("cadical195"), []))
    assert isinstance(reports[-1], Exhausted)
    assert not any(isinstance(each, list) for each in reports)
