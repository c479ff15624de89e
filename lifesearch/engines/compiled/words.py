"""Pointers, and bits of a word, for kernels: in plain Python.

When kernels are compiled, `build` replaces these functions by machine instructions. Here a pointer
is a `View` of an array. Numbers are as wide as in machine code: 64 bits, with a sign unless the
array is of unsigned 64-bit numbers. So tests can run kernels in plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class View:
    """An array, or the end of one, whose numbers have 64 bits when they are read.

    Only an index that is one number is counted from `first` on: pointers have one dimension.
    """

    def __init__(self, array: Any, first: int = 0) -> None:
        self.array, self.first = array, int(first)
        self.shape, self.size = array.shape, array.size
        self._wide = np.uint64 if array.dtype == np.uint64 else np.int64

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        found = self.array[place if isinstance(place, tuple) else self.first + int(place)]
        return View(found) if isinstance(found, np.ndarray) else self._wide(found)

    def __setitem__(self, place: Any, value: Any) -> None:
        place = place if isinstance(place, tuple) else self.first + int(place)
        self.array[place] = np.asarray(value).astype(self.array.dtype)


def viewed(argument: Any) -> Any:
    """An argument of a kernel, for its plain function: arrays as views."""
    if isinstance(argument, np.ndarray):
        return View(argument)
    if isinstance(argument, tuple):
        parts = map(viewed, argument)
        return type(argument)(*parts) if hasattr(argument, "_fields") else tuple(parts)
    return argument


def pointers(arrays: Any) -> Any:
    """Pointers to the first entries of a tuple of arrays, or of one array.

    An array is seven values to a compiler, and all are passed on in every call; a pointer is one.
    Its indices are never counted from the end, so there is less to compile, too: strips compiled in
    7.3 instead of 17.6 CPU s.
    """
    if isinstance(arrays, tuple):
        return tuple(map(pointers, arrays))
    array = arrays.array if isinstance(arrays, View) else arrays
    return View(array.reshape(-1))


def at(entries: Any, place: Any) -> Any:
    """A pointer to the entry with this number of an array, or of what a pointer points to."""
    if not isinstance(entries, View) or entries.array.ndim > 1:
        entries = pointers(entries)
    return View(entries.array, entries.first + int(place))


def ones(word: Any) -> int:
    """The number of 1 bits of a word."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """The number of the lowest 1 bit; 64 if there is none."""
    number = int(word)
    return (number & -number).bit_length() - 1 if number else 64
