"""The facts of a pattern, for people and for other programs, and how they are written.

Everything is computed when it is first asked for: a report that is only written as Life 1.06
simulates nothing.

    >>> report = PatternReport(Pattern.parse("OOO"))
    >>> report.kind, report.period, report.apgcode, report.name
    ('oscillator', 2, 'xp2_7', 'blinker')
    >>> report.facts(["volatility", "symmetry", "rule", "rle"])
    {'volatility': 0.8, 'symmetry': 'D4_+1', 'rule': 'B3/S23', 'rle': '3o!'}
    >>> print(write(report, Format.RLE), end="")
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
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from lifesearch.formats.detect import PatternFile, write_cells, write_life106, write_rle, write_runs
from lifesearch.life.identify import Identity, identify_known
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour, velocity
from lifesearch.life.simulate.settling import Outcome, run_until_periodic
from lifesearch.life.simulate.universe import Universe
from lifesearch.text import size_with_article

NO_CODE = "-"
PATHS = {
    "period": "behaviour.period",
    "dx": "behaviour.dx",
    "dy": "behaviour.dy",
    "died": "behaviour.died",
    "population": "pattern.population",
    "x": "pattern.box.x",
    "y": "pattern.box.y",
    "width": "pattern.box.width",
    "height": "pattern.box.height",
    "rle": "pattern",
    "heat": "identity.activity.heat",
    "rotor": "identity.activity.rotor",
    "stator": "identity.activity.stator",
    "volatility": "identity.activity.volatility",
    "strict_volatility": "identity.activity.strict_volatility",
    "symmetry": "identity.symmetry.name",
    "generations": "outcome.seen",
    "since": "outcome.periodic_from",
    "settled_apgcode": "settled_identity.apgcode",
    "rule_max": "answer.greatest_rule",
}
"""Where facts are that are no attributes of a report; what is behind None is None."""


class Format(StrEnum):
    """What a pattern, or the facts of it, can be written as."""

    RLE = "rle"
    CELLS = "cells"
    LIFE106 = "life106"
    JSON = "json"
    CSV = "csv"
    APGCODE = "apgcode"


@dataclass(frozen=True)
class PatternReport:
    """The facts of a pattern under a rule, on the plane or on a torus.

    The pattern is simulated for at most `limit` generations, with limit 0 not at all. With
    `settle` it is followed until any generation repeats, otherwise until generation 0 does.
    `source` tells where the pattern is from, and `given_name` how it is called there.
    """

    pattern: Pattern
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    limit: int = 1000
    settle: bool = True
    source: str = ""
    given_name: str | None = None

    FIELDS: ClassVar[tuple[str, ...]] = (
        "source", "name", "catalogue", "kind", "period", "dx", "dy", "velocity", "population",
        "populations", "heat", "rotor", "stator", "volatility", "strict_volatility", "x", "y",
        "width", "height", "symmetry", "apgcode", "pieces", "rule", "generations", "died", "since",
        "settled", "settled_apgcode", "rle",
    )  # fmt: skip

    @classmethod
    def of_file(
        cls, file: PatternFile, source: str, rule: Rule | None = None, limit: int = 1000
    ) -> PatternReport:
        """The report of a pattern that was read from somewhere, under its rule or another one."""
        chosen = rule or file.rule or LIFE
        return cls(file.pattern, chosen, file.torus, limit, source=source, given_name=file.name)

    @cached_property
    def outcome(self) -> Outcome | None:
        """What becomes of a pattern on the plane in the long run."""
        return None if self.torus else run_until_periodic(self.pattern, self.rule, self.limit)

    @cached_property
    def behaviour(self) -> Behaviour:
        """Whether the pattern itself comes back or dies."""
        if self.settle and self.outcome:
            since = self.outcome.periodic_from
            return Behaviour(since) if since else self.outcome.behaviour
        if not self.limit:
            return Behaviour(0)
        return Universe(self.rule, self.torus).behaviour(self.pattern, self.limit)

    @cached_property
    def identity(self) -> Identity | None:
        """Symmetry, pieces and phases; None on a torus, and if nothing is to be simulated."""
        if self.torus or not self.limit:
            return None
        return identify_known(self.pattern, self.rule, self.behaviour)

    @property
    def settled(self) -> Pattern | None:
        """What a pattern has become that is periodic, but not from generation 0 on."""
        later = self.settle and self.outcome and self.outcome.periodic_from
        return self.outcome.settled if later and self.outcome else None

    @cached_property
    def settled_identity(self) -> Identity | None:
        """What that is."""
        if self.settled is None or self.outcome is None:
            return None
        return identify_known(self.settled, self.rule, self.outcome.behaviour)

    @property
    def known(self) -> bool:
        """Whether the whole future of the pattern is known."""
        return bool(self.settled) or self.behaviour.kind != "unknown"

    @property
    def kind(self) -> str:
        """One of 'still life', 'oscillator', 'spaceship', 'dies', 'settles' and 'unknown'."""
        return "settles" if self.settled else self.behaviour.kind

    @property
    def period(self) -> int | None:
        """After how many generations the pattern is back."""
        return self.behaviour.period

    @property
    def velocity(self) -> str | None:
        """The velocity of a spaceship, such as 'c/4 diagonal'."""
        known = self.behaviour
        moving = known.kind == "spaceship"
        return velocity(known.dx, known.dy, known.period or 1) if moving else None

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase that is known."""
        return self.identity.populations if self.identity else (self.pattern.population,)

    @property
    def pieces(self) -> tuple[Pattern, ...]:
        """The parts that never interact."""
        return self.identity.pieces if self.identity else ()

    @property
    def apgcode(self) -> str | None:
        """The apgcode, if the pattern is periodic and not too large for one."""
        return self.identity.apgcode if self.identity else None

    @cached_property
    def name(self) -> str | None:
        """The name in the built-in catalogue or in the user's."""
        return self.name_of(self.apgcode)

    @property
    def catalogue(self) -> str | None:
        """Which catalogue has it, 'built-in' or 'own'."""
        from lifesearch.catalogue import catalogue

        if self.name is None:
            return None
        return "built-in" if catalogue.name_of(self.apgcode, self.rule) else "own"

    def name_of(self, code: str | None) -> str | None:
        """The name of the object with an apgcode, in either catalogue."""
        from lifesearch.catalogue import user  # what is merely drawn needs no name

        return user.name_of(code, self.rule)

    def describe(self) -> str:
        """What the pattern is, in a few words; the pieces of a composite by their names."""
        if self.torus:
            kind = self.kind if self.period else "pattern"
            return f"{kind} on {size_with_article(*self.torus)} torus"
        if self.settle and self.outcome and not self.period:
            return self.outcome.describe()
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

    def heading(self, form: Format) -> tuple[str | None, list[str]]:
        """The name and the comments for a file in a format."""
        code = [f"apgcode {self.apgcode}"] if self.apgcode else []
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


def write(report: PatternReport, form: Format, *, first: bool = True) -> str:
    """Write a pattern, or the facts of it, in a format; the first CSV line has a heading."""
    match form:
        case Format.RLE:
            name, comments = report.heading(form)
            return write_rle(
                report.pattern, report.rule, name=name, comments=comments, torus=report.torus
            )
        case Format.CELLS:
            name, comments = report.heading(form)
            rule = None if report.rule == LIFE else report.rule
            return write_cells(report.pattern.normal(), name=name, comments=comments, rule=rule)
        case Format.LIFE106:
            return write_life106(report.pattern)
        case Format.JSON:
            return json.dumps(report.facts()) + "\n"
        case Format.CSV:
            return as_csv(report.facts(), heading=first)
        case Format.APGCODE:
            return f"{report.apgcode or NO_CODE}\n"


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
