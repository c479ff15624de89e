"""Search a strip for ships by row tables, each worker with a part of the states: see `rows.parts`.

One worker begins with everything. A worker that has nothing left takes half of the states of one
that has. Each part has a checkpoint, the one that it began with or a later one; a worker that dies
leaves its part to another one, which goes on from there. States that it had given away meanwhile
are followed twice then; nothing is ever left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from lifesearch.rows.checkpoint import Checkpoint, Progress
from lifesearch.rows.deepening import practice
from lifesearch.rows.parts import together, whole
from lifesearch.rows.slices import Slice
from lifesearch.rows.work import Advance, Advanced
from lifesearch.running.coordinator import LOSSES, solvers_died
from lifesearch.running.events import Event
from lifesearch.running.process import Died
from lifesearch.running.strips.table_search import TableMember, TableSearch

LEAST_WORK = 500_000  # rows and states, before a search is divided for the first time
NOTHING = Progress(depth=0, states=0, open=0, longest=0, tried=0, memory=0)


@dataclass(eq=False)
class Sharer(TableMember):
    """A worker and its part, as it was when it was last `saved`; None if it has none.

    The part is to be `sent`; it `is_new` if it was saved for the next snapshot.
    """

    saved: Checkpoint | None = None
    sent: bool = False
    is_new: bool = False
    reached: Progress = NOTHING
    asked: bool = False
    ready: bool = False

    def take(self, part: Checkpoint) -> None:
        """Have this part from now on."""
        self.saved, self.sent, self.is_new = part, False, False
        self.reached = NOTHING


@dataclass
class SharedSearch(TableSearch):
    """The state of a search whose workers have parts; `parts` are those that nobody has.

    `past` is what was reached in parts that are done, and by workers that died.
    """

    parts: deque[Checkpoint] = field(default_factory=deque)
    past: Progress = NOTHING
    divided: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.done:
            self.parts.append(self.start or whole(self.problem))

    def _new_sharer(self) -> Sharer:
        member = self._new_member()
        return Sharer(member.worker, member.configuration, member.part)

    def assign_work(self) -> Iterator[None]:
        """Let all who have a part go on, and give parts to the others."""
        while not self.done and len(self.members) < self.jobs:
            self.members.append(self._new_sharer())
            yield
        free = [sharer for sharer in self._sharers if sharer.task is None]
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
        sharers = self._sharers
        hungry = sum(each.saved is None for each in sharers) - len(self.parts)
        sharer.asked = hungry > sum(each.asked for each in sharers if each is not sharer)
        least = 0 if self.divided else LEAST_WORK
        due = monotonic() >= self.next_snapshot and not sharer.is_new
        sharer.begin(
            Advance(
                start=None if sharer.sent else sharer.saved,
                give=least if sharer.asked else None,
                checkpoint=due,
            )
        )
        sharer.sent = True

    @property
    def _sharers(self) -> list[Sharer]:
        return [member for member in self.members if isinstance(member, Sharer)]

    def _receive(self, member: TableMember, report: Any) -> Iterator[Event]:
        assert isinstance(member, Sharer)
        self.losses, member.task, member.asked, member.ready = 0, None, False, True
        if not isinstance(report, Advanced):
            return
        member.reached = report.progress
        if report.given is not None:
            self.parts.append(report.given)
            self.divided = True
            self.past = _sum([self.past, replace(NOTHING, states=-len(report.given.row))])
        if report.checkpoint is not None:
            member.saved, member.is_new = report.checkpoint, True
        if report.finished:
            self._retire(member)
        done = not (self.parts or any(each.saved for each in self._sharers))
        reached = self._reached()
        yield from self._advance(
            replace(report, progress=reached, finished=done, checkpoint=self._all_saved())
        )

    def _retire(self, member: Sharer) -> None:
        """Its part is done, or somebody else's."""
        self.past = _sum([self.past, replace(member.reached, open=0, memory=0)])
        member.saved, member.reached = None, NOTHING

    def _reached(self) -> Progress:
        """How far all have come together."""
        now = [sharer.reached for sharer in self._sharers if sharer.saved is not None]
        depth = min((each.depth for each in now), default=self.past.depth)
        return replace(_sum([self.past, *now]), depth=depth)

    def _all_saved(self) -> Checkpoint | None:
        """All parts together, if everybody has just saved theirs."""
        holders = [sharer for sharer in self._sharers if sharer.saved is not None]
        if monotonic() < self.next_snapshot or not all(sharer.is_new for sharer in holders):
            return None
        for sharer in holders:
            sharer.is_new = False
        parts = [*(sharer.saved for sharer in holders if sharer.saved), *self.parts]
        return together(parts) if parts else None

    def _take_back(self, member: TableMember, died: Died) -> None:
        """Another worker takes the part."""
        assert isinstance(member, Sharer)
        self.losses += not died.blameless
        if self.losses >= LOSSES * max(1, self.jobs):
            raise solvers_died(self.losses, "this in a row", died.cause)
        if member.saved is not None:
            self.parts.append(member.saved)


def _sum(parts: list[Progress]) -> Progress:
    return Progress(
        depth=max(part.depth for part in parts),
        states=sum(part.states for part in parts),
        open=sum(part.open for part in parts),
        longest=max(part.longest for part in parts),
        tried=sum(part.tried for part in parts),
        memory=sum(part.memory for part in parts),
    )
