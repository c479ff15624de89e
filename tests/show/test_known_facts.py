"""Facts of patterns that are like others known before: those that the pattern itself has."""

import pytest

from lifesearch.core.facts import record_of
from lifesearch.core.known_facts import KnownFacts
from lifesearch.core.report import PatternReport
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE

BLOCKS_AND_BOAT = "OO...OO\nOO...OO\n.......\n.......\nOO.....\nO.O....\n.O....."
TURNED = ("width", "height", "pieces", "rle")


@pytest.mark.parametrize(
    "picture", ["", "O", "OOO", "OO.\nO.O\n.O.", "OO..\nO...\n.O..", BLOCKS_AND_BOAT]
)
def test_facts_are_those_of_the_turned_pattern(picture: str) -> None:
    pattern = Pattern.parse(picture) if picture else Pattern(frozenset())
    placed = PatternReport(pattern.translate(5, -3))
    assert len(placed.pieces) == (3 if picture == BLOCKS_AND_BOAT else 1)
    known = KnownFacts(LIFE)
    known.keep(placed.pattern, placed.pieces, {"kind": "any"})
    for g in Orientation:
        turned = record_of(PatternReport(pattern.transform(g)), TURNED)
        assert known.recall(str(turned["rle"])) == {"kind": "any", **turned}
