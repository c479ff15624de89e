"""The closest predecessor, compared with all patterns of small boxes."""

from collections.abc import Callable
from contextlib import closing
from itertools import product
from typing import Any

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import Event, Finished, Found
from lifesearch.engines.sat.solving.configuration import Configuration, FixedSettings, Strategy
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.window_patch import improved
from lifesearch.engines.sat.windows import SolvedWindows
from lifesearch.engines.windows.patch import Patch, last_of
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.batch import step_batch
from lifesearch.life.simulate.evolve import step
from lifesearch.questions.closest.answer import NearAnswer, wrong_in_words
from lifesearch.questions.closest.question import Closest
from lifesearch.running.choose import plan_of
from lifesearch.running.coordinator import search_events
from lifesearch.running.options import RunOptions
from lifesearch.running.plan import Plan
from tests.seeds import seeds

ANY = 2


PLANE, TORUS, CYLINDER = "plane", "torus", "cylinder"


def images(size: tuple[int, int], rule: Rule, generations: int = 1, *, sides: str = PLANE) -> Any:
    """What becomes of the patterns of a box, with the frame around it, if they do not get out."""
    width, height = size
    numbers = np.arange(1 << (width * height))
    stack = (numbers[:, None] >> np.arange(width * height) & 1).astype(np.uint8)
    margins = [(0, 0), *frame_of(sides)]
    now = np.pad(stack.reshape(-1, height, width), margins)
    outside = np.pad(np.zeros((height, width), bool), margins[1:], constant_values=True)
    inside = np.ones(len(now), bool)
    for _ in range(generations):
        inside &= ~now[:, outside].any(axis=1)
        if sides == CYLINDER:  # the middle one of three copies, side by side on the plane
            now = step_batch(np.tile(now, (1, 1, 3)), rule)[:, :, width : 2 * width]
        else:
            now = step_batch(now, rule, torus=sides == TORUS)
    return now[inside]


def frame_of(sides: str) -> list[tuple[int, int]]:
    """How many cells around the box can live in the last generation: rows, columns."""
    return {PLANE: [(1, 1), (1, 1)], TORUS: [(0, 0), (0, 0)], CYLINDER: [(1, 1), (0, 0)]}[sides]


def fewest_wrong(images: Any, goal: Any) -> int:
    """The least number of wrong cells, of all images; `goal` has ANY where it does not matter."""
    return int(((images != goal) & (goal != ANY)).sum(axis=(1, 2)).min())


def target_of(goal: Any) -> Target:
    """A target from an array of the whole box."""
    height, width = goal.shape
    alive, dont_care = (
        Pattern.of((x, y) for y, x in np.argwhere(goal == state).tolist()) for state in (1, ANY)
    )
    return Target(alive, dont_care, Box(0, 0, width, height))


def framed(goal: Any, sides: str = PLANE) -> Any:
    return np.pad(goal, frame_of(sides))


def random_rule(random: np.random.Generator) -> Rule:
    table = (random.random(512) < 0.4).astype(np.uint8)
    table[0] = 0  # else the empty plane comes to life
    return Rule(table.tobytes())


def least(query: Closest, strategy: Strategy) -> int:
    """The wrong cells of the last answer of a search that proves it."""
    reports = query.search(Part(query.box), strategy, [])
    found = [a for report in reports if isinstance(report, list) for a in report]
    return wrong_of(found[-1])


def wrong_of(answer: Any) -> int:
    assert isinstance(answer, NearAnswer)
    return answer.wrong


WINDOW, SOLVER = "one window", Configuration("cadical195")


def test_a_window_finds_the_best_of_all_3x3_targets() -> None:
    for number, rule in enumerate((LIFE, random_rule(np.random.default_rng(1)))):
        all_images = images((3, 3), rule)
        for bits in range(number, 512, 3):
            goal = (bits >> np.arange(9) & 1).astype(np.uint8).reshape(3, 3)
            query = Closest.around(target_of(goal), 0, rule=rule)
            assert least(query, WINDOW) == fewest_wrong(all_images, framed(goal))


