"""The clauses of all steps of a spacetime, in either encoding."""

from __future__ import annotations

import numpy as np

from lifesearch.encoding.clauses import FALSE, Clauses
from lifesearch.encoding.dying import boundary_clauses, transition_clauses
from lifesearch.encoding.knuth.step import knuth_step
from lifesearch.encoding.rule_clauses import implicates
from lifesearch.encoding.variable_grid import UNCONSTRAINED, Encoding, VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule

CENTRE = 4


def transitions(
    laid: VariableGrid, rule: Rule | PartialRule, encoding: Encoding, variables: Variables
) -> list[Clauses]:
    """The clauses of every step, one for each orbit of cells.

    What is unknown of a rule are variables, too, and have its names.
    """
    batches: list[Clauses] = []
    names = rule.names if isinstance(rule, PartialRule) else ()
    index = np.arange(len(names))
    groups = variables.allocate(index, index, lambda i, _: names[i])
    y, x = ((axis - laid.spacetime.margin).astype(np.int32) for axis in np.nonzero(laid.chosen))
    if laid.dying is not None:
        assert isinstance(rule, Rule)
        steps = range(len(laid.grid) - 1)
        return sum(
            (transition_clauses(laid, rule, t, x, y, variables) for t in steps),
            boundary_clauses(laid),
        )
    for t in range(len(laid.grid) - 1):
        table = rule.table
        if isinstance(rule, Rule) and not laid.spacetime.torus:
            table = rule.steps[t % len(rule.steps)].table
        successors = laid.at(t + 1, x, y)
        blocks = np.stack(list(laid.neighbourhood(t, x, y)), axis=1)
        told = (successors != UNCONSTRAINED) & ((blocks != FALSE).any(1) | (successors != FALSE))
        if laid.exempt is not None:
            told &= ~laid.exempt[t + 1][laid.chosen]
        if laid.arrives is not None:
            there = laid.arrives[t + 1][laid.chosen]
            batches += implicates(table, blocks[there], blocks[there, CENTRE], groups)
        if encoding == "implicates":
            batches += implicates(table, blocks[told], successors[told], groups)
        else:
            batches += knuth_step(laid, t, x[told], y[told], blocks[told], variables)
    return batches
