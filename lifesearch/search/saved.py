"""Questions and patterns as plain values for JSON, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from lifesearch.encode.lattice import Mirror
from lifesearch.encode.motion import Motion, Target
from lifesearch.life.agar import Agar
from lifesearch.life.film import Film
from lifesearch.life.formats import read_runs, read_words, write_runs
from lifesearch.life.orientation import Orientation
from lifesearch.life.partial import PartialRule
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.search.answer import Answer
from lifesearch.search.completion import Completed, Completion
from lifesearch.search.conditions import Aim, Bound, Conditions, Objective
from lifesearch.search.measure import Measure
from lifesearch.search.periodic import Periodic
from lifesearch.search.predecessor import Predecessor
from lifesearch.search.strip import Strip
from lifesearch.search.unknown import narrowed

Json = dict[str, Any]
PatternQuestion = Periodic | Predecessor | Strip | Completion
KINDS: dict[str, type[PatternQuestion]] = {
    "periodic": Periodic,
    "predecessor": Predecessor,
    "strip": Strip,
    "completion": Completion,
}


def plain(value: Any) -> Any:
    """The value in terms of lists, strings and numbers."""
    write = WRITERS.get(type(value))
    return write(value) if write else value


def _named(conditions: Conditions) -> Json | None:
    values = {f.name: plain(getattr(conditions, f.name)) for f in fields(conditions)}
    return {name: value for name, value in values.items() if value} or None


WRITERS: dict[type, Callable[[Any], Any]] = {
    Pattern: lambda pattern: [*pattern.box[:2], write_runs(pattern)],
    Motion: lambda motion: [motion.period, motion.orientation.symbol, motion.dx, motion.dy],
    Target: lambda target: [plain(target.alive), plain(target.whatever), target.drawn],
    Symmetry: lambda symmetry: symmetry.name,
    Rule: str,
    PartialRule: str,
    Film: str,
    Agar: lambda agar: [agar.width, agar.height, plain(agar.tile)],
    tuple: lambda items: [plain(item) for item in items],
    Conditions: _named,
    Bound: lambda bound: [bound.measure, bound.least, bound.most],
    Objective: lambda objective: [objective.aim, objective.measure],
}


def saved(question: PatternQuestion) -> Json:
    """A question, so that it can be asked again."""
    kind = next(name for name, kind in KINDS.items() if isinstance(question, kind))
    return {"kind": kind} | {f.name: plain(getattr(question, f.name)) for f in fields(question)}


def restored(values: Json) -> PatternQuestion:
    """The question that was saved."""
    kind = KINDS[values["kind"]]
    given = {name: value for name, value in values.items() if name != "kind" and value is not None}
    return kind(**{name: READERS.get(name, _same)(value) for name, value in given.items()})


def pattern(value: list[Any]) -> Pattern:
    """A pattern that was made plain."""
    x, y, runs = value
    return read_runs(runs, (x, y))


def written(answer: Answer) -> Any:
    """An answer, so that it can be checked again: its first generation, or its film.

    If the rule was unknown, that comes next.
    """
    if isinstance(answer, Completed):
        return [plain(phase) for phase in answer.film]
    if answer.widest:
        return [*plain(answer.pattern), plain(answer.rule)]
    return plain(answer.pattern)


def checked(question: PatternQuestion, values: list[Any], box: tuple[int, int]) -> list[Answer]:
    """The answers that were told, if they answer the question."""
    if isinstance(question, Completion):
        return [*question.answers([tuple(map(pattern, film)) for film in values], *box)]
    if isinstance(question, Periodic) and question.rules:
        return [
            narrowed(question, pattern(cells), Rule.parse(rule), *box) for *cells, rule in values
        ]
    return question.answers([pattern(value) for value in values], *box)


def _agar(value: list[Any]) -> Agar:
    width, height = _box(value[:2])
    return Agar(width, height, pattern(value[2]))


def _motion(value: list[Any]) -> Motion:
    period, symbol, dx, dy = value
    return Motion(period, Orientation.parse(symbol), dx, dy)


def _box(value: list[int]) -> tuple[int, int]:
    width, height = value
    if not (isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0):
        raise ValueError(value)
    return width, height


def _same(value: Any) -> Any:
    return value


def _target(value: list[Any]) -> Target:
    alive, whatever, *drawn = value
    box = Box(*drawn[0]) if drawn and drawn[0] else None
    return Target(pattern(alive), pattern(whatever), box)


def _conditions(value: Json) -> Conditions:
    return Conditions(**{name: PARTS.get(name, _same)(each) for name, each in value.items()})


PARTS: dict[str, Callable[[Any], Any]] = {
    "bounds": lambda each: tuple(Bound(Measure(m), least, most) for m, least, most in each),
    "objective": lambda each: Objective(Aim(each[0]), Measure(each[1])),
    "keep": _target,
    "excluded": lambda each: tuple(map(pattern, each)),
}

READERS: dict[str, Callable[[Any], Any]] = {
    "motion": _motion,
    "box": _box,
    "symmetry": Symmetry.parse,
    "rule": Rule.parse,
    "rules": PartialRule.parse,
    "mask": pattern,
    "front": pattern,
    "mirror": Mirror,
    "film": read_words,
    "background": _agar,
    "target": _target,
    "also": _conditions,
}