@pytest.mark.parametrize("size", [(4, 3), (3, 5), (2, 6), (1, 8), (7, 2), (4, 4)])
def test_windows_and_solvers_agree_with_all_patterns_in_random_rules(
    size: tuple[int, int],
) -> None:
    random = np.random.default_rng(sum(size))
    for rule in (LIFE, random_rule(random)):
        all_images = images(size, rule)
        for _ in range(4):
            goal = random.choice([0, 1, 0, 1, ANY], size[::-1]).astype(np.uint8)
            goal[0, 0] = 1  # at least one cell is given
            query = Closest.around(target_of(goal), 0, rule=rule)
            expected = fewest_wrong(all_images, framed(goal))
            assert least(query, WINDOW) == expected
            assert least(query, SOLVER) == expected


@pytest.mark.parametrize(
    ("generations", "sides"),
    [(2, PLANE), (3, PLANE), (1, TORUS), (2, TORUS), (1, CYLINDER), (2, CYLINDER), (3, CYLINDER)],
)
def test_solvers_agree_with_all_patterns_some_generations_back_and_with_joined_sides(
    generations: int, sides: str
) -> None:
    random = np.random.default_rng(generations)
    for size, rule in product([(4, 3), (2, 5), (1, 7), (6, 1)], (LIFE, random_rule(random))):
        all_images = images(size, rule, generations, sides=sides)
        for _ in range(3):
            goal = random.choice([0, 1, 0, 1, ANY], size[::-1]).astype(np.uint8)
            goal[0, 0] = 1  # at least one cell is given
            query = Closest(
                target_of(goal),
                size,
                generations,
                rule,
                torus=sides == TORUS,
                cylinder=sides == CYLINDER,
            )
            expected = fewest_wrong(all_images, framed(goal, sides))
            assert least(query, SOLVER) == expected


@pytest.mark.parametrize("generations", [1, 2])
def test_an_answer_on_a_cylinder_is_wrong_where_it_is_drawn_wrong(generations: int) -> None:
    """On the torus that is shown, the last generation differs from the target in those cells."""
    random = np.random.default_rng(generations)
    for _ in range(10):
        goal = random.integers(0, 2, (3, 5)).astype(np.uint8)
        query = Closest(target_of(goal), (5, 3), generations, cylinder=True)
        [answer] = query.answers_in_known_rule([Pattern.of([(0, 1), (4, 1), (3, 1)])], (5, 3))
        assert isinstance(answer, NearAnswer)
        last = answer.history()[-1].cells
        assert answer.wrong_part.cells == last ^ query.target.alive.cells


@seeds(long=1)
def test_a_window_finds_the_best_of_many_4x4_targets(seed: int) -> None:
    random = np.random.default_rng(seed)
    for rule in (LIFE, *(random_rule(random) for _ in range(4))):
        all_images = images((4, 4), rule)
        for _ in range(40):
            goal = random.integers(0, 2, (4, 4)).astype(np.uint8)
            query = Closest.around(target_of(goal), 0, rule=rule)
            assert least(query, WINDOW) == fewest_wrong(all_images, framed(goal))


def test_cells_that_live_outside_of_the_target_are_wrong() -> None:
    row = Target(Pattern.parse("OOO"))
    answer = Closest.around(row, 0).answers([Pattern.parse("OOO")], 3, 1)[0]
    assert isinstance(answer, NearAnswer)
    assert answer.wrong_part == Pattern.of([(0, 0), (2, 0), (1, -1), (1, 1)])
    assert (answer.wrong, answer.wrong_percent) == (4, 133.333)


def test_any_number_of_wrong_cells_is_said_with_a_plain_percentage() -> None:
    for wrong, percent in ((994, "99"), (995, "100"), (1000, "100")):
        assert wrong_in_words(wrong, 1000).endswith(f" cells are wrong ({percent} %)")
    assert wrong_in_words(12, 9) == "12 cells are wrong, with 9 given (133 %)"
    assert wrong_in_words(2_468, 2) == "2,468 cells are wrong, with 2 given (123,400 %)"


