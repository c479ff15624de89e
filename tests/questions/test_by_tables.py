"""All answers by tables: the same as by a solver, whatever is asked."""

import tracemalloc
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.core.events import Finished, Found
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Packed
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.counts.question import count
from lifesearch.questions.periodic import by_tables
from lifesearch.questions.periodic.engine import Listing
from lifesearch.questions.periodic.question import LISTED, Periodic
from lifesearch.running.choose import plan_of
from lifesearch.running.options import RunOptions
from tests.asking import QUICK, every
from tests.engines.rows.rules import random_rule
from tests.searching import run
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

FULLEST = Aim.LARGEST_POPULATION
EVERYTHING = RunOptions(None)


def random_query(rng: Random) -> Periodic:
    while True:
        rule, period = random_rule(rng), rng.choice((1, 1, 2, 3))
        box = (rng.randint(1, 5), rng.randint(1, 4))
        symmetries = [s for s in SYMMETRIES if not s.lacks(*box) and s.group <= rule.symmetries]
        any_period = period > 1 and rng.random() < 0.3
        with_empty = (period == 1 or any_period) and rng.random() < 0.3
        query = Periodic(
            Motion(period), box, rng.choice(symmetries), rule, any_period, with_empty,
            raw=rng.random() < 0.5,
        )  # fmt: skip
        if count(query, SweepOptions()).number <= 300:
            return query


def is_listed(query: Periodic, options: RunOptions = EVERYTHING) -> bool:
    return isinstance(plan_of(query, options).engine, Listing)


def compare(query: Periodic) -> None:
    by_solver = {query.key(answer) for answer in every(query)}
    assert query.box is not None
    reports = query.search(Part(query.box), LISTED, [])
    batches = [each.unpack() if isinstance(each, Packed) else each for each in reports]
    found = [batch for batch in batches if isinstance(batch, list)]
    by_tables = [query.key(answer) for batch in found for answer in batch]
    assert len(by_tables) == len(set(by_tables)), query
    assert set(by_tables) == by_solver, query
    assert count(query, SweepOptions()).number == len(by_solver), query


@seeds(12)
def test_tables_find_and_count_what_a_solver_finds(seed: int) -> None:
    compare(random_query(Random(seed)))


def test_all_of_a_narrow_box_are_found_by_tables_and_each_once() -> None:
    query = Periodic(Motion(1), (7, 5), raw=True, with_empty=True)
    found = [e.answers for e in run(query, RunOptions(None)) if isinstance(e, Found)]
    assert sum(map(len, found)) == 4151
    keys = {query.key(a) for answers in found for a in answers if isinstance(a, Answer)}
    assert len(keys) == 4151


def test_one_answer_alone_is_left_to_solvers() -> None:
    query = Periodic(Motion(1), (6, 6))
    assert not is_listed(query, RunOptions(1))
    assert is_listed(query)
    assert not is_listed(query, RunOptions(None, engine="box"))
    assert not is_listed(Periodic(Motion(1), (30, 30)))


@pytest.mark.parametrize(
    "query",
    [
        Periodic(Motion(1)),
        Periodic(Motion(1), (4, 4), torus=True),
        Periodic(Motion(4, dx=-1, dy=-1), (4, 4)),
    ],
)
def test_what_tables_cannot_do_is_refused(query: Periodic) -> None:
    with pytest.raises(InputError):
        plan_of(query, RunOptions(None, engine="tables"))


def test_symmetries_of_large_boxes_are_counted_as_they_are_found() -> None:
    for name in ("D8", "D4x", "C4", "D4+"):
        query = Periodic(Motion(1), (8, 8), Symmetry.parse(name))
        assert count(query, SweepOptions()).number == len(every(query, LISTED)), name


def best_cost(query: Periodic, how: Strategy) -> int | None:
    """The cost of the best answer, by a proof."""
    costs = [query.cost(answer) for answer in every(query, how)]
    return min(costs, default=None)


def compare_best(seed: int) -> None:
    rng = Random(seed)
    query = random_query(rng)
    aim = rng.choice((Aim.SMALLEST_POPULATION, Aim.LARGEST_POPULATION))
    objective = Constraints(objective=Objective(aim))
    query = replace(query, motion=Motion(1), any_period=False, raw=False, constraints=objective)
    found = every(query, LISTED)
    assert len(found) <= 1
    assert best_cost(query, LISTED) == best_cost(query, QUICK), query


@seeds(8)
def test_tables_find_the_fullest_and_the_sparsest_still_life(seed: int) -> None:
    compare_best(seed)


def test_the_fullest_is_found_by_tables_where_they_are_quick() -> None:
    query = Periodic(Motion(1), (6, 6), constraints=Constraints(objective=Objective(FULLEST)))
    assert is_listed(query)
    *_, end = run(query, RunOptions(None))
    assert end == Finished(1, 0, exhausted=True, best=-18)
    assert not is_listed(replace(query, motion=Motion(2)))
    bounded = Constraints((Bound(Measure.FIRST, least=4),), Objective(FULLEST))
    assert not is_listed(replace(query, constraints=bounded))


@pytest.mark.parametrize(("symmetry", "period"), [("C2", 1), ("D2-", 1), ("C1", 2)])
def test_images_in_long_boxes(symmetry: str, period: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few patterns are compared at a time, and squares as long as the box are not needed."""
    for box in ((3, 7), (7, 3)):
        query = Periodic(Motion(period), box, Symmetry.parse(symmetry))
        compare(query)
        with monkeypatch.context() as small:
            small.setattr(by_tables, "IMAGES", 1)
            compare(query)


def test_images_in_long_boxes_take_little_memory() -> None:
    different = by_tables._Different(
        Periodic(Motion(1), (4, 500), Symmetry.parse("C2")).in_box(4, 500)
    )
    lives = np.random.default_rng(1).integers(0, 2, (1024, 1, 500, 4), np.uint8)
    tracemalloc.start()
    different.first_seen(lives)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 200 << 20
