"""Declare kernels: plain functions over arrays, with the types of their arguments.

A type is `i8` for a number (numpy's names of types), `u8[]` or `u8[,]` for an array of one or two
dimensions, `const u8[]` for one that may be read-only, or a tuple of types (see `typed`):

    >>> @kernel("u8[]", "i8", returns=1)
    ... def doubled(words, place):
    ...     words[place] *= 2
    ...     return words[place]

Called, a kernel is machine code, which was made when lifesearch was installed; `doubled.function`
is the function itself. Arguments are checked before addresses are handed over.

A function that a kernel calls is declared as `compiled` or `inlined`; for Python it is unchanged.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from operator import index
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
Given = ParamSpec("Given")
Result = TypeVar("Result")

Declared = Any
"""The text of a type, or a tuple of types."""

C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x0001, 0x0100, 0x0400
"""Numpy's flags of arrays."""

INLINED: dict[Callable[..., Any], bool] = {}
"""All functions that kernels may call, and whether they are to be inlined."""
KERNELS: dict[str, Kernel[..., Any]] = {}
"""All kernels of the modules that are loaded, by module and name."""


def compiled(function: Function) -> Function:
    """Declare a function that kernels may call."""
    INLINED[function] = False
    return function


def inlined(function: Function) -> Function:
    """Declare a function that kernels may call, and that is inlined; for short ones."""
    INLINED[function] = True
    return function


def kernel(
    *declared: Declared, returns: int = 0, name: str = ""
) -> Callable[[Callable[Given, Result]], Kernel[Given, Result]]:
    """Declare a function that is called as machine code, and returns `returns` whole numbers.

    A `name` is needed where several kernels are made of functions with one name.
    """

    def declare(function: Callable[Given, Result]) -> Kernel[Given, Result]:
        whole_name = f"{function.__module__}.{name or function.__name__}"
        made = Kernel(whole_name, function, declared, tuple(map(_types, declared)), returns)
        KERNELS[whole_name] = cast(Any, made)
        return made

    return declare


def typed(kind: Callable[..., Any], *declared: Declared) -> Declared:
    """The type of a named tuple, from the types of its fields."""
    return kind(*declared)


class ArgumentType(NamedTuple):
    """The type of a number, if it has no dimensions; else of an array, with the flags it needs."""

    dtype: np.dtype[Any]
    dimensions: int
    flags: int

    def __str__(self) -> str:
        if not self.dimensions:
            return str(self.dtype)
        writeable = "a writeable" if self.flags & WRITEABLE else "a"
        return f"{writeable} {self.dimensions}-D array of {self.dtype} without gaps"


@cache
def type_of(text: str) -> ArgumentType:
    """Read the text of a type.

    >>> print(type_of("const u8[,]"))
    a 2-D array of uint64 without gaps
    """
    base, bracket, rest = text.removeprefix("const ").partition("[")
    flags = C_CONTIGUOUS | ALIGNED | (0 if text.startswith("const ") else WRITEABLE)
    return ArgumentType(np.dtype(base), rest.count(",") + 1 if bracket else 0, flags)


def leaves(declared: Declared) -> Iterator[ArgumentType]:
    """The numbers and arrays of a type, in order."""
    if isinstance(declared, str):
        yield type_of(declared)
    else:
        for each in declared:
            yield from leaves(each)


@dataclass(frozen=True, eq=False)
class Kernel(Generic[Given, Result]):
    """A declared function, and its machine code, which is loaded at the first call.

    name       module and name of the function
    function   the function itself, for Python
    declared   the types of its arguments as they were declared; types: as they were read
    returns    how many numbers it returns: none, one, or two as a tuple
    """

    name: str
    function: Callable[Given, Result]
    declared: tuple[Declared, ...]
    types: tuple[Any, ...]
    returns: int

    def __call__(self, *arguments: Given.args, **named: Given.kwargs) -> Result:
        if named or len(arguments) != len(self.declared):
            raise TypeError(f"{self.name} takes {len(self.declared)} arguments, by their places")
        results = (ctypes.c_int64 * 2)()
        flat: list[Any] = [results]
        for declared, value in zip(self.types, arguments, strict=True):
            self._flatten(declared, value, flat)
        if self._code(*flat):
            raise RuntimeError(f"{self.name} failed")
        if self.returns == 1:
            return cast(Result, results[0])
        return cast(Result, tuple(results) if self.returns else None)

    def _flatten(
        self, declared: ArgumentType | tuple[Any, ...], value: Any, flat: list[Any]
    ) -> None:
        """Append what the C function takes for one argument: numbers, addresses and shapes."""
        if not isinstance(declared, ArgumentType):
            if not isinstance(value, tuple) or len(value) != len(declared):
                raise TypeError(f"{self.name} takes a tuple of {len(declared)} here, not {value!r}")
            for one, part in zip(declared, value, strict=True):
                self._flatten(one, part, flat)
            return
        dtype, dimensions, flags = declared
        if not dimensions:
            flat.append(_number(value, dtype))
        elif (
            isinstance(value, np.ndarray)
            and value.dtype == dtype
            and value.ndim == dimensions
            # One comparison for all flags: aligned, contiguous, and writeable where the kernel
            # writes.
            and value.flags.num & flags == flags
        ):
            flat.append(value.ctypes.data)
            flat += value.shape
        else:
            raise TypeError(f"{self.name} takes {declared}, not {_described(value)}")

    @cached_property
    def _code(self) -> Callable[..., int]:
        from lifesearch.engines.compiled.load import address_of

        types: list[Any] = [ctypes.c_void_p]
        for kind in leaves(self.declared):
            if kind.dimensions:
                types += [ctypes.c_void_p, *[ctypes.c_int64] * kind.dimensions]
            else:
                types.append(ctypes.c_uint64 if kind.dtype == np.uint64 else ctypes.c_int64)
        return ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address_of(self.name))


def _types(declared: Declared) -> ArgumentType | tuple[Any, ...]:
    return type_of(declared) if isinstance(declared, str) else tuple(map(_types, declared))


def _number(value: Any, dtype: np.dtype[Any]) -> int:
    """A whole number, checked to be in the range of 64 bits, with a sign unless it is u8."""
    number = index(value)
    low, high = (0, 1 << 64) if dtype == np.uint64 else (-1 << 63, 1 << 63)
    if not low <= number < high:
        raise OverflowError(f"{number} is no {dtype}")
    return number


def _described(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    gaps = "" if value.flags.c_contiguous else " with gaps"
    fixed = "" if value.flags.writeable else " that is read-only"
    return f"a {value.ndim}-D array of {value.dtype}{gaps}{fixed}"
