"""Replicators: what makes copies of itself."""

from __future__ import annotations

import pytest

from lifesearch.common.errors import VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.surveys.replicators import Replicator, copies_in, replicator, small_patterns

HIGHLIFE = Rule.parse("HighLife")
REPLICATOR = Pattern.parse("..OOO\n.O..O\nO...O\nO..O.\nOOO..")


def test_the_replicator_of_highlife() -> None:
    """It is two copies of itself after 12 generations (LifeWiki)."""
    found = replicator(step(REPLICATOR, HIGHLIFE, 5), HIGHLIFE)
    assert found is not None
    assert (found.generations, found.copies) == (12, 2)
    assert REPLICATOR in set(small_patterns(HIGHLIFE))


def test_in_the_parity_rule_everything_is_a_replicator() -> None:
    parity = Rule.parse("B1357/S1357")
    for picture in ("O", "OO", "O.\nOO"):
        found = replicator(Pattern.parse(picture), parity)
        assert found is not None
        after = step(found.pattern, parity, found.generations)
        assert copies_in(after, found.pattern) == found.copies > 1


def test_what_is_periodic_is_no_replicator() -> None:
    for picture in ("OOO", "OO\nOO", ".O.\n..O\nOOO", "OO...OO\nOO...OO"):
        assert replicator(Pattern.parse(picture), LIFE) is None
    with pytest.raises(VerificationError):
        Replicator.of(REPLICATOR, 12, LIFE)


def test_copies() -> None:
    block = Pattern.parse("OO\nOO")
    assert copies_in(Pattern.parse("OO.OO\nOO.OO"), block) == 2
    assert copies_in(Pattern.parse("OOOO\nOOOO"), block) == 2
    assert copies_in(Pattern.parse("OOOO\nOO.."), block) == 0
    assert copies_in(Pattern.parse("OOO\nO.."), block) == 0
