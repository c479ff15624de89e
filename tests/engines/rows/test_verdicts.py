"""Whether there is a ship, compared with the row-by-row search of a SAT solver."""

from random import Random

import pytest

from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.sat.solving.part import State
from lifesearch.engines.sat.solving.strip_explorer import StripReport, StripTask, start
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.strips.question import Strip
from tests.engines.rows.finding import first, name, random_problem
from tests.seeds import seeds

LARGEST = 30  # cells of a layer, beyond which a SAT search may take minutes


def strip(problem: StripProblem) -> Strip:
    turn = Orientation.FLIP_X if problem.flipped else Orientation.IDENTITY
    motion = Motion(problem.period, turn, 0, -problem.shift)
    mirror = problem.mirror
    return Strip(problem.width, motion, mirror, problem.rule, front=problem.front)


def sat_finds(question: Strip) -> bool:
    """Whether the SAT search finds a ship; it is run here, without processes."""
    work, configuration = question.task_function(), question.configurations()[0]
    open_states: tuple[State, ...] = (start(question.geometry.row_layers),)
    while open_states:
        *_, report = work(StripTask(configuration, open_states, ()))
        assert isinstance(report, StripReport)
        if report.ends:
            return True
        open_states = report.open
    return False


def assert_right(problem: StripProblem, found: Pattern) -> None:
    """By simulation alone; ships also by the check that SAT answers have to pass."""
    if problem.shift:
        strip(problem).answer(found)
        return
    order = 2 if problem.flipped else 1
    known = behaviour(found, problem.rule, 2 * problem.period)
    assert (known.period, known.dx, known.dy) == (order * problem.period, 0, 0)
    phases = generations(found, problem.period, problem.rule)
    assert all(0 <= x < problem.width for phase in phases for x, _ in phase.cells)


def compare(seed: int, count: int, widest: int) -> int:
    """Compare random problems that are not too large; how many."""
    rng, compared = Random(seed), 0
    for _ in range(count):
        problem = random_problem(rng, widest)
        if problem.bits * problem.period > (LARGEST if problem.shift else LARGEST // 2):
            continue
        found = first(problem, queue=rng.choice([1, 16, 4096]))
        if found is not None:
            assert_right(problem, found)
        if problem.shift:
            assert (found is not None) == sat_finds(strip(problem)), problem
            compared += 1
    return compared


@pytest.mark.long
def test_random_strips() -> None:
    assert compare(1, 25, 5) >= 9


@seeds()
def test_many_random_strips(seed: int) -> None:
    compare(seed, 20, 7)


LIFE_STRIPS = [
    (StripProblem(5, 4, 2), True),
    (StripProblem(4, 4, 2), False),
    (StripProblem(5, 2, 1, flipped=True), True),
    (StripProblem(4, 2, 1, flipped=True), False),
    (StripProblem(6, 6, 2), False),
    (StripProblem(12, 3, 1, Mirror.MIRRORED), True),
    (StripProblem(11, 3, 1, Mirror.GUTTER), False),
    (StripProblem(12, 4, 1, Mirror.MIRRORED), False),
    (StripProblem(13, 5, 2, Mirror.MIRRORED), False),
    (StripProblem(3, 2, 0), True),
    (StripProblem(2, 2, 0), False),
    (StripProblem(8, 5, 0, Mirror.MIRRORED), True),
    (StripProblem(5, 3, 0), True),
    (StripProblem(4, 3, 0), False),
]


@pytest.mark.parametrize(("problem", "exists"), LIFE_STRIPS, ids=name)
def test_what_is_known_of_life(problem: StripProblem, exists: bool) -> None:
    found = first(problem)
    assert (found is not None) == exists
    if found is not None:
        assert_right(problem, found)
