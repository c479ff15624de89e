"""Compile functions with numba and keep the machine code: see `lifesearch.compiled`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lifesearch.compiled import compile_and_keep, known

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Compile at the first call, or load the machine code, if there is a folder to keep it."""
    return compile_and_keep(function, Path(__file__).parent)


def inlined(function: Function) -> Function:
    """Compile into each compiled function that calls this one; for those that make no arrays.

    A call copies the descriptions of all arrays and counts references to them, which takes longer
    than most functions here.
    """
    return compile_and_keep(function, Path(__file__).parent, **known(_nrt=False, forceinline=True))
