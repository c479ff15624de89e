"""Pointers, and bits of a word, which numba does not offer. Importing this needs numba.

Of bits, these are instructions that most processors have.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic


def _pointers(context: Any, arrays: Any) -> Any:
    """Return pointers to the first entries of a tuple of arrays, or of one array.

    An array is seven values to a compiler, and all are passed on in every call; a pointer is one.
    Its indices are never counted from the end, so there is less to compile, too. Nothing keeps the
    array of a pointer alive: what Python calls takes arrays, and gives pointers to what it calls.

    The arrays have no gaps, and are of integers: a truth value in an array is of another size.
    """
    several = isinstance(arrays, types.BaseTuple)
    kinds = tuple(getattr(arrays, "types", (arrays,)))
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


def _at(context: Any, entries: Any, place: Any) -> Any:
    """Return a pointer to the entry with this number of an array, or of what a pointer is to."""
    is_array = isinstance(entries, types.Array)
    if not (isinstance(entries, types.CPointer) or (is_array and entries.is_c_contig)):
        return None
    if not isinstance(entries.dtype, types.Integer):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, number = arguments
        if is_array:
            data = context.make_array(entries)(context, builder, data).data
        return builder.gep(data, [number])

    return types.CPointer(entries.dtype)(entries, types.intp), generate


def _ones(context: Any, word: Any) -> Any:
    """How many bits of a word are one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(*arguments)

    return types.int64(types.uint64), generate


def _lowest(context: Any, word: Any) -> Any:
    """The place of the lowest bit that is one; 64 if there is none."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(*arguments, cgutils.false_bit)  # also of zero

    return types.int64(types.uint64), generate


pointers: Any = intrinsic(_pointers)
at: Any = intrinsic(_at)
ones: Any = intrinsic(_ones)
lowest: Any = intrinsic(_lowest)
