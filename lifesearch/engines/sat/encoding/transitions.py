"""The clauses of all generations of a spacetime, in either encoding.

Rules of two states need nothing more than `rule_clauses` or `knuth`. In rules of several states
there are cells that are dying:

A cell that lives in generation t - 1 and not in t is in state 2 in generation t, and then goes
through the other states on its own, whatever is around it. So one more variable for each cell and
generation says it all: that the cell has just died. State k in generation t is state 2 in
generation t - k + 2:

    generation   0 1 2 3 4
    state        1 2 3 4 0      in a rule of 5 states
    lives        O . . . .
    just died    . O . . .

A pattern that recurs has always been there: the generations before the first one are the last
ones, moved. Otherwise the pattern begins with generation 0, in which cells may be in the states 3
and more, too. They have variables for generations before 0, as if they had died then.

A cell that is dying neither lives nor will live in the next generation; otherwise it lives if the
table of the rule says so. To the clauses of that table this is one more literal, as with partly
unknown rules: where a dead cell would be born, it lives if it is not dying. Where it is unknown
whether it would be born, it lives if the rule has that group and the cell is not dying.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Clauses, Ints, fold
from lifesearch.engines.sat.encoding.rule_clauses import implicates
from lifesearch.engines.sat.encoding.variable_grid import (
    UNCONSTRAINED,
    Encoding,
    VariableGrid,
    given,
)
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.rules.neighbourhood import BLOCKS, FIRST_GROUP, alive
from lifesearch.life.rules.partial import PartialRule, PartialStep
from lifesearch.life.rules.rule import Rule

CENTRE = 4
"""The place of a cell in the block of nine around it, in reading order."""


def transitions(
    layout: VariableGrid, rule: Rule | PartialRule, encoding: Encoding, variables: Variables
) -> list[Clauses]:
    """The clauses of every step, one for each orbit of cells.

    Unknown groups of a rule are variables, too, named after them.
    """
    names = rule.names if isinstance(rule, PartialRule) else ()
    index = np.arange(len(names))
    groups = variables.allocate(index, index, lambda i, _: names[i])
    y, x = ((axis - layout.spacetime.margin).astype(np.int32) for axis in np.nonzero(layout.chosen))
    batches = [] if layout.dying is None else _boundary(layout)
    for t in range(len(layout.grid) - 1):
        table, own = rule.table, groups
        # With B0, two tables alternate on the plane; a torus has no empty plane around it.
        if not layout.spacetime.torus:
            step = rule.steps[t % len(rule.steps)]
            table = step.table
            own = -groups if isinstance(step, PartialStep) and step.negated else groups
        then = layout.states_at(t + 1, x, y)
        successors = then[0]
        blocks = np.stack(list(layout.neighbourhood(t, x, y)), axis=1)
        # Dead cells among dead cells stay dead: no clause is needed for them. (With B0 on a torus
        # they do not, but no block is certainly dead there: a torus has no mask.) Where something
        # is said about a cell, so it is about its block: see `free_surroundings`.
        constrained = (successors != UNCONSTRAINED) & (
            (blocks != FALSE).any(1) | (then != FALSE).any(0)
        )
        if layout.exempt is not None:
            constrained &= ~layout.exempt[t + 1][layout.chosen]
        # Where something arrives, the rule would have left the cell as it was: a clause about that.
        if layout.arrives is not None:
            there = layout.arrives[t + 1][layout.chosen]
            batches += implicates(table, blocks[there], blocks[there, CENTRE], own)
        if layout.dying is not None:
            now, then = layout.states_at(t, x, y)[:, constrained], then[:, constrained]
            step_of = _step_of_several_states
            batches += step_of(table, own, t, blocks[constrained], now, then, variables)
        elif encoding == "implicates":
            batches += implicates(table, blocks[constrained], successors[constrained], own)
        else:
            batches += _knuth_step(
                layout, t, x[constrained], y[constrained], blocks[constrained], variables
            )
    return batches


def _step_of_several_states(
    table: bytes, groups: Ints, t: int, blocks: Ints, now: Ints, then: Ints, variables: Variables
) -> list[Clauses]:
    """The step from generation t for cells whose states are `now` and `then`.

    `now[state - 1]` and `then[state - 1]` are the literals of the cells: see `states_at`.
    """
    centre, successors, died = now[0], then[0], then[1]
    dying, batches = _any_of(now[1:], t, variables)
    batches += _deaths(centre, successors, died)
    batches += [_excluded(dying, centre), _excluded(dying, successors)]
    free = dying != FALSE
    # In the table `births`, an entry of 2 is the first group, here the literal "not dying": a
    # birth, unless the cell is dying. So the entries of the rule's own groups are one higher.
    # Those of births are `held`: they need the first group, too.
    entries = list(zip(range(BLOCKS), table, strict=True))
    births = bytes(
        entry + 1 if entry >= FIRST_GROUP else 2 if entry and not alive(block) else entry
        for block, entry in entries
    )
    held = frozenset(e + 1 for block, e in entries if e >= FIRST_GROUP and not alive(block))
    literals = np.column_stack([-dying[free], np.tile(groups, (int(free.sum()), 1))])
    return [
        *batches,
        *implicates(table, blocks[~free], successors[~free], groups),
        *implicates(births, blocks[free], successors[free], literals, held),
    ]


def _any_of(states: Ints, t: int, variables: Variables) -> tuple[Ints, list[Clauses]]:
    """For each cell a literal, true just if the cell is in one of the states; its clauses."""
    possible = (states != FALSE).sum(axis=0)
    literal = states.max(axis=0) if len(states) else np.zeros(0, np.int32)
    several = np.flatnonzero(possible > 1).astype(np.int32)
    if not len(several):
        return literal, []
    new = variables.allocate(several, several, lambda i, _: f"dying{t}.{i}")
    literal[several] = new
    some = states[:, several]
    rows = [np.column_stack([-state, new]) for state in some]
    return literal, [
        Clauses(fold(np.concatenate(rows))),
        Clauses(fold(np.column_stack([*some, -new]))),
    ]


def _deaths(centre: Ints, successors: Ints, died: Ints) -> list[Clauses]:
    """Clauses: a cell that has just died lived one generation before, and does not live now."""
    constrained = died != UNCONSTRAINED
    before, after, dead = centre[constrained], successors[constrained], died[constrained]
    return [
        Clauses(fold(np.column_stack([dead, -before, after]))),
        _implied(dead, before),
        _excluded(dead, after),
    ]


def _implied(a: Ints, b: Ints) -> Clauses:
    return Clauses(fold(np.column_stack([-a, b])))


def _excluded(a: Ints, b: Ints) -> Clauses:
    return _implied(a, -b)


def _boundary(layout: VariableGrid) -> list[Clauses]:
    """Clauses on dying cells beyond the steps: where they may be, the beginning and the end."""
    s = layout.spacetime
    if s.recurs:
        # Cells of an oscillator that died in the period before are where they die in this one.
        return _stays_inside(layout) if s.motion.travels else []
    x, y = s.surroundings(s.margin)
    pairs = combinations(layout.states_at(0, x.ravel(), y.ravel()), 2)
    clauses = [_excluded(a, b) for a, b in pairs]
    if s.target is not None:
        last = layout.states_at(s.motion.period, x, y)
        # The states 1 and 2 of the target are constants in the grids.
        for state in range(3, s.states):
            wanted = np.where(layout.grid[-1] == UNCONSTRAINED, UNCONSTRAINED, given(s, state))
            wanted = wanted[y + s.margin, x + s.margin]
            literals = np.where(wanted == TRUE, 1, -1) * last[state - 1]
            clauses.append(Clauses(fold(literals[wanted != UNCONSTRAINED].reshape(-1, 1))))
    return clauses


def _stays_inside(layout: VariableGrid) -> list[Clauses]:
    """Clauses: a ship's cells that died in the period before are inside while they are dying."""
    s, motion = layout.spacetime, layout.spacetime.motion
    assert layout.dying is not None
    rounds = -(-(s.states - 2) // motion.period)
    reach = s.margin * (1 + rounds)  # nothing leaves the margin in one period
    x, y = s.surroundings(reach)
    inside = (x >= 0) & (x < s.width) & (y >= 0) & (y < s.height)
    if s.mask is not None:
        mask = np.pad(s.mask.to_array(s.frame), reach - s.margin)
        inside &= mask.astype(np.bool_)
    x, y = x[~inside], y[~inside]
    gone = [
        layout.dying.at(t - state + 2, x, y)
        for t in range(motion.period)
        for state in range(3, s.states)
        if t - state + 2 < 0
    ]
    return [Clauses(fold(-literals.reshape(-1, 1))) for literals in gone]


def _knuth_step(
    grid: VariableGrid, t: int, x: Ints, y: Ints, blocks: Ints, variables: Variables
) -> list[Clauses]:
    """The step to generation t + 1; in Knuth's encoding x is the row, and y the column."""
    from lifesearch.engines.sat.encoding.knuth import KnuthBoard, transition, unmoved

    # A birth needs three live neighbours, a survival the cell and two of them: with fewer cells
    # that may live in the block, the next state is dead. Knuth's programs write nothing for these
    # cells, so a clause says that they are dead.
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
