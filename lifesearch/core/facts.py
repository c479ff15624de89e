"""The facts of a pattern: each property that is shown, and in which outputs.

A fact is added here, once; a fact that only one kind of question has is a method of its answers, in
its folder. JSON, CSV, their schema, Python, notebooks, galleries, the studio and `lifesearch
identify` follow.

    >>> from lifesearch.life.pattern import Pattern
    >>> blinker = PatternReport(Pattern.parse("OOO"))
    >>> record_of(blinker, ["volatility", "symmetry", "rule", "rle"])
    {'volatility': 0.8, 'symmetry': 'D4_+1', 'rule': 'B3/S23', 'rle': '3o!'}
    >>> PatternFacts(blinker).period, line_of_card(blinker, "blinker")
    (2, 'period 2 · 3 cells · D4_+1')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lifesearch.common.facts import (
    CARD,
    CHOICE,
    DATA,
    IDENTIFIED,
    INTEGER,
    LISTED,
    NATURAL,
    NUMBER,
    ORDER,
    PEOPLE,
    POSITIVE,
    RANGE,
    RECORD,
    TEXT,
    Detail,
    Output,
    details,
    fact,
    facts_of,
    in_brief,
    maybe,
    one_of,
    record,
    several,
)
from lifesearch.common.text import plural
from lifesearch.core.report import PatternReport
from lifesearch.formats.rle import write_runs
from lifesearch.life.identify import Activity
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.state_code import code_label

if TYPE_CHECKING:
    from lifesearch.life.rotor import Rotor

LONGEST_ROTOR = 50
"""The letters of a rotor's name up to which it is printed: longer ones would fill lines."""
PATTERN_KINDS = (
    "still life", "oscillator", "spaceship", "gun", "puffer", "rake", "dies", "settles", "unknown",
    "eater", "film", "partial",
)  # fmt: skip


# The words of facts that are more than their value


def _source(facts: PatternFacts) -> str:
    name = facts._report.given_name
    return f"{facts.source} ({name})" if name else facts.source


def _kind(facts: PatternFacts) -> str:
    return facts._report.describe() if len(facts.pieces) > 1 else facts.kind


def _kind_in_brief(facts: PatternFacts) -> str | None:
    named_otherwise = facts.velocity or (facts.period or 0) > 1
    return None if named_otherwise or facts.kind in ("unknown", "eater", "film") else facts.kind


def _code_label(facts: PatternFacts) -> str:
    return code_label(facts.apgcode)


def _code(facts: PatternFacts) -> str | None:
    if not _is_periodic(facts) or len(facts._report.rule.steps) > 1:
        return None
    return facts.apgcode or "too large for an apgcode"


def _period_in_brief(facts: PatternFacts) -> str | None:
    repeats = (facts.period or 0) > 1 and not facts.velocity
    return f"period {facts.period:,}" if repeats else None


def _velocity(facts: PatternFacts) -> str | None:
    return facts.velocity


def _cells(facts: PatternFacts) -> str:
    if not _is_periodic(facts):
        return f"{facts.population:,}"
    first, least, most = facts.populations[0], min(facts.populations), max(facts.populations)
    return f"{first:,}" + (f" ({least:,} to {most:,})" if most > least else "")


def _cells_in_brief(facts: PatternFacts) -> str:
    return plural(facts.population, "cell")


def _heat(facts: PatternFacts) -> str | None:
    return None if facts.heat is None or facts.kind == "still life" else f"{facts.heat:.4g}"


def _rotor(facts: PatternFacts) -> str | None:
    if facts.rotor is None or facts.kind != "oscillator":
        return None
    name = facts.rotor_name
    fits = name is not None and len(name) <= LONGEST_ROTOR
    return f"{plural(facts.rotor, 'cell')}{f': {name}' if fits else ''}"


def _stator(facts: PatternFacts) -> str | None:
    oscillates = facts.stator is not None and facts.kind == "oscillator"
    return plural(facts.stator or 0, "cell") if oscillates else None


def _volatility(facts: PatternFacts) -> str | None:
    if facts.volatility is None or facts.kind != "oscillator":
        return None
    return f"{facts.volatility:.2f} (strict {facts.strict_volatility:.2f})"


def _size(facts: PatternFacts) -> str:
    width, height = facts.torus or (facts.width, facts.height)
    return f"{width:,} x {height:,}"


def _symmetry(facts: PatternFacts) -> str | None:
    return facts.symmetry


