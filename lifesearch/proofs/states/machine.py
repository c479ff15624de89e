"""The functions that check states, and reach them, as machine code: they work by pointers.

Importing this needs numba.
"""

from __future__ import annotations

from lifesearch.compiled import compiled, compiled_copies
from lifesearch.compiled.lowlevel import pointers
from lifesearch.proofs.states import reach, row_steps, state_set
from lifesearch.proofs.states.reach import Ways
from lifesearch.proofs.states.row_steps import Bench
from lifesearch.proofs.states.state_set import States, Tree

_COPIES = compiled_copies((*row_steps.FUNCTIONS, *state_set.FUNCTIONS, reach.explore))
_check, _explore = _COPIES["check"], _COPIES["explore"]


@compiled
def check_arrays(
    d: Bench, s: States, tree: Tree, mask: int, size: int, begin: int, end: int
) -> int:
    """See `state_set.check`."""
    desk, states = Bench(*pointers(d)), States(*pointers(s))
    bad: int = _check(desk, states, Tree(*pointers(tree)), mask, size, begin, end)
    return bad


@compiled
def explore_arrays(
    d: Bench, s: States, w: Ways, mask: int, begin: int, end: int, used: int, most: int, starts: int
) -> int:
    """See `reach.explore`."""
    desk, states, ways = Bench(*pointers(d)), States(*pointers(s)), Ways(*pointers(w))
    now: int = _explore(desk, states, ways, mask, begin, end, used, most, starts)
    return now
