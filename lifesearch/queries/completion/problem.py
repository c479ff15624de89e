"""The clauses of a completion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lifesearch.encoding.clauses import TRUE, Clauses
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
