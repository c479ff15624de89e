"""The facts of a pattern, for people and for other programs, and how they are written.

What is known of a pattern is computed when it is first asked for: a report that is only written as
Life 1.06 simulates nothing.

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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from lifesearch.errors import InputError
from lifesearch.formats import NAMES
from lifesearch.formats.common import PatternFile
from lifesearch.formats.registry import format_named
from lifesearch.formats.rle import write_runs
from lifesearch.life.identify import Identified, identify_known
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.ash import AshObject
from lifesearch.life.simulate.evolve import Behaviour, velocity
from lifesearch.life.simulate.long_run import LongRun, long_run
from lifesearch.life.simulate.settling import Settling, run_until_periodic
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.state_code import code_label
from lifesearch.limits import WIDEST_WINDOW
from lifesearch.text import size_with_article

if TYPE_CHECKING:
    from lifesearch.rotor_search.rotor import Rotor

NO_CODE = "-"
SUFFIXES = {"forum": ".txt"}
JSON_VERSION = 1
"""It grows when a field is renamed, removed or means something else, not when one is added."""
SOON = 1000
"""For this number of generations a pattern is followed as a whole, before its parts are."""
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
class PatternReport:
    """The facts of a pattern under a rule, on the plane or on a torus, in words and by their names.

    The pattern is simulated for at most `limit` generations, with limit 0 not at all. With
    `settle` it is followed until any generation repeats, otherwise until generation 0 does.
    `source` says where the pattern is from, and `given_name` how it is called there.
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

    @cached_property
    def box(self) -> Box:
        return self.pattern.box

    @cached_property
    def outcome(self) -> Settling | None:
        """What becomes of a pattern on the plane, followed as a whole."""
        soon = self._outcome_soon
        if soon is None or soon.known or self.limit <= SOON or self.future:
            return soon
        return run_until_periodic(self.pattern, self.rule, self.limit)

    @cached_property
    def _outcome_soon(self) -> Settling | None:
        if self.torus:
            return None
        return run_until_periodic(self.pattern, self.rule, min(self.limit, SOON))

    @cached_property
    def future(self) -> LongRun | None:
        """What becomes of its parts, if it never recurs as a whole and that is known."""
        soon = self._outcome_soon
        if not self.settle or not self.limit or soon is None or soon.known:
            return None
        if not self.rule.plain:  # its parts are not followed one by one
            return None
        run = long_run(self.pattern, self.rule, self.limit)
        return None if run.kind == "unknown" else run

    @cached_property
    def behaviour(self) -> Behaviour:
        """Whether the pattern itself recurs or dies."""
        if self.settle and self.outcome:
            since = self.outcome.periodic_from
            return Behaviour(since) if since else self.outcome.behaviour
        if not self.limit:
            return Behaviour(0)
        return Universe(self.rule, self.torus).behaviour(self.pattern, self.limit)

    @cached_property
    def identity(self) -> Identified | None:
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
    def settled_identity(self) -> Identified | None:
        if self.settled is None or self.outcome is None:
            return None
        return identify_known(self.settled, self.rule, self.outcome.behaviour)

    @property
    def since(self) -> int | None:
        """The generation from which on all is known."""
        if self.future:
            return self.future.generation
        return self.outcome.periodic_from if self.outcome else None

    @property
    def known(self) -> bool:
        """Whether the whole future of the pattern is known."""
        return bool(self.settled) or bool(self.future) or self.behaviour.kind != "unknown"

    @property
    def kind(self) -> str:
        """One of 'still life', 'oscillator', 'spaceship', 'dies', 'settles' and 'unknown'.

        Some that never settle are known, too: 'gun', 'puffer' and 'rake'.
        """
        if self.settle and self.future:
            return self.future.kind
        return "settles" if self.settled else self.behaviour.kind

    @property
    def period(self) -> int | None:
        return self.behaviour.period

    @property
    def velocity(self) -> str | None:
        """The velocity of a spaceship, such as 'c/4 diagonal'."""
        known = self.behaviour
        moving = known.kind == "spaceship"
        return velocity(known.dx, known.dy, known.period or 1) if moving else None

    @cached_property
    def _rotor(self) -> Rotor | None:
        """What changes in an oscillator, however it is turned, unless it is large."""
        known = self.identity
        if known is None or self.behaviour.kind != "oscillator" or not self.rule.plain:
            return None
        if not known.phases:
            return None
        from lifesearch.rotor_search.rotor import Rotor

        rotor = Rotor.of(known.phases)
        small = max(rotor.size) <= WIDEST_WINDOW
        return rotor.canonical(self.rule.symmetries) if small else None

    @property
    def rotor_name(self) -> str | None:
        """The name of an oscillator's rotor, which is the same however it is turned."""
        return self._rotor.name if self._rotor else None

    @property
    def rotor_table(self) -> str | None:
        """The table of the manual that lists an oscillator's rotor."""
        if self._rotor is None or self.rule != LIFE:
            return None
        from lifesearch.rotor_search.rotor import table_of

        if (table := table_of(self._rotor)) is None:
            return None
        (width, height), least = table
        return f"the complete table of {width}x{height}, period {least} and up"

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase that is known."""
        return self.identity.populations if self.identity else (self.pattern.population,)

    @property
    def pieces(self) -> tuple[Pattern, ...]:
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
        from lifesearch.catalogue import catalogue

        if self.name is None:
            return None
        return "built-in" if catalogue.name_of(self.apgcode, self.rule) else "own"

    def name_of(self, code: str | None) -> str | None:
        """The name of the object with an apgcode, in either catalogue."""
        from lifesearch.catalogue import user  # what is merely drawn needs no name

        return user.name_of(code, self.rule)

    @property
    def objects(self) -> tuple[str, ...]:
        """What is left when the pattern has settled: codes, each with how often it is there."""
        return self.census(self.future.ash.objects if self.future else ())

    @property
    def emits(self) -> tuple[str, ...]:
        """What a gun or a puffer leaves behind in each period, as codes like those of `objects`."""
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
        code = [f"{code_label(self.apgcode)} {self.apgcode}"] if self.apgcode else []
        return self.name or self.given_name or None, [self.summary(), *code]

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
        case "forum":
            return _post(report)
    chosen = format_named(form)
    if report.pattern.dying and not chosen.has_states:
        raise InputError(f"the format {form} has two states: write this pattern as rle")
    name, comments = report.heading() if chosen.has_comments else (None, [])
    file = PatternFile(report.pattern, report.rule, name, None, tuple(comments))
    return chosen.write(replace(file, torus=report.torus))


def _post(report: PatternReport) -> str:
    """A pattern for a post on the ConwayLife forums, whose viewer shows what is code.

    What stands in double brackets is for the viewer: a ship stays in the middle of its window.
    """
    known, period = report.behaviour, report.period or 1
    moves = known.dx or known.dy
    follow = f"TRACKLOOP {period} {known.dx}/{period} {known.dy}/{period} " if moves else ""
    header, runs = write(report, "rle").rsplit("\nx = ", 1)
    return f"[code]{header}\n#C [[ AUTOSTART {follow}GPS 10 ]]\nx = {runs}[/code]\n"


def suffix_of(form: str) -> str:
    """How the names of files in a format end."""
    return format_named(form).suffixes[0] if form in NAMES else SUFFIXES.get(form, f".{form}")


def json_line(facts: Mapping[str, object]) -> str:
    """Facts as JSON, with the version of its form: see manual/output.schema.json."""
    return json.dumps({**facts, "version": JSON_VERSION})


def line_of(facts: dict[str, object], form: str, *, first: bool = True) -> str:
    """Facts as a line of JSON or CSV; before the first line of CSV their names stand in another."""
    if form == "json":
        return json_line(facts) + "\n"
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
