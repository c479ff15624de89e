"""From questions of the page to queries, and to what may be spent on them.

>>> from lifesearch.studio.asking.question import Question
>>> asked = Question.of({"kind": "oscillator", "period": "3", "box": [7, 7], "symmetry": "D8_1"})
>>> query_of(asked).describe()
'oscillator of period 3 with symmetry D8_1'
"""

from __future__ import annotations

from typing import Any

from lifesearch.api.pattern import Pattern
from lifesearch.api.queries.asked import Asked, asked
from lifesearch.api.queries.catalysts import named
from lifesearch.errors import InputError
from lifesearch.planning.plan import Plan
from lifesearch.queries.base import PatternQuery
from lifesearch.studio.asking.question import Question


def asked_by(question: Question) -> Asked:
    if question.has_file and question.drawing.is_blank:
        raise InputError("no cell is drawn: mark some as alive or dead first")
    options = question.options
    if options.of and options.of != ["any"]:  # they have names, since the page opens no files
        options = options.but(of=[Pattern(named(each).cells) for each in options.of])
    return asked(question.command, _what(question), options)


def plan_of(question: Question) -> Plan[PatternQuery]:
    """What will be done, here; whether a cluster answers is found out when it is searched."""
    made = asked_by(question)
    if made.options.cluster is not None:  # it may have more cores than this machine
        made = made.but(cluster=None, jobs=None)
    return made.planned()[0]


def steps_of(plan: Plan[Any]) -> list[list[str]]:
    """What will be tried side by side: the engine, in what, and why."""
    return [[step.engine, step.what, step.why] for step in plan.steps]


def query_of(question: Question) -> PatternQuery:
    return plan_of(question).query


def _what(question: Question) -> Any:
    """What the options are about: the drawing, or what stands before them on the command line."""
    if question.kind == "predecessor":
        return question.drawing.target
    if question.kind == "catalyse":
        return Pattern.from_text(question.drawn)
    return question.drawing.text if question.completes else question.positional or None
