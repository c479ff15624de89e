"""Parts of a search: whoever follows which states, together they find what one search finds."""

import io
from dataclasses import replace
from random import Random
from zlib import compress, decompress

import numpy as np
import pytest

from lifesearch.engines.rows import worker as work
from lifesearch.engines.rows.checkpoint import (
    TableCheckpoint,
    from_bytes,
    initial_checkpoint,
    to_bytes,
)
from lifesearch.engines.rows.deepening import ARRAYS, Batch
from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.queue import Queue
from lifesearch.engines.rows.search import RowSearch
from lifesearch.engines.rows.shared.division import divided, merged, share
from lifesearch.engines.rows.tables import mirrored
from lifesearch.engines.rows.worker import SharingSearch
from lifesearch.life.strip_symmetry import Mirror
from tests.engines.rows.finding import MEMORY, finished, name, random_problem
from tests.seeds import seeds

Rows = tuple[int, ...]
PROBLEMS = [
    StripProblem(10, 4, 1, Mirror.MIRRORED),
    StripProblem(12, 3, 1, Mirror.MIRRORED),
    StripProblem(6, 4, 2),
    StripProblem(8, 3, 1, flipped=True),
    StripProblem(6, 5, 2, population=20),
]


@pytest.fixture(autouse=True)
def few_states_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "LEAST_STATES", 2)


def ends(problem: StripProblem, found: list[Rows]) -> set[tuple[int, Rows]]:
    """The states in which patterns end: where in the sequence, if that matters, and the last rows.

    A state stands for its mirror image, too.
    """
    image = mirrored(problem.bits).tolist()
    states = set()
    for rows in found:
        last = ((0,) * 2 * problem.period + rows)[-2 * problem.period :]
        place = 0 if problem.uniform else len(rows) % problem.period
        flipped = tuple(image[row] for row in last) if problem.mirrors else last
        states.add((place, min(last, flipped)))
    return states


def in_parts(
    problem: StripProblem,
    rng: Random,
    memory: int = MEMORY,
    most: int = 100,
    *,
    claims: bool = False,
) -> tuple[list[Rows], int]:
    """What several searches find that pass states to each other at random; and how often they do.

    With `claims` they tell each other what they follow, some time later. Now and then all are
    stopped, written as one, and one goes on with everything.
    """
    searches = [
        SharingSearch(problem, memory, queue=20),
        *(SharingSearch(problem, memory) for _ in range(2)),
    ]
    for idle in searches[1:]:
        idle.adopt(_nothing(problem))
    found: list[Rows] = []
    gifts = 0
    while busy := [search for search in searches if not search.finished]:
        search = rng.choice(busy)
        assert not search.out_of_memory
        found += search.advance(rng.choice([1, 100, 10_000]))
        if claims and rng.random() < 0.5:
            _tell(search, [each for each in searches if each is not search])
        done = [search for search in searches if search.finished]
        if done and rng.random() < 0.3 and gifts < most and (part := search.give()):
            gifts += 1
            rng.choice(done).adopt(_written(part, problem))
        if rng.random() < 0.01:
            everything = merged([each.checkpoint() for each in searches], 0)
            searches[0] = SharingSearch(problem, memory, start=_written(everything, problem))
            for each in searches[1:]:
                each.adopt(_nothing(problem))
    return found, gifts


def _tell(search: SharingSearch, others: list[SharingSearch]) -> None:
    if (told := search.exchange_claims().outgoing()) is not None:
        for other in others:
            other.exchange_claims().receive((told,))


def _nothing(problem: StripProblem) -> TableCheckpoint:
    return replace(initial_checkpoint(problem), queues=())


def _written(part: TableCheckpoint, problem: StripProblem) -> TableCheckpoint:
    return from_bytes(to_bytes(part), problem)


FORGERIES = {
    "mark": 1 << 60,
    "row": 1 << 15,
    "parent": 10**6,
    "edges": 10**6,
    "ends": 10**6,
    "0_nodes": 10**6,
    "0_arena": 1 << 15,
    "0_tails": 10**6,
    "0_batch_states": 1 << 15,
    "0_batch_marks": -1 << 40,
    "0_batch_depths": -(10**6),
    "0_batch_tails": 1 << 15,
    "0_batch_lengths": 10**6,
    "0_batch_status": 3,
    "0_batch_target": 10**6,
}


