"""Something to look at while a search goes on."""

from __future__ import annotations

from typing import NamedTuple

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule


class Glimpse(NamedTuple):
    """A pattern, what it is in words, and the rule by which it runs, if it runs."""

    words: str
    pattern: Pattern
    rule: Rule | None = None
