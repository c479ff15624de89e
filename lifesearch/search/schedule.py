"""Box after box, without getting stuck.

Proving that a box is empty can take long while the next one has an answer that is easy to
find. So a box that is not decided after some conflicts is set aside, with its solver and
all that it has learned, and gets more conflicts later: a new box is begun only when each
of the n boxes set aside has had n times the allowance. Small boxes are decided first, no
box is forgotten, and none holds up the others for ever.

A box counts as searched only when all boxes before it are: patterns are sought in the
smallest box that holds them, so that its own verdict says nothing about those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lifesearch.search.answer import Answer

ALLOWANCE = 4_000
Size = tuple[int, int]
Reports = Iterator[Answer | int | None]


def shapes(area: int) -> list[Size]:
    """The boxes of an area, the squarest first, the wider before the taller."""
    sizes = [(w, area // w) for w in range(1, area + 1) if area % w == 0]
    return sorted(sizes, key=lambda size: (abs(size[0] - size[1]), -size[0]))


@dataclass
class Run:
    """The search of one box, which can be interrupted and continued."""

    size: Size
    reports: Reports
    conflicts: int = 0
    found: int = 0
    done: bool = False


@dataclass
class Schedule:
    """Decides which box is searched next."""

    sizes: Iterator[Size]
    search: Callable[[int, int], Reports]
    conflicts: int = 0
    undecided: list[Run] = field(default_factory=list)
    current: Run | None = None
    _begun: list[Run] = field(default_factory=list)

    def reports(self) -> Iterator[Answer | Run]:
        """Answers as they are found, and runs: as they get on, and when they are done."""
        while run := self._next():
            self.current = run
            allowance = ALLOWANCE * max(1, len(self.undecided))
            yield run
            for report in run.reports:
                if report is None:
                    run.done = True
                    self.undecided.remove(run)
                    break
                if isinstance(report, Answer):
                    run.found += 1
                    yield report
                    continue
                self.conflicts += report - run.conflicts
                run.conflicts = report
                yield run
                if report >= allowance:
                    break
            while self._begun and self._begun[0].done:
                yield self._begun.pop(0)

    def set_aside(self) -> list[Size]:
        """The boxes that are begun and not decided, other than the one being searched."""
        return [run.size for run in self.undecided if run is not self.current]

    def _next(self) -> Run | None:
        """The box that has had the least, if that is less than its share; else a new one."""
        share = ALLOWANCE * len(self.undecided)
        least = min(self.undecided, key=lambda run: run.conflicts, default=None)
        if least is not None and least.conflicts < share:
            return least
        size = next(self.sizes, None)
        if size is None:
            return least
        run = Run(size, self.search(*size))
        self.undecided.append(run)
        self._begun.append(run)
        return run
