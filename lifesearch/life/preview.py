"""A pattern that is displayed while a search runs: a soup, a partial result, or a case."""

from __future__ import annotations

from typing import NamedTuple

from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.rule import Rule


class Preview(NamedTuple):
    """A pattern, its description, and the rule for its animation, if it is animated.

    Of a case that is searched in a `box`, some cells are `unknown`. A `film` has generations that
    are shown in turn.
    """

    words: str
    pattern: Pattern
    rule: Rule | None = None
    unknown: frozenset[Cell] = frozenset()
    box: Box | None = None
    film: tuple[Pattern, ...] = ()
