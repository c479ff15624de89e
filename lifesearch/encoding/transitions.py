"""The clauses of all steps of a spacetime, in either encoding."""

from __future__ import annotations

import numpy as np

from lifesearch.encoding.clauses import FALSE, Clauses, Ints, fold
from lifesearch.encoding.dying import boundary_clauses, transition_clauses
from lifesearch.encoding.knuth import KnuthBoard, transition, unmoved
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


def knuth_step(
    grid: VariableGrid, t: int, x: Ints, y: Ints, blocks: Ints, variables: Variables
) -> list[Clauses]:
    """The step to generation t + 1; his x is the row. Barren cells he leaves out are dead."""
    barren = (blocks != FALSE).sum(1) < 3
    dead = -grid.at(t + 1, x[barren], y[barren])
    width, height = grid.spacetime.width, grid.spacetime.height

    def wrapped(row: Ints, column: Ints) -> tuple[Ints, Ints]:
        return row % height, column % width

    board = KnuthBoard(
        y[~barren],
        x[~barren],
        alive=lambda row, column: np.ones(len(row), np.bool_),
        box=None,
        wrapped=wrapped if grid.spacetime.torus else unmoved,
    )
    step = transition(
        board,
        variables,
        t,
        now=lambda row, column: grid.at(t, column, row),
        then=lambda row, column: grid.at(t + 1, column, row),
        caged=False,
    )
    return [step, Clauses(fold(dead.reshape(-1, 1)))]
