"""The unknown parts of a rule among a solver's variables.

A solution has a rule; what of it never matters is left out, so that a solution stands for all
rules from a least to a greatest one: see `periodic.unknown_rule`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.base import Problem
from lifesearch.solving.enumerate import Clause, Model


@dataclass(frozen=True, eq=False)
class UnknownGroups:
    """The unknown groups of a rule, and the variables that they are."""

    rules: PartialRule
    variables: list[int]

    @classmethod
    def of(cls, rules: PartialRule, problem: Problem) -> UnknownGroups:
        return cls(rules, [problem.variables.number(name) for name in rules.names])

    def rule(self, model: Model) -> Rule:
        return self.rules.rule([model[variable - 1] > 0 for variable in self.variables])

    def unlike(
        self, clauses: Iterable[Clause], rule: Rule, occurring: Collection[int]
    ) -> Iterator[Clause]:
        """Clauses against something, which hold only where these groups are as in the rule."""
        values = self.rules.values(rule)
        other = [-self.variables[g] if values[g] else self.variables[g] for g in occurring]
        yield from (clause + other for clause in clauses)
