"""A report on an answer of a search: like one on any pattern, with what the search has proved.

Views, Python and the studio make one for each answer they show (`show.search.output`).

>>> from lifesearch.life.pattern import Pattern
>>> report = AnswerReport.of(Answer(Pattern.parse("OO\\nOO"), 1))
>>> report.summary(), report.stem()
('block: still life; 4 cells, D8_4', 'still-life-p1')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from lifesearch.catalogue import names
from lifesearch.catalogue.names import RECURRING_KINDS
from lifesearch.common.facts import RECORD, Output, in_brief
from lifesearch.common.limits import MOST_IDENTIFIED_CELLS
from lifesearch.common.text import plural
from lifesearch.core.answer import EATER, Answer
from lifesearch.core.report import PatternReport
from lifesearch.life.identify import Identified, identify_known
from lifesearch.life.pattern import Box
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.symmetry import symmetry_of

LEAST_LIMIT = 64
"""Answers are simulated for at least this number of generations, to find their period.

`Answer.generations` may be fewer than the period of the pattern: a predecessor may be an oscillator
itself. A larger number would recognise slower ones, too, and each report would take longer.
"""


@dataclass(frozen=True, kw_only=True)
class AnswerReport(PatternReport):
    """A report on an answer; `placed` keeps it where it was found, else it starts at (0, 0).

    Where simulation of the pattern alone does not show what it is, it is taken from the answer:
    see `Answer.called`.
    """

    answer: Answer
    placed: bool = False

    output: ClassVar[Output] = RECORD

    @classmethod
    def of(cls, answer: Answer, placed: bool = False) -> AnswerReport:
        pattern = answer.pattern if placed else answer.pattern.normal()
        limit = max(LEAST_LIMIT, answer.generations)
        return cls(
            pattern, answer.rule, answer.torus, limit, settle=False, answer=answer, placed=placed
        )

    @cached_property
    def behaviour(self) -> Behaviour:
        """The behaviour by simulation, or as the answer has it.

        Simulation on an empty plane says nothing of a torus or of an answer that is `called`
        something, and where populations are known the pattern has been simulated already.
        """
        answer = self.answer
        if answer.torus or answer.called or answer.known_populations:
            period = answer.generations if answer.returns else None
            return Behaviour(self.limit, period, *answer.moved)
        return Universe(self.rule).behaviour(self.pattern, self.limit)

    @cached_property
    def identity(self) -> Identified | None:
        """Symmetry, pieces and phases; None on a torus, on a background and with exempt cells.

        Of patterns that are too large, neither pieces nor phases but the first are computed.
        """
        if self.torus or self.answer.called:
            return None
        if sum(self.answer.known_populations) > MOST_IDENTIFIED_CELLS:
            counted, symmetry = self.answer.known_populations, symmetry_of(self.pattern)
            return Identified(self.behaviour, counted, symmetry, (self.pattern,))
        return identify_known(self.pattern, self.rule, self.behaviour)

    @cached_property
    def box(self) -> Box:
        """The bounding box of generation 0, where it was found."""
        return self.answer.pattern.box

    @property
    def found(self) -> Answer:
        return self.answer

    @property
    def one_of_many(self) -> bool:
        answer = self.answer
        return self.placed and not (answer.torus or answer.called or answer.greatest_rule)

    @property
    def greatest_rule(self) -> Rule | None:
        return self.answer.greatest_rule

    @property
    def kind(self) -> str:
        """As for other patterns, or an eater, or 'film' for generations that do not recur."""
        if not self.answer.called:
            return self.behaviour.kind
        return next(
            (kind for kind in (*RECURRING_KINDS, EATER) if kind in self.answer.called), "film"
        )

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase; of a film, in each generation but the last."""
        if self.identity:
            return self.identity.populations
        return tuple(phase.population for phase in self.answer.history()[:-1] or [self.pattern])

    def name_of(self, code: str | None) -> str | None:
        """The name of the object with an apgcode; one of a range of rules may be Life."""
        return names.name_of(code, LIFE if self.answer.works_in(LIFE) else self.rule)

    def describe(self) -> str:
        return self.answer.called or super().describe()

    def summary(self) -> str:
        """One line, beginning with the name; at its end the rules, if the rule was unknown."""
        return self._summary

    @cached_property
    def _summary(self) -> str:
        """It is printed twice: above the generations, and as a comment of the RLE."""
        if self.identity:
            name = f"{self.name}: " if self.name else ""
            what = f"{name}{self.identity.summary(self.name_of)}"
        else:
            what = f"{self.describe()}; {plural(self.pattern.population, 'cell')}"
        # On a torus the description begins with the role.
        role = "" if what.startswith(self.answer.role) else self.answer.role
        what = "; ".join([*filter(None, [role]), what, *in_brief(self.answer)])
        least, greatest = self.rule, self.answer.greatest_rule
        if greatest is None:
            return what
        return f"{what}; works in {least}" + (f" to {greatest}" if greatest != least else "")

    def heading(self) -> tuple[str | None, list[str]]:
        """The name and a comment; none with `placed`, as identifying many copies takes too long."""
        if self.placed:
            return None, []
        comment = self.summary().removeprefix(f"{self.name}: ")
        origin = f" in {self.answer.origin}" if self.answer.origin else ""
        made = "built" if self.answer.built else "found"
        comment = comment.removesuffix("; built, not found")
        return self.name, [f"{comment}; {made} by lifesearch{origin}"]
