"""The facts of many answers, as text: those that differ by place or orientation are alike.

The text of a pattern that lies somewhere else is the same but for two numbers, and that of a
pattern that is turned but for a few words more. So it is cut where these are, once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lifesearch.formats.many import runs_of
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.ui.report import NO_CODE, Format, as_csv
from lifesearch.ui.search.answer_report import AnswerReport
from lifesearch.ui.search.known_facts import MOST_KEPT, Facts, Turned, known_facts

OWN = ("x", "y", "width", "height", "pieces", "rle")
"""What may be another text in another place or orientation, in the order of the fields."""
MARKS = {name: -1_000_000_000_000 - i for i, name in enumerate(OWN)}
"""What stands for it: numbers that are nowhere else."""

Around = tuple[str, str, str]
"""The text before x, between x and y, and after y; only the first one, if they are not told."""


def suits(answers: Sequence[Answer], form: Format) -> bool:
    """Whether answers, which are kept in their places, can be written in this way."""
    if not answers:
        return False
    rule = answers[0].rule
    return form in (Format.JSON, Format.CSV, Format.APGCODE) and all(
        (answer.rule is rule or answer.rule == rule)
        and not (answer.torus or answer.called or answer.greatest_rule)
        for answer in answers
    )


def write_all(answers: Sequence[Answer], form: Format) -> Iterator[str]:
    """The text of each answer, without the heading of a table."""
    known = _known(answers[0].rule, form)
    patterns = [answer.pattern for answer in answers]
    for answer, ((x, y, _, _), runs) in zip(answers, runs_of(patterns), strict=True):
        around = known.get(runs)
        if around is None:
            if len(known) > MOST_KEPT:
                known.clear()
            around = known[runs] = _around(answer, runs, form)
        before, between, after = around
        yield f"{before}{x}{between}{y}{after}" if after else before


@lru_cache(maxsize=4)
def _known(_rule: Rule, _form: Format) -> dict[str, Around]:
    """The texts of answers in a rule and a format, by their runs."""
    return {}


def _around(answer: Answer, runs: str, form: Format) -> Around:
    known = known_facts(answer.rule)
    turned = known.recall(runs)
    if turned is None:
        facts = AnswerReport.of(answer, placed=True).facts()  # which are known now, if it stays
        turned = known.recall(runs) or Turned.of(facts)
    if form is Format.APGCODE:
        return f"{turned.shared.facts['apgcode'] or NO_CODE}\n", "", ""
    texts = turned.shared.texts
    if form not in texts:
        texts[form] = _cut(turned.shared.facts, form)
    before, between, a, b, c, d, after = texts[form]
    pieces, rle = " ".join(turned.pieces), turned.rle
    if form is Format.JSON:
        pieces = ", ".join([f'"{piece}"' for piece in turned.pieces])
        pieces, rle = f"[{pieces}]", f'"{rle}"'
    return before, between, f"{a}{turned.width}{b}{turned.height}{c}{pieces}{d}{rle}{after}"


def _cut(facts: Facts, form: Format) -> list[str]:
    """The text of facts, cut where those are that may be others."""
    marked: Facts = {**facts, **MARKS}
    rest = as_csv(marked, heading=False) if form is Format.CSV else f"{json.dumps(marked)}\n"
    parts = []
    for mark in MARKS.values():
        part, _, rest = rest.partition(str(mark))
        parts.append(part)
    return [*parts, rest]
