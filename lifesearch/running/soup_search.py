"""Run soups with several workers, each a range of them at a time.

What comes out of a soup depends on its number alone, so ranges may be run in any order and by
anybody; their counts add up. Ranges are short in the beginning, so that something is seen soon,
and towards the end, so that nobody waits for the last one. A range counts when it is done: if
its worker dies, or the search is stopped, it is run again by another one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nsmallest

from lifesearch.catalogue.catalogue import name_of
from lifesearch.life.glimpse import Glimpse
from lifesearch.queries.soups import SoupQuery
from lifesearch.running.coordinator import Coordinator, Member
from lifesearch.running.events import Event, Extent, Found, SoupsRun
from lifesearch.running.process import Died
from lifesearch.solving.parts import Part
from lifesearch.soups.counts import Census
from lifesearch.soups.work import SoupsCounted
from lifesearch.text import plural

SHARES = 64  # of the soups so far, a range is at most this part for each worker
LAST_SHARES = 4
NO_END = 2**62
MOST_RARE = 3
LONGEST_CODE = 20


@dataclass
class SoupSearch(Coordinator[Member]):
    """The state of a search in soups; `left` are those still to be run.

    The task of a worker is a range, and instead of conflicts soups are counted.
    """

    census: Census = field(default_factory=Census)
    returned: deque[range] = field(default_factory=deque)
    left: int = NO_END

    def __post_init__(self) -> None:
        super().__post_init__()
        self.soup_query: SoupQuery = self.query
        self._work = self.soup_query.work
        count = self.run_options.count
        self.end = NO_END if count is None else count
        done = sorted((event.start, event.stop) for event in self.checkpoint.soups)
        self.left = self.end - sum(min(b, self.end) - min(a, self.end) for a, b in done)
        for event in self.checkpoint.soups:
            self.census += event.census
        self._ranges = self._open_ranges(done)

    def _open_ranges(self, done: list[tuple[int, int]]) -> Iterator[range]:
        position = 0
        for start, stop in [*done, (self.end, self.end)]:
            while position < min(start, self.end):
                size = min(self._size(self.end - position), start - position)
                yield range(position, min(position + size, self.end))
                position += size
            position = max(position, stop)

    def _size(self, ahead: int) -> int:
        jobs, shortest, longest = self.jobs, self._work.shortest, self._work.longest
        fair = min(self.census.tally.soups // (SHARES * jobs), ahead // (LAST_SHARES * jobs))
        return int(max(shortest, min(longest, fair) // shortest * shortest))

    @property
    def complete(self) -> bool:
        return not self.left

    @property
    def busy(self) -> bool:
        return True

    def assign_work(self) -> Iterator[None]:
        idle = [member for member in self.members if member.task is None]
        while idle or len(self.members) < self.jobs:
            task = self.returned.popleft() if self.returned else next(self._ranges, None)
            if task is None:
                return
            self._begin(idle.pop() if idle else self._new_member(), task)
            yield

    def _new_member(self) -> Member:
        worker = self.workplace.start(self._work)
        member = Member(worker, "soups", Part((0, 0)))
        self.members.append(member)
        return member

    def _begin(self, member: Member, task: range) -> None:
        member.task = task
        member.configuration = f"soups {task.start:,} to {task.stop - 1:,}"
        member.worker.begin(task)

    def _receive(self, member: Member, report: SoupsCounted) -> Iterator[Event]:
        """Report new objects, then what was counted: so no object of counted soups is ever lost."""
        done: range = member.task
        self.losses = 0
        self.spent += len(done)
        self.left -= len(done)
        self.census += report.census
        member.task, member.conflicts = None, 0
        new = [found for found in report.objects if found.object.apgcode not in self.seen]
        self.seen |= {found.object.apgcode for found in new}
        if new:
            answers = tuple(self.soup_query.answer(found) for found in new)
            yield Found(self.soup_query.part, answers)
        yield SoupsRun(done.start, done.stop, report.census)
        shown = report.example
        yield Glimpse(str(shown), shown.pattern, self.soup_query.rule)

    def _take_back(self, member: Member, died: Died) -> None:
        self._count_in_a_row(died)
        if member.task is not None:
            self.returned.append(member.task)

    @property
    def note(self) -> str:
        if not self.census.tally.soups:
            return "no soup is done yet"
        counts, rule = self.census.counts, self.soup_query.rule
        rare = nsmallest(MOST_RARE, counts, key=lambda code: (counts[code], code))
        names = ", ".join(name_of(code, rule) or _short(code) for code in rare)
        return f"{self.census.objects:,} objects, rare: {names}"

    @property
    def extent(self) -> Extent | None:
        """The soups that are run, if their number is given."""
        if self.end == NO_END:
            return None
        done = min(self.end, self.end - self.left + sum(m.conflicts for m in self.members))
        return Extent(done, self.end, f"{done:,} of {plural(self.end, 'soup')}")


def _short(code: str) -> str:
    return code if len(code) <= LONGEST_CODE else f"{code[: LONGEST_CODE - 1]}…"
