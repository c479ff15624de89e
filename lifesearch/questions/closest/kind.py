"""The closest predecessor, as a kind of question: `predecessor` with the option <closest>."""

from __future__ import annotations

from lifesearch.core.kind import Kind

KIND = Kind(
    question="questions.closest.question.Closest",
    engines=(
        "questions.closest.engine.OneWindow",
        "questions.closest.engine.SmallBox",
        "questions.closest.engine.Windows",
    ),
    does=(("windows", "windows of a few rows are improved where cells are wrong"),),
    view="show.search.closest",
)
