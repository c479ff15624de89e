"""Forced cells, as a kind of question: `predecessor` with the option <forced>."""

from __future__ import annotations

from lifesearch.core.kind import Kind

KIND = Kind(
    question="questions.forced.question.Forced",
    engines=("questions.forced.engine.CellByCell",),
    view="show.search.forced",
)