def searched(query: Closest, **options: Any) -> tuple[Plan[Closest], list[Event]]:
    plan = plan_of(query, RunOptions(count=None, **options))
    return plan, list(search_events(plan))


def test_the_engine_follows_from_the_box() -> None:
    def engine(query: Closest, **options: Any) -> str:
        return plan_of(query, RunOptions(count=None, **options)).engine.name

    square = Target(Pattern.of(()), drawn=Box(0, 0, 12, 12))
    assert engine(Closest.around(Target(Pattern.parse("O")), 4)) == "one window"
    # Tables count wrong cells in 16 bits, which is not enough for so long a row.
    long = Target(Pattern.of((x, 0) for x in range(66_000)))
    assert engine(Closest.around(long, 0)) == "windows"
    assert engine(Closest.around(square, 0)) == "SAT"
    assert engine(Closest.around(square, 1)) == "windows"
    assert engine(Closest.around(square, 1), proving=True) == "SAT"
    assert engine(Closest.around(square, 1), fixed=FixedSettings(seed=1)) == "windows"
    assert engine(Closest.around(square, 1), fixed=FixedSettings(solver="cadical195")) == "SAT"
    assert engine(Closest.around(square, 0, generations=2)) == "windows"
    narrow = Target(Pattern.of(()), drawn=Box(0, 0, 4, 100))
    assert engine(Closest(narrow, (4, 100), torus=True)) == "windows"
    assert engine(Closest(narrow, (4, 100), 2, torus=True)) == "SAT"
    assert engine(Closest(narrow, (4, 100), cylinder=True)) == "windows"
    assert engine(Closest(narrow, (4, 100), 2, cylinder=True)) == "SAT"
    low = Target(Pattern.of(()), drawn=Box(0, 0, 100, 4))
    assert engine(Closest(low, (100, 4), 2, cylinder=True)) == "windows"


