"""What the workers of a strip do: one leads the search, all deepen.

The search itself is small and quick, and lives in one process, the leader. Deepening is nearly
all of the work; a batch of states can be split at will (see `deepening`). So the leader goes on
until it has a batch, which others may share, and goes on when that is decided.

Nothing here knows of processes: `TableWork.task_function` makes a function from tasks to reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from lifesearch.rows.checkpoint import Checkpoint, Progress
from lifesearch.rows.deepening import Batch, Deepener
from lifesearch.rows.problem import Problem
from lifesearch.rows.search import Search

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
    """Go on with the search: from a checkpoint, with a batch that is decided, or just so.

    If batches are `shared`, the first one that is large enough ends the task. A `checkpoint` of
    the outcome may be asked for.
    """

    start: Checkpoint | None = None
    decided: Batch | None = None
    shared: bool = False
    checkpoint: bool = False
    allowance: int = NO_LIMIT


@dataclass(frozen=True)
class Advanced:
    """How far the search has come, what was found on the way, and a batch to be decided.

    Patterns are sequences of rows (see `problem.pattern`), and so is the longest `partial`.
    """

    found: tuple[tuple[int, ...], ...]
    progress: Progress
    partial: tuple[int, ...]
    batch: Batch | None
    checkpoint: Checkpoint | None
    finished: bool
    out_of_memory: bool


@dataclass(frozen=True)
class TableWork:
    """A problem, whether `every` pattern up to its length is wanted, and bytes for each worker."""

    problem: Problem
    memory: int
    every: bool = False

    def task_function(self) -> Callable[[Advance | Deepen], Iterator[int | Batch | Advanced]]:
        """From a task to reports: rows tried now and then, and the outcome."""
        searches: list[Search] = []
        deepeners: list[Deepener] = []

        def serve(task: Advance | Deepen) -> Iterator[int | Batch | Advanced]:
            if isinstance(task, Deepen):
                if not deepeners:
                    memory = self.memory // 2
                    made = searches[0].deepener if searches else Deepener(self.problem, memory)
                    deepeners.append(made)
                yield from _deepened(deepeners[0], task.batch)
                return
            if not searches:
                searches.append(self._search(task.start))
            yield _advanced(searches[0], task)

        return serve

    def _search(self, start: Checkpoint | None) -> Search:
        if start is None:
            return Search(self.problem, self.memory, every=self.every)
        return Search.resume(self.problem, start, self.memory, every=self.every)


def _deepened(deepener: Deepener, batch: Batch) -> Iterator[int | Batch]:
    tried = 0
    while not batch.done:
        batch = deepener.deepen(batch, ROWS_AT_ONCE)
        tried += batch.tried
        yield tried
    yield batch


def _advanced(search: Search, task: Advance) -> Advanced:
    if task.decided is not None:
        search.receive(task.decided)
    until = monotonic() + STINT
    found: list[tuple[int, ...]] = []
    longest = search.partial()
    while not (search.finished or search.out_of_memory or found):
        if task.shared and search.batch is not None:
            break
        found += search.advance(ROWS_AT_ONCE)
        longest = max(longest, search.partial(), key=len)
        if monotonic() > until:
            break
    return Advanced(
        tuple(found),
        search.progress,
        longest,
        search.batch if task.shared else None,
        search.checkpoint() if task.checkpoint else None,
        search.finished,
        search.out_of_memory,
    )
