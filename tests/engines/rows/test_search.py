"""How a search behaves: stopping, splitting, fronts, bounds, memory, and wrong input."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.compiled import available
from lifesearch.engines.rows import tables
from lifesearch.engines.rows.deepening import Deepener, merged_decision
from lifesearch.engines.rows.kernel import layout
from lifesearch.engines.rows.problem import StripProblem, is_ship, pattern
from lifesearch.engines.rows.search import RowSearch
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.strip_symmetry import Mirror
from tests.engines.rows.finding import MEMORY, every, finished, first, random_problem
from tests.ships import ship

NONE = StripProblem(10, 4, 1, Mirror.MIRRORED)
SOME = StripProblem(12, 3, 1, Mirror.MIRRORED)
GLIDE = StripProblem(6, 2, 1, flipped=True)
SHORT = StripProblem(6, 4, 2, length=6)


@pytest.mark.parametrize("queue", [1, 50, 4096])
@pytest.mark.parametrize(
    ("problem", "whole"), [(NONE, False), (SHORT, False), (SHORT, True), (GLIDE, False)]
)
def test_a_search_goes_on_from_any_checkpoint(
    problem: StripProblem, whole: bool, queue: int
) -> None:
    rng = Random(queue)
    straight = finished(RowSearch(problem, MEMORY, every=whole, queue=queue))
    search, found = RowSearch(problem, MEMORY, every=whole, queue=queue), []
    while not search.finished:
        found += search.advance(rng.choice([1, 100, 10_000]))
        if rng.random() < 0.3:
            search = RowSearch(problem, MEMORY, every=whole, start=search.checkpoint())
    assert found == straight


def test_a_batch_can_be_split_among_workers() -> None:
    search, rng = RowSearch(NONE, MEMORY, queue=10), Random(1)
    found, batches = [], 0
    while not search.finished:
        if search.batch is not None:
            batches += 1
            split = search.batch.split(rng.randint(3, 20))
            parts = [Deepener(NONE, MEMORY).deepen(part).decision for part in split]
            alone = Deepener(NONE, MEMORY).deepen(search.batch).decision
            merged = merged_decision(parts)
            assert (merged.status == alone.status).all()
            assert (merged.tails == alone.tails).all()
            search.receive(merged)
        else:
            found += search.advance()
    assert batches
    assert found == []


@pytest.mark.parametrize(
    ("known", "missing", "mirror"),
    [
        ("LWSS", 2, Mirror.NONE),
        ("turtle", 3, Mirror.MIRRORED),
        pytest.param(
            "copperhead",
            2,
            Mirror.MIRRORED,
            marks=pytest.mark.slow("the strip of the copperhead is searched"),
        ),
    ],
)
def test_a_front_is_completed(known: str, missing: int, mirror: Mirror) -> None:
    whole, motion, width = ship(known)
    whole = whole.translate(0, -whole.box.y)
    height = whole.box.height - missing
    front = Pattern.of(cell for cell in whole.cells if cell[1] < height)
    found = first(StripProblem(width, motion.period, -motion.dy, mirror, front=front))
    assert found is not None
    rows = found.translate(0, -found.box.y)
    assert {cell for cell in rows.cells if cell[1] < height} == front.cells
    assert behaviour(found).period == motion.period


def test_a_front_that_leads_nowhere() -> None:
    assert first(StripProblem(5, 4, 2, front=Pattern.parse("O.O.O"))) is None


def test_a_ship_of_a_shorter_period_is_no_answer() -> None:
    whole, _, width = ship("turtle")
    front = whole.translate(0, -whole.box.y)
    search = RowSearch(StripProblem(width, 6, 2, Mirror.MIRRORED, front=front, length=14), MEMORY)
    for rows in finished(search):
        assert behaviour(pattern(search.problem, rows)).period == 6


def test_bounds_choose_among_all() -> None:
    everything = every(SHORT)
    assert everything
    sizes = {p.population for p in everything}
    for most in (min(sizes) - 1, min(sizes)):
        few = every(replace(SHORT, population=most))
        assert all(p.population <= most for p in few)
        assert {p for p in everything if p.population <= most} <= few
    shorter = every(replace(SHORT, length=5))
    assert shorter < everything or shorter == everything


def test_the_shortest_comes_first_and_others_follow() -> None:
    lengths = [len(rows) for rows in finished(RowSearch(SHORT, MEMORY))]
    assert len(lengths) > 1
    assert lengths == sorted(lengths)


def test_a_ship_that_is_seen_far_ahead_is_told_at_once() -> None:
    problem = StripProblem(15, 5, 2, Mirror.MIRRORED)
    search = RowSearch(problem, MEMORY, queue=5)
    found: list[tuple[int, ...]] = []
    while not found:
        found = search.advance()
    (rows,) = found
    assert search.progress.depth < len(rows) - problem.period
    assert behaviour(pattern(problem, rows)).period == problem.period


def test_what_is_seen_ahead_is_complete() -> None:
    problem, rows = SOME, finished(RowSearch(SOME, MEMORY))[0]
    assert is_ship(problem, rows)
    whole = pattern(problem, rows)
    shorter = [rows[:end] for end in range(len(rows)) if pattern(problem, rows[:end]) != whole]
    assert len(shorter) > 20
    assert not any(is_ship(problem, beginning) for beginning in shorter)


def test_partials_grow() -> None:
    search, longest = RowSearch(NONE, MEMORY, queue=50), []
    while not search.finished:
        search.advance()
        longest.append(search.progress.longest)
        assert len(search.partial()) == longest[-1]
    assert max(longest) > 30


@pytest.mark.long
@pytest.mark.parametrize(
    "memory",
    [
        0,
        pytest.param(
            3_000_000, marks=pytest.mark.slow("two strips are searched again with little memory")
        ),
    ],
)
def test_little_memory_ends_well(memory: int) -> None:
    """Whatever is said with little memory is what is said with much; or nothing is."""
    for problem in (StripProblem(13, 5, 2, Mirror.MIRRORED), StripProblem(7, 3, 0), SOME):
        search, found = RowSearch(problem, memory), False
        while not search.finished and not search.out_of_memory and not found:
            found = bool(search.advance())
        if search.finished or found:
            assert found == (first(problem) is not None)
        tables_alone = tables.needed(problem.bits)
        assert search.progress.memory < 2 * max(memory, tables_alone) + 3_000_000


def test_seeds_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever states are followed first, a ship is found if there is one."""
    monkeypatch.setattr("lifesearch.engines.rows.search.FEW", 4)
    rng = Random(9)
    for seed in range(40):
        problem = random_problem(rng, 5)
        shuffled = replace(problem, seed=seed)
        assert (first(problem) is None) == (first(shuffled, queue=8) is None)
    short = replace(SHORT, seed=3)
    assert every(short) == every(SHORT)


