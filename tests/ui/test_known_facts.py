"""Facts of patterns that are like others known before: those that the pattern itself has."""

import pytest

from lifesearch.formats.detect import write_runs
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.ui.search.answer_report import KnownFacts


@pytest.mark.parametrize("picture", ["", "O", "OOO", "OO.\nO.O\n.O.", "OO..\nO...\n.O.."])
def test_size_and_rle_are_those_of_the_turned_pattern(picture: str) -> None:
    pattern = Pattern.parse(picture) if picture else Pattern(frozenset())
    known = KnownFacts(LIFE)
    known.keep(pattern.translate(5, -3), (pattern,), {"kind": "any"})
    for g in Orientation:
        turned = pattern.transform(g)
        like = known.recall(write_runs(turned))
        assert like is not None
        assert (like["width"], like["height"]) == (turned.box.width, turned.box.height)
        assert like["rle"] == write_runs(turned)
        alone = KnownFacts(LIFE)
        alone.keep(turned, (turned,), {"kind": "any"})
        assert alone.recall(like["rle"]) == like
