"""What a proof claims, made of the question and the answers alone.

A check compares claims as data. The sentence is for people, and may change between versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lifesearch.proofs.layout import Json
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.running.verdict import better


@dataclass(frozen=True)
class Checked:
    """All answers, as a check of parts of a kind has found out, and the programs that confirmed it.

    `trusted` are kinds of clauses for which no reason was found, each with how many there are.
    """

    answers: Sequence[Answer] = ()
    checkers: tuple[str, ...] = ()
    trusted: tuple[tuple[str, int], ...] = ()


def claim(query: PatternQuery, answers: Sequence[Answer]) -> tuple[str, Json]:
    """What is proved when these are all answers, or better and better ones up to the best.

    As a sentence, and as data: the kind, and the number of answers or the cost of the best one.
    """
    what = f"{query.describe()}{query.where()}"
    if not answers:
        return f"proved: {query.nothing()}", {"kind": "none"}
    if query.optimises:
        cost = min(map(query.cost, answers))
        return f"proved: no {what} {better(query, cost)}", {"kind": "best", "cost": cost}
    words = f"{len(answers):,} found; proved: no other {what}{query.left_out()}"
    return words, {"kind": "all", "answers": len(answers)}
