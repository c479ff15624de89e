"""The checker's functions as machine code: they work on arrays, by pointers.

Importing this needs numba.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from lifesearch.compiled import compiled
from lifesearch.compiled.lowlevel import pointers
from lifesearch.proofs.verifier import checker, propagation


def _machine_code() -> Any:
    """The function `verify`; each function calls the machine code of the others."""
    names = {**vars(propagation), **vars(checker)}
    for function in checker.FUNCTIONS:
        copy = FunctionType(function.__code__, names, function.__name__)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        names[function.__name__] = compiled(copy)
    return names["verify"]


_verify = _machine_code()


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
    verdict: int = _verify(
        originals,
        pointers(steps),
        pointers(pivots),
        pointers(literals),
        pointers(start),
        pointers(value),
        pointers(trail),
        pointers(reason),
        pointers(head),
        pointers(after),
        pointers(linked),
        pointers(active),
        pointers(needed),
        pointers(seen),
        pointers(stack),
        pointers(marks),
        pointers(counts),
    )
    return verdict
