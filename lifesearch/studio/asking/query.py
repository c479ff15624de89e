"""From questions of the page to queries, and to what may be spent on them.

>>> from lifesearch.studio.asking.question import Question
>>> asked = Question.of({"kind": "oscillator", "period": "3", "box": [7, 7], "symmetry": "D8_1"})
>>> query_of(asked).describe()
'oscillator of period 3 with symmetry D8_1'
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lifesearch.api.pattern import Pattern
from lifesearch.api.queries import given_cells
from lifesearch.api.queries.asked import USUAL_SOUPS, Asked, all_rotors, asked, soups
from lifesearch.api.queries.catalysts import catalysts, named
from lifesearch.api.queries.run_options import run_options
from lifesearch.errors import InputError
from lifesearch.options.readers import whole
from lifesearch.options.table import Options
from lifesearch.planning.plan import Plan, how_many
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.catalysts import Catalysts
from lifesearch.running.options import RunOptions
from lifesearch.studio.asking.question import Question


def plan_of(question: Question, file: Path | None = None) -> Plan[PatternQuery]:
    """What will be done, here; whether a cluster answers is found out when it is searched.

    A predecessor's pattern is read from a file. Without one it is written to a place that is
    removed at once.
    """
    asked, options = _asked(question, file), question.options
    if options.cluster is not None:  # it may have more cores than this machine
        options = options.but(cluster=None, jobs=None)
    return asked.plan(run_options(options, count_of(question, asked.query), asked.query))


def steps_of(plan: Plan[Any]) -> list[list[str]]:
    """What will be tried side by side: the engine, in what, and why."""
    return [[step.engine, step.what, step.why] for step in plan.steps]


def query_of(question: Question, file: Path | None = None) -> PatternQuery:
    return plan_of(question, file).query


def _asked(question: Question, file: Path | None) -> Asked:
    options = question.options
    if question.kind in ("soup", "rotors"):
        return Asked(_undrawn(question))
    if question.has_file and question.drawing.is_blank:
        raise InputError("no cell is drawn: mark some as alive or dead first")
    if question.kind == "catalyse":
        return Asked(_catalysts(question, options))
    if question.completes:
        return Asked(given_cells.completion(question.drawing.text, options))
    if question.kind != "predecessor":
        kind: Any = question.kind
        return asked(kind, question.positional or None, options)
    if file is not None:
        return Asked(given_cells.predecessor(str(file), options)[0])
    with TemporaryDirectory(prefix="lifesearch-") as folder:
        written = Path(folder, "drawing.txt")
        written.write_text(f"{question.drawn}\n", encoding="utf-8")
        return Asked(given_cells.predecessor(str(written), options)[0])


def _undrawn(question: Question) -> PatternQuery:
    """What is asked without a drawing."""
    if question.kind == "soup":
        return soups(question.options)
    return all_rotors(question.positional, question.options)


def _catalysts(question: Question, options: Options) -> Catalysts:
    """Catalysts around what is drawn; those to try have names, since the page opens no files."""
    of = options.of
    if of and of != ["any"]:
        of = [Pattern(named(each).cells) for each in of]
    return catalysts(Pattern.from_text(question.drawn), options.but(of=of))


def count_of(question: Question, query: PatternQuery) -> int | None:
    """How many answers are wanted; None is all, or better and better ones."""
    count = None
    if question.kind == "rotors":
        return count
    if question.kind == "soup":
        if question.wants_all:
            raise InputError("soups never end: ask for a number of answers, not for all")
        if "count" not in question.given:
            return None if "time_limit" in question.given else USUAL_SOUPS
    if "count" in question.given and not question.wants_all:
        count = whole(str(question.given["count"]), "how many", 1)
    return how_many(query, count, everything=question.wants_all)


def run_options_of(question: Question, query: PatternQuery) -> RunOptions:
    """How many answers are wanted, and what may be spent on them; a cluster is connected to."""
    return run_options(question.options, count_of(question, query), query)
