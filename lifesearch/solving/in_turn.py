"""Two ways to search one part in one process, in turn: whichever is done first decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import TypeVar

from lifesearch.solving.enumerate import Exhausted, GaveUp, Report

A = TypeVar("A")


@dataclass(frozen=True)
class Turns:
    """The processor time of a second way.

    It begins when the first has had a `head_start`, in seconds. It has some seconds `at_once`, and
    then a `share` of what the first has had.
    """

    head_start: float
    at_once: float
    share: float

    def second(self, first: float, second: float) -> bool:
        """Whether it is the turn of the second way, after the given number of seconds of both."""
        return first >= self.head_start and second < max(self.at_once, self.share * first)


TABLES = Turns(0.7, 0.0, 1.0)
"""Row tables take half a second to load."""
LUCKY = Turns(0.25, 0.75, 0.4)
"""Glucose in a symmetric box is lucky soon, or seldom; where it is not, little time is lost."""
LOOK = Turns(0.5, 0.5, 0.3)
"""In other boxes it begins when the small ones are done."""
SYMMETRIC, LATER = Turns(0.0, 0.3, 1.0), Turns(2.0, 0.0, 8.0)
"""Symmetric patterns are looked for at once where any will do, and later if a symmetry is given:
then Glucose was not lucky.
"""
MORE_SYMMETRIC = Turns(0.25, 0.75, 1.0)
"""Patterns with more symmetry than was asked for are found where others take too long."""
SOLVER = Turns(1.5, 0.0, 1.0)
"""Other solvers are for what is not found soon."""


def in_turn(
    first: Iterator[Report[A]], second: Iterator[Report[A]], turns: Turns
) -> Iterator[Report[A]]:
    """The reports of both ways; progress is that of the first.

    If one of them gives up, the other goes on.
    """
    spent, progress = [0.0, 0.0], 0
    ways = [first, second]
    while True:
        number = int(turns.second(*spent))
        before = process_time()
        report = next(ways[number], None)
        spent[number] += process_time() - before
        if report is None or isinstance(report, GaveUp):
            yield from ways[1 - number]
            return
        if isinstance(report, int):
            progress = report if number == 0 else progress
            yield progress
        else:
            yield report
        if isinstance(report, Exhausted):
            return
