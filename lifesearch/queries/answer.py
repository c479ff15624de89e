"""An answer of a search: a verified pattern, its rule and where it lives.

Each query says by simulation alone which solutions are right; what is wrong becomes an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from lifesearch.errors import VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.universe import Universe


class PatternInRule(NamedTuple):
    """A pattern and the least rule in which it lives as it should."""

    pattern: Pattern
    rule: Rule


class FilmInRule(NamedTuple):
    """All generations of a box before it recurs, and the least rule that they follow."""

    phases: tuple[Pattern, ...]
    rule: Rule


@dataclass(frozen=True)
class Answer:
    """A verified pattern in generation 0, and for how many generations it is of interest.

    On a torus its size is given; the pattern's cells lie in 0..width-1, 0..height-1. Where
    simulation of the pattern does not tell what it is, `called` names it; `returns` is
    whether it recurs after its generations. If the rule was unknown, it is the least
    in which the pattern lives like this, up to the `greatest_rule`.
    """

    pattern: Pattern
    generations: int
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    called: str = ""
    returns: bool = True
    greatest_rule: Rule | None = None

    def works_in(self, rule: Rule) -> bool:
        """Whether the pattern is known to live like this in a rule, too."""
        if self.greatest_rule is None:
            return self.rule == rule
        tables = zip(self.rule.table, rule.table, self.greatest_rule.table, strict=True)
        return all(least <= entry <= most for least, entry, most in tables)

    @property
    def universe(self) -> Universe:
        return Universe(self.rule, self.torus)

    @property
    def exists(self) -> bool:
        """Whether there is such a pattern; of some things it is an answer that there is none."""
        return True

    @property
    def found(self) -> Pattern:
        """The pattern where it was found; it may be shown elsewhere."""
        return self.pattern

    def life(self, count: int) -> list[Pattern]:
        """Generations 0 to count where the pattern was found, by simulation."""
        return self.universe.history(self.found, count)

    @property
    def saved(self) -> Any:
        """What determines the answer to a given query: the pattern, and the rule if unknown."""
        return PatternInRule(self.found, self.rule) if self.greatest_rule else self.found

    @property
    def origin(self) -> str:
        """What it came out of, if it was not made for the query."""
        return ""

    @property
    def beside(self) -> str:
        """What else is to be said of it in one line."""
        return ""

    @property
    def facts(self) -> dict[str, Any]:
        """What other programs may want to know of it, by name, beside the usual."""
        return {}

    @property
    def still_part(self) -> Pattern:
        """Cells that are drawn in another colour, since they stay where they are."""
        return Pattern.of(())

    @property
    def drawn(self) -> tuple[int, ...]:
        """Which generations are drawn where there is room for a few; empty for all."""
        return ()

    def cycle(self) -> Self:
        """The same pattern for its true period, if it recurs within its generations."""
        period = self.universe.behaviour(self.pattern, self.generations).period
        return replace(self, generations=period or 1)

    def history(self) -> list[Pattern]:
        return self.universe.history(self.pattern, self.generations)


def wrong_answer(problem: str, pattern: Pattern | None = None) -> VerificationError:
    """An error about a solution that simulation does not confirm."""
    picture = "" if pattern is None else f":\n{pattern.picture()}"
    return VerificationError(
        f"the solver's answer {problem}; this is a bug in lifesearch, please report it{picture}"
    )


def require_right(answers: Iterable[Answer], right: Iterable[bool], what: str) -> None:
    """Refuse answers of which one is not what was searched for."""
    for answer, is_right in zip(answers, right, strict=True):
        if not is_right:
            raise wrong_answer(f"is no {what}", answer.pattern)