def _rule_in_brief(facts: PatternFacts) -> str | None:
    return None if facts.rule == str(LIFE) else facts.rule


def _torus(facts: PatternFacts) -> str | None:
    return facts.torus and f"{facts.torus[0]} x {facts.torus[1]}"


def _catalogue(facts: PatternFacts) -> str | None:
    return "in your own catalogue" if facts.catalogue == "own" else None


def _settled(facts: PatternFacts) -> str | None:
    report = facts._report
    if report.settled_identity is None:
        return None
    name = report.name_of(report.settled_identity.apgcode)
    becomes = report.settled_identity.summary(report.name_of)
    return f"{name}: {becomes}" if name else becomes


def _settled_label(facts: PatternFacts) -> str:
    return f"its {code_label(facts.settled_apgcode)}"


def _settled_code(facts: PatternFacts) -> str | None:
    return facts.settled_apgcode or "-" if facts._report.settled_identity else None


def _emits(facts: PatternFacts) -> str | None:
    future = facts._report.future
    if future is None or not future.cycle:
        return None
    return ", ".join(facts._report.counted(future.emitted, named=True))


def _since(facts: PatternFacts) -> str | None:
    future = facts._report.future
    return f"after {future.generation:,} generations" if future and future.cycle else None


def _objects(facts: PatternFacts) -> str | None:
    future = facts._report.future
    if future is None or future.cycle:
        return None
    return ", ".join(facts._report.counted(future.ash.objects, named=True)) or "none"


def _is_periodic(facts: PatternFacts) -> bool:
    return facts._report.identity is not None and facts.period is not None


# The facts


