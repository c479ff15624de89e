"""What is said of catalysts, and of active parts that have names."""

from __future__ import annotations

import pytest

import lifesearch as ls
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.settling import run_until_periodic
from lifesearch.queries.catalysts import CatalystAnswer, Catalysts
from lifesearch.queries.catalysts.course import Ship, course
from lifesearch.queries.catalysts.known import ACTIVE, active_named
from lifesearch.queries.catalysts.words import direction, lane, ship_in_words
from lifesearch.life.rules.rule import LIFE

BLOCK = Pattern.parse("OO\nOO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")


@pytest.mark.parametrize(
    ("name", "generations"),
    [("pi-heptomino", 173), ("B-heptomino", 148), ("Herschel", 128), ("century", 103)],
)
def test_active_parts_settle_when_the_lexicon_says(name: str, generations: int) -> None:
    """How long these take to settle is known: https://conwaylife.com/ref/lexicon/lex.htm."""
    pattern = active_named(name)
    assert pattern is not None
    kept = ls.Pattern(pattern.cells).history(generations + 100)
    populations = [len(each) for each in kept] if False else [p.population for p in kept]
    settled = populations[generations:]
    assert all(a == b for a, b in zip(settled, settled[2:], strict=False))
