"""A cache of facts, for answers that are rotated or translated copies of earlier ones.

With --raw, most answers are such copies. Identifying a pattern takes much longer than writing its
RLE runs, and equal runs mean translates of one pattern. So facts are kept by the runs of all
orientations. Spaceships are left out by `core.facts`: dx and dy depend on the orientation.

127,424 still lifes of a 7x7 box are written as JSON in a quarter of the time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lifesearch.formats.runs import turned_runs
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule

Facts = dict[str, Any]
MOST_KEPT = 400_000
"""Keys up to which the cache grows before it is emptied: about 330 bytes each, 130 MB in all."""


class KnownFacts:
    """Facts of patterns in one rule, for all their orientations, by RLE runs.

    Facts that all orientations share are kept once; beside them stand the width, the height and the
    pieces of one orientation.
    """

    def __init__(self, rule: Rule) -> None:
        self._orientations = [g for g in Orientation if g in rule.symmetries]
        self._known: dict[str, tuple[Facts, int, int, list[str]]] = {}

    def recall(self, runs: str) -> Facts | None:
        """The facts of the pattern with these runs; None if no copy of it is in the cache."""
        if runs not in self._known:
            return None
        shared, width, height, pieces = self._known[runs]
        return shared | {"width": width, "height": height, "pieces": pieces, "rle": runs}

    def keep(self, pattern: Pattern, pieces: tuple[Pattern, ...], facts: Facts) -> None:
        """Keep the shared facts of a pattern for all its orientations."""
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        _, _, width, height = pattern.box
        turns = self._orientations
        runs = turned_runs(pattern, turns)
        parts = [[rle] for rle in runs] if len(pieces) == 1 else _turned_pieces(pieces, turns)
        for g, rle, pieces_of_copy in zip(turns, runs, parts, strict=True):
            # The first entry of an orientation's matrix is 0 if it exchanges x and y.
            across, down = (width, height) if g.value[0] else (height, width)
            self._known[rle] = facts, across, down, pieces_of_copy


def _turned_pieces(pieces: tuple[Pattern, ...], turns: list[Orientation]) -> list[list[str]]:
    """The runs of pieces in each orientation, in the order that `identify.pieces` would give."""
    runs = [turned_runs(piece, turns) for piece in pieces]
    turned = []
    for i, g in enumerate(turns):
        a, b, c, d = g.value
        # No two pieces have a cell in common, so their least cells distinguish equally large ones.
        order = [
            (-piece.population, min([(a * x + b * y, c * x + d * y) for x, y in piece.cells]), k)
            for k, piece in enumerate(pieces)
        ]
        turned.append([runs[k][i] for _, _, k in sorted(order)])
    return turned


@lru_cache(maxsize=4)
def known_facts(rule: Rule) -> KnownFacts:
    return KnownFacts(rule)
