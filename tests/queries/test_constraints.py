"""Bounds, optima, given cells and pieces: the same answers as by looking at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lifesearch.encoding.cardinality import at_most, tally
from lifesearch.encoding.clauses import FALSE, TRUE
from lifesearch.encoding.motion import Motion, Target
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError
from lifesearch.life.identify import canonical_key, identify
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations, step
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Task
from lifesearch.queries.completion.query import Completion
from lifesearch.queries.constraints import MOST, Aim, Bound, Constraints, Objective
from lifesearch.queries.measures import Measure
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.running.events import Finished, Found
from lifesearch.running.options import RunOptions
from lifesearch.running.process import Worker
from lifesearch.running.run import run
from lifesearch.session.codec import query_from_json, query_to_json
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Exhausted
from lifesearch.solving.parts import Part
from lifesearch.solving.solver import Solver
from tests.asking import every, first
from tests.cases import DENSEST

BLOCK, BLINKER = Pattern.parse("OO\nOO"), Pattern.parse("OOO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")
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
@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("name", QUESTIONS)
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
    shown = [a for e in events if isinstance(e, Found) for a in e.answers if isinstance(a, Answer)]
    costs = list(map(query.cost, shown))
    assert costs == sorted(set(costs), reverse=True)


def test_others_hear_of_what_is_better() -> None:
    """A worker betters what it is told; what it hears after its task does not disturb it."""
    constraints = Constraints(objective=Objective(Aim.SMALLEST_POPULATION))
    query = Periodic(Motion(1), (5, 5), constraints=constraints)
    worker = Worker(query)
    try:
        best = Answer(BLOCK, 1)
        worker.begin(Task(Part((5, 5)), Configuration(), [best], 10**9))
        assert isinstance(worker.receive(), Exhausted)
        worker.tell([best])  # too late, and harmless
        worker.begin(Task(Part((5, 5)), Configuration(), [], 10**9))
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
        (Motion(4), 36, 2),
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


@pytest.mark.slow
@pytest.mark.parametrize(("side", "most"), list(enumerate(DENSEST, start=1))[8:10])
def test_larger_still_lifes(side: int, most: int) -> None:
    test_largest_still_lifes(side, most)


def test_contradictions_have_no_parts() -> None:
    constraints = Constraints((Bound(Measure.FIRST, 9, 5),))
    assert not list(Periodic(Motion(3), constraints=constraints).parts(0))
    assert list(run(Periodic(Motion(3), constraints=constraints), RunOptions()))[-1] == Finished(
        0, 0, True
    )


@pytest.mark.parametrize("name", ["still lifes", "period 2", "predecessors"])
def test_kept_cells(name: str) -> None:
    told = Target(Pattern.of([(1, 1)]), Pattern.of([(2, 1)]), Box(0, 0, 3, 2))
    query = replace(QUESTIONS[name], constraints=Constraints(keep=told))
    histories = {answer: answer.history() for answer in everything(name)}
    kept = [a for a, h in histories.items() if told.fits(h[0]) and told.fits(h[-1])]
    assert {a.pattern for a in every(replace(query, raw=True))} == {a.pattern for a in kept}
    assert {query.key(a) for a in every(query)} == {query.key(a) for a in kept}


def _classes(answers: list[Answer]) -> set[object]:
    return {canonical_key(answer.history()[:-1]) for answer in answers}


BOXES = [
    Periodic(Motion(2), (7, 5)),
    Periodic(Motion(1), (6, 5)),
    Periodic(Motion(1), (7, 6), Symmetry.parse("C2")),
    Periodic(Motion(2), (7, 6), Symmetry.parse("D2|"), any_period=True),
    Periodic(Motion(2), max_area=28),
    Periodic(Motion(2), (7, 5), constraints=Constraints((Bound(Measure.FIRST, 4, 9),))),
]


@pytest.mark.long
@pytest.mark.parametrize("query", BOXES, ids=lambda q: f"{q.describe()}{q.where()}")
def test_pieces(query: Periodic) -> None:
    """One piece, or without known ones: as if all answers had been looked at."""
    answers = every(query)
    whole = [a for a in answers if not identify(a.pattern, a.rule).composite]
    asked = replace(query, constraints=replace(query.constraints, connected=True))
    assert 0 < len(whole) < len(answers)
    assert _classes(every(asked)) == _classes(whole)
    for unwanted in (BLOCK, BLINKER):
        key = canonical_key(generations(unwanted, 2))

        def has(answer: Answer, key: object = key) -> bool:
            pieces = identify(answer.pattern, answer.rule).pieces
            return any(canonical_key(generations(piece, 2)) == key for piece in pieces)

        without = replace(query, constraints=replace(query.constraints, excluded=(unwanted,)))
        expected = [answer for answer in answers if not has(answer)]
        assert _classes(every(without)) == _classes(expected)


def test_a_ship_can_be_excluded_in_any_phase() -> None:
    query = Periodic(Motion(4, dx=-1, dy=-1), (5, 5))
    assert len(every(query)) == 1
    for phase in generations(GLIDER.transform(Orientation.parse("R90")), 3):
        without = replace(query, constraints=Constraints(excluded=(phase,)))
        assert first(without) is None


def test_excluded_pieces_may_not_fit_when_turned() -> None:
    """The narrowest c/3 ship fits in 16x5, but not lying on its side."""
    query = Periodic(Motion(3, dy=-1), (16, 5))
    ship = first(query)
    assert ship is not None
    assert first(replace(query, constraints=Constraints(excluded=(ship.pattern,)))) is None


@pytest.mark.parametrize("rule", ["B3/S23", "B1/S8", "B36/S125", "B2/S"])
def test_orphans(rule: str) -> None:
    """Which patterns of 2x3 cells can appear at all, by filling 4x5 cells in all ways."""
    table = np.frombuffer(Rule.parse(rule).table, np.uint8)
    states = np.arange(2**20)
    cells = {(x, y): states >> (4 * y + x) & 1 for x in range(4) for y in range(5)}
    code = np.zeros(2**20, np.int64)
    for x in (1, 2):
        for y in (1, 2, 3):
            block = np.zeros(2**20, np.int64)
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    block = block << 1 | cells[x + dx, y + dy]
            code = code << 1 | table[block]
    possible = set(np.unique(code).tolist())
    places = [(x, y) for x in (0, 1) for y in (0, 1, 2)]
    for number in range(64):
        alive = [place for bit, place in enumerate(reversed(places)) if number >> bit & 1]
        target = Target(Pattern.of(alive), drawn=Box(0, 0, 2, 3))
        query = replace(Predecessor.anywhere(target, 1), rule=Rule.parse(rule))
        answer = first(query)
        assert (answer is not None) == (number in possible)
        if answer is not None:
            assert query.target.fits(step(answer.pattern, answer.rule))


def test_a_known_orphan() -> None:
    """Nicolay Beluchenko's Garden of Eden 5, LifeWiki."""
    garden = Pattern.parse(
        ".OOO..OO...\n.OO.O.O.OOO\n.OOO..OOOOO\nO.O.O.O.O.O\nOOOO.O.O.O.\n....OOO....\n"
        ".O.O.O.OOOO\nO.O.O.O.O.O\nOOOOO..OOO.\nOOO.O.O.OO.\n...OO..OOO."
    )
    assert first(Predecessor.anywhere(Target(garden, drawn=Box(0, 0, 11, 11)), 1)) is None
    one_less = Target(garden - Pattern.of([(5, 5)]), Pattern.of([(5, 5)]), Box(0, 0, 11, 11))
    assert Predecessor.anywhere(one_less, 1).nothing().startswith("this is an orphan")


