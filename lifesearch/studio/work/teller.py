"""From the events of a search to messages for the page, each a small object.

    begin     what was known before has been sent; now the search continues
    answers   cards of new answers
    say       a sentence that is true from now on
    proved    a part that has no other answer
    progress  who works on what, and what is counted
    partial   the longest beginning of a ship
    glimpse   a soup that runs, or rows that grow
    census    what came out of soups
    end       how the run ended
    failed    why there is no run

Sentences about proofs are those of `Verdict`, here as on the command line.

What the page knows of an answer: facts to show, and cells to play.

>>> from lifesearch.life.pattern import Pattern
>>> from lifesearch.queries.answer import Answer
>>> shown = card(Answer(Pattern.parse(".O.\\n..O\\nOOO"), 4))
>>> shown["name"], shown["code"], shown["velocity"], shown["population"]
('glider', 'xq4_153', 'c/4 diagonal', 5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeGuard

from lifesearch.api.answer import Answer as Shown
from lifesearch.catalogue import user
from lifesearch.life.glimpse import Glimpse
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.options.table import in_studio
from lifesearch.queries.answer import Answer
from lifesearch.queries.rotors import RotorAnswer
from lifesearch.queries.rotors.query import rows_of
from lifesearch.queries.soups import SoupQuery
from lifesearch.running import events
from lifesearch.running.verdict import Verdict, named
from lifesearch.soups.counts import Census
from lifesearch.text import plural
from lifesearch.ui.gallery.page import link_to, rule_data, seen_from, table
from lifesearch.ui.search.rotors import period_sentences

if TYPE_CHECKING:
    from lifesearch.queries.base import PatternQuery


MOST_FRAMES = 64


def card(answer: Answer, *, placed: bool = False) -> dict[str, Any]:
    """The facts of an answer; what is not known is left out."""
    shown = Shown(answer, placed=placed)
    code, torus = shown.apgcode, shown.pattern.torus
    rule = Rule.parse(shown.rule)
    dx, dy = shown.displacement
    facts = {
        "name": shown.name,
        "summary": shown.summary,
        "kind": shown.kind,
        "period": shown.period,
        "dx": dx,
        "dy": dy,
        "velocity": shown.velocity,
        "population": shown.population,
        "symmetry": shown.symmetry,
        "width": torus[0] if torus else shown.pattern.width,
        "height": torus[1] if torus else shown.pattern.height,
        "rule": shown.rule,
        "torus": torus,
        "code": code,
        "link": link_to(code, rule),
        "rle": shown.rle,
        "replay": 0 if shown.period else answer.generations,
        "generations": answer.generations,
        "known": shown.known_as is not None,
        "frames": _frames(answer),
        "beside": answer.beside,
        "still": seen_from(answer.still_part, answer.pattern),
        "delay": answer.facts.get("delay"),
        "catalysts": len(answer.facts.get("catalysts", ())),
        "table": rule_data(rule),
    }
    return {name: value for name, value in facts.items() if value not in (None, "", 0, [])}


def _frames(answer: Answer) -> list[str]:
    """All generations as pictures, if they cannot be simulated."""
    if not answer.called or answer.torus or answer.still_part:
        return []
    history = answer.history()[:MOST_FRAMES]
    around = Box.around([phase.box for phase in history if phase] or [Box(0, 0, 1, 1)])
    return [phase.picture(around) for phase in history]


def picture(pattern: Pattern, rule: Rule | None = None) -> dict[str, Any]:
    """Cells to look at, which may run by a rule."""
    box = pattern.box
    cells: dict[str, Any] = {"cells": pattern.picture(), "width": box.width, "height": box.height}
    return cells if rule is None else {**cells, "rule": str(rule), "table": table(rule)}


Message = dict[str, Any]

PAUSE = 0.25
GLIMPSE_SECONDS = 4.0
MOST_CARDS = 2_000
BATCH = 25
MOST_ROWS = 200
MOST_WORKERS = 12
LARGEST_PICTURE = 200_000


def _is_shown(answer: object) -> TypeGuard[Answer]:
    """Whether it is a pattern: a rotor without a stator is none."""
    return isinstance(answer, Answer) and (not isinstance(answer, RotorAnswer) or answer.exists)


class Teller:
    """Reports one run of a search, and of those before it."""

    def __init__(
        self, query: PatternQuery, count: int | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self._query = query
        self._verdict = Verdict(query, count, in_studio)
        self._clock = clock
        self._census = Census()
        self._rotors: list[RotorAnswer] = []
        self._cards = 0
        self._found = 0
        self._latest: events.Progress | None = None
        self._due = {"progress": 0.0, "census": 0.0, "glimpse": 0.0}

    def tell(self, event: events.Event) -> Iterator[Message]:
        self._latest = event if isinstance(event, events.Progress) else self._latest
        match event:
            case events.Progress() if self._is_time("progress", PAUSE):
                yield self._progress(event)
            case events.Found(_, answers):
                self._rotors += [a for a in answers if isinstance(a, RotorAnswer)]
                yield from self._answers([a for a in answers if _is_shown(a)], event)
            case events.Searched(part):
                yield {"type": "proved", "box": list(part.box), "label": part.label}
                yield from self._say(self._verdict.take(event))
            case events.Partial(rows, pattern) if pattern.box.area <= LARGEST_PICTURE:
                yield {"type": "partial", "rows": rows, **picture(pattern)}
            case Glimpse(words, pattern, rule) if self._is_time("glimpse", GLIMPSE_SECONDS):
                if pattern.box.area <= LARGEST_PICTURE:
                    yield {"type": "glimpse", "words": words, **picture(pattern, rule)}
            case events.SoupsRun(census=more):
                self._census += more
                if self._is_time("census", PAUSE):
                    yield self._told_census()
            case events.CompilerNews(notice):
                yield from self._say([str(notice)])
            case events.Lost():
                yield from self._say([f"note: {event.who} {event.cause}"])
            case events.Finished():
                yield from self._ended("finished", event)
            case events.TimeLimitReached():
                yield from self._ended("time limit")

    def stopped(self) -> Iterator[Message]:
        yield from self._ended("stopped")

    def _ended(self, how: str, end: events.Finished | None = None) -> Iterator[Message]:
        soups = isinstance(self._query, SoupQuery)
        if self._latest is not None:
            spent = self._latest.conflicts if end is None else end.conflicts
            yield self._progress(replace(self._latest, conflicts=spent))
        if soups:
            yield self._told_census()
            yield from self._say([self._soups_in_words()])
        else:
            complete = bool(end and end.exhausted)
            yield from self._say(period_sentences(rows_of(self._rotors), complete=complete))
            yield from self._say(self._verdict.take(end) if end else [])
            yield from self._say(self._verdict.summary())
            yield from self._say(self._verdict.hint() if end else [])
        proved = bool(end and end.exhausted and not soups)
        yield {"type": "end", "how": how, "found": self._found, "proved": proved}

    def _soups_in_words(self) -> str:
        soups, objects = self._census.tally.soups, self._census.objects
        kinds = plural(len(self._census.counts), "kind")
        return f"{plural(soups, 'soup')} run; {plural(objects, 'object')} of {kinds} found"

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
            "found": max(now.found, self._found),
            "workers": workers,
            "more": max(0, len(now.runners) - MOST_WORKERS),
            "note": best or now.words,
            "share": now.extent.done / now.extent.total if now.extent else None,
        }

    def _told_census(self) -> Message:
        rows = self._census.rows(self._query.rule, user.name_of)
        return {
            "type": "census",
            "soups": self._census.tally.soups,
            "objects": self._census.objects,
            "kinds": len(rows),
            "rows": [[row.apgcode, row.name, row.count] for row in rows[:MOST_ROWS]],
        }

    def _is_time(self, what: str, pause: float) -> bool:
        now = self._clock()
        if now < self._due[what]:
            return False
        self._due[what] = now + pause
        return True
