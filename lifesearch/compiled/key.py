"""What machine code depends on.

The code of a function depends on its bytecode and constants, on the options of the compiler, on
the values of the globals that it names, and on all that of the functions that it calls, which are
compiled into it. Not on the place of its file, nor on the date, nor on anything else in the file:
so a copy of the program, or a new version whose functions are the same, finds what it needs.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

CONSTANTS = (int, float, complex, str, bytes, type(None), type(...))
OUTSIDE = ("numpy", "numba", "math", "builtins", "typing", "__future__")
"""Modules whose versions are part of each key, or whose functions never change."""


@cache
def surroundings(codegen: Any) -> tuple[str, ...]:
    """All that machine code depends on besides the functions."""
    import numpy as np
    from numba.core import config

    return (
        *(f"{name} {import_module(name).__version__}" for name in ("numba", "llvmlite")),
        f"numpy {'.'.join(np.__version__.split('.')[:2])}",
        f"{sys.implementation.cache_tag} {sysconfig.get_config_var('SOABI')} {sys.platform}",
        repr(codegen.magic_tuple()),
        repr([getattr(config, name, None) for name in ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")]),
    )


def digest(function: Any, options: dict[str, Any]) -> str:
    """Return a digest of a function and of everything that is compiled into it."""
    hasher = sha256()
    for piece in _pieces(function, options, set()):
        hasher.update(f"{len(piece)}:".encode() + piece)
    return hasher.hexdigest()


def _pieces(function: FunctionType, options: dict[str, Any], seen: set[int]) -> Iterator[bytes]:
    """All that a function consists of; of one that was seen before, its name."""
    yield f"{function.__module__}.{function.__qualname__} {sorted(options.items())!r}".encode()
    if id(function.__code__) in seen:
        return
    seen.add(id(function.__code__))
    yield from _value(function.__defaults__, seen)
    yield from _value(getattr(function, "choice", None), seen)
    yield from _value(getattr(function, "small", None), seen)
    for cell in function.__closure__ or ():
        yield from _value(cell.cell_contents, seen)
    yield from _code(function.__code__, function.__globals__, seen)


def _code(code: CodeType, names: dict[str, Any], seen: set[int]) -> Iterator[bytes]:
    yield code.co_code
    shape = (code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_names)
    yield repr((*shape, code.co_varnames, code.co_freevars, code.co_cellvars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant, names, seen)
        else:
            yield from _value(constant, seen)
    for name in code.co_names:  # of globals, and of attributes, which may be called like a global
        if name in names:
            yield name.encode()
            yield from _named(names[name], code.co_names, seen)


def _named(value: Any, names: Iterable[str], seen: set[int]) -> Iterator[bytes]:
    """A global value; of a module of this program, what of it a function may name."""
    if not isinstance(value, ModuleType) or _is_outside(value):
        yield from _value(value, seen)
        return
    for name in sorted(vars(value).keys() & set(names)):
        yield name.encode()
        yield from _value(getattr(value, name), seen)


def _value(value: Any, seen: set[int]) -> Iterator[bytes]:
    """A value that a function uses; TypeError if it is not known what that would depend on."""
    import numpy as np

    options = getattr(value, "targetoptions", None)
    if options is not None:
        yield from _pieces(value.py_func, options, seen)
    elif isinstance(value, FunctionType) and not _is_outside(value):
        yield from _pieces(value, {}, seen)
    elif isinstance(value, CONSTANTS):
        yield f"{type(value).__name__} {value!r}".encode()
    elif isinstance(value, tuple | frozenset):
        values = [repr(list(_value(each, seen))) for each in value]
        ordered = values if isinstance(value, tuple) else sorted(values)
        yield repr((type(value).__name__, ordered)).encode()
    elif isinstance(value, np.ndarray | np.generic):
        yield repr((type(value).__name__, str(value.dtype), value.shape)).encode()
        yield value.tobytes()
    elif _is_plain(value) or _is_outside(value):
        yield repr((type(value).__name__, getattr(value, "__name__", str(value)))).encode()
        if not _is_outside(value):
            yield _source(value)
    else:
        raise TypeError(f"what machine code depends on {value!r} for is not known")


def _is_plain(value: Any) -> bool:
    """Whether it is known by its name and the source of its module: intrinsics, too."""
    from numba.core.extending import _Intrinsic

    return isinstance(value, ModuleType | type | BuiltinFunctionType | _Intrinsic)


def _is_outside(value: Any) -> bool:
    name = value.__name__ if isinstance(value, ModuleType) else _module(value)
    return name.partition(".")[0] in OUTSIDE


def _module(value: Any) -> str:
    owner = value if isinstance(value, type) or hasattr(value, "__module__") else type(value)
    return getattr(owner, "__module__", None) or type(value).__module__


def _source(value: Any) -> bytes:
    """The source of a module, or of that which a class is from: whatever it may say."""
    module = value if isinstance(value, ModuleType) else sys.modules[_module(value)]
    return Path(str(module.__file__)).read_bytes()
