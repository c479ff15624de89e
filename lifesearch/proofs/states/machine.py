"""Kernels: the functions that check states, and explore them, as machine code over pointers.

`certificate_check` and `explore` use these where kernels can be run, and the same functions in
plain Python elsewhere. Rows of a state have 16 bits, or 64 in wide strips; for each there are
kernels of their own.

    d     `StripWorkspace`: the strip's numbers, and scratch arrays
    s     `States`: the set of states, and its hash table
    w     `Exploration`: how each state was reached
    tree  `Tree`: the states of a certificate, as they are written
    mask, size    the slots of the hash table less one; the number of states
    begin, end    the states that a call examines: begin to end - 1
    used, most, starts    see `reach`
    rows          the type of the rows of `States`: u2 or i8
"""

from __future__ import annotations

from typing import Any

from lifesearch.engines.compiled import compiled, kernel, typed
from lifesearch.engines.compiled.words import pointers
from lifesearch.proofs.states import reach, row_steps, state_set
from lifesearch.proofs.states.reach import Exploration
from lifesearch.proofs.states.row_steps import StripWorkspace
from lifesearch.proofs.states.state_set import States, Tree

WORKSPACE = typed(StripWorkspace, *["i8[]"] * 6)
TREE = typed(Tree, *["i8[]"] * 3)
EXPLORATION = typed(Exploration, "i8[]", "i8[]", "u1[]", "i8[]")
"""The element types of the arrays of each, in the order of its fields."""

for _function in (*row_steps.FUNCTIONS, *state_set.FUNCTIONS, reach.explore):
    compiled(_function)


def _check(
    d: StripWorkspace, s: States, tree: Tree, mask: int, size: int, begin: int, end: int
) -> int:
    workspace, states = StripWorkspace(*pointers(d)), States(*pointers(s))
    bad: int = state_set.check(workspace, states, Tree(*pointers(tree)), mask, size, begin, end)
    return bad


def _explore(
    d: StripWorkspace,
    s: States,
    w: Exploration,
    mask: int,
    begin: int,
    end: int,
    used: int,
    most: int,
    starts: int,
) -> int:
    workspace, states, exploration = (
        StripWorkspace(*pointers(d)),
        States(*pointers(s)),
        Exploration(*pointers(w)),
    )
    now: int = reach.explore(workspace, states, exploration, mask, begin, end, used, most, starts)
    return now


def _kernels(rows: str) -> tuple[Any, Any]:
    states = typed(States, rows, "i8[]", "i8[]")
    check = kernel(WORKSPACE, states, TREE, *["i8"] * 4, returns=1, name=f"check_{rows[:2]}")
    explore = kernel(
        WORKSPACE, states, EXPLORATION, *["i8"] * 6, returns=1, name=f"explore_{rows[:2]}"
    )
    return check(_check), explore(_explore)


_NARROW, _WIDE = _kernels("u2[]"), _kernels("i8[]")


def check_arrays(d: StripWorkspace, s: States, *rest: Any) -> int:
    """See `state_set.check`."""
    found: int = (_NARROW if s.rows.itemsize == 2 else _WIDE)[0](d, s, *rest)
    return found


def explore_arrays(d: StripWorkspace, s: States, *rest: Any) -> int:
    """See `reach.explore`."""
    found: int = (_NARROW if s.rows.itemsize == 2 else _WIDE)[1](d, s, *rest)
    return found
