"""Pointers to the entries of arrays, inside compiled functions. Importing this needs numba.

An array is seven values to a compiler, each of which is passed on in every call; a pointer is one.
Indices of a pointer are not turned round if they are negative, so there is less to compile, too.
Nothing keeps the array of a pointer alive: a function that is called from Python takes arrays, and
gives pointers to those that it calls.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic


def _pointers(context: Any, arrays: Any) -> Any:
    """Return pointers to the first entries of a tuple of arrays without gaps, or of one array.

    The arrays are of integers: a truth value is not kept in memory as it is worked with.
    """
    several = isinstance(arrays, types.BaseTuple)
    kinds = tuple(arrays) if several else (arrays,)
    if not all(isinstance(kind, types.Array) and kind.is_c_contig for kind in kinds):
        return None
    if not all(isinstance(kind.dtype, types.Integer) for kind in kinds):
        return None
    found = tuple(types.CPointer(kind.dtype) for kind in kinds)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = cgutils.unpack_tuple(builder, arguments[0]) if several else arguments
        data = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(kinds, values, strict=True)
        ]
        return context.make_tuple(builder, signature.return_type, data) if several else data[0]

    return (types.Tuple(found) if several else found[0])(arrays), generate


pointers: Any = intrinsic(_pointers)