class PatternFacts:
    """The facts of a pattern, read from a report, in the order in which they are given."""

    def __init__(self, report: PatternReport) -> None:
        self._report = report

    @fact("from", TEXT, IDENTIFIED | LISTED, words=_source)
    def source(self) -> str:
        """Where the pattern is from: a file, or an apgcode."""
        return self._report.source

    @fact("", maybe(TEXT), DATA, name="name", local=False)
    def known_as(self) -> str | None:
        """Its name in the built-in catalogue or in yours; None if it has none."""
        return self._report.name

    @fact(
        "kind", one_of(*PATTERN_KINDS), DATA | CARD | CHOICE,
        words=_kind, brief=_kind_in_brief, local=False,
    )  # fmt: skip
    def kind(self) -> str:
        """One of 'still life', 'oscillator', 'spaceship', 'dies', 'settles' and 'unknown'.

        Some patterns that never settle are recognised, too: 'gun', 'puffer' and 'rake'.
        Of answers of a search, a still life that survives what it destroys is an 'eater', and
        generations that do not recur are a 'film'; the first rows of a possible ship are 'partial'.
        """
        return self._report.kind

    @fact(_code_label, maybe(TEXT), DATA | LISTED, words=_code, local=False)
    def apgcode(self) -> str | None:
        """Its code on Catagolue; None if it does not recur."""
        return self._report.apgcode

    @fact(
        "period", maybe(POSITIVE), DATA | PEOPLE | CHOICE | ORDER,
        brief=_period_in_brief, local=False,
    )  # fmt: skip
    def period(self) -> int | None:
        """The number of generations after which it recurs; None if it does not."""
        return self._report.behaviour.period

    # Copies share dx and dy although these depend on the orientation: only patterns that do not
    # move have copies, see `_record_of_one_of_many`.
    @fact("", INTEGER, DATA, local=False)
    def dx(self) -> int:
        """How far to the right it has moved after its period."""
        return self._report.behaviour.dx

    @fact("", INTEGER, DATA, local=False)
    def dy(self) -> int:
        """How far down it has moved after its period."""
        return self._report.behaviour.dy

    @fact("velocity", maybe(TEXT), DATA | PEOPLE | CHOICE, brief=_velocity, local=False)
    def velocity(self) -> str | None:
        """Its speed and direction, as in '2c/5' and 'c/4 diagonal'; None if it does not move."""
        return self._report.velocity

    @fact("speed", NUMBER, ORDER)
    def speed(self) -> float:
        """Cells that it moves in a generation, along the axis on which it moves farther."""
        cycle = self._report.behaviour
        return max(abs(cycle.dx), abs(cycle.dy)) / (cycle.period or 1)

    @fact(
        "cells",
        NATURAL,
        DATA | PEOPLE | ORDER | RANGE,
        words=_cells,
        brief=_cells_in_brief,
        local=False,
    )
    def population(self) -> int:
        """The number of live cells in generation 0."""
        return self._report.pattern.population

    @fact("", several(NATURAL), DATA, local=False)
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each generation of the period."""
        return self._report.populations

    @fact("heat", maybe(NUMBER), IDENTIFIED | LISTED, words=_heat)
    def heat(self) -> float | None:
        """The average number of cells that change in a generation."""
        return self._activity.heat if self._activity else None

    @fact("rotor", maybe(NATURAL), IDENTIFIED | LISTED, words=_rotor)
    def rotor(self) -> int | None:
        """The number of cells that change, of an oscillator."""
        return self._activity.rotor if self._activity else None

    @fact("", maybe(TEXT), IDENTIFIED)
    def rotor_name(self) -> str | None:
        """The name of an oscillator's rotor, which is the same however it is turned."""
        return self._rotor.name if self._rotor else None

    @fact("listed in", maybe(TEXT), LISTED)
    def rotor_table(self) -> str | None:
        """The table of the manual that lists an oscillator's rotor."""
        if self.kind != "oscillator":
            return None
        from lifesearch.life.rotor import table_words

        return table_words(self._rotor, self._report.rule)

    @fact("stator", maybe(NATURAL), IDENTIFIED | LISTED, words=_stator)
    def stator(self) -> int | None:
        """The number of cells that are always alive, of an oscillator."""
        return self._activity.stator if self._activity else None

    @fact("volatility", maybe(NUMBER), IDENTIFIED | LISTED, words=_volatility)
    def volatility(self) -> float | None:
        """The share of rotor cells among those of rotor and stator."""
        return self._activity.volatility if self._activity else None

    @fact("", maybe(NUMBER), IDENTIFIED)
    def strict_volatility(self) -> float | None:
        """The share of cells that have the full period, among those of rotor and stator."""
        return self._activity.strict_volatility if self._activity else None

    @fact("", INTEGER, DATA)
    def x(self) -> int:
        """The first column of the bounding box of generation 0."""
        return self._report.box.x

    @fact("", INTEGER, DATA)
    def y(self) -> int:
        """The first row of the bounding box of generation 0."""
        return self._report.box.y

    @fact("size", NATURAL, DATA | PEOPLE, words=_size)
    def width(self) -> int:
        """The number of columns of the bounding box of generation 0."""
        return self._report.box.width

    @fact("", NATURAL, DATA)
    def height(self) -> int:
        """The number of rows of the bounding box of generation 0."""
        return self._report.box.height

    @fact("area", NATURAL, ORDER)
    def area(self) -> int:
        """The number of cells in the bounding box of generation 0."""
        return self._report.box.area

    @fact("symmetry", maybe(TEXT), DATA | PEOPLE | CHOICE, brief=_symmetry, local=False)
    def symmetry(self) -> str | None:
        """The static symmetry of generation 0, by LifeWiki's name; None on a torus."""
        return self._report.identity.symmetry.name if self._report.identity else None

    @fact("", several(TEXT), DATA)
    def pieces(self) -> tuple[str, ...]:
        """The parts that never interact, as RLE."""
        return tuple(map(write_runs, self._report.pieces))

    @fact("rule", TEXT, DATA | PEOPLE | CHOICE, brief=_rule_in_brief, local=False)
    def rule(self) -> str:
        """The rule; if it was unknown, the least one in which the pattern evolves like this."""
        return str(self._report.rule)

    @fact("up to rule", TEXT, RECORD | CARD, name="rule_max", optional=True, local=False)
    def greatest_rule(self) -> str | None:
        """If the rule was unknown: the greatest one in which the pattern evolves like this."""
        greatest = self._report.greatest_rule
        return None if greatest is None else str(greatest)

    @fact(
        "torus", maybe(several(POSITIVE, minItems=2, maxItems=2)), RECORD | CARD,
        words=_torus, local=False,
    )  # fmt: skip
    def torus(self) -> tuple[int, int] | None:
        """The width and height of the torus on which it lives; None on the plane."""
        return self._report.torus

    @fact("catalogue", maybe(one_of("built-in", "own")), IDENTIFIED | LISTED, words=_catalogue)
    def catalogue(self) -> str | None:
        """Which catalogue has its name: 'built-in' or 'own'."""
        return self._report.catalogue

    @fact("", maybe(NATURAL), IDENTIFIED, name="generations")
    def generations_seen(self) -> int | None:
        """For how many generations it was followed as a whole."""
        return self._report.outcome.seen if self._report.outcome else None

    @fact("", maybe(NATURAL), IDENTIFIED)
    def died(self) -> int | None:
        """The generation in which no cell is alive any more."""
        return self._report.behaviour.died

    @fact("becomes", maybe(TEXT), IDENTIFIED | LISTED, words=_settled)
    def settled(self) -> str | None:
        """What it has become, as RLE, if it is periodic, but not from generation 0 on."""
        settled = self._report.settled
        return None if settled is None else write_runs(settled)

    @fact(_settled_label, maybe(TEXT), IDENTIFIED | LISTED, words=_settled_code)
    def settled_apgcode(self) -> str | None:
        """The code of what it has become."""
        identity = self._report.settled_identity
        return identity.apgcode if identity else None

    @fact("emits", several(TEXT), IDENTIFIED | LISTED, words=_emits)
    def emits(self) -> tuple[str, ...]:
        """What a gun or a puffer leaves behind in each period: codes, each with its number."""
        return self._report.emits

    @fact("measured", maybe(NATURAL), IDENTIFIED | LISTED, words=_since)
    def since(self) -> int | None:
        """The generation from which on all is known."""
        return self._report.since

    @fact("then", maybe(TEXT), LISTED)
    def then(self) -> str | None:
        """The number of cells in the last generation computed, if it does not recur by then."""
        report = self._report
        if report.future and not report.future.cycle:
            return plural(report.future.population, "cell")
        outcome = report.outcome
        if report.future or outcome is None or outcome.known or not outcome.seen:
            return None
        _, _, width, height = outcome.box
        return f"{plural(outcome.population, 'cell')} in {width:,} x {height:,}"

    @fact("objects", several(TEXT), IDENTIFIED | LISTED, words=_objects)
    def objects(self) -> tuple[str, ...]:
        """What is left when it has settled: codes, each with its number."""
        return self._report.objects

    @fact("", TEXT, DATA, name="rle")
    def runs(self) -> str:
        """The pattern as RLE, without a header."""
        return write_runs(self._report.pattern)

    @cached_property
    def _rotor(self) -> Rotor | None:
        from lifesearch.life.rotor import rotor_of

        return rotor_of(self._report.identity, self._report.rule)

    @property
    def _activity(self) -> Activity | None:
        return self._report.identity.activity if self._report.identity else None


