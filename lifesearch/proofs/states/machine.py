"""The functions that check states, and reach them, as machine code: they work by pointers.

Importing this needs numba.
"""

from __future__ import annotations

from typing import Any

from lifesearch.compiled import compiled, compiled_copies
from lifesearch.compiled.lowlevel import pointers
from lifesearch.proofs.states import reach, row_steps, state_set

_COPIES = compiled_copies((*row_steps.FUNCTIONS, *state_set.FUNCTIONS, reach.explore))
_check, _explore = _COPIES["check"], _COPIES["explore"]


@compiled
def check_arrays(
    begin: int,
    end: int,
    size: int,
    mask: int,
    strip: Any,
    ways: Any,
    spread: Any,
    last: Any,
    children: Any,
    states: Any,
    marks: Any,
    table: Any,
    rows: Any,
    fits: Any,
    found: Any,
    wrong: Any,
) -> int:
    """See `state_set.check`."""
    first = pointers((strip, ways, spread, last, children, states, marks, table))
    bad: int = _check(begin, end, size, mask, *first, *pointers((rows, fits, found, wrong)))
    return bad


@compiled
def explore_arrays(
    begin: int,
    end: int,
    used: int,
    most: int,
    starts: int,
    mask: int,
    strip: Any,
    ways: Any,
    spread: Any,
    states: Any,
    marks: Any,
    table: Any,
    last: Any,
    parent: Any,
    turned: Any,
    rows: Any,
    fits: Any,
    found: Any,
    outcome: Any,
) -> int:
    """See `reach.explore`."""
    every = (strip, ways, spread, states, marks, table, last, parent, turned)
    work = pointers((rows, fits, found, outcome))
    now: int = _explore(begin, end, used, most, starts, mask, *pointers(every), *work)
    return now
