"""An answer of a search: a verified pattern, its rule, and the plane or torus that it is on.

`Question.answers` makes answers of solutions. It verifies them by simulation alone, and raises the
errors of this module for a solution that simulation does not confirm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from lifesearch.common.errors import VerificationError
from lifesearch.common.facts import CARD, FLAG, RECORD, fact
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.universe import Universe

EATER = "eater"
"""The word for an eater in `Answer.called`."""


def _built_in_brief(answer: Answer) -> str | None:
    return "built, not found" if answer.built else None


class PatternInRule(NamedTuple):
    """A pattern and the least rule in which it evolves as required."""

    pattern: Pattern
    rule: Rule


class FilmInRule(NamedTuple):
    """All generations of a film, the first to the last, and the least rule that they follow."""

    phases: tuple[Pattern, ...]
    rule: Rule


@dataclass(frozen=True)
class Answer:
    """A verified pattern in generation 0, and the number of generations that belong to it.

    torus          its width and height, if the pattern is on one, with cells from (0, 0) on
    called         what it is, in words, where simulation of the pattern alone does not show it
    returns        whether it recurs after its generations
    greatest_rule  if the rule was unknown: the pattern evolves like this in all rules from `rule`,
                   which is the least, to this one

    Answers of one kind of question may have facts of their own: see `common.facts`.
    """

    pattern: Pattern
    generations: int
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    called: str = ""
    returns: bool = True
    greatest_rule: Rule | None = None

    def works_in(self, rule: Rule) -> bool:
        """Whether the pattern is known to evolve in a rule as it does in its own."""
        if self.greatest_rule is None:
            return self.rule == rule
        if self.rule.states != rule.states:
            return False
        tables = zip(self.rule.table, rule.table, self.greatest_rule.table, strict=True)
        return all(least <= entry <= most for least, entry, most in tables)

    @fact("built", FLAG, RECORD | CARD, optional=True, brief=_built_in_brief)
    def built(self) -> bool | None:
        """True if the pattern was constructed, without a search; otherwise left out."""
        return None

    @property
    def known_populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase, if the verification has counted them."""
        return ()

    @property
    def universe(self) -> Universe:
        return Universe(self.rule, self.torus)

    @property
    def exists(self) -> bool:
        """Whether there is a pattern; to some questions "there is none" is an answer."""
        return True

    @property
    def found(self) -> Pattern:
        """The cells as they were found; of a cylinder, `pattern` is a copy unrolled on a torus."""
        return self.pattern

    def generations_to(self, count: int) -> list[Pattern]:
        """Generations 0 to `count` of the cells as they were found, by simulation."""
        return self.universe.history(self.found, count)

    @property
    def saved(self) -> Any:
        """What determines the answer to a query: the pattern, and the rule if it was unknown."""
        return PatternInRule(self.found, self.rule) if self.greatest_rule else self.found

    @property
    def origin(self) -> str:
        """The random start from which the pattern came, in words; empty if there was none."""
        return ""

    @property
    def role(self) -> str:
        """What the pattern is to the question, in words, where its own name does not say it."""
        return ""

    @property
    def moved(self) -> tuple[int, int]:
        """The displacement (dx, dy) after the answer's generations on a cylinder; else (0, 0)."""
        return 0, 0

    @property
    def still_part(self) -> Pattern:
        """Cells to be drawn in another colour, which do not change, or recover."""
        return Pattern.of(())

    @property
    def wrong_cells(self) -> Pattern | None:
        """Cells of the last generation that are not as a target says; None without a target."""
        return None

    @property
    def drawn(self) -> tuple[int, ...]:
        """The most instructive generations, to draw if there is room for only a few; empty: all."""
        return ()

    def cycle(self) -> Self:
        """The answer with its true period; with 1 generation if it does not recur in its own."""
        period = self.universe.behaviour(self.pattern, self.generations).period
        return replace(self, generations=period or 1)

    def history(self) -> list[Pattern]:
        """Generations 0 to `generations`; in the last one a pattern that `returns` recurs."""
        return self.universe.history(self.pattern, self.generations)


def wrong_answer(problem: str, pattern: Pattern | None = None) -> VerificationError:
    """An error about a solution that simulation does not confirm."""
    picture = "" if pattern is None else f":\n{pattern.picture()}"
    return VerificationError(
        f"the solver's answer {problem}; this is a bug in lifesearch, please report it{picture}"
    )


def require_right(answers: Iterable[Answer], right: Iterable[bool], what: str) -> None:
    """Raise VerificationError if one of the answers is not what was searched for."""
    for answer, is_right in zip(answers, right, strict=True):
        if not is_right:
            raise wrong_answer(f"is no {what}", answer.pattern)
