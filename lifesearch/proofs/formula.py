"""The formula of a part: clauses that an answer would satisfy, if there were another one.

It consists of the clauses of the question, in a box; of those of a cube, if the box is divided into
cubes; and of clauses that exclude the answers found, or require a better one. The variables are
numbered as the solver saw them. `writer` writes it to a file, `drat` builds it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lifesearch.core.answer import Answer
from lifesearch.core.box_question import RULE_LEGEND, BoxQuery, other_cells
from lifesearch.core.question import Problem
from lifesearch.engines.sat.encoding import dimacs
from lifesearch.engines.sat.encoding.clauses import TRUE, Clauses
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Clause, Enumeration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.solving.solver import variable_order

EMPTY = ((1,), (-1,))
"""Two clauses in place of an empty one, which not every program reads."""


@dataclass(frozen=True, eq=False)
class Formula:
    """The clauses of a part of a query, as they are put to a solver in some configuration."""

    query: BoxQuery
    part: Part
    configuration: Configuration

    @cached_property
    def _encoded(self) -> tuple[Problem, Enumeration[Any, Answer]]:
        return self.query.encoded(self.part, self.configuration)

    @property
    def problem(self) -> Problem:
        return self._encoded[0]

    @property
    def enumeration(self) -> Enumeration[Any, Answer]:
        return self._encoded[1]

    @cached_property
    def order(self) -> list[int]:
        """The solver's number of variable v, at index v."""
        count = self.enumeration.variables
        return variable_order(count, self.configuration.seed) or [*range(count + 1)]

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
        """Comment lines that say which cell, or part of the rule, each variable is."""
        query, problem = self.query, self.problem
        yield f"{query.describe()}{query.where()} ({self.part}, {self.configuration})"
        yield from dimacs.LEGEND
        yield other_cells(problem)
        if query.rules:
            yield from RULE_LEGEND
            for name in query.rules.names:
                yield f"rule {name} {self.order[problem.variables.number(name)]}"
        yield from dimacs.cell_comments(self._cells(problem.layout))
        yield from dimacs.dying_comments(self._cells(problem.layout.dying))

    def _cells(self, layout: VariableGrid | None) -> Iterator[dimacs.Cells]:
        for t, x, y, literals in dimacs.cells_of(layout):
            yield t, x, y, [*map(self._literal, literals)]

    def _literal(self, literal: int) -> int:
        if abs(literal) == TRUE:
            return literal
        return self.order[literal] if literal > 0 else -self.order[-literal]

    def lines(self) -> Iterator[list[str]]:
        """The clauses of the box and the cube as lines of a DIMACS file, in batches."""
        tokens = dimacs.literal_tokens([str(number) for number in self.order[1:]], " -")
        for batch in self.enumeration.clauses:
            empty = ~batch.rows.any(axis=1)
            if empty.any():
                yield lines(EMPTY)
                batch = Clauses(batch.rows[~empty])  # noqa: PLW2901
            if len(batch):
                # Each token begins with a space, also " -7": the first of a line is left out.
                yield [f"{line} 0\n"[1:] for line in dimacs.clause_lines(batch, tokens)]
        yield lines(self.cube)


def lines(clauses: Iterable[Sequence[int]]) -> list[str]:
    return [f"{' '.join(map(str, clause))} 0\n" for clause in clauses]
