"""From questions of the page to queries, and to what may be spent on them.

>>> from lifesearch.studio.asking.question import Question
>>> asked = Question.of({"kind": "oscillator", "period": "3", "box": [7, 7], "symmetry": "D8_1"})
>>> query_of(asked).describe()
'oscillator of period 3 with symmetry D8_1'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from lifesearch.errors import InputError
from lifesearch.option_text import cluster_address

if TYPE_CHECKING:
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.options import RunOptions
    from lifesearch.studio.asking.question import Question

USUAL_COUNT_OF_SOUPS = 100_000


def query_of(question: Question, file: Path | None = None) -> PatternQuery:
    """The query; what makes no sense is refused. A predecessor's pattern is read from a file.

    Without a file it is written to a place that is removed at once.
    """
    query = _query(question, file)
    query.rule.require_plain("the studio is")
    count_of(question, query)
    return query


def _query(question: Question, file: Path | None) -> PatternQuery:
    from lifesearch.api.queries import given_cells, periodic
    from lifesearch.api.queries.soups import soups

    options = question.options
    if question.kind == "soup":
        return soups(options)
    if question.has_file and question.drawing.is_blank:
        raise InputError("no cell is drawn: mark some as alive or dead first")
    if question.kind == "predecessor":
        return _predecessor(question, options, file)
    if question.completes:
        return given_cells.completion(question.drawing.text, options)
    if question.kind == "oscillator":
        return _soon(question, periodic.oscillator(question.positional, options))
    if question.kind == "still-life":
        return periodic.still_life(options)
    return _ship(question, options)


def _ship(question: Question, options: Mapping[str, Any]) -> PatternQuery:
    from lifesearch.api.queries import periodic
    from lifesearch.api.queries.strip import of_any_width

    plain, symmetry = of_any_width(options)
    return _soon(question, periodic.spaceship(question.positional, plain), symmetry)


def _soon(question: Question, query: PatternQuery, symmetry: str = "") -> PatternQuery:
    """Without a box and conditions, everything that may lead to an answer is tried."""
    from lifesearch.queries.race import Race

    if question.wants_all or query.where():
        return query
    return Race.of(query, symmetry=symmetry) or query


def _predecessor(question: Question, options: Mapping[str, Any], file: Path | None) -> PatternQuery:
    from lifesearch.api.queries import given_cells

    if file is not None:
        return given_cells.predecessor(str(file), options)[0]
    with TemporaryDirectory(prefix="lifesearch-") as folder:
        written = Path(folder, "drawing.txt")
        written.write_text(f"{question.drawing.picture}\n", encoding="utf-8")
        return given_cells.predecessor(str(written), options)[0]


def count_of(question: Question, query: PatternQuery) -> int | None:
    """How many answers are wanted; None is all, or better and better ones."""
    from lifesearch.api import values
    from lifesearch.queries.constraints import Aim

    goal = query.constraints.objective
    if goal is not None:
        if goal.aim is not Aim.SMALLEST_BOX and query.endless():
            raise InputError(f"to {goal.aim} needs an end: choose the box, or a largest area")
        return None
    if question.wants_all:
        if question.kind == "soup" or query.endless():
            raise InputError("to find all needs an end: choose the box, or a largest length")
        return None
    if question.kind == "soup" and "count" not in question.given:
        return None if "time_limit" in question.given else USUAL_COUNT_OF_SOUPS
    return values.whole(str(question.given.get("count", 1)), "how many", 1)


def run_options_of(question: Question, query: PatternQuery) -> RunOptions:
    """How many answers are wanted, and what may be spent on them; a cluster is connected to."""
    from lifesearch.api.queries.run_options import run_options

    return run_options(query, count_of(question, query), question.running)


def check_running(question: Question, query: PatternQuery) -> None:
    """Refuse what cannot be spent; whether a cluster answers is found out when it is searched."""
    from lifesearch.api.queries.run_options import run_options

    here = dict(question.running)
    if address := here.pop("cluster", ""):
        cluster_address(address)
        here.pop("jobs", None)  # it may have more cores than this machine
    run_options(query, count_of(question, query), here)