def record_of(report: PatternReport, names: Iterable[str] = ()) -> dict[str, Any]:
    """The facts of a pattern as JSON has them: the usual ones, or those that are named."""
    facts, wanted = PatternFacts(report), tuple(names)
    more = {} if report.found is None else record(report.found, report.output, wanted)
    if wanted or not report.one_of_many:
        return record(facts, report.output, wanted) | more
    return _record_of_one_of_many(facts, report) | more


def _record_of_one_of_many(facts: PatternFacts, report: PatternReport) -> dict[str, Any]:
    """The facts of a pattern, taken from a rotated or translated copy as far as they are equal."""
    from lifesearch.core.known_facts import known_facts

    known, described = known_facts(report.rule), facts_of(PatternFacts, report.output)
    like = known.recall(facts.runs)
    if like is None:
        found = record(facts, report.output)
        if not (facts.dx or facts.dy):
            shared = {f.name: found[f.name] for f in described if f.name in found and not f.local}
            known.keep(report.pattern, report.pieces, shared)
        return found
    # A shared fact that was not kept is an optional one that all copies lack: only facts that
    # depend on the place are read from this copy.
    like |= record(facts, report.output, {f.name for f in described if f.local} - like.keys())
    return {f.name: like[f.name] for f in described if f.name in like}


def details_of(report: PatternReport, outputs: Output = LISTED) -> list[Detail]:
    """The facts of a pattern for people, with their labels."""
    more = [] if report.found is None else details(report.found, outputs)
    return details(PatternFacts(report), outputs) + more


def line_of_card(report: PatternReport, name: str, more: Sequence[str] = ()) -> str:
    """The facts of a pattern in a few words, without what its name says already."""
    of_answer = [] if report.found is None else in_brief(report.found)
    said = [*in_brief(PatternFacts(report)), *of_answer, *more]
    return " · ".join(words for words in said if words not in name)
