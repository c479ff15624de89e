"""From questions of the page (`question`) to queries and plans, as the command line makes them.

>>> from lifesearch.doors.studio.asking.question import PageQuestion
>>> asked = PageQuestion.of({"kind": "oscillator", "period": 3, "box": [7, 7], "symmetry": "D8_1"})
>>> query_of(asked).describe()
'oscillator of period 3 with symmetry D8_1'
"""

from __future__ import annotations

from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.common.lazy_import import imported
from lifesearch.core.question import PatternQuery
from lifesearch.doors.python.pattern import Pattern
from lifesearch.doors.request import PlannableRequest, request_of
from lifesearch.doors.studio.asking.question import PageQuestion
from lifesearch.running.plan import Plan


def asked_by(question: PageQuestion) -> PlannableRequest:
    """The request of a question; an InputError says what is missing."""
    if question.has_file and question.drawing.is_blank:
        raise InputError("no cell is drawn: mark some as alive or dead first")
    options = question.options
    if question.form.reads:
        options = imported(question.form.reads)(options)
    return request_of(question.command, _what(question), options)


def plan_of(question: PageQuestion) -> Plan[PatternQuery]:
    """The plan on this machine; a cluster is contacted only when the search begins."""
    made = asked_by(question)
    if made.options.cluster is not None:  # it may have more cores than this machine
        made = made.but(cluster=None, jobs=None)
    return made.planned()


def steps_of(plan: Plan[Any]) -> list[list[str]]:
    """The steps of a plan for the page: engine, place and reason of each."""
    return [[step.engine, step.what, step.why] for step in plan.steps]


def query_of(question: PageQuestion) -> PatternQuery:
    return plan_of(question).query


def _what(question: PageQuestion) -> Any:
    """The argument of the command: the drawing, or a value of the form such as a period."""
    if question.form.drawing == "target":
        return question.drawing.target
    if question.form.drawing == "active":
        return Pattern.from_text(question.drawn)
    return question.drawing.text if question.completes else question.positional or None