def test_conditions_survive_a_session() -> None:
    constraints = Constraints(
        (Bound(Measure.MIN, 3), Bound(Measure.ROTOR, 0, 8)),
        Objective(Aim.LARGEST_POPULATION, Measure.MAX),
        Target(BLOCK, Pattern.of([(2, 0)]), Box(0, 0, 4, 4)),
        connected=True,
        excluded=(BLINKER, GLIDER),
    )
    for query in (
        Periodic(Motion(2), (9, 9), constraints=constraints),
        Predecessor(Target(BLOCK), (4, 4)),
    ):
        assert query_from_json(query_to_json(query)) == query
    assert query_to_json(Periodic(Motion(2)))["also"] is None


def test_conditions_in_words() -> None:
    constraints = Constraints(
        (Bound(Measure.FIRST, 3, 9), Bound(Measure.ROTOR, 0, 1)), connected=True, excluded=(BLOCK,)
    )
    assert Periodic(Motion(2), (5, 5), constraints=constraints).nothing() == (
        "no oscillator of period 2 with at least 3 cells and at most 9 cells and at most 1 rotor "
        "cell in one piece without the excluded pieces in a 5x5 box"
    )
    assert str(Bound(Measure.MAX, 7, 7)) == "7 cells in its largest generation"
    assert Bound(Measure.FIRST, 1, MOST).holds([GLIDER, GLIDER])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Periodic(
                Motion(4, dy=-1), constraints=Constraints((Bound(Measure.ROTOR, 0, 3),))
            ),
            "no rotor",
        ),
        (lambda: Periodic(Motion(2), constraints=Constraints(keep=Target(BLOCK))), "give a box"),
        (
            lambda: Periodic(Motion(2), (1, 5), constraints=Constraints(keep=Target(BLOCK))),
            "outside the box",
        ),
        (
            lambda: Periodic(
                Motion(2), (4, 4), torus=True, constraints=Constraints(connected=True)
            ),
            "torus",
        ),
        (
            lambda: Periodic(
                Motion(2), (4, 4), constraints=Constraints(objective=Objective(Aim.SMALLEST_BOX))
            ),
            "leave out the box",
        ),
    ],
)
def test_senseless_conditions(make: Callable[[], Periodic], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
