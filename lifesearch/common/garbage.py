"""Switch off the garbage collector while many objects are made that all stay in use.

Python's collector examines new objects again and again while their number grows. A report of a
thousand answers, or a pattern of a million cells, makes a million objects in one go and leaves no
cycle behind. A list of two million pairs is made in half the time without the collector.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Switch the collector off inside a `with` statement; after it, on again if it was on."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
