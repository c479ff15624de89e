"""Patterns of any length in a strip, as a kind of question."""

from __future__ import annotations

from lifesearch.core.kind import Kind

KIND = Kind(
    question="questions.strips.question.Strip",
    engines=("questions.strips.engine.RowTables", "questions.strips.engine.RowsBySat"),
    does=(("row tables", "patterns are put together row by row, from all rows that can follow"),),
    topics=(
        ("strips", "spaceships of a given width and any length"),
        ("oscillators", "oscillators of a given width and any length"),
    ),
    advises="questions.strips.advice.long_search",
    records="questions.strips.session.StripRecords",
)
