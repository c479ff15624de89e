"""Entries for a catalogue of one's own."""

from __future__ import annotations

from dataclasses import replace

from lifesearch.catalogue.catalogue import Entry
from lifesearch.catalogue.entry import make_entry
from lifesearch.life.identify import identify
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule

HIGH = Rule.parse("HighLife")
BLINKER = Pattern.parse("OOO")


def entry(name: str = "", pattern: Pattern = BLINKER, rule: Rule = HIGH) -> Entry:
    made = make_entry(pattern, rule, identify(pattern, rule), name)
    assert made
    return made


def numbered(number: int) -> Entry:
    """Entries as they might be, as many as one likes."""
    return replace(entry(), name=f"number {number}", apgcode=f"xp2_{number}")
