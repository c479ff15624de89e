"""Orphans, as a kind of question: `predecessor` with the option <find_orphan>."""

from __future__ import annotations

from lifesearch.core.kind import Kind

KIND = Kind(
    question="questions.orphans.question.Orphans",
    engines=("questions.orphans.engine.BeamSearch",),
    does=(("beams", "columns are added to words that have few predecessors"),),
)
