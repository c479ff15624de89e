"""Keep machine code from one process to the next.

numba keeps the machine code of a function in files named after it, beside its source or, if it
may not write there, in the user's cache folder. It compiles again when the function's own source
file has changed; it does not notice that a function of another file, which was compiled into this
one, has changed. So a digest of all sources of a folder becomes part of each function's qualified
name, and thereby of the names of these files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def installed() -> bool:
    """Whether numba is there; to import it, which may fail, takes half a second."""
    try:
        return find_spec("numba") is not None
    except (ImportError, ValueError):
        return False


def compile_and_keep(function: Function, folder: Path, **more: bool) -> Function:
    """Have a function compiled at its first call, or loaded if no source in its folder changed.

    Where numba may write nowhere, it refuses to compile anything that is to be kept; then the
    function is compiled again in each process that calls it.
    """
    import numba

    from lifesearch.lowlevel import call_as_part

    function.__qualname__ += f"_{sources_digest(folder)}"
    options = {**OPTIONS, **more}
    try:
        made = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # there is no folder that can be written
        made = numba.njit(**options)(function)
    call_as_part(made, function, options)
    return cast(Function, made)


def known(**options: bool) -> dict[str, bool]:
    """Return those options that this version of numba has.

    Where no function makes an array, references to arrays need not be counted; a search takes
    six times as long if they are. The option against it (`_nrt`) is hardly documented and may go,
    as may `forceinline`: without them everything works, but slowly.
    """
    try:
        from numba.core.cpu import CPUTargetOptions
    except ImportError:
        return {}
    return {name: value for name, value in options.items() if hasattr(CPUTargetOptions, name)}


@cache
def sources_digest(folder: Path) -> str:
    """Return a digest of all source files of a folder and of the folders in it."""
    from hashlib import sha256

    sources = sorted(folder.rglob("*.py"))
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]
