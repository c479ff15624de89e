"""Compile functions with numba, without the GIL, and keep the machine code where that is possible.

numba keeps machine code beside the source or, if it may not write there, in the user's cache
folder. Where it may write nowhere it refuses to compile anything that is to be kept; then the
function is compiled again in each process that calls it.

What is kept is thrown away when the function's own file changes, but not when only a function
of another file that it calls does: after editing one of these modules, remove `__pycache__`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., object])


def jit(function: Function) -> Function:
    """Return the function compiled at its first call, or loaded from the cache."""
    try:
        return cast(Function, njit(nogil=True, error_model="numpy", cache=True)(function))
    except RuntimeError:  # there is no folder for the cache
        return cast(Function, njit(nogil=True, error_model="numpy")(function))