@pytest.mark.parametrize("memory", [1 << 20, 1 << 22])
def test_states_are_deepened_where_memory_is_short(memory: int) -> None:
    """Breadth first alone this strip takes 8 MB; deepening, it does with less, and as well."""
    search = RowSearch(StripProblem(8, 10, 1, Mirror.MIRRORED), memory, queue=1 << 30)
    most = 0
    while not search.finished:
        assert not search.out_of_memory
        assert search.advance() == []
        most = max(most, search.progress.memory)
    assert search.tried  # which happens nowhere else than in deepening
    assert most <= memory


@pytest.mark.slow("the strip of the copperhead is searched")
def test_300_megabytes_are_enough_for_the_copperhead() -> None:
    """The strip takes more than 500 MB if it may."""
    problem = StripProblem(10, 10, 1, Mirror.MIRRORED)
    search, found, most = RowSearch(problem, 300 << 20), [], 0
    while not search.finished:
        assert not search.out_of_memory
        found += search.advance(1 << 30)
        most = max(most, search.progress.memory)
    assert most <= 300 << 20
    # Deepening sees the ship again from each layer before its last row.
    assert {pattern(problem, rows).box.height for rows in found} == {13}
    assert len({pattern(problem, rows) for rows in found}) == 1


def test_tables_that_do_not_fit_are_made_again() -> None:
    rng = Random(5)
    for _ in range(20):
        problem = random_problem(rng, 5)
        assert (first(problem, queue=4) is None) == _few_tables_find_none(problem)


def _few_tables_find_none(problem: StripProblem) -> bool:
    deepener = with_few_tables(problem, 30)
    search = RowSearch(problem, MEMORY, queue=4, deepener=deepener)
    while not search.finished:
        assert not search.out_of_memory
        if search.advance():
            return False
    return True


def with_few_tables(problem: StripProblem, blocks: int) -> Deepener:
    """A deepener whose pool has room for at most this many blocks."""
    deepener = Deepener(problem, MEMORY)
    maker = deepener.tables.maker
    maker[layout.BLOCKS] = min(blocks, maker[layout.BLOCKS])
    return deepener


def test_a_state_is_tried_with_an_empty_pool_before_memory_is_out() -> None:
    """Some states of this strip need more than half of the pool, and fill it up repeatedly."""
    problem = StripProblem(7, 3, 1)
    search = RowSearch(problem, MEMORY, deepener=with_few_tables(problem, 200))
    assert finished(search) == finished(RowSearch(problem, MEMORY))


def test_tables_of_wide_rows_are_made_on_demand() -> None:
    problem = StripProblem(22, 2, 1, Mirror.MIRRORED, rule=Rule.parse("B34/S2"))
    search = RowSearch(problem, 1 << 26)
    for _ in range(3):
        search.advance(1000)
    assert search.progress.memory < 1 << 27


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"period": 0}, "periods"),
        ({"shift": 4}, "slower than one row per generation"),
        ({"width": 0}, "width of 1"),
        ({"width": 40}, "free cells"),
        ({"mirror": Mirror.GUTTER, "width": 6}, "odd width"),
        ({"rule": Rule.parse("B03/S23")}, "B0"),
        ({"rule": Rule.parse("B2/S34H"), "mirror": Mirror.MIRRORED}, "mirror-symmetric strip"),
        ({"flipped": True, "mirror": Mirror.MIRRORED}, "glide"),
        ({"front": Pattern.parse("OOOOOOO")}, "front"),
        ({"length": 0}, "at least 1"),
    ],
)
def test_problems_that_make_no_sense(arguments: dict[str, object], word: str) -> None:
    with pytest.raises(InputError, match=word):
        replace(StripProblem(5, 4, 2), **arguments)  # type: ignore[arg-type]


def test_all_patterns_need_a_length() -> None:
    with pytest.raises(InputError, match="length"):
        RowSearch(SOME, every=True)


def test_llvmlite_is_imported_only_when_a_search_runs() -> None:
    code = "import sys, lifesearch.engines.rows.search; print('llvmlite' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    assert available()
