"""Search a strip for ships by row tables, each worker with a part of the states.

One worker begins with everything. A worker that has nothing left takes half of the states of one
that has (see `rows.shared.parts`). Workers tell each other which states they follow (see
`rows.shared.news`), and so rely on each other: when one dies, all begin again at the last snapshot.

In a snapshot, too, no part may rely on what another one has reported after its own checkpoint. So
from the time that a snapshot is due until everybody has made a checkpoint for it, no news are sent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lifesearch.rows.checkpoint import TableCheckpoint, TableProgress, whole
from lifesearch.rows.deepening import Slice, practice
from lifesearch.rows.shared.parts import together
from lifesearch.rows.work import Advance, Advanced
from lifesearch.running.events import Event
from lifesearch.running.process import Died
from lifesearch.running.strips.table_search import TableMember, TableSearch

LEAST_WORK = 500_000  # rows and states, before a search is divided for the first time
MOST_FORGOTTEN = 10  # so often workers may forget: those who do could go on for ever
MOST_NEWS = 64  # reports that wait for a worker; older ones are forgotten, which costs time alone
NOTHING = TableProgress(depth=0, states=0, open=0, longest=0, tried=0, memory=0)


@dataclass(eq=False)
class Sharer(TableMember):
    """A worker and its part, as it was when it was last `saved`; None if it has none.

    A new part must be `sent`. `for_snapshot` it was saved if that was after the last snapshot. It
    may be `asked` for half of its part. What it has `reached` is counted over all its parts. There
    may be `news` for it.
    """

    saved: TableCheckpoint | None = None
    sent: bool = False
    for_snapshot: bool = False
    asked: bool = False
    ready: bool = False
    forgot: int = 0
    news: deque[Any] = field(default_factory=lambda: deque(maxlen=MOST_NEWS))
    reached: TableProgress = NOTHING

    @property
    def effort(self) -> int:
        return self.reached.tried

    def take(self, part: TableCheckpoint) -> None:
        self.saved, self.sent, self.for_snapshot = part, False, False


@dataclass
class SharedSearch(TableSearch[Sharer]):
    """The state of a search whose workers have parts; `parts` are those without a worker.

    States that changed hands are counted once: so many were counted `twice`.
    """

    parts: deque[TableCheckpoint] = field(default_factory=deque)
    gifts: int = 0
    twice: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.done:
            self._begin()

    def _begin(self) -> None:
        self.parts = deque([self.latest_checkpoint or whole(self.problem)])
        self.twice = 0

    def assign_work(self) -> Iterator[None]:
        """Let all who have a part go on, and give parts to the others."""
        while not self.done and len(self.members) < self.jobs:
            self._new_member(Sharer)
            yield
        free = [sharer for sharer in self.members if sharer.task is None]
        for sharer in free:
            if sharer.saved is None and self.parts:
                sharer.take(self.parts.popleft())
        for sharer in free:
            if sharer.saved is not None:
                self._go_on(sharer)
            elif not sharer.ready:
                # It has loaded the compiled code when it gets a part.
                sharer.begin(Slice(0, practice(self.problem)))

    def _go_on(self, sharer: Sharer) -> None:
        """Let it work on its part, and give half of that away if another worker is idle."""
        idle = sum(each.saved is None for each in self.members) - len(self.parts)
        asked = sum(each.asked for each in self.members)
        forgot = sum(each.forgot for each in self.members)
        sharer.asked = idle > asked and forgot < MOST_FORGOTTEN
        least = 0 if self.gifts else LEAST_WORK
        news: tuple[Any, ...] | None = None if self.jobs == 1 else ()
        if not self.snapshots.is_due and sharer.news:
            news = tuple(sharer.news)
            sharer.news.clear()
        sharer.begin(
            Advance(
                start=None if sharer.sent else sharer.saved,
                give=least if sharer.asked else None,
                news=news,
                checkpoint=self.snapshots.is_due and not sharer.for_snapshot,
            )
        )
        sharer.sent = True

    @property
    def _holders(self) -> list[Sharer]:
        return [sharer for sharer in self.members if sharer.saved is not None]

    def _receive(self, member: Sharer, report: Any) -> Iterator[Event]:
        member.task, member.asked, member.ready = None, False, True
        if not isinstance(report, Advanced):
            return
        member.reached, member.forgot = report.progress, report.forgot
        if report.given is not None:
            self.gifts += 1
            self.parts.append(report.given)
            self.twice += len(report.given.row) - 1
        if report.news is not None:
            for other in self.members:
                if other is not member:
                    other.news.append(report.news)
        if report.checkpoint is not None:
            member.saved, member.for_snapshot = report.checkpoint, True
        if report.finished:
            member.saved = None
        done = not (self.parts or self._holders)
        whole_report = replace(report, progress=self._reached(), finished=done, news=None)
        yield from self._advance(replace(whole_report, checkpoint=self._all_saved()))

    def _reached(self) -> TableProgress:
        total = TableProgress.together([sharer.reached for sharer in self.members])
        return replace(total, states=total.states - self.twice)

    def _all_saved(self) -> TableCheckpoint | None:
        """All parts together, if a snapshot is due and each worker has saved its part for it."""
        holders = self._holders
        if not self.snapshots.is_due or not all(each.for_snapshot for each in holders):
            return None
        for sharer in holders:
            sharer.for_snapshot = False
        parts = [*(sharer.saved for sharer in holders if sharer.saved), *self.parts]
        return together(parts, self._reached().tried) if parts else None

    @property
    def _halves_in_order(self) -> bool:
        """Workers that have parts of the states do not wait for each other."""
        return super()._halves_in_order and not self.gifts

    def _take_back(self, member: Sharer, died: Died) -> None:
        self._count_in_a_row(died)
        self.workplace.kill_all(each.worker for each in self.members)
        self.members = []
        self._begin()
