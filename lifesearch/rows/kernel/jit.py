"""Compile functions with numba and keep the machine code: see `lifesearch.compiled`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lifesearch.compiled import compile_and_keep

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = Path(__file__).parent


def compiled(function: Function) -> Function:
    """Compile at the first call, or load the machine code, if there is a folder to keep it."""
    return compile_and_keep(function, _FOLDER, **known(_nrt=False))


def inlined(function: Function) -> Function:
    """Compile into each compiled function that calls this one; for short functions.

    A call copies the descriptions of all arrays, which takes longer than most functions here.
    """
    return compile_and_keep(function, _FOLDER, **known(_nrt=False, forceinline=True))


def known(**options: bool) -> dict[str, bool]:
    """Return those options that this version of numba has.

    No function here makes an array, so references to arrays need not be counted; the search
    takes six times as long if they are. The option against it (`_nrt`) is hardly documented and
    may go, as may `forceinline`: without them everything works, but slowly.
    """
    try:
        from numba.core.cpu import CPUTargetOptions
    except ImportError:
        return {}
    return {name: value for name, value in options.items() if hasattr(CPUTargetOptions, name)}
