"""The checker's functions as machine code: they work on arrays, by pointers.

Importing this needs numba.
"""

from __future__ import annotations

from lifesearch.compiled import compiled, compiled_copies
from lifesearch.compiled.lowlevel import pointers
from lifesearch.proofs.verifier import checker
from lifesearch.proofs.verifier.propagation import Proving

_verify = compiled_copies(checker.FUNCTIONS)["verify"]


@compiled
def verify_arrays(t: Proving) -> int:
    verdict: int = _verify(Proving(*pointers(t)))
    return verdict