def deepened() -> tuple[bytes, StripProblem]:
    """A checkpoint with a batch, and an edge, an end and some known rows besides."""
    problem = PROBLEMS[0]
    search = RowSearch(problem, MEMORY, queue=20)
    search.advance(100)
    saved = search.checkpoint()
    (queue,) = saved.queues
    queue = replace(queue, arena=np.zeros(3, np.uint16), batch=None)
    queue.deepen(3, saved.nodes(0, problem, every=False), problem.period)
    edges, ends = np.array([[0, 1]], np.int32), np.ones(1, np.int64)
    return to_bytes(replace(saved, edges=edges, ends=ends, queues=(queue,))), problem


@pytest.mark.parametrize("array", FORGERIES)
def test_indices_that_are_out_of_range_are_refused(array: str) -> None:
    """Compiled code would read and write what is not in the arrays."""
    data, problem = deepened()
    with np.load(io.BytesIO(decompress(data))) as archive:
        arrays = {each: archive[each].copy() for each in archive.files}
    assert arrays[array].size, array

    def read() -> TableCheckpoint:
        file = io.BytesIO()
        np.savez(file, **arrays)
        return from_bytes(compress(file.getvalue(), 1), problem)

    assert read()
    for shape in ((arrays[array].size, 7), (3, 0)):
        honest = arrays[array]
        arrays[array] = np.zeros(shape, honest.dtype)
        with pytest.raises(ValueError, match="not a checkpoint"):
            read()
        arrays[array] = honest
    wrong = FORGERIES[array]
    if not np.iinfo(arrays[array].dtype).min <= wrong <= np.iinfo(arrays[array].dtype).max:
        arrays[array] = arrays[array].astype(np.int64)
    for place in (0, -1):
        honest = arrays[array].copy()
        arrays[array].flat[place] = wrong
        with pytest.raises(ValueError, match="not a checkpoint"):
            read()
        arrays[array] = honest


def test_queues_are_read_in_their_order() -> None:
    data, problem = deepened()
    saved = from_bytes(data, problem)
    (queue,) = saved.queues
    many = replace(saved, queues=tuple(replace(queue, number=n, batch=None) for n in range(12)))
    read = from_bytes(to_bytes(many), problem)
    assert [queue.number for queue in read.queues] == list(range(12))


@pytest.mark.parametrize("array", ["row", "parent"])
def test_the_root_has_no_row_and_is_its_own_parent(array: str) -> None:
    data, problem = deepened()
    saved = from_bytes(data, problem)
    changed = getattr(saved, array).copy()
    changed[0] = 1
    with pytest.raises(ValueError, match="not a checkpoint"):
        from_bytes(to_bytes(replace(saved, **{array: changed})), problem)


@pytest.mark.parametrize("name", ["row", "mark", "ends", "0_nodes", "0_tails", "0_numbers"])
def test_arrays_without_integers_are_refused(name: str) -> None:
    data, problem = deepened()
    with np.load(io.BytesIO(decompress(data))) as archive:
        arrays = {each: archive[each] for each in archive.files}
    for wrong in np.float64, np.complex128, "S8":
        file = io.BytesIO()
        np.savez(file, **arrays | {name: arrays[name].astype(wrong)})
        with pytest.raises(ValueError, match="not a checkpoint"):
            from_bytes(compress(file.getvalue(), 1), problem)


def test_other_integers_are_those_of_the_kernel_again() -> None:
    """So a forged session ends with an answer, not with an error of the kernel."""
    data, problem = deepened()
    with np.load(io.BytesIO(decompress(data))) as archive:
        arrays = {each: archive[each] for each in archive.files}
    wide = {each: arrays[each].astype(np.int64) for each in ("0_nodes", "0_arena", "0_tails")}
    file = io.BytesIO()
    np.savez(file, **arrays | wide)
    [queue] = from_bytes(compress(file.getvalue(), 1), problem).queues
    assert [queue.nodes.dtype, queue.arena.dtype, queue.tails.dtype] == ["i4", "u2", "i4"]


def test_a_pattern_that_ends_at_the_root_is_refused() -> None:
    data, problem = deepened()
    saved = replace(from_bytes(data, problem), ends=np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="not a checkpoint"):
        from_bytes(to_bytes(saved), problem)


@pytest.mark.parametrize("edge", [(2, 2), (2, 1)])
def test_edges_that_go_in_a_circle_are_refused(edge: tuple[int, int]) -> None:
    """Paths are followed backwards until they reach the root: in a circle there is no end."""
    data, problem = deepened()
    saved = from_bytes(data, problem)
    with pytest.raises(ValueError, match="not a checkpoint"):
        from_bytes(to_bytes(replace(saved, edges=np.array([edge], np.int32))), problem)


