"""What a proof claims, made of the question and the answers alone.

A check compares claims as data. The sentence is for people, and may change between versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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


def claim_data(query: PatternQuery, answers: Sequence[Answer]) -> dict[str, Any]:
    """The claim without words: its kind, and the number of answers or the cost of the best one."""
    if not answers:
        return {"kind": "none"}
    if query.optimises:
        return {"kind": "best", "cost": min(map(query.cost, answers))}
    return {"kind": "all", "answers": len(answers)}
