"""The formula of a part: clauses that only answers could satisfy, and which are not answers.

It consists of the clauses of the question, in a box; of those of a cube, if the box is divided
into cubes; and of clauses against what was found, or for something better. The variables are
numbered as the solver saw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lifesearch.encoding import dimacs
from lifesearch.encoding.clauses import TRUE, Clauses
from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Problem
from lifesearch.queries.box_query import RULE_LEGEND, BoxQuery, other_cells
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Clause, Enumeration
from lifesearch.solving.parts import Part
from lifesearch.solving.solver import variable_order

EMPTY = ((1,), (-1,))
"""Not every program takes an empty clause; these two say the same."""


@dataclass(frozen=True, eq=False)
class Formula:
    """The clauses of a part of a query, as they are put to a solver in some configuration."""

    query: BoxQuery
    part: Part
    how: Configuration

    @cached_property
    def _encoded(self) -> tuple[Problem, Enumeration[Any, Answer]]:
        return self.query.encoded(self.part, self.how)

    @property
    def problem(self) -> Problem:
        return self._encoded[0]

    @property
    def enumeration(self) -> Enumeration[Any, Answer]:
        return self._encoded[1]

    @cached_property
    def order(self) -> list[int]:
        """What the solver calls variable v, at index v."""
        count = self.enumeration.variables
        return variable_order(count, self.how.seed) or [*range(count + 1)]

    def renumbered(self, clauses: Iterable[Sequence[int]]) -> Iterator[Sequence[int]]:
        """Clauses in the solver's numbers; none of them is empty."""
        order = self.order
        for clause in clauses:
            if clause:
                yield [order[v] if v > 0 else -order[-v] for v in clause]
            else:
                yield from EMPTY

    @property
    def cube(self) -> list[Clause]:
        """The cells of the cube, each a clause of one literal."""
        return [list(clause) for clause in self.renumbered(self.enumeration.cube.clauses)]

    def comments(self) -> Iterator[str]:
        """What the variables stand for."""
        query, problem = self.query, self.problem
        yield f"{query.describe()}{query.where()} ({self.part}, {self.how})"
        yield from dimacs.LEGEND
        yield other_cells(problem)
        if query.rules:
            yield from RULE_LEGEND
            for name in query.rules.names:
                yield f"rule {name} {self.order[problem.variables.number(name)]}"
        yield from dimacs.cell_comments(self._cells(problem.layout))
        yield from dimacs.dying_comments(self._cells(problem.layout.dying))

    def _cells(self, laid: VariableGrid | None) -> Iterator[dimacs.Cells]:
        for t, x, y, literals in dimacs.cells_of(laid):
            yield t, x, y, [*map(self._literal, literals)]

    def _literal(self, literal: int) -> int:
        if abs(literal) == TRUE:
            return literal
        return self.order[literal] if literal > 0 else -self.order[-literal]

    def lines(self) -> Iterator[list[str]]:
        """The clauses of the box and the cube as lines of a DIMACS file."""
        tokens = dimacs.literal_tokens([str(number) for number in self.order[1:]], " -")
        for batch in self.enumeration.clauses:
            empty = ~batch.rows.any(axis=1)
            if empty.any():
                yield lines(EMPTY)
                batch = Clauses(batch.rows[~empty])  # noqa: PLW2901
            if len(batch):
                yield [f"{line} 0\n"[1:] for line in dimacs.clause_lines(batch, tokens)]
        yield lines(self.cube)


def lines(clauses: Iterable[Sequence[int]]) -> list[str]:
    return [f"{' '.join(map(str, clause))} 0\n" for clause in clauses]
