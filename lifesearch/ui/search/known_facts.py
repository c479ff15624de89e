"""The facts of many answers that differ by place and orientation only, found out once.

In a flood of answers that are kept in their places, most are turned or moved copies of others.
What a pattern is takes a hundred times as long to find out as where it lies. So the facts of an
answer that stays where it is are kept for all its orientations.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from lifesearch.formats.detect import write_runs
from lifesearch.formats.runs import text_of_runs
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule

Facts = dict[str, Any]
MOST_KEPT = 400_000


class KnownFacts:
    """Facts by the pattern in normal position, in one rule."""

    def __init__(self, rule: Rule) -> None:
        self._turns = [g for g in Orientation if g in rule.symmetries]
        self._known: dict[Pattern, Facts] = {}

    def recall(self, pattern: Pattern) -> Facts | None:
        """The facts of a pattern that is like one known before."""
        box = pattern.box
        facts = self._known.get(pattern.translate(-box.x, -box.y))
        return None if facts is None else facts | {"x": box.x, "y": box.y}

    def keep(self, pattern: Pattern, pieces: tuple[Pattern, ...], facts: Facts) -> None:
        """Keep the facts of a pattern, and of all its orientations."""
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        self._known.update(_turned(pattern, pieces, facts, self._turns))


def _turned(
    pattern: Pattern, pieces: tuple[Pattern, ...], facts: Facts, turns: list[Orientation]
) -> Iterator[tuple[Pattern, Facts]]:
    box = pattern.box
    pattern = pattern.translate(-box.x, -box.y)
    done = set()
    for g in turns:
        turned, size = _placed(pattern, box.width, box.height, g)
        if turned in done:
            continue
        done.add(turned)
        rle = text_of_runs(turned, size)
        now = {"width": size.width, "height": size.height, "rle": rle}
        yield turned, facts | now | {"pieces": [rle] if len(pieces) == 1 else _pieces(pieces, g)}


def _placed(pattern: Pattern, width: int, height: int, g: Orientation) -> tuple[Pattern, Box]:
    """A pattern of some size that starts at (0, 0), turned, and again at (0, 0); and its box."""
    if not pattern:
        return pattern, Box(0, 0, 0, 0)
    right, down = g.apply(width - 1, height - 1)
    turned = pattern if g is Orientation.IDENTITY else pattern.transform(g)
    if right < 0 or down < 0:
        turned = turned.translate(max(0, -right), max(0, -down))
    return turned, Box(0, 0, abs(right) + 1, abs(down) + 1)


def _pieces(pieces: tuple[Pattern, ...], g: Orientation) -> list[str]:
    """Pieces, turned, in the same order as when they are found: see `identify.pieces`."""
    turned = (piece.transform(g) for piece in pieces)
    parts = sorted(turned, key=lambda part: (-part.population, sorted(part.cells)))
    return [write_runs(part) for part in parts]


@lru_cache(maxsize=4)
def known_facts(rule: Rule) -> KnownFacts:
    """The facts that are known in a rule."""
    return KnownFacts(rule)