@pytest.mark.parametrize("problem", PROBLEMS, ids=name)
def test_parts_find_what_one_search_finds(problem: StripProblem) -> None:
    straight = ends(problem, finished(RowSearch(problem, MEMORY, queue=20)))
    for seed in range(2):
        found, gifts = in_parts(problem, Random(seed), claims=seed > 0)
        assert gifts
        assert ends(problem, found) == straight


def test_parts_of_random_problems() -> None:
    rng, given = Random(3), 0
    for _ in range(25):
        problem = random_problem(rng, 5)
        straight = ends(problem, finished(RowSearch(problem, MEMORY, queue=20)))
        found, gifts = in_parts(problem, rng, claims=rng.random() < 0.7)
        given += gifts
        assert ends(problem, found) == straight
    assert given > 3


@seeds()
def test_parts_of_larger_random_problems(seed: int) -> None:
    rng = Random(seed)
    for _ in range(5):
        problem = random_problem(rng, 7)
        straight = ends(problem, finished(RowSearch(problem, MEMORY, queue=20)))
        assert ends(problem, in_parts(problem, rng, claims=rng.random() < 0.7)[0]) == straight


@pytest.mark.long
def test_a_state_that_was_told_is_followed_whoever_has_it() -> None:
    problem = StripProblem(7, 1, 0)  # many patterns, so that one is missing if a state is
    straight = ends(problem, finished(RowSearch(problem, MEMORY, queue=20)))
    assert len(straight) > 200
    for seed in range(30):
        assert ends(problem, in_parts(problem, Random(seed), claims=True)[0]) == straight


@pytest.mark.parametrize("claims", [False, True])
def test_memory_that_is_short_is_begun_anew(claims: bool) -> None:
    problem = StripProblem(10, 4, 1, Mirror.MIRRORED)
    found, gifts = in_parts(problem, Random(1), 1 << 18, most=4, claims=claims)
    assert gifts == 4
    assert found == []


def test_visited_states_are_kept_where_no_larger_arrays_are_needed() -> None:
    """Half of the memory is taken: it is too little for arrays of another size."""
    search = SharingSearch(PROBLEMS[0], MEMORY)
    search.memory = 2 * search.progress.memory
    search.adopt(_nothing(PROBLEMS[0]))
    assert search.times_cleared == 0


def test_a_part_has_what_leads_to_it_and_no_more() -> None:
    search = SharingSearch(PROBLEMS[0], MEMORY, queue=20)
    while search.progress.states < 200:
        search.advance(1000)
    before = search.progress.open
    part = search.give()
    assert part is not None
    assert search.progress.open + sum(map(len, part.queues)) == before
    assert len(part.row) < search.progress.states
    ways = {search_rows for queue in part.queues for search_rows in map(int, queue.nodes)}
    assert max(ways) < len(part.row)
    again = SharingSearch(PROBLEMS[0], MEMORY, start=part)
    assert again.progress.longest <= max(search.reach, again.reach)
    assert share(again._nodes, again._queues, PROBLEMS[0]).row.tolist() == part.row.tolist()


def test_too_little_is_not_given_away() -> None:
    search = SharingSearch(PROBLEMS[0], MEMORY)
    assert search.give() is None
    while search.progress.open < 10:
        search.advance()
    assert search.give(least=10**9) is None
    assert search.give() is not None


def test_parts_have_arrays_without_gaps() -> None:
    """For others the kernels would be compiled once more, in the middle of a search."""
    queue = replace(
        Queue.first(4),
        here=3,
        nodes=np.arange(5, dtype=np.int32),
        tails=np.zeros((5, 2), np.int32),
        batch=Batch(
            target=2,
            states=np.zeros((5, 8), np.uint16),
            marks=np.zeros(5, np.int64),
            depths=np.zeros(5, np.int32),
            tails=np.zeros((5, 2), np.uint16),
            lengths=np.zeros(5, np.int32),
            status=np.full(5, 2, np.int8),
        ),
    )
    parts = [part for some in (*divided([queue]), queue.sampled(1, 2)) for part in some]
    assert [(len(part), part.here) for part in parts] == [(3, 2), (2, 1), (2, 1), (3, 2)]
    for part in parts:
        assert part.batch is not None
        arrays = [part.nodes, part.tails, *(getattr(part.batch, name) for name in ARRAYS)]
        assert all(array.flags.c_contiguous for array in arrays)
