"""The claim of a proof, made from the question and the answers alone.

A check compares claims as data. The sentence is for people, and may change between versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lifesearch.core.answer import Answer
from lifesearch.core.question import PatternQuery
from lifesearch.proofs.layout import Json
from lifesearch.running.verdict import better


@dataclass(frozen=True)
class Checked:
    """The result of checking all parts: the answers, and the programs that confirmed them.

    `trusted` are kinds of clauses for which no reason was found, with the number of each.
    """

    answers: Sequence[Answer] = ()
    checkers: tuple[str, ...] = ()
    trusted: tuple[tuple[str, int], ...] = ()


def claim(query: PatternQuery, answers: Sequence[Answer]) -> tuple[str, Json]:
    """The claim of a proof as a sentence, and as data: its kind, with a number or the best cost.

    The `answers` are all answers or, where the best is wanted, better and better ones.
    """
    what = f"{query.describe()}{query.where()}"
    if not answers:
        return f"proved: {query.no_answers()}", {"kind": "none"}
    if query.objective:
        cost = min(map(query.cost, answers))
        data: Json = {"kind": "best", "cost": cost}
        if cost == 0:  # as in `running.verdict`: no cost is below 0
            return "no better answer is possible", data
        return f"proved: no {what} {better(query, cost)}", data
    words = f"{len(answers):,} found; proved: {query.no_others()}"
    return words, {"kind": "all", "answers": len(answers)}
