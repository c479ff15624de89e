"""Whether the atlas has the answer of a question."""

from __future__ import annotations

from typing import Any

from lifesearch.queries.base import PatternQuery
from lifesearch.session.codec import query_to_json
from lifesearch.settled.lines import SEARCHED, Line, atlas

Json = dict[str, Any]
ONLY_HOW = ("look_ahead",)
"""What says how to search, and not what for."""


def settled_before(query: PatternQuery) -> Line | None:
    """The line that answers a query: by a proof that there is none, or nothing better.

    What is not in a wide strip is not in a narrow one, either; what has a mirror keeps its middle,
    and so the parity of its width.
    """
    question = _compared(query_to_json(query))
    for topic in SEARCHED:
        for line in atlas(topic):
            if line.question is not None and _answers(line, question):
                return line
    return None


def _answers(line: Line, question: Json) -> bool:
    assert line.question is not None
    settled = _compared(line.question)
    if settled["kind"] != "strip" or question["kind"] != "strip":
        return settled == question
    less = settled.pop("width") - question["width"]
    same = settled == {name: value for name, value in question.items() if name != "width"}
    mirrored = settled["mirror"] != "none" or settled["motion"][1] != "Id"
    narrower = less > 0 and not (settled["folds"] or settled["wraps"])
    return same and (less == 0 or (narrower and not (mirrored and less % 2)))


def _compared(question: Json) -> Json:
    return {name: value for name, value in question.items() if name not in ONLY_HOW}
