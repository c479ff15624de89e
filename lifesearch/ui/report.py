"""Answers as text for other programs: one of several formats, one answer after another."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from lifesearch.catalogue.user import name_of
from lifesearch.formats.detect import write_cells, write_life106, write_rle, write_runs
from lifesearch.life.identify import Identity, identify
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.queries.answer import Answer
from lifesearch.text import plural, size_with_article

PATIENCE = 64
KINDS = ("still life", "oscillator", "spaceship")
NO_CODE = "-"


class Format(StrEnum):
    """What an answer can be written as."""

    RLE = "rle"
    CELLS = "cells"
    LIFE106 = "life106"
    JSON = "json"
    CSV = "csv"
    APGCODE = "apgcode"


@dataclass(frozen=True)
class Record:
    """An answer, and what is known of it.

    `placed` keeps the pattern where it was found, otherwise it starts at (0, 0).
    """

    answer: Answer
    placed: bool = False

    @cached_property
    def identity(self) -> Identity | None:
        """What the pattern is; on a torus only its period is known."""
        answer = self.answer
        limit = max(PATIENCE, answer.generations)
        alone = not (answer.torus or answer.called)
        return identify(answer.pattern, answer.rule, limit) if alone else None

    @property
    def pattern(self) -> Pattern:
        """The pattern, where it is to be shown."""
        return self.answer.pattern if self.placed else self.answer.pattern.normal()

    @cached_property
    def apgcode(self) -> str | None:
        """The code of the object, if it is periodic."""
        return self.identity.apgcode if self.identity else None

    @cached_property
    def known_as(self) -> str | None:
        """Its name in a catalogue; one of a range of rules may be Life."""
        return self._named(self.apgcode)

    def _named(self, code: str | None) -> str | None:
        rule = LIFE if self.answer.works_in(LIFE) else self.answer.rule
        return name_of(code, rule)

    def name(self) -> str:
        """What it is, in a few words."""
        if self.identity is not None:
            unknown = self.identity.behaviour.kind == "unknown"
            return "pattern" if unknown else self.identity.name(self._named)
        if self.answer.called:
            return self.answer.called
        kind = "still life" if self.answer.generations == 1 else "oscillator"
        return f"{kind} on {size_with_article(*(self.answer.torus or (0, 0)))} torus"

    def title(self) -> str:
        """Its name or, if it has none, what it is."""
        return self.known_as or self.name()

    def stem(self) -> str:
        """The beginning of a file's name: 'oscillator-p3', 'spaceship-p4'."""
        kind, period = self._kind(), self._period()
        stem = kind.replace(" ", "-").replace("unknown", "pattern")
        return f"{stem}-p{period}" if period else stem

    def summary(self) -> str:
        """One line for a person, beginning with the name if it has one."""
        if self.identity is not None:
            name = f"{self.known_as}: " if self.known_as else ""
            return f"{name}{self.identity.summary(self._named)}{self._range()}"
        cells = plural(self.answer.pattern.population, "cell")
        return f"{self.name()}; {cells}{self._range()}"

    def _range(self) -> str:
        """In which rules it lives, if that was unknown."""
        least, greatest = self.answer.rule, self.answer.greatest_rule
        if greatest is None:
            return ""
        return f"; works in {least}" + (f" to {greatest}" if greatest != least else "")

    def rle(self) -> str:
        """The pattern as RLE; if it is not one of a flood, with its name and a comment."""
        answer = self.answer
        if self.placed:
            return write_rle(self.pattern, answer.rule, torus=answer.torus)
        name = self.title()
        comment = self.summary().removeprefix(f"{name}; ").removeprefix(f"{name}: ")
        return write_rle(
            self.pattern,
            answer.rule,
            name=name,
            comments=[f"{comment}; found by lifesearch"],
            torus=answer.torus,
        )

    def _kind(self) -> str:
        """What kind of thing it is; the simulator alone cannot always tell."""
        if self.identity:
            return self.identity.behaviour.kind
        name = self.name()
        return next((kind for kind in KINDS if kind in name), "film")

    def _period(self) -> int | None:
        if self.identity:
            return self.identity.behaviour.period
        return self.answer.generations if self.answer.returns else None

    def facts(self) -> dict[str, object]:
        """All that is known, by name."""
        pattern, known = self.answer.pattern, self.identity
        behaviour = known.behaviour if known else None
        phases = self.answer.history()[:-1] or [pattern]
        return {
            "kind": self._kind(),
            "period": self._period(),
            "dx": behaviour.dx if behaviour else 0,
            "dy": behaviour.dy if behaviour else 0,
            "population": pattern.population,
            "populations": list(known.populations)
            if known
            else [phase.population for phase in phases],
            "x": self.pattern.box.x,
            "y": self.pattern.box.y,
            "width": pattern.box.width,
            "height": pattern.box.height,
            "symmetry": known.symmetry.name if known else None,
            "pieces": [write_runs(piece) for piece in known.pieces] if known else [],
            "rule": str(self.answer.rule),
            **({"rule_max": str(self.answer.greatest_rule)} if self.answer.greatest_rule else {}),
            "torus": list(self.answer.torus) if self.answer.torus else None,
            "rle": write_runs(pattern),
            "apgcode": self.apgcode,
            "name": self.known_as,
        }


def format_record(record: Record, form: Format, *, first: bool) -> str:
    """An answer in a format; the first one may be preceded by a heading."""
    match form:
        case Format.RLE:
            return record.rle()
        case Format.CELLS:
            rule = None if record.answer.rule == LIFE else record.answer.rule
            name = None if record.placed else record.title()
            comments = [] if record.placed else [record.summary()]
            pattern = record.pattern.normal() if record.placed else record.pattern
            return write_cells(pattern, name=name, comments=comments, rule=rule)
        case Format.LIFE106:
            return write_life106(record.pattern)
        case Format.JSON:
            return json.dumps(record.facts()) + "\n"
        case Format.CSV:
            return as_csv(record.facts(), heading=first)
        case Format.APGCODE:
            return f"{record.apgcode or NO_CODE}\n"


def as_csv(facts: dict[str, object], *, heading: bool) -> str:
    """Facts as a line of a table, after a line with their names if that is wanted."""
    text = io.StringIO()
    facts = {
        key: " ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in facts.items()
    }
    writer = csv.DictWriter(text, facts, lineterminator="\n")
    if heading:
        writer.writeheader()
    writer.writerow(facts)
    return text.getvalue()