def test_windows_of_a_large_box_come_nearer_until_nothing_is_wrong() -> None:
    random = np.random.default_rng(5)
    before = Pattern.of((x, y) for y, x in np.argwhere(random.random((16, 24)) < 0.3).tolist())
    query = Closest.inside(Target(step(before, LIFE), drawn=Box(-1, -1, 26, 18)), (28, 20))
    plan, events = searched(query, jobs=1)
    assert plan.engine.name == "windows"
    wrong = [wrong_of(event.answers[0]) for event in events if isinstance(event, Found)]
    assert wrong == sorted(set(wrong), reverse=True)
    assert isinstance(events[-1], Finished)
    assert (events[-1].exhausted, events[-1].best, wrong[-1]) == (True, 0, 0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Closest.around(Target(Pattern.of(()))), "no cell that is given"),
        (lambda: Closest.inside(Target(Pattern.parse("OOO")), (2, 2)), "larger than the box"),
        (
            lambda: Closest.around(Target(Pattern.parse("O")), rule=Rule.parse("B2/S345/C4")),
            "two-state rules",
        ),
        (lambda: Closest.around(Target(Pattern.parse("O")), rule=Rule.parse("B03/S23")), "even"),
        (
            lambda: Closest(Target(Pattern.parse("O")), (3, 3), torus=True, cylinder=True),
            "choose one",
        ),
        (
            lambda: Closest(
                Target(Pattern.parse("O")), (3, 3), 2, Rule.parse("B03/S23"), cylinder=True
            ),
            "without B0",
        ),
    ],
)
def test_what_makes_no_sense_is_rejected(make: Callable[[], object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()


def evolved(density: float, size: tuple[int, int], generations: int, sides: str) -> Any:
    """What becomes of random cells, so that nothing need be wrong."""
    random = np.random.default_rng(7)
    now = (random.random((1, *size)) < density).astype(np.uint8)
    now = np.pad(now, [(0, 0), *((generations * a, generations * b) for a, b in frame_of(sides))])
    for _ in range(generations):
        # The sides of a cylinder are joined as those of a torus, and its rows have room.
        now = step_batch(now, LIFE, torus=sides != PLANE)
    return now[0]


@pytest.mark.parametrize(
    ("generations", "sides"),
    [
        (1, TORUS),
        (1, CYLINDER),
        *(pytest.param(2, sides, marks=pytest.mark.long) for sides in (TORUS, PLANE, CYLINDER)),
    ],
)
def test_windows_come_nearer_with_joined_sides_and_some_generations_back(
    generations: int, sides: str
) -> None:
    goal = evolved(0.4, (14, 15), generations, sides)
    height, width = goal.shape
    query = Closest(
        target_of(goal),
        (width, height),
        generations,
        torus=sides == TORUS,
        cylinder=sides == CYLINDER,
    )
    plan = plan_of(query, RunOptions(count=None, jobs=2))
    assert plan.engine.name == "windows"
    alive, wrong = int(goal.sum()), list[int]()
    with closing(search_events(plan)) as events:
        for event in events:
            if isinstance(event, Found):
                wrong += [wrong_of(answer) for answer in event.answers]
                if wrong[-1] <= alive // 2:
                    break
    assert wrong == sorted(set(wrong), reverse=True)
    assert alive > wrong[0]


@pytest.mark.parametrize("generations", [1, 2])
def test_a_solved_window_is_the_best_of_all_its_contents(generations: int) -> None:
    random, side, table = np.random.default_rng(3), 3, LIFE.table
    ring = slice(2 * generations, -2 * generations)
    tables = [np.frombuffer(table, np.uint8)] * generations
    windows = SolvedWindows([table] * generations, side)
    for _ in range(4):
        cells = random.integers(0, 2, (side + 4 * generations,) * 2).astype(np.uint8)
        goal = random.choice([0, 1, ANY], (side + 2 * generations,) * 2).astype(np.uint8)

        def wrong_with(content: Any, cells: Any = cells, goal: Any = goal) -> int:
            changed = cells.copy()
            changed[ring, ring] = content
            return int(((last_of(changed, tables) != goal) & (goal != ANY)).sum())

        contents = [(n >> np.arange(9) & 1).reshape(3, 3).astype(np.uint8) for n in range(512)]
        least, now = min(map(wrong_with, contents)), wrong_with(cells[ring, ring])
        inside = np.zeros_like(cells)
        while (found := windows.better(cells, goal, inside, now, equal=False)) is not None:
            assert wrong_with(found) < now
            now = wrong_with(found)
        assert now == least
        other = windows.better(cells, goal, inside, now, equal=True)
        assert other is not None
        assert wrong_with(other) == least


def test_a_window_where_all_cells_stay_wrong() -> None:
    """Whatever the cell in the middle is, all cells around it live after two generations."""
    table = Rule.parse("B12345678/S012345678").table
    cells, goal = np.ones((9, 9), np.uint8), np.zeros((5, 5), np.uint8)
    windows, inside = SolvedWindows((table, table), 1), np.zeros_like(cells)
    assert windows.better(cells, goal, inside, 25, equal=False) is None
    assert windows.better(cells, goal, inside, 25, equal=True) is not None


def test_windows_that_are_tried_are_counted() -> None:
    """Where no cell is wrong there is nothing to try."""
    tables = [np.frombuffer(LIFE.table, np.uint8)] * 2
    cells, goal = np.zeros((14, 14), np.uint8), np.zeros((10, 10), np.uint8)
    windows = SolvedWindows([LIFE.table] * 2, 3)
    right = improved(Patch(cells, goal, np.zeros_like(cells), 0), windows, tables)
    goal[5, 5] = 1  # one cell alone: other cells are wrong, too
    wrong = improved(Patch(cells, goal, np.zeros_like(cells), 0), windows, tables)
    assert (right.windows, wrong.windows > 0) == (0, True)
