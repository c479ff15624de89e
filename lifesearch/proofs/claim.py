"""What a proof claims, in words that are made of the question and the answers alone."""

from __future__ import annotations

from collections.abc import Sequence

from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.running.verdict import better


def claim(query: PatternQuery, answers: Sequence[Answer]) -> str:
    """What is proved when these are all answers, or better and better ones up to the best."""
    what = f"{query.describe()}{query.where()}"
    if not answers:
        return f"proved: {query.nothing()}"
    if query.optimises:
        return f"proved: no {what} {better(query, min(map(query.cost, answers)))}"
    return f"{len(answers):,} found; proved: no other {what}{query.left_out()}"
