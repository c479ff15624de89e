"""Tasks of the workers that search a strip, and what they report.

Ships: each worker has a search of its own, with some of the states. An idle worker gets half of the
states of another one, so little is sent and no worker waits (see `shared.division` and
`shared.claims`).

Searches that are not divided: those for oscillators and still lifes, and ships if all paths to a
state are wanted, a seed decides the order, or a proof lists all states. The search is in one
process, the leader. Deepening is most of the work; a batch of states can be split at will (see
`deepening`). So the leader advances until it has a batch, which is divided among all workers.

Nothing here knows of processes: `TableWork.task_function` makes a function from tasks to reports,
and `questions.strips.coordinators` runs it in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic

import numpy as np

from lifesearch.engines.rows import tree
from lifesearch.engines.rows.checkpoint import Array, TableCheckpoint, TableProgress
from lifesearch.engines.rows.deepening import Batch, Decision, Deepener
from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.queue import Queue
from lifesearch.engines.rows.search import RowSearch
from lifesearch.engines.rows.shared.claims import StateClaims
from lifesearch.engines.rows.shared.division import divided, share

LEAST_STATES = 32  # fewer are not divided: a choice
ROWS_PER_STATE = 30  # with more rows tried for each state, claims save more time than they cost


class SharingSearch(RowSearch):
    """A search that can give states to other searches, adopt some, and leave out claimed ones.

    `times_cleared` counts how often it forgot its visited states, as memory was short for adopted
    ones. `claims` are None until claims are exchanged with other searches.
    """

    times_cleared = 0
    claims: StateClaims | None = None

    def give(self, least: int = 0) -> TableCheckpoint | None:
        """Give away half of the states; None if they are few, or less work than `least` is done.

        Work is counted in rows tried and states reached. If every path to a state counts, none is
        given.
        """
        if self.tried + int(self._nodes.used[0]) < least:
            return None
        if self.every or sum(map(len, self._queues)) < LEAST_STATES:
            return None
        self._queues, given = divided(self._queues)
        return share(self._nodes, given, self.problem)

    def adopt(self, checkpoint: TableCheckpoint) -> None:
        """Continue with states given away by another search, after all states here are done.

        All of them are followed, also those that this search has visited: it may have given them
        away. Problems that are divided have no bound on the length, so it does not matter at which
        depth a state was visited. Their successors that it has visited are not followed again,
        unless memory is so short that all visited states are cleared.
        """
        nodes, used = self._nodes, int(self._nodes.used[0])
        # As in `_make_room`, old and new arrays together take three times the bytes.
        size = max(len(nodes.row), 2 * (used + len(checkpoint.row)))
        both = tree.bytes_of(nodes) * size // len(nodes.row) * 3
        if size > len(nodes.row) and both > self.memory - self._table_bytes:
            self._nodes = tree.root(self.problem, every=self.every, size=2 * len(checkpoint.row))
            self.times_cleared += 1
        elif size > len(nodes.row):
            kept = np.arange(used)
            self._nodes, _ = tree.moved(nodes, kept, size, self.problem, every=self.every)
        number = tree.add(
            self._nodes, checkpoint.row, checkpoint.parent, checkpoint.mark, self.problem
        )
        self._queues = [replace(queue, nodes=number[queue.nodes]) for queue in checkpoint.queues]

    @property
    def progress(self) -> TableProgress:
        """Progress without the states that are left to other searches."""
        now = super().progress
        return now if self.claims is None else replace(now, states=now.states - self.claims.left)

    @property
    def is_slow(self) -> bool:
        """Whether states cost so much work that it pays to claim each of them."""
        return self.claims is not None or self.tried > ROWS_PER_STATE * int(self._nodes.used[0])

    def exchange_claims(self) -> StateClaims:
        """The claims of this search, which begins to exchange them with the first call."""
        if self.claims is None:
            # Most of the memory is for this search's own states and tables.
            self.claims = StateClaims(self.problem, self.memory // 8)
        return self.claims

    def _leave_to_others(self, queue: Queue) -> None:
        """Keep the states that no other search has claimed, and claim them."""
        if self.claims is None:
            return
        before, new = np.arange(queue.claimed), queue.nodes[queue.claimed :]
        states = tree.states(self._nodes, new, 2 * self.problem.period)
        mine = self.claims.enter(states, self._nodes.mark[new])
        queue.keep(np.concatenate([before, queue.claimed + np.flatnonzero(mine)]))
        queue.claimed = len(queue)


TIME_SLICE = 0.2  # seconds between two reports: a choice
ROWS_AT_ONCE = 500_000  # rows tried between two looks at the clock


@dataclass(frozen=True)
class Advance:
    """A task: continue the search, from `start` if given, with the `decided` batches.

    If batches are `shared` among workers, the task ends when one must be decided first. With
    `give`, half of the states are given away as soon as that much work is done. `claims` are the
    states that other searches follow; None if there are no others. A `checkpoint` of the outcome
    can be requested.
    """

    start: TableCheckpoint | None = None
    decided: tuple[Decision, ...] = ()
    shared: bool = False
    give: int | None = None
    claims: tuple[Array, ...] | None = None
    checkpoint: bool = False


@dataclass(frozen=True)
class Advanced:
    """The report of a task: progress, patterns `found`, and new batches to be decided.

    The search is `finished` or `out_of_memory` as `RowSearch` says, and `waiting` if a batch must
    be decided before it continues. Patterns are sequences of rows (see `problem.pattern`), and so
    is the longest `partial`. `all_states` are reported at the end, if requested. States may be
    `given` away; the checkpoint is without them. `claims` are the states that this search follows,
    for the other searches. `times_cleared`: see `SharingSearch`.
    """

    found: tuple[tuple[int, ...], ...]
    progress: TableProgress
    partial: tuple[int, ...]
    batches: tuple[Batch, ...]
    waiting: bool
    checkpoint: TableCheckpoint | None
    finished: bool
    out_of_memory: bool
    all_states: tuple[Array, Array] | None = None
    given: TableCheckpoint | None = None
    times_cleared: int = 0
    claims: Array | None = None


@dataclass(frozen=True)
class TableWork:
    """A problem and how to search it, for a worker process with `memory` bytes.

    `every` pattern up to the length is wanted, or one for each last state; `keep_all` states are
    kept for a proof.
    """

    problem: StripProblem
    memory: int
    every: bool = False
    keep_all: bool = False

    def task_function(self) -> Callable[[Advance | Batch], Iterator[int | Decision | Advanced]]:
        """A function from a task, or a batch to decide, to its reports: rows tried, the outcome."""
        leader: Leader | None = None
        deepener: Deepener | None = None

        def serve(task: Advance | Batch) -> Iterator[int | Decision | Advanced]:
            nonlocal leader, deepener
            if isinstance(task, Advance):
                if leader is None:
                    leader = Leader(self._search(task, deepener))
                    deepener = leader.search.deepener
                elif task.start is not None:
                    leader.search.adopt(task.start)
                yield leader.advance(task)
                return
            if deepener is None:
                deepener = Deepener(self.problem, self.memory // 2)
            yield from _deepened(deepener, task)

        return serve

    def _search(self, task: Advance, made: Deepener | None) -> SharingSearch:
        """A new search; tables `made` before are reused."""
        return SharingSearch(
            self.problem,
            self.memory,
            every=self.every,
            keep_all=self.keep_all,
            start=task.start,
            deepener=made,
        )


def _deepened(deepener: Deepener, batch: Batch) -> Iterator[int | Decision]:
    """Yield the number of rows tried now and then, and the decision about the batch at the end."""
    tried = 0
    while not batch.done:
        batch = deepener.deepen(batch, ROWS_AT_ONCE)
        tried += batch.tried
        yield tried
    yield replace(batch.decision, tried=0)  # the rows tried are reported already


@dataclass
class Leader:
    """A search, and the queues whose batches were reported but are not decided yet."""

    search: SharingSearch
    reported: set[int] = field(default_factory=set)

    def advance(self, task: Advance) -> Advanced:
        """Do a task, for a time slice at most."""
        search, found = self.search, list[tuple[int, ...]]()
        for decision in task.decided:
            self.reported.remove(decision.queue)
            found += search.receive(decision)
        claims = search.exchange_claims() if task.claims is not None and search.is_slow else None
        if claims is not None:
            claims.receive(task.claims or ())
        # A pattern ends the task at once, so that it is reported.
        until, longest, given = monotonic() + TIME_SLICE, search.partial(), None
        while not (search.finished or search.out_of_memory or found):
            if task.shared and search.batch is not None:
                break
            if task.give is not None and (given := search.give(task.give)):
                break
            found += search.advance(ROWS_AT_ONCE)
            # Finding the longest partial pattern takes time: only if a longer one is possible now.
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
            search.all_states() if search.keep_all and search.finished else None,
            given,
            search.times_cleared,
            None if claims is None else claims.outgoing(),
        )
