"""The facts of what a search has found.

>>> from lifesearch.life.pattern import Pattern
>>> report = AnswerReport.of(Answer(Pattern.parse("OO\\nOO"), 1))
>>> report.summary(), report.stem()
('block: still life; 4 cells, D8_4', 'still-life-p1')

In a flood of answers that are kept in their places, most are turned or moved copies of others.
What a pattern is takes a hundred times as long to find out as where it lies. So the facts of an
answer that stays where it is are kept for all its orientations, by their runs: the same runs are
the same pattern, wherever it lies.

With 127,424 still lifes of a 7x7 box as JSON, that is a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from lifesearch.catalogue import user
from lifesearch.catalogue.catalogue import KINDS
from lifesearch.formats.detect import write_runs
from lifesearch.formats.runs import turned_runs
from lifesearch.life.identify import Identified, identify_known
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.life.simulate.universe import Universe
from lifesearch.queries.answer import Answer
from lifesearch.queries.on_cylinder import CylinderAnswer
from lifesearch.text import plural
from lifesearch.ui.report import PatternReport

Facts = dict[str, Any]
MOST_KEPT = 400_000


class KnownFacts:
    """What is known of patterns in one rule, and of all their orientations, by their runs.

    Facts that all orientations share are kept once; width, height and pieces are those of each.
    """

    def __init__(self, rule: Rule) -> None:
        self._turns = [g for g in Orientation if g in rule.symmetries]
        self._known: dict[str, tuple[Facts, int, int, list[str]]] = {}

    def recall(self, runs: str) -> Facts | None:
        """The facts of a pattern that is like one known before; the place is that of the other."""
        if runs not in self._known:
            return None
        shared, width, height, pieces = self._known[runs]
        return shared | {"width": width, "height": height, "pieces": pieces, "rle": runs}

    def keep(self, pattern: Pattern, pieces: tuple[Pattern, ...], facts: Facts) -> None:
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        _, _, width, height = pattern.box
        turns = self._turns
        runs = turned_runs(pattern, turns)
        parts = [[rle] for rle in runs] if len(pieces) == 1 else _turned_pieces(pieces, turns)
        for g, rle, own in zip(turns, runs, parts, strict=True):
            across, down = (width, height) if g.value[0] else (height, width)
            self._known[rle] = facts, across, down, own


def _turned_pieces(pieces: tuple[Pattern, ...], turns: list[Orientation]) -> list[list[str]]:
    """Pieces, turned, in the same order as when they are found: see `identify.pieces`."""
    runs = [turned_runs(piece, turns) for piece in pieces]
    found = []
    for i, g in enumerate(turns):
        a, b, c, d = g.value
        # No two have a cell in common, so the first ones distinguish them.
        order = [
            (-piece.population, min([(a * x + b * y, c * x + d * y) for x, y in piece.cells]), k)
            for k, piece in enumerate(pieces)
        ]
        found.append([runs[k][i] for _, _, k in sorted(order)])
    return found


@lru_cache(maxsize=4)
def known_facts(rule: Rule) -> KnownFacts:
    return KnownFacts(rule)


LEAST_LIMIT = 64
"""Answers are simulated for at least this number of generations, to find their period."""


@dataclass(frozen=True, kw_only=True)
class AnswerReport(PatternReport):
    """The facts of an answer; `placed` keeps it where it was found, else it starts at (0, 0).

    Where the pattern alone does not show what it is, the answer does.
    """

    answer: Answer
    placed: bool = False

    FIELDS: ClassVar[tuple[str, ...]] = (
        "kind", "period", "dx", "dy", "population", "populations", "x", "y", "width", "height",
        "symmetry", "pieces", "rule", "rule_max", "torus", "rle", "apgcode", "name",
    )  # fmt: skip

    @classmethod
    def of(cls, answer: Answer, placed: bool = False) -> AnswerReport:
        pattern = answer.pattern if placed else answer.pattern.normal()
        limit = max(LEAST_LIMIT, answer.generations)
        return cls(
            pattern, answer.rule, answer.torus, limit, settle=False, answer=answer, placed=placed
        )

    @cached_property
    def behaviour(self) -> Behaviour:
        """As the search has proved it, where the plane is not empty around the pattern."""
        answer = self.answer
        if answer.torus or answer.called:
            way = answer.moved if isinstance(answer, CylinderAnswer) else (0, 0)
            return Behaviour(self.limit, answer.generations if answer.returns else None, *way)
        return Universe(self.rule).behaviour(self.pattern, self.limit)

    @cached_property
    def identity(self) -> Identified | None:
        """Symmetry, pieces and phases; None on a torus, on a background and with exempt cells."""
        if self.torus or self.answer.called:
            return None
        return identify_known(self.pattern, self.rule, self.behaviour)

    @cached_property
    def box(self) -> Box:
        """The bounding box of generation 0, where it was found."""
        return self.answer.pattern.box

    @property
    def kind(self) -> str:
        """As for other patterns, or 'film' for generations that do not recur."""
        if not self.answer.called:
            return self.behaviour.kind
        return next((kind for kind in KINDS if kind in self.answer.called), "film")

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase, or generation."""
        if self.identity:
            return self.identity.populations
        return tuple(phase.population for phase in self.answer.history()[:-1] or [self.pattern])

    def name_of(self, code: str | None) -> str | None:
        """The name of the object with an apgcode; one of a range of rules may be Life."""
        return user.name_of(code, LIFE if self.answer.works_in(LIFE) else self.rule)

    def describe(self) -> str:
        return self.answer.called or super().describe()

    def summary(self) -> str:
        """One line, beginning with the name; at its end the rules, if the rule was unknown."""
        if self.identity:
            name = f"{self.name}: " if self.name else ""
            what = f"{name}{self.identity.summary(self.name_of)}"
        else:
            what = f"{self.describe()}; {plural(self.pattern.population, 'cell')}"
        if self.answer.beside:
            what = f"{what}; {self.answer.beside}"
        least, greatest = self.rule, self.answer.greatest_rule
        if greatest is None:
            return what
        return f"{what}; works in {least}" + (f" to {greatest}" if greatest != least else "")

    def stem(self) -> str:
        """The beginning of a file's name: 'oscillator-p3', 'spaceship-p4'."""
        stem = self.kind.replace(" ", "-").replace("unknown", "pattern")
        return f"{stem}-p{self.period}" if self.period else stem

    def heading(self) -> tuple[str | None, list[str]]:
        """The name and a comment; nothing for one of a flood, which is kept in its place."""
        if self.placed:
            return None, []
        comment = self.summary().removeprefix(f"{self.name}: ")
        origin = f" in {self.answer.origin}" if self.answer.origin else ""
        return self.name, [f"{comment}; found by lifesearch{origin}"]

    def facts(self, fields: Iterable[str] = ()) -> dict[str, Any]:
        """Facts by their names; the greatest rule only where rules were unknown."""
        answer = self.answer
        many = self.placed and not (fields or answer.torus or answer.called)
        if many and answer.greatest_rule is None:
            return self._facts_of_one_of_many()
        facts = super().facts(fields)
        if answer.greatest_rule is None:
            facts.pop("rule_max", None)
        return facts if fields else facts | answer.facts

    def _facts_of_one_of_many(self) -> dict[str, Any]:
        known = known_facts(self.rule)
        like = known.recall(write_runs(self.pattern))
        if like is not None:
            return like | {"x": self.box.x, "y": self.box.y}
        facts = super().facts()
        facts.pop("rule_max", None)
        if not (self.behaviour.dx or self.behaviour.dy):
            known.keep(self.pattern, self.pieces, facts)
        return facts
