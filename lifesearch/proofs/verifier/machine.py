"""The checker's functions as machine code: they work on arrays, by pointers.

Importing this needs numba.
"""

from __future__ import annotations

from typing import Any

from lifesearch.compiled import compiled, compiled_copies
from lifesearch.compiled.lowlevel import pointers
from lifesearch.proofs.verifier import checker

_verify = compiled_copies(checker.FUNCTIONS)["verify"]


@compiled
def verify_arrays(
    originals: int,
    steps: Any,
    pivots: Any,
    literals: Any,
    start: Any,
    value: Any,
    trail: Any,
    reason: Any,
    head: Any,
    after: Any,
    linked: Any,
    active: Any,
    needed: Any,
    seen: Any,
    stack: Any,
    marks: Any,
    counts: Any,
) -> int:
    """Check a proof; see `checker.verify`."""
    every = (steps, pivots, literals, start, value, trail, reason, head, after, linked, active)
    rest = (needed, seen, stack, marks, counts)
    verdict: int = _verify(originals, *pointers(every), *pointers(rest))
    return verdict
