"""The coordinator of soups: each worker runs a range of them at a time.

`engine` makes it; its workers run `engines.soups.worker`.

The objects of a soup depend on its number alone, so ranges may be run in any order and by any
worker; their counts add up. Ranges are short in the beginning, so that results are seen soon, and
towards the end, so that no worker is waited for long. A range counts when it is done: if its worker
dies, or the search is stopped, the whole range is run again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nsmallest

from lifesearch.catalogue.names import builtin_name
from lifesearch.common.text import plural
from lifesearch.core.events import Event, Extent, Found
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.soups.census import Census
from lifesearch.engines.soups.worker import SoupsCounted
from lifesearch.life.preview import Preview
from lifesearch.questions.soups.checkpoint import SoupCheckpoint
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.running.coordinator import LOSSES, Coordinator, Member, solvers_died
from lifesearch.running.process import Died

RANGES_DONE = 64
"""A range has at most 1 / (RANGES_DONE * jobs) of the number of soups that are done ..."""
RANGES_LEFT = 4
"""... and at most 1 / (RANGES_LEFT * jobs) of those not begun, but at least `SoupWork.shortest`."""
NO_END = 2**62
"""The number of soups if none is given: more than can ever be run."""
MOST_RARE = 3
"""Rare objects that the progress names: they and LONGEST_CODE are chosen to fit in a line."""
LONGEST_CODE = 20
"""Characters of an apgcode in the progress."""


@dataclass
class SoupCoordinator(Coordinator[SoupQuery, Member]):
    """The state of a search in soups.

    The task of a worker is a range of soups. What other coordinators count in conflicts is here
    counted in soups; and the `count` of the run options is the number of soups, not of answers.

    census    the census of all ranges done, in earlier runs, too
    returned  ranges of workers that have died, to be run again
    deaths    how many workers have died of each range
    left      the number of soups that are not done
    end       the number of the last soup, plus 1
    _work     what workers do; it says how long ranges may be
    _ranges   the ranges that no worker has had, in order
    """

    census: Census = field(default_factory=Census)
    returned: deque[range] = field(default_factory=deque)
    deaths: Counter[range] = field(default_factory=Counter)
    left: int = NO_END

    def __post_init__(self) -> None:
        super().__post_init__()
        self._work = self.query.work
        count = self.run_options.count
        self.end = NO_END if count is None else count
        before = SoupCheckpoint.of(self.checkpoint)
        earlier = sorted((event.start, event.stop) for event in before.ranges)
        # A session may have more soups than are wanted now: those from `end` on do not count here.
        self.left = self.end - sum(min(b, self.end) - min(a, self.end) for a, b in earlier)
        self.census += before.census
        self._ranges = self._open_ranges(earlier)

    def _open_ranges(self, earlier: list[tuple[int, int]]) -> Iterator[range]:
        """The soups that are not in ranges done earlier, in ranges for workers.

        `earlier` has the starts and stops of those, in order. As this is a generator, the size of a
        range depends on what is done when a worker takes it.
        """
        position = 0
        for start, stop in [*earlier, (self.end, self.end)]:
            while position < min(start, self.end):
                size = min(self._size(self.end - position), start - position)
                yield range(position, min(position + size, self.end))
                position += size
            position = max(position, stop)

    def _size(self, ahead: int) -> int:
        """The number of soups of the next range, if `ahead` soups are not begun.

        It is a multiple of `shortest`, and at most `longest`. `jobs` is not 0, since `run` assigns
        work only while there is a machine.
        """
        jobs, shortest, longest = self.jobs, self._work.shortest, self._work.longest
        done = self.census.tally.soups
        fair = min(done // (RANGES_DONE * jobs), ahead // (RANGES_LEFT * jobs))
        return int(max(shortest, min(longest, fair) // shortest * shortest))

    @property
    def complete(self) -> bool:
        return not self.left

    @property
    def work_is_left(self) -> bool:
        """Always: a search without work left ends as `exhausted`, and soups never are.

        It ends when it is `complete`.
        """
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
        member = Member(worker, "soups", Part((0, 0)))  # no box: its range is named in `_begin`
        self.members.append(member)
        return member

    def _begin(self, member: Member, task: range) -> None:
        member.task = task
        member.configuration = f"soups {task.start:,} to {task.stop - 1:,}"
        member.worker.begin(task)

    def _receive(self, member: Member, report: SoupsCounted) -> Iterator[Event]:
        """Yield new objects, then the census of their range (`SoupsRun`), and a soup to display.

        The objects come before the census: a session that ends between them runs the range again,
        and loses no object.
        """
        done: range = member.task
        self.losses = 0
        self.spent += len(done)
        self.left -= len(done)
        self.census += report.census
        member.task, member.conflicts = None, 0
        new = [found for found in report.objects if found.object.apgcode not in self.seen]
        self.seen |= {found.object.apgcode for found in new}
        if new:
            answers = tuple(self.query.answer(found) for found in new)
            yield Found(self.query.part, answers)
        yield SoupsRun(done.start, done.stop, report.census)
        shown = report.example
        yield Preview(str(shown), shown.pattern, self.query.rule)

    def _dismiss(self, member: Member) -> None:
        member.conflicts = 0  # its range is run again from the start: soups are counted once
        super()._dismiss(member)

    def _take_back(self, member: Member, died: Died) -> None:
        self._count_in_a_row(died)
        if member.task is None:
            return
        self.deaths[member.task] += not died.blameless
        if self.deaths[member.task] >= LOSSES:
            raise solvers_died(LOSSES, str(member.configuration), died.cause)
        self.returned.append(member.task)

    @property
    def note(self) -> str:
        if not self.census.tally.soups:
            return "no soup is done yet"
        counts, rule = self.census.counts, self.query.rule
        if not counts:
            return "no objects"
        rare = nsmallest(MOST_RARE, counts, key=lambda code: (counts[code], code))
        names = ", ".join(builtin_name(code, rule) or _short(code) for code in rare)
        return f"{self.census.objects:,} objects, rare: {names}"

    @property
    def extent(self) -> Extent | None:
        """The soups that are run, of those to be run; None if they have no end.

        Workers report the soups of an unfinished range as `conflicts`.
        """
        if self.end == NO_END:
            return None
        done = min(self.end, self.end - self.left + sum(m.conflicts for m in self.members))
        return Extent(done, self.end, f"{done:,} of {plural(self.end, 'soup')}")


def _short(code: str) -> str:
    return code if len(code) <= LONGEST_CODE else f"{code[: LONGEST_CODE - 1]}…"
