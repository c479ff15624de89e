"""The proof checker's functions, compiled to machine code.

`own_checker` calls `verify_arrays` where compiled kernels can be run, and `checker.verify` itself,
in plain Python, elsewhere. Compiled functions take pointers to the data of numpy arrays.

    t    `Proving` (see `propagation`): the arrays of a formula, a proof, and the state of the check
"""

from __future__ import annotations

from lifesearch.engines.compiled import compiled, kernel, typed
from lifesearch.engines.compiled.words import pointers
from lifesearch.proofs.verifier import checker
from lifesearch.proofs.verifier.propagation import Proving

PROVING = typed(
    Proving, *["i4[]"] * 3, "i8[]", "i1[]", *["i4[]"] * 4, *["i1[]"] * 4, *["i4[]"] * 2, "i8[]"
)
"""The element types of the arrays of `Proving`, in the order of its fields.

`own_checker._arrays` makes the arrays with these types.
"""

for _function in checker.FUNCTIONS:
    compiled(_function)


@kernel(PROVING, returns=1)
def verify_arrays(t: Proving) -> int:
    """`checker.verify`, for numpy arrays."""
    return checker.verify(Proving(*pointers(t)))
