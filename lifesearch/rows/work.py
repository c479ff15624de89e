"""What the workers of a strip do.

Ships: each worker has a search of its own, with a part of the states. Who has nothing left gets
half of the states of another one, so hardly anything is sent and nobody waits (see `shared.parts`
and `shared.news`).

Whatever must be in one place (states that are reached in many ways, orders that a seed decides):
the search lives in one process, the leader. Deepening is most of the work; a batch of states can
be split at will (see `deepening`). So the leader goes on until it has a batch, which all share.

Nothing here knows of processes: `TableWork.task_function` makes a function from tasks to reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic

import numpy as np

from lifesearch.rows import tree
from lifesearch.rows.checkpoint import Array, TableCheckpoint, TableProgress
from lifesearch.rows.deepening import Batch, Decision, Deepener
from lifesearch.rows.problem import StripProblem
from lifesearch.rows.queue import Queue
from lifesearch.rows.search import RowSearch
from lifesearch.rows.shared.news import News
from lifesearch.rows.shared.parts import divided, share

LEAST_STATES = 32  # fewer are not divided
ROWS_PER_STATE = 30  # tried, from which on each state is reported to others


class SharingSearch(RowSearch):
    """A search that can give states away, take some, and leave to others what they follow.

    So often it `forgot` all that it knew, because memory was short when it took a part.
    """

    forgot = 0
    news: News | None = None

    def give(self, least: int = 0) -> TableCheckpoint | None:
        """Give half of the states away, if there are enough, and so much work is done."""
        if self.tried + int(self._nodes.used[0]) < least:
            return None
        if self.every or sum(map(len, self._queues)) < LEAST_STATES:
            return None
        self._queues, given = divided(self._queues)
        return share(self._nodes, given, self.problem)

    def adopt(self, part: TableCheckpoint) -> None:
        """Continue a part of another search, now that all is done here.

        All its states are followed, known or not: they may have been given away here. What comes
        after them and is known here is not followed again, unless memory is so short that all of
        that is forgotten.
        """
        nodes, used = self._nodes, int(self._nodes.used[0])
        size = max(len(nodes.row), 2 * (used + len(part.row)))
        if tree.bytes_of(nodes) * size // len(nodes.row) * 3 > self.memory - self._table_bytes:
            self._nodes = tree.root(self.problem, every=self.every, size=2 * len(part.row))
            self.forgot += 1
        elif size > len(nodes.row):
            kept = np.arange(used)
            self._nodes, _ = tree.moved(nodes, kept, size, self.problem, every=self.every)
        number = tree.add(self._nodes, part.row, part.parent, part.mark, self.problem)
        self._queues = [replace(queue, nodes=number[queue.nodes]) for queue in part.queues]

    @property
    def progress(self) -> TableProgress:
        """How far it has come; states that are left to others are not counted."""
        now = super().progress
        return now if self.news is None else replace(now, states=now.states - self.news.left)

    @property
    def is_slow(self) -> bool:
        """Whether states cost so much that it pays to report each to others."""
        return self.news is not None or self.tried > ROWS_PER_STATE * int(self._nodes.used[0])

    def share_news(self) -> News:
        """From now on, report which states are followed."""
        if self.news is None:
            self.news = News(self.problem, self.memory // 8)
        return self.news

    def _leave_to_others(self, queue: Queue) -> None:
        """Keep the states that no other search follows, and report that they are followed here."""
        if self.news is None:
            return
        before, new = np.arange(queue.shared), queue.nodes[queue.shared :]
        states = tree.states(self._nodes, new, 2 * self.problem.period)
        mine = self.news.enter(states, self._nodes.mark[new])
        queue.keep(np.concatenate([before, queue.shared + np.flatnonzero(mine)]))
        queue.shared = len(queue)


STINT = 0.2  # seconds between two reports
ROWS_AT_ONCE = 500_000  # rows tried between two looks at the clock


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

    def task_function(self) -> Callable[[Advance | Batch], Iterator[int | Decision | Advanced]]:
        """From a task, or a batch to decide, to rows tried now and then, and the outcome."""
        leaders: dict[int | None, Leader] = {}
        deepeners: list[Deepener] = []

        def serve(task: Advance | Batch) -> Iterator[int | Decision | Advanced]:
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
            yield from _deepened(deepeners[0], task)

        return serve

    def _search(self, task: Advance, made: Deepener | None) -> SharingSearch:
        """A new search, with tables that were perhaps made before."""
        problem = self.problem
        if task.seed is not None:
            problem = replace(problem, seed=task.seed)
        return SharingSearch(
            problem,
            self.memory,
            every=self.every,
            keep_all=self.keep_all,
            start=task.start,
            deepener=made,
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
    reported: set[int] = field(default_factory=set)

    def advance(self, task: Advance) -> Advanced:
        search, found = self.search, list[tuple[int, ...]]()
        for decision in task.decided:
            self.reported.remove(decision.queue)
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
        new = [each for each in search.batches if task.shared and each.queue not in self.reported]
        self.reported |= {each.queue for each in new}
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
