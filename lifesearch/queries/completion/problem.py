"""The clauses of a completion.

The cells that decide a completion: generation 0, and whatever is exempt from the rule.

All other cells follow from them. In rules of several states each state but 0 has literals of its
own. Several cells may have one variable, or a variable and its
negation, and some are constants; each variable is looked up at one place where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lifesearch.encoding.clauses import TRUE, Clauses, Ints
from lifesearch.encoding.known_cells import (
    KnownCellEncoder,
    differs_from_background,
    known_states,
    not_equal_to_first,
)
from lifesearch.encoding.transitions import transitions
from lifesearch.encoding.variable_grid import Encoding, VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.life.known_cells import CellAt
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.queries.base import Problem
from lifesearch.queries.completion.verify import CompletionVerifier
from lifesearch.queries.constraints import Constraints
from lifesearch.solving.cubes import Cube
from lifesearch.solving.enumerate import Clause, Model
from lifesearch.solving.first_generation import CONTRADICTION, FirstGeneration


@dataclass(frozen=True, eq=False)
class FreeCells:
    """The literals [state - 1, t, y, x] of the box, and for each deciding variable an index."""

    literals: Ints
    index: Ints
    variables: list[int]

    @classmethod
    def of(cls, layout: VariableGrid, generations: int) -> FreeCells:
        """Look them up, in reading order."""
        s, m = layout.spacetime, layout.spacetime.margin
        box = (slice(generations), slice(m, m + s.height), slice(m, m + s.width))
        literals = layout.grid[box][None]
        if layout.dying is not None:
            y, x = np.mgrid[: s.height, : s.width]
            literals = np.stack([layout.states_at(t, x, y) for t in range(generations)], axis=1)
        decides = np.zeros(literals.shape, np.bool_)
        decides[:, 0] = True
        if layout.exempt is not None:
            decides |= layout.exempt[box]
        candidates = np.flatnonzero(decides & (np.abs(literals) != TRUE))
        variables, first = np.unique(np.abs(literals.ravel()[candidates]), return_index=True)
        return cls(literals, candidates[first].astype(np.int32), variables.tolist())

    def phases(self, model: Model) -> NDArray[np.uint8]:
        """The box in all generations, as a model has it."""
        alive = np.array([False, *(v > 0 for v in model)])
        known = np.abs(self.literals) == TRUE
        values = alive[np.where(known, 0, np.abs(self.literals))] | known
        true = (values ^ (self.literals < 0)).astype(np.uint8)
        states = np.arange(1, len(true) + 1, dtype=np.uint8)
        phases: NDArray[np.uint8] = (true * states[:, None, None, None]).sum(axis=0, dtype=np.uint8)
        return phases

    def forbidding(self, phases: NDArray[np.uint8]) -> list[Clause]:
        """Blocking clauses of a completion: one, unless there is nothing to decide."""
        if not self.variables:
            return CONTRADICTION
        true = np.stack([phases == state for state in range(1, len(self.literals) + 1)])
        alive = true.ravel()[self.index] ^ (self.literals.ravel()[self.index] < 0)
        signed = zip(self.variables, alive.tolist(), strict=True)
        return [[-v if lives else v for v, lives in signed]]

    def cube(self, bits: str) -> Cube:
        """Fix some cells near the middle; without any, only the first cube has solutions."""
        height, width = self.literals.shape[2:]
        cells = [(i % width, i // width % height) for i in self.index.tolist()]
        return FirstGeneration(cells, self.variables).cube(bits)


def assign_variables(
    query: CompletionVerifier, variables: Variables
) -> tuple[VariableGrid, CellAt | None]:
    """Give the cells variables; known and equal cells are substituted.

    The second value is a cell that cannot be as it is given, if there is one.
    """
    tiles = None
    if query.background != EMPTY_BACKGROUND:
        planes = query.background.planes(query.spacetime.motion.period, query.rule)
        tiles = np.where(planes, TRUE, -TRUE).astype(np.int32)
    encoder = KnownCellEncoder(query.known, query.returns, tiles)
    return encoder.assign_variables(query.spacetime, variables)


def problem(
    query: CompletionVerifier,
    constraints: Constraints,
    encoding: Encoding,
    rule: Rule | PartialRule,
) -> Problem:
    """The clauses of a completion and of its constraints, in a rule or in several."""
    variables = Variables()
    layout, wrong = assign_variables(query, variables)
    if not variables:
        variables.allocate([0], [0], lambda _, __: "nothing")
    if wrong:
        transitions(layout, rule, encoding, variables)  # so that what is unknown has its variables
        return Problem(layout, variables, [Clauses(np.zeros((1, 1), np.int32))])
    clauses = transitions(layout, rule, encoding, variables)
    if query.rule.states > 2:
        clauses += known_states(query.known, layout)
    if not query.with_empty:
        clauses.append(differs_from_background(layout, query.spacetime.motion.period))
    for t, dx, dy in query.excluded_periods():
        clauses += not_equal_to_first(layout, t, dx, dy, variables)
    # A pattern that does not recur is counted in its last generation, too.
    last = layout.grid if query.returns else np.append(layout.grid, layout.grid[-1:], axis=0)
    counted = replace(layout, grid=last)
    clauses += constraints.clauses(counted, variables)
    better_than, counters = constraints.better_than(counted, variables)
    return Problem(layout, variables, clauses + counters, better_than)
