"""From the events of a search to messages for the page, each a small object.

    begin     all events of the session have been sent; now the search continues
    answers   cards of new answers
    say       a sentence to show, such as a proof
    proved    a box that has no other answers
    progress  what each worker does, and the count of units of work
    partial   the longest partial result
    glimpse   a board to show while it is searched, which the page runs
    table     the answers so far, if the kind of question makes a table of them
    end       how the run ended
    failed    the error for which there is no run

Sentences about proofs are those of `Verdict`, as on the command line.

A card is an answer for the page, with facts to show and cells to run:

>>> from lifesearch.life.pattern import Pattern
>>> from lifesearch.core.answer import Answer
>>> shown = card(Answer(Pattern.parse(".O.\\n..O\\nOOO"), 4))
>>> shown["name"], shown["code"], shown["line"]
('glider', 'xq4_153', 'c/4 diagonal · 5 cells · C1')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.common.facts import CARD, details
from lifesearch.common.lazy_import import imported
from lifesearch.common.tables import Table
from lifesearch.core import events
from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.facts import details_of, line_of_card, record_of
from lifesearch.core.kind import USUAL_VIEW
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import Rule
from lifesearch.running.option_table import in_studio
from lifesearch.running.registry import described
from lifesearch.running.verdict import Verdict, named
from lifesearch.show.gallery.page import link_to, rule_data, seen_from, table, target_of
from lifesearch.show.report import write

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery


MOST_FRAMES = 64
"""Generations that are sent, at most, of an answer that the page cannot simulate."""


def card(answer: Answer, *, placed: bool = False) -> dict[str, Any]:
    """An answer as JSON for the page: cells, and those facts that it has."""
    report = AnswerReport.of(answer, placed)
    name, rule, code = report.title(), answer.rule, report.apgcode
    drawn = {
        "name": name,
        "summary": report.summary(),
        "line": line_of_card(report, name),
        "details": details_of(report, CARD),
        "own": details(answer, CARD),
        **record_of(report, ("period", "dx", "dy", "rule", "torus")),
        "code": code,
        "link": link_to(code, rule),
        "rle": write(report, "rle"),
        # The generation after which the page begins again, if the pattern does not recur.
        "replay": 0 if report.period else answer.generations,
        "generations": answer.generations,
        "frames": _frames(answer),
        "still": seen_from(answer.still_part, answer.pattern),
        "target": target_of(answer.wrong_cells, answer.generations, answer.pattern, answer.torus),
        "table": rule_data(rule),
    }
    return {name: value for name, value in drawn.items() if value not in (None, "", 0, [])}


def _frames(answer: Answer) -> list[str]:
    """All generations as pictures, if simulation of the pattern alone does not show them.

    The page simulates on a torus, too, and patterns with still cells such as catalysts.
    """
    if not answer.called or answer.torus or answer.still_part:
        return []
    history = answer.history()[:MOST_FRAMES]
    around = Box.around([phase.box for phase in history if phase] or [Box(0, 0, 1, 1)])
    return [phase.picture(around) for phase in history]


def picture(pattern: Pattern, rule: Rule | None = None) -> dict[str, Any]:
    """Cells for the page to draw, and to run if there is a rule."""
    box = pattern.box
    cells: dict[str, Any] = {"cells": pattern.picture(), "width": box.width, "height": box.height}
    return cells if rule is None else {**cells, "rule": str(rule), "table": table(rule)}


Message = dict[str, Any]

PAUSE = 0.25
"""Seconds between two messages on the progress, and between two tables."""
GLIMPSE_SECONDS = 4.0
"""Seconds for which the page shows a board before the next one is sent."""
MOST_CARDS = 2_000
"""Answers that are sent at most; of the others only the number is."""
BATCH = 25
"""Answers in one message."""
MOST_WORKERS = 12
"""Workers that are listed; of the others only the number is."""
LARGEST_PICTURE = 200_000
"""Cells of the box of a partial result or a board; larger ones are not sent.

