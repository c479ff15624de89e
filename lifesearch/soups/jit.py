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


def jit_in_place(function: Function) -> Function:
    """Compile a function that makes no arrays: without counting references it is much faster."""
    return compile_and_keep(function, Path(__file__).parent, **known(_nrt=False))
