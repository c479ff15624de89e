"""Functions that become machine code by numba, and stay that from one process to the next.

notices    what whoever waits for the compiler may want to hear
folder     where machine code is kept, its files, and their locks
key        what machine code depends on
maker      a process that compiles for another one
cache      machine code of one function
lowlevel   pointers, and bits of a word
quick      a quicker compiler, which compiles once what several functions call
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

TRIED = (67, 68)
"""Numba 0.67 and 0.68: with 0.61, another kind of pass manager makes the quicker compiler fail."""
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def installed() -> bool:
    """Whether numba is there; to import it, which may fail, takes half a second."""
    try:
        return find_spec("numba") is not None
    except (ImportError, ValueError):
        return False


def unavailable(module: str) -> str:
    """Load a module of compiled functions; why that is impossible, or nothing."""
    try:
        import_module(module)
    except ImportError as error:
        return f"numba cannot be imported ({error})"
    return ""


def compiled(function: Function) -> Function:
    """Compile a function that makes no arrays at its first call, or load its machine code.

    Options that are not given are those of the caller that has it compiled: it must be said that
    a function is not to be inlined, or all that inlined functions call is inlined, too.
    """
    return _kept(function, **known(_nrt=False, forceinline=False))


def compiled_small(function: Function) -> Function:
    """Compile a function that takes little of the time: soon, rather than into fast code."""
    cast(Any, function).small = True
    return compiled(function)


def inlined(function: Function) -> Function:
    """Compile into each compiled function that calls this one; for short ones."""
    return _kept(function, **known(_nrt=False, forceinline=True))


def compiled_copies(functions: Sequence[Callable[..., Any]]) -> dict[str, Any]:
    """Compile functions that can be run as they are, too: copies by name, which call each other.

    Each comes after those that it calls.
    """
    names: dict[str, Any] = {}
    for function in functions:
        names.update(function.__globals__)
    for function in functions:
        copy = FunctionType(function.__code__, names, function.__name__)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        names[function.__name__] = compiled(copy)
    return names


def chosen(function: Callable[..., Any]) -> Callable[[Function], Function]:
    """In compiled functions, have what is decorated choose by types what to call for a function.

    Machine code depends on the choice: see `key`.
    """
    from numba.extending import overload

    options: Any = {**OPTIONS, **known(_nrt=False, forceinline=False)}
    if is_tried():
        from lifesearch.compiled.quick import as_part

        options = as_part(options)
    choose: Callable[[Function], Function] = overload(function, strict=False, jit_options=options)

    def keep(choice: Function) -> Function:
        cast(Any, function).choice = choice
        return choose(choice)

    return keep


def _kept(function: Function, **more: bool) -> Function:
    """Have a function compiled at its first call, or loaded if it was compiled before."""
    import numba

    from lifesearch.compiled.cache import KernelCache

    options = {**OPTIONS, **more}
    if not is_tried():
        made: Any = numba.njit(**options)(function)
        made._cache = KernelCache(made)
        return cast(Function, made)
    from lifesearch.compiled.quick import QuickCompiler, call_as_part

    made = numba.njit(pipeline_class=QuickCompiler, **options)(function)
    made._cache = KernelCache(made)
    call_as_part(made, function, options)
    return cast(Function, made)


@cache
def is_tried() -> bool:
    """Whether the quicker compiler was tried with the version of numba that is installed."""
    from importlib.metadata import version

    found = re.match(r"0\.(\d+)", version("numba"))
    return found is not None and int(found[1]) in TRIED


def ask_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Have a function compiled for such arguments in the background, if it is not yet.

    Who needs several asks for all of them first: then all are made, even if the search ends before.
    """
    from numba import typeof

    made: Any = function
    type_of: Callable[[Any], Any] = typeof
    if not made.signatures:
        made._cache.ask(tuple(map(type_of, arguments)))


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
