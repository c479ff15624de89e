"""Patterns of Life that a survey has not found, and that are known: in the catalogue, or built.

`report` adds these sentences below the table of Life.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import gcd

from lifesearch.catalogue.catalogue import builtin
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.snark_loop import SHORTEST_PERIOD
from lifesearch.life.velocity import Velocity
from lifesearch.surveys.kinds import MotionKind, kind_of
from lifesearch.surveys.record import SurveyRecord


def known_elsewhere(record: SurveyRecord) -> Iterator[str]:
    """Sentences about periods and speeds that the catalogue has and the survey has not.

    There are none in other rules, and none before a first pattern is found: all would be missing.
    """
    if record.rule != LIFE or not record.fewest:
        return
    kinds = {kind for kind in _catalogued() if record.question.wants(kind)}
    periods = {kind.period for kind in kinds - {*record.fewest} if not kind.travels}
    if periods:
        yield f"known, but not found here (see the catalogue): periods {ranges(periods)}"
    found = {_speed(kind) for kind in record.fewest if kind.travels}
    speeds = {_speed(kind) for kind in kinds if kind.travels} - found
    if speeds:
        named = ", ".join(map(str, sorted(speeds, key=lambda speed: (speed.left, speed.period))))
        yield f"known, but not found here (see the catalogue): spaceships of velocity {named}"
    if record.question.asks("oscillators"):
        yield f"from period {SHORTEST_PERIOD} on, an oscillator of each period can be built"


def _catalogued() -> Iterator[MotionKind]:
    """The kinds of the oscillators and spaceships in the built-in catalogue."""
    for entry in builtin():
        if entry.kind == "oscillator":
            yield MotionKind(entry.period)
        elif entry.kind == "spaceship":
            speed = Velocity.parse(entry.velocity)
            yield kind_of(entry.period, -speed.left, -speed.up, LIFE)


def _speed(kind: MotionKind) -> Velocity:
    """The velocity of a kind in lowest terms: 2c/4 is c/2."""
    up, left = sorted((abs(kind.dx), abs(kind.dy)), reverse=True)
    common = gcd(up, left, kind.period)
    return Velocity(up // common, left // common, kind.period // common)


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in words, in their order.

    >>> ranges({10, 17, 18, 19, 21, 22})
    '10, 17 to 19, 21, 22'
    """
    words = []
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        words += [f"{found[0]} to {found[-1]}"] if len(found) > 2 else [str(n) for n in found]
    return ", ".join(words)
