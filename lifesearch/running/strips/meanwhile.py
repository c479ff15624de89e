"""A strip by row tables, and by SAT, row by row, while the row tables are being compiled.

The first time, that takes longer than many searches. So SAT begins, and may have an answer before.
When row tables can begin, they search the whole strip, and what SAT has done so far is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lifesearch.queries.strips.query import Strip
from lifesearch.running.events import CompilerNews, Event, Finished, Found, Progress, Searched
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.places.here import HERE
from lifesearch.running.process import SolversDied, Worker
from lifesearch.running.strips.shared_search import SharedSearch
from lifesearch.running.strips.strip_search import StripSearch


def sat_may_begin(strip: Strip, options: RunOptions, checkpoint: Checkpoint) -> bool:
    """Whether one ship of any length is wanted, or that there is none, however it is found."""
    free = options.count == 1 and not (options.proving or options.fixed or options.engine)
    any_length = strip.motion.travels and strip.max_length is None and not strip.folds
    return free and any_length and checkpoint == FRESH_START and options.place is HERE


@dataclass
class RowsMeanwhile(SharedSearch):
    """A search by row tables, and by `rows` as long as that one waits for the compiler.

    SAT has `won` if it has shown that there is no ship, before row tables could begin.
    """

    rows: StripSearch | None = None
    won: bool = False

    @property
    def busy(self) -> bool:
        return super().busy and not self.won

    def assign_work(self) -> Iterator[None]:
        """Give all workers something to do; the compiler takes the place of one of them."""
        yield from super().assign_work()
        if self.rows is not None:
            yield from self.rows.assign_work()

    def poll(self, seconds: float) -> Iterator[Event]:
        share = seconds if self.rows is None else seconds / 2
        for event in super().poll(share):
            yield event
            if isinstance(event, CompilerNews) and self.latest is None and self.rows is None:
                fewer = replace(self.run_options, jobs=max(1, self.run_options.jobs - 1))
                self.rows = StripSearch(self.query, fewer, workplace=self.workplace, seen=self.seen)
        if self.rows is not None:
            yield from self._poll_rows(self.rows, share)

    def _poll_rows(self, rows: StripSearch, seconds: float) -> Iterator[Event]:
        waiting = self.latest is None or any(each.compiling for each in self.members)
        if self.done or not waiting:
            self._end_rows(rows)
            return
        try:
            for event in rows.poll(seconds):
                if isinstance(event, Found):
                    yield event
        except SolversDied:
            self._end_rows(rows)
            return
        if not (rows.busy or rows.seen):
            self.won = rows.finished(exhausted=True).exhausted
            if self.won:
                yield Searched(rows.strip.part, rows.states)

    def _end_rows(self, rows: StripSearch) -> None:
        self.workplace.kill_all(rows.workers())
        self.rows = None

    def workers(self) -> list[Worker]:
        return [*super().workers(), *(self.rows.workers() if self.rows else ())]

    def progress(self) -> Progress:
        return super().progress() if self.rows is None else self.rows.progress()

    def finished(self, *, exhausted: bool) -> Finished:
        """What SAT has done, unless row tables had begun by then and it has not won."""
        if self.rows is not None and (self.won or self.latest is None):
            return self.rows.finished(exhausted=exhausted)
        return super().finished(exhausted=exhausted)
