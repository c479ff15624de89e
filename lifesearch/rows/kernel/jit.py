"""Compile functions with numba and keep the machine code from one process to the next.

numba keeps the machine code of a function in files named after it, and compiles again when the
function's own source file has changed; it does not notice that a function of another file, which
was compiled into this one, has changed. So a digest of all sources of this package becomes part
of each function's qualified name, and thereby of the names of these files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile at the first call, or load the machine code, if there is a folder to keep it."""
    return _compile(function)


def inlined(function: Function) -> Function:
    """Compile into each compiled function that calls this one; for short functions.

    A call copies the descriptions of all arrays, which takes longer than most functions here.
    """
    return _compile(function, forceinline=True)


def _compile(function: Function, **more: bool) -> Function:
    function.__qualname__ += f"_{sources_digest()}"
    options = {"nogil": True, "error_model": "numpy", **known(_nrt=False, **more)}
    try:
        made = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # numba finds no folder that can be written
        made = numba.njit(**options)(function)
    return cast(Function, made)


@cache
def sources_digest() -> str:
    """Return a digest of all source files of this package."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def known(**options: bool) -> dict[str, Any]:
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
