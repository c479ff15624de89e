"""What the workers of a strip do.

Ships: each worker has a search of its own, with a part of the states. Who has nothing left gets
half of the states of another one, so hardly anything is sent and nobody waits (see `shared`).

Whatever must be in one place (states that are reached in many ways, orders that a seed decides):
the search lives in one process, the leader. Deepening is most of the work; a batch of states can
be split at will (see `deepening`). So the leader goes on until it has a batch, which all share.

Nothing here knows of processes: `TableWork.task_function` makes a function from tasks to reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic

from lifesearch.rows.checkpoint import Array, TableCheckpoint, TableProgress
from lifesearch.rows.deepening import Batch, Decision, Deepener
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.shared.sharing import SharingSearch

STINT = 0.2  # seconds between two reports
ROWS_AT_ONCE = 500_000  # rows tried between two looks at the clock
NO_LIMIT = 2**62


@dataclass(frozen=True)
class Deepen:
    """Decide the states of a batch."""

    batch: Batch
    allowance: int = NO_LIMIT


@dataclass(frozen=True)
class Advance:
    """Continue the search: from a checkpoint, with batches that are decided, or just so.

    If batches are `shared`, the task ends when one must be decided first. Half of the states are
    to be given away as soon as so much work is done as `give` says. What others follow is `news`;
    None if there are no others. A `checkpoint` of the outcome may be asked for. Each `seed` has a
    search of its own.
    """

    start: TableCheckpoint | None = None
    decided: tuple[Decision, ...] = ()
    shared: bool = False
    give: int | None = None
    news: tuple[Array, ...] | None = None
    checkpoint: bool = False
    seed: int | None = None
    allowance: int = NO_LIMIT


@dataclass(frozen=True)
class Advanced:
    """How far the search has come, what was found on the way, and new batches to be decided.

    The search is `waiting` if a batch must be decided before it can go on. Patterns are sequences
    of rows (see `problem.pattern`), and so is the longest `partial`. All states that were `kept`
    are reported at the end, if they are wanted. A part may be `given` away; the checkpoint is
    without it. `forgot` counts how often the search forgot what it knew, because it took a part and
    memory was short. States that it follows are `news` to others.
    """

    found: tuple[tuple[int, ...], ...]
    progress: TableProgress
    partial: tuple[int, ...]
    batches: tuple[Batch, ...]
    waiting: bool
    checkpoint: TableCheckpoint | None
    finished: bool
    out_of_memory: bool
    kept: tuple[Array, Array] | None = None
    given: TableCheckpoint | None = None
    forgot: int = 0
    news: Array | None = None


@dataclass(frozen=True)
class TableWork:
    """A problem, whether `every` pattern up to its length is wanted, and bytes for each worker.

    To `keep_all` states, for a proof, is the other thing that may be wanted.
    """

    problem: StripProblem
    memory: int
    every: bool = False
    keep_all: bool = False

    def task_function(self) -> Callable[[Advance | Deepen], Iterator[int | Decision | Advanced]]:
        """From a task to reports: rows tried now and then, and the outcome."""
        leaders: dict[int | None, Leader] = {}
        deepeners: list[Deepener] = []

        def serve(task: Advance | Deepen) -> Iterator[int | Decision | Advanced]:
            if isinstance(task, Advance):
                leader = leaders.get(task.seed)
                if leader is None:
                    search = self._search(task, next(iter(deepeners), None))
                    leader = leaders[task.seed] = Leader(search)
                    deepeners.append(search.deepener)
                elif task.start is not None:
                    leader.search.adopt(task.start)
                yield leader.advance(task)
                return
            if not deepeners:
                deepeners.append(Deepener(self.problem, self.memory // 2))
            yield from _deepened(deepeners[0], task.batch)

        return serve

    def _search(self, task: Advance, made: Deepener | None) -> SharingSearch:
        """A new search, with tables that were perhaps made before."""
        problem, every = self.problem, self.every
        if task.start is not None:
            return SharingSearch.resume(
                problem, task.start, self.memory, every=every, deepener=made
            )
        if task.seed is not None:
            problem = replace(problem, seed=task.seed)
        return SharingSearch(
            problem, self.memory, every=every, keep_all=self.keep_all, deepener=made
        )


def _deepened(deepener: Deepener, batch: Batch) -> Iterator[int | Decision]:
    tried = 0
    while not batch.done:
        batch = deepener.deepen(batch, ROWS_AT_ONCE)
        tried += batch.tried
        yield tried
    yield replace(batch.decision, tried=0)  # which are reported already


@dataclass
class Leader:
    """A search, and the queues whose batches were reported and are not decided yet."""

    search: SharingSearch
    told: set[int] = field(default_factory=set)

    def advance(self, task: Advance) -> Advanced:
        search, found = self.search, list[tuple[int, ...]]()
        for decision in task.decided:
            self.told.remove(decision.queue)
            found += search.receive(decision)
        news = search.share_news() if task.news is not None and search.is_slow else None
        if news is not None:
            news.learn(task.news or ())
        until, longest, given = monotonic() + STINT, search.partial(), None
        while not (search.finished or search.out_of_memory or found):
            if task.shared and search.batch is not None:
                break
            if task.give is not None and (given := search.give(task.give)):
                break
            found += search.advance(ROWS_AT_ONCE)
            if search.reach > len(longest):
                longest = max(longest, search.partial(), key=len)
            if monotonic() > until:
                break
        new = [each for each in search.batches if task.shared and each.queue not in self.told]
        self.told |= {each.queue for each in new}
        return Advanced(
            tuple(found),
            search.progress,
            longest,
            tuple(new),
            task.shared and search.batch is not None,
            search.checkpoint() if task.checkpoint else None,
            search.finished,
            search.out_of_memory,
            search.kept() if search.keep_all and search.finished else None,
            given,
            search.forgot,
            None if news is None else news.tell(),
        )
