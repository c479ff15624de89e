"""Two strategies alternate on one part in one process; the first that is done decides.

`core.question` runs a task's two strategies by `alternate`, and `questions.periodic` a search for
all patterns and one for more symmetric ones. The constants are measured shares of processor time,
in seconds.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from time import process_time
from typing import TypeVar

from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, GaveUp, Report

A = TypeVar("A")


@dataclass(frozen=True)
class TimeShare:
    """The processor time of a second strategy.

    It begins when the first has had `head_start` seconds. It has `at_once` seconds first, and
    then a `share` of what the first has had.
    """

    head_start: float
    at_once: float
    share: float

    def second_is_next(self, first: float, second: float) -> bool:
        """Whether the second strategy is next, after these seconds of the first and second."""
        return first >= self.head_start and second < max(self.at_once, self.share * first)


TABLES = TimeShare(0.7, 0.0, 1.0)
"""Row tables take half a second to load. Then they decide boxes that a solver does not: 2c/5 in
13x16 with a mirror in 2 s instead of 28.
"""
GLUCOSE = TimeShare(0.25, 0.75, 0.4)
"""Glucose finds a pattern in a symmetric box soon, or rarely at all: then little time is lost.
With this share, period 4 with C4 takes 0.85 s instead of 2.0.
"""
LOOK = TimeShare(0.5, 0.5, 0.3)
"""For Glucose in boxes without symmetry: it begins when the first solver has done small boxes."""
SYMMETRIC, LATER = TimeShare(0.0, 0.3, 1.0), TimeShare(2.0, 0.0, 8.0)
"""For symmetric patterns beside all others: at once in a query without symmetry. In one with a
symmetry, Glucose has searched before: so the search begins late, and then has most of the time.
"""
MORE_SYMMETRIC = TimeShare(0.25, 0.75, 1.0)
"""For a second solver that is `symmetric_first`, in a query with a symmetry. Patterns with more
symmetry than requested are found where others take too long: such a box has fewer free cells. With
C2 requested, period 8 in 10x10 is found in 26 s, else not in minutes.
"""
SOLVER = TimeShare(1.5, 0.0, 1.0)
"""For solvers other than Glucose, which are for patterns that are not found soon."""


def usual_time_share(second: Strategy) -> TimeShare:
    """The usual time share of a second strategy: tables, or a solver."""
    if isinstance(second, str):
        return TABLES
    return GLUCOSE if second.solver.startswith("glucose") else SOLVER


def alternate(
    first: Iterator[Report[A]], second: Iterator[Report[A]], time: TimeShare
) -> Iterator[Report[A]]:
    """The reports of both strategies; progress is that of the first.

    If one of them gives up, or ends without `Exhausted`, the other continues: only `Exhausted` is a
    proof. Answers that both find are reported twice: `running.portfolio` keeps one of them.
    """
    spent, progress = [0.0, 0.0], 0
    both = [first, second]
    while True:
        number = int(time.second_is_next(*spent))
        before = process_time()
        report = next(both[number], None)
        spent[number] += process_time() - before
        # The other strategy has all the time from now on, and the memory.
        if report is None or isinstance(report, GaveUp):
            ended = both[number]
            if isinstance(ended, Generator):
                ended.close()
            yield from both[1 - number]
            return
        if isinstance(report, int):
            progress = report if number == 0 else progress
            yield progress
        else:
            yield report
        if isinstance(report, Exhausted):
            return
