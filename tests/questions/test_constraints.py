"""Bounds, optima and given cells: the same answers as by looking at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.core.events import Finished, Found
from lifesearch.core.question import Task
from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE
from lifesearch.engines.sat.encoding.constraints import at_most, tally
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.formats.detect import read_known_cells
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.options import RunOptions
from lifesearch.running.process import ChildWorker
from tests.asking import answers_of, every
from tests.cases import DENSEST
from tests.searching import run

BLOCK, BLINKER = Pattern.parse("OO\nOO"), Pattern.parse("OOO")
Query = Periodic | Predecessor | Completion
QUESTIONS: dict[str, Query] = {
    "still lifes": Periodic(Motion(1), (5, 4)),
    "period 2": Periodic(Motion(2), (5, 4), any_period=True),
    "period 2, turned": Periodic(Motion(1, Orientation.parse("R90")), (6, 6), any_period=True),
    "period 2, symmetric": Periodic(Motion(2), (5, 6), Symmetry.parse("C2"), any_period=True),
    "another rule": Periodic(Motion(2), (4, 4), rule=Rule.parse("B36/S125")),
    "gliders": Periodic(Motion(4, dx=-1, dy=-1), (4, 5)),
    "predecessors": Predecessor.around(Target(BLOCK)),
    "films": Completion(KnownCells.unknown(4, 4), Motion(2), any_period=True),
    "films that run": Completion(KnownCells.unknown(3, 3), Motion(2), returns=False),
    "ancestors": replace(Predecessor.around(Target(BLINKER)), generations=2),
}


TRAVELLING = ("gliders", "predecessors", "ancestors", "films that run")


@cache
def everything(name: str) -> list[Answer]:
    return every(replace(QUESTIONS[name], raw=True))


def lived(name: str, answer: Answer) -> list[Pattern]:
    """The generations that count, and one more."""
    history = answer.history()
    return [*history, history[-1]] if name == "films that run" else history


def test_there_is_something_to_choose_from() -> None:
    sizes = {name: len(everything(name)) for name in QUESTIONS}
    assert min(sizes.values()) >= 3, sizes


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_tallies_count(count: int) -> None:
    """Every way to fill five places, one of them twice, with constants among them."""
    variables = Variables()
    cells = variables.allocate(range(5), [0] * 5, lambda x, _: f"cell{x}")
    literals = np.concatenate([cells, cells[:1], [TRUE, FALSE]]).astype(np.int32)
    exceeded, clauses = at_most(literals, count, variables)
    with Solver("minisat22", len(variables)) as solver:
        for batch in clauses:
            solver.load(batch)
        solver.add([[-exceeded]] if abs(exceeded) != TRUE else [])
        for state in range(32):
            chosen = [int(v) if state >> i & 1 else -int(v) for i, v in enumerate(cells)]
            true = (state & 1) + state.bit_count() + 1
            possible = list(solver.solve(chosen))[-1] and exceeded != TRUE
            assert possible == (true <= count)


def test_tallies_are_as_short_as_asked_for() -> None:
    variables = Variables()
    cells = variables.allocate(range(9), [0] * 9, lambda x, _: f"cell{x}")
    assert [len(tally(cells, most, variables)[0]) for most in (0, 3, 20)] == [1, 4, 9]
    assert at_most(cells, 9, variables)[0] == FALSE


def bounds(name: str, measure: Measure) -> Iterator[Bound]:
    numbers = sorted({measure.of(lived(name, answer)) for answer in everything(name)})
    middle = numbers[len(numbers) // 2]
    yield Bound(measure, 0, middle)
    if measure.is_population:
        yield Bound(measure, middle)
        yield Bound(measure, middle, middle)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "measure"),
    [  # each question with a third of the measures, and each measure with a third of the questions
        pytest.param(
            name,
            measure,
            marks=pytest.mark.slow("two thirds of the pairs of question and measure")
            if (i + j) % 3
            else (),
        )
        for i, name in enumerate(QUESTIONS)
        for j, measure in enumerate(Measure)
    ],
)
def test_bounds_choose(name: str, measure: Measure) -> None:
    query = QUESTIONS[name]
    if measure in (Measure.ROTOR, Measure.STATOR) and name in TRAVELLING:
        pytest.skip("only what stays where it is has a rotor and a stator")
    for bound in bounds(name, measure):
        expected = [answer for answer in everything(name) if bound.holds(lived(name, answer))]
        asked = replace(query, constraints=Constraints((bound,)))
        raw = every(replace(asked, raw=True))
        assert {a.pattern for a in raw} == {a.pattern for a in expected}
        assert len(raw) == len(expected)
        # The same up to place, turn and phase: a class counts if one of its members does.
        assert {asked.key(a) for a in every(asked)} == {asked.key(a) for a in expected}


@pytest.mark.parametrize("aim", [Aim.SMALLEST_POPULATION, Aim.LARGEST_POPULATION])
@pytest.mark.parametrize("measure", [Measure.FIRST, Measure.MIN, Measure.MAX])
@pytest.mark.parametrize("name", QUESTIONS)
def test_optima(name: str, measure: Measure, aim: Aim) -> None:
    objective = Objective(aim, measure)
    best = min(objective.cost(lived(name, answer)) for answer in everything(name))
    query = replace(QUESTIONS[name], constraints=Constraints(objective=objective))
    costs: list[int] = []
    for part in query.parts(0):
        for report in query.search(part, Configuration("cadical195"), []):
            if isinstance(report, list):
                costs += map(query.cost, report)
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] == best


@pytest.mark.parametrize("jobs", [1, 2])
def test_optima_of_a_race(jobs: int) -> None:
    constraints = Constraints(objective=Objective(Aim.LARGEST_POPULATION))
    query = Periodic(Motion(1), max_area=16, constraints=constraints)  # three blocks in 8x2
    events = list(run(query, RunOptions(None, jobs)))
    end = events[-1]
    assert isinstance(end, Finished)
    assert (end.best, end.exhausted) == (-12, True)
    costs = list(map(query.cost, answers_of(events)))
    assert costs == sorted(set(costs), reverse=True)


def test_others_hear_of_what_is_better() -> None:
    """A worker betters what it is told; what it hears after its task does not disturb it."""
    constraints = Constraints(objective=Objective(Aim.SMALLEST_POPULATION))
    query = Periodic(Motion(1), (5, 5), constraints=constraints)
    worker = ChildWorker(query)
    try:
        best = Answer(BLOCK, 1)
        worker.begin(Task(Part((5, 5)), Configuration(), [best]))
        assert isinstance(worker.receive(), Exhausted)
        worker.send_answers([best])  # too late, and harmless
        worker.begin(Task(Part((5, 5)), Configuration(), []))
        assert all(query.cost(answer) >= 4 for answer in worker.receive())
    finally:
        worker.kill()


@pytest.mark.long
@pytest.mark.parametrize(
    ("motion", "area", "jobs"),
    [
        (Motion(1), 4, 1),
        (Motion(1), 4, 2),
        (Motion(2), 9, 1),
        (Motion(2), 9, 2),
        pytest.param(Motion(4), 36, 2, marks=pytest.mark.slow("boxes of up to 36 cells")),
    ],
)
def test_the_smallest_box(motion: Motion, area: int, jobs: int) -> None:
    query = Periodic(motion, constraints=Constraints(objective=Objective(Aim.SMALLEST_BOX)))
    *events, end = run(query, RunOptions(None, jobs))
    assert isinstance(end, Finished)
    assert (end.best, end.exhausted) == (area, True)
    assert any(isinstance(event, Found) for event in events)


@pytest.mark.parametrize(("side", "most"), list(enumerate(DENSEST, start=1))[1:8])
def test_largest_still_lifes(side: int, most: int) -> None:
    constraints = Constraints(objective=Objective(Aim.LARGEST_POPULATION))
    end = list(run(Periodic(Motion(1), (side, side), constraints=constraints), RunOptions(None)))[
        -1
    ]
    assert isinstance(end, Finished)
    assert end.best == -most


@pytest.mark.slow("a proof of minutes")
@pytest.mark.parametrize(("side", "most"), list(enumerate(DENSEST, start=1))[8:10])
def test_larger_still_lifes(side: int, most: int) -> None:
    test_largest_still_lifes(side, most)


@pytest.mark.parametrize("name", ["still lifes", "period 2", "predecessors"])
def test_kept_cells(name: str) -> None:
    told = Target(Pattern.of([(1, 1)]), Pattern.of([(2, 1)]), Box(0, 0, 3, 2))
    query = replace(QUESTIONS[name], constraints=Constraints(keep=told))
    histories = {answer: answer.history() for answer in everything(name)}
    kept = [a for a, h in histories.items() if told.fits(h[0]) and told.fits(h[-1])]
    assert {a.pattern for a in every(replace(query, raw=True))} == {a.pattern for a in kept}
    assert {query.key(a) for a in every(query)} == {query.key(a) for a in kept}


@pytest.mark.parametrize("aim", [Aim.SMALLEST_POPULATION, Aim.LARGEST_POPULATION])
@pytest.mark.parametrize("measure", [Measure.FIRST, Measure.MIN, Measure.MAX])
def test_the_best_of_cells_that_are_all_known(aim: Aim, measure: Measure) -> None:
    """By symmetry the given cells are all cells: there is nothing to count, and nothing better."""
    known, _ = read_known_cells("??\noo\n")
    best = Constraints(objective=Objective(aim, measure))
    query = Completion(
        known, Motion(1), returns=False, symmetry=Symmetry.parse("D8"), constraints=best
    )
    (answer,) = every(query)
    assert answer.pattern == BLOCK
