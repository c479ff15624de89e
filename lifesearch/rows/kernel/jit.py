"""Compile functions with numba and keep the machine code: see `lifesearch.compiled`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lifesearch.compiled import compile_and_keep, known

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = Path(__file__).parent


def compiled(function: Function) -> Function:
    """Compile at the first call, or load the machine code, if there is a folder to keep it.

    Options that are not given are those of the caller that has it compiled: it must be said that
    a function is not to be inlined, or all that inlined functions call is inlined, too.
    """
    return compile_and_keep(function, _FOLDER, **known(_nrt=False, forceinline=False))


def inlined(function: Function) -> Function:
    """Compile into each compiled function that calls this one; for short functions."""
    return compile_and_keep(function, _FOLDER, **known(_nrt=False, forceinline=True))
