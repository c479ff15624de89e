"""The facts of many answers that differ by place and orientation only, found out once.

In a flood of answers that are kept in their places, most are turned or moved copies of others.
What a pattern is takes a hundred times as long to find out as where it lies. So the facts of an
answer that stays where it is are kept for all its orientations, by their runs: the same runs are
the same pattern, wherever it lies.

With 127,424 still lifes of a 7x7 box as JSON, that is a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from lifesearch.formats.runs import turned_runs
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule

Facts = dict[str, Any]
MOST_KEPT = 400_000


class Turned(NamedTuple):
    """What is known of a pattern in one orientation, but for its place; all have the rest."""

    shared: Facts
    width: int
    height: int
    pieces: list[str]
    rle: str

    @property
    def facts(self) -> Facts:
        """All facts; the place is that of another one."""
        own = {"width": self.width, "height": self.height, "pieces": self.pieces, "rle": self.rle}
        return self.shared | own


class KnownFacts:
    """What is known of patterns in one rule, by their runs."""

    def __init__(self, rule: Rule) -> None:
        self._turns = [g for g in Orientation if g in rule.symmetries]
        self._known: dict[str, Turned] = {}

    def recall(self, runs: str) -> Turned | None:
        """What is known of a pattern that is like one known before."""
        return self._known.get(runs)

    def keep(self, pattern: Pattern, pieces: tuple[Pattern, ...], facts: Facts) -> None:
        """Keep the facts of a pattern, and of all its orientations."""
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        for turned in _all_turned(facts, pattern, pieces, self._turns):
            self._known[turned.rle] = turned


def _all_turned(
    shared: Facts, pattern: Pattern, pieces: tuple[Pattern, ...], turns: list[Orientation]
) -> Iterator[Turned]:
    _, _, width, height = pattern.box
    runs = turned_runs(pattern, turns)
    parts = [[rle] for rle in runs] if len(pieces) == 1 else _turned_pieces(pieces, turns)
    for g, rle, own in zip(turns, runs, parts, strict=True):
        across, down = (width, height) if g.value[0] else (height, width)
        yield Turned(shared, across, down, own, rle)


def _turned_pieces(pieces: tuple[Pattern, ...], turns: list[Orientation]) -> list[list[str]]:
    """Pieces, turned, in the same order as when they are found: see `identify.pieces`."""
    runs = [turned_runs(piece, turns) for piece in pieces]
    found = []
    for i, g in enumerate(turns):
        a, b, c, d = g.value
        # No two have a cell in common, so the first ones distinguish them.
        order = [
            (-piece.population, min([(a * x + b * y, c * x + d * y) for x, y in piece.cells]), k)
            for k, piece in enumerate(pieces)
        ]
        found.append([runs[k][i] for _, _, k in sorted(order)])
    return found


@lru_cache(maxsize=4)
def known_facts(rule: Rule) -> KnownFacts:
    return KnownFacts(rule)
