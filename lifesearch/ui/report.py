"""The facts of a pattern, for people and for other programs, and how they are written.

A report that is only written as Life 1.06 simulates nothing: see `facts`.

    >>> report = PatternReport(Pattern.parse("OOO"))
    >>> report.kind, report.period, report.apgcode, report.name
    ('oscillator', 2, 'xp2_7', 'blinker')
    >>> report.facts(["volatility", "symmetry", "rule", "rle"])
    {'volatility': 0.8, 'symmetry': 'D4_+1', 'rule': 'B3/S23', 'rle': '3o!'}
    >>> print(write(report, "rle"), end="")
    #N blinker
    #C oscillator of period 2; 3 cells, D4_+1
    #C apgcode xp2_7
    x = 3, y = 1, rule = B3/S23
    3o!
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from lifesearch.errors import InputError
from lifesearch.formats import NAMES
from lifesearch.formats.common import PatternFile
from lifesearch.formats.registry import format_named
from lifesearch.formats.rle import write_runs
from lifesearch.life.identify import identify_known
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.ash import AshObject
from lifesearch.life.state_code import code_label
from lifesearch.text import size_with_article
from lifesearch.ui.facts import PatternFacts

NO_CODE = "-"
PATHS = {
    "period": "behaviour.period",
    "dx": "behaviour.dx",
    "dy": "behaviour.dy",
    "died": "behaviour.died",
    "population": "pattern.population",
    "x": "box.x",
    "y": "box.y",
    "width": "box.width",
    "height": "box.height",
    "rle": "pattern",
    "heat": "identity.activity.heat",
    "rotor": "identity.activity.rotor",
    "stator": "identity.activity.stator",
    "volatility": "identity.activity.volatility",
    "strict_volatility": "identity.activity.strict_volatility",
    "symmetry": "identity.symmetry.name",
    "generations": "outcome.seen",
    "settled_apgcode": "settled_identity.apgcode",
    "rule_max": "answer.greatest_rule",
}
"""Where facts are that are no attributes of a report; what is behind None is None."""


@dataclass(frozen=True)
class PatternReport(PatternFacts):
    """The facts of a pattern, in words and by their names.

    `source` says where the pattern is from, and `given_name` how it is called there.
    """

    source: str = ""
    given_name: str | None = None

    FIELDS: ClassVar[tuple[str, ...]] = (
        "source", "name", "catalogue", "kind", "period", "dx", "dy", "velocity", "population",
        "populations", "heat", "rotor", "rotor_name", "stator", "volatility", "strict_volatility",
        "x", "y", "width", "height", "symmetry", "apgcode", "pieces", "rule", "generations", "died",
        "since", "settled", "settled_apgcode", "objects", "emits", "rle",
    )  # fmt: skip

    @classmethod
    def of_file(
        cls, file: PatternFile, source: str, rule: Rule | None = None, limit: int = 1000
    ) -> PatternReport:
        """The report of a pattern that was read from somewhere, under its rule or another one."""
        chosen = rule or file.rule or LIFE
        return cls(file.pattern, chosen, file.torus, limit, source=source, given_name=file.name)

    @property
    def objects(self) -> tuple[str, ...]:
        """What is left when the pattern has settled: codes, each with how often it is there."""
        return self.census(self.future.ash.objects if self.future else ())

    @property
    def emits(self) -> tuple[str, ...]:
        """What a gun or a puffer leaves behind in each period, in the same way."""
        return self.census(self.future.emitted if self.future else ())

    def census(self, objects: Iterable[AshObject], *, named: bool = False) -> tuple[str, ...]:
        """How often each of some objects is there, the commonest first."""
        counts = Counter[str]()
        for each in objects:
            if each.periodic:
                whole = identify_known(each.pattern, self.rule, each.behaviour)
                for part in whole.parts or (whole,):
                    name = self.name_of(part.apgcode) if named else None
                    counts[name or part.apgcode or part.behaviour.describe()] += 1
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        if named:
            return tuple(name if n == 1 else f"{n} x {name}" for name, n in ordered)
        return tuple(f"{name}*{n}" for name, n in ordered)

    def describe(self) -> str:
        """What the pattern is, in a few words; the pieces of a composite by their names."""
        if self.torus:
            kind = self.kind if self.period else "pattern"
            return f"{kind} on {size_with_article(*self.torus)} torus"
        if self.settle and self.outcome and not self.period:
            return (self.future or self.outcome).describe()
        if self.identity is None or self.kind == "unknown":
            return "pattern"
        return self.identity.name(self.name_of)

    def headline(self) -> str:
        """The name, if there is one, and what the pattern is."""
        return f"{self.name}: {self.describe()}" if self.name else self.describe()

    def title(self) -> str:
        """A name: that of a catalogue, the given one, or else what the pattern is."""
        return self.name or self.given_name or self.describe()

    def summary(self) -> str:
        """What the pattern is, its cells and its symmetry, as far as they are known."""
        if self.identity is None or (self.settle and not self.period):
            return self.headline()
        return self.identity.summary(self.name_of)

    def heading(self) -> tuple[str | None, list[str]]:
        """The name and the comments for a file."""
        code = [f"{code_label(self.apgcode)} {self.apgcode}"] if self.apgcode else []
        return self.title(), [self.summary(), *code]

    def facts(self, fields: Iterable[str] = ()) -> dict[str, object]:
        """Facts by their names, as JSON has them: those that are asked for, or the usual ones."""
        return {name: _plain(self._fact(name)) for name in fields or self.FIELDS}

    def _fact(self, name: str) -> object:
        value: object = self
        for step in PATHS.get(name, name).split("."):
            value = None if value is None else getattr(value, step)
        return value


def _plain(value: object) -> object:
    """A value as JSON has it."""
    match value:
        case Pattern():
            return write_runs(value)
        case Rule():
            return str(value)
        case tuple():
            return [_plain(item) for item in value]
    return value


def write(report: PatternReport, form: str, *, first: bool = True) -> str:
    """Write a pattern, or the facts of it, in a format; the first CSV line has a heading."""
    match form:
        case "json" | "csv":
            return line_of(report.facts(), form, first=first)
        case "apgcode":
            return f"{report.apgcode or NO_CODE}\n"
    chosen = format_named(form)
    if report.pattern.dying and not chosen.has_states:
        raise InputError(f"the format {form} has two states: write this pattern as rle")
    name, comments = report.heading() if chosen.has_comments else (None, [])
    file = PatternFile(report.pattern, report.rule, name, None, tuple(comments))
    return chosen.write(replace(file, torus=report.torus))


def suffix_of(form: str) -> str:
    """How the names of files in a format end."""
    return format_named(form).suffixes[0] if form in NAMES else f".{form}"


def line_of(facts: dict[str, object], form: str, *, first: bool = True) -> str:
    """Facts as a line of JSON or CSV; before the first line of CSV their names stand in another."""
    if form == "json":
        return json.dumps(facts) + "\n"
    text = io.StringIO()
    facts = {
        key: " ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in facts.items()
    }
    writer = csv.DictWriter(text, facts, lineterminator="\n")
    if first:
        writer.writeheader()
    writer.writerow(facts)
    return text.getvalue()
