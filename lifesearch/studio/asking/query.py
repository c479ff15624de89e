"""From questions of the page to queries, and to what may be spent on them.

>>> from lifesearch.studio.asking.question import Question
>>> asked = Question.of({"kind": "oscillator", "period": "3", "box": [7, 7], "symmetry": "D8_1"})
>>> query_of(asked).describe()
'oscillator of period 3 with symmetry D8_1'
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from lifesearch.errors import InputError
from lifesearch.options.readers import whole

if TYPE_CHECKING:
    from lifesearch.api.queries.asked import Asked
    from lifesearch.options.table import Options
    from lifesearch.planning.plan import Plan
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.options import RunOptions
    from lifesearch.studio.asking.question import Question


def asked_by(question: Question, file: Path | None = None) -> Asked:
    """What is asked; what makes no sense is refused. A predecessor's pattern is read from a file.

    Without a file it is written to a place that is removed at once.
    """
    asked = _asked(question, file)
    asked.query.rule.require_plain("the studio is")
    count_of(question, asked.query)
    return asked


def plan_of(question: Question, file: Path | None = None) -> Plan[PatternQuery]:
    """What will be done, here; whether a cluster answers is found out when it is searched."""
    asked, options = asked_by(question, file), question.options
    if options.cluster is not None:  # it may have more cores than this machine
        options = options.but(cluster=None, jobs=None)
    return asked.plan(_run_options(question, asked.query, options))


def query_of(question: Question, file: Path | None = None) -> PatternQuery:
    return plan_of(question, file).query


def _asked(question: Question, file: Path | None) -> Asked:
    from lifesearch.api.queries import given_cells
    from lifesearch.api.queries.asked import Asked, asked, soups

    options = question.options
    if question.kind == "soup":
        return Asked(soups(options))
    if question.has_file and question.drawing.is_blank:
        raise InputError("no cell is drawn: mark some as alive or dead first")
    if question.completes:
        return Asked(given_cells.completion(question.drawing.text, options))
    if question.kind != "predecessor":
        kind: Any = question.kind
        return asked(kind, question.positional or None, options)
    if file is not None:
        return Asked(given_cells.predecessor(str(file), options)[0])
    with TemporaryDirectory(prefix="lifesearch-") as folder:
        written = Path(folder, "drawing.txt")
        written.write_text(f"{question.drawing.picture}\n", encoding="utf-8")
        return Asked(given_cells.predecessor(str(written), options)[0])


def count_of(question: Question, query: PatternQuery) -> int | None:
    """How many answers are wanted; None is all, or better and better ones."""
    from lifesearch.api.queries.asked import USUAL_SOUPS
    from lifesearch.planning.goal import how_many

    count = None
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
    return _run_options(question, query, question.options)


def _run_options(question: Question, query: PatternQuery, options: Options) -> RunOptions:
    from lifesearch.api.queries.run_options import run_options

    if question.kind == "soup":  # its seed is that of soups
        options = options.but(seed=None)
    return run_options(options, count_of(question, query), query)
