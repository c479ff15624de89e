"""Two ways to search one part in one process, in turn: whichever is done first decides."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import TypeVar

from lifesearch.solving.enumerate import Exhausted, GaveUp, Report

A = TypeVar("A")

HEAD_START = 1.0
"""Seconds that the first way has before the other one begins, which takes long to load."""


def in_turn(first: Iterator[Report[A]], second: Iterator[Report[A]]) -> Iterator[Report[A]]:
    """The reports of both ways, each with as much processor time; progress is that of the first.

    If one of them gives up, the other goes on.
    """
    spent = [0.0, HEAD_START]
    ways = [first, second]
    while True:
        number = 0 if spent[0] <= spent[1] else 1
        before = process_time()
        report = next(ways[number], None)
        spent[number] += process_time() - before
        if report is None or isinstance(report, GaveUp):
            yield from ways[1 - number]
            return
        if number == 0 or not isinstance(report, int):
            yield report
        if isinstance(report, Exhausted):
            return