All these limits bound what the page has to hold and to draw; they are not tuned.
"""


def as_message(table: Table) -> Message:
    """A table for the page."""
    return {
        "type": "table",
        "title": table.title,
        "columns": [
            {"name": each.name, "label": each.label, "align": each.align} for each in table.listed
        ],
        "rows": table.texts,
    }


class EventMessages:
    """Turns the events of a search into messages: first those of its session, then new ones."""

    def __init__(
        self, query: PatternQuery, count: int | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self._query = query
        self._verdict = Verdict(query, count, in_studio)
        self._clock = clock
        view = described(query.kind).view
        own = view != USUAL_VIEW
        self._collected: Any = imported(f"{view}.Collected")(query) if own else None
        self._cards = 0
        self._found = 0
        self._latest: events.Progress | None = None
        # The time before which no other message of the type is sent.
        self._due = {"progress": 0.0, "table": 0.0, "glimpse": 0.0}

    def of(self, event: events.Event) -> Iterator[Message]:
        """The messages for an event; none if it changes nothing, or comes too soon."""
        self._latest = event if isinstance(event, events.Progress) else self._latest
        table_grows = self._collected is not None and self._collected.take(event)
        if table_grows and self._is_time("table", PAUSE):
            yield from self._table(complete=False)
        match event:
            case events.Progress() if self._is_time("progress", PAUSE):
                yield self._progress(event)
            case events.Found(_, answers):
                yield from self._answers([a for a in answers if a.exists], event)
            case events.Searched(part):
                yield {"type": "proved", "box": list(part.box), "label": part.label}
                yield from self._say(self._verdict.take(event))
            case events.Partial(pattern) if pattern.box.area <= LARGEST_PICTURE:
                yield {"type": "partial", "rows": event.rows, **picture(pattern)}
            case Preview(words, pattern, rule, box=None) if self._is_time(
                "glimpse", GLIMPSE_SECONDS
            ):
                if pattern.box.area <= LARGEST_PICTURE:
                    yield {"type": "glimpse", "words": words, **picture(pattern, rule)}
            case events.Lost():
                yield from self._say([f"note: {event.who} {event.cause}"])
            case events.Finished():
                yield from self._ended("finished", event)
            case events.TimeLimitReached():
                yield from self._ended("time limit")

    def stopped(self) -> Iterator[Message]:
        yield from self._ended("stopped")

    def _ended(self, how: str, end: events.Finished | None = None) -> Iterator[Message]:
        complete = bool(end and end.exhausted)
        proves = self._collected is None or self._collected.proves  # a census proves nothing
        if self._latest is not None:
            spent = self._latest.conflicts if end is None else end.conflicts
            yield self._progress(replace(self._latest, conflicts=spent))
        if self._collected is not None:
            yield from self._table(complete=complete)
            table = self._collected.table(complete=complete)
            yield from self._say([*self._collected.sentences(table)])
        if proves:
            yield from self._say(self._verdict.take(end) if end else [])
            yield from self._say(self._verdict.summary())
            yield from self._say(self._verdict.hint() if end else [])
        yield {"type": "end", "how": how, "found": self._found, "proved": complete and proves}

    def _table(self, *, complete: bool) -> Iterator[Message]:
        """The table of answers, unless it is empty."""
        table = self._collected.table(complete=complete)
        if table is not None:
            yield {**as_message(table), **self._collected.more()}

    def _say(self, sentences: list[str]) -> Iterator[Message]:
        return ({"type": "say", "words": sentence} for sentence in sentences)

    def _answers(self, answers: list[Answer], event: events.Found) -> Iterator[Message]:
        self._found += len(answers)
        yield from self._say(self._verdict.take(event))
        shown = answers[: max(0, MOST_CARDS - self._cards)]
        self._cards += len(shown)
        for start in range(0, len(shown), BATCH):
            cards = [card(a, placed=self._query.raw) for a in shown[start : start + BATCH]]
            yield {"type": "answers", "cards": cards, "found": self._found}
        if len(shown) < len(answers):
            yield {"type": "answers", "cards": [], "found": self._found}

    def _progress(self, now: events.Progress) -> Message:
        workers = [
            {
                "place": runner.place,
                # Only a solver has settings to show.
                "how": "" if isinstance(runner.configuration, str) else str(runner.configuration),
                "count": runner.conflicts,
            }
            for runner in now.runners[:MOST_WORKERS]
        ]
        best = "" if now.best is None else f"best so far: {named(self._query, now.best)}"
        return {
            "type": "progress",
            "unit": now.unit,
            "count": now.conflicts,
            # At the end the latest progress is sent again: it may be older than the last answers.
            "found": max(now.found, self._found),
            "workers": workers,
            "more": max(0, len(now.runners) - MOST_WORKERS),
            "note": best or now.words,
            "share": now.extent.done / now.extent.total if now.extent else None,
        }

    def _is_time(self, what: str, pause: float) -> bool:
        """Whether a message of this type is due; if so, none is for `pause` seconds after it."""
        now = self._clock()
        if now < self._due[what]:
            return False
        self._due[what] = now + pause
        return True
