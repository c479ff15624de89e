"""Run kernels twice: as machine code, and as the plain Python functions that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any
from unittest.mock import patch

import numpy as np

from lifesearch.engines.compiled.declare import Kernel
from lifesearch.engines.compiled.words import viewed


@contextmanager
def both_ways() -> Iterator[set[str]]:
    """Compare each call of a kernel with that of its function; the kernels that were called."""
    called: set[str] = set()
    by_machine = Kernel.__call__

    def compare(self: Kernel[..., Any], *arguments: Any) -> Any:
        copies = deepcopy(arguments)
        found = by_machine(self, *arguments)
        with np.errstate(over="ignore"):
            expected = self.function(*map(viewed, copies))
        assert np.array_equal(found, expected) if self.returns else expected is None, self.name
        for mine, other in zip(arrays(arguments), arrays(copies), strict=True):
            assert np.array_equal(mine, other), self.name
        called.add(self.name.removeprefix("lifesearch."))
        return found

    with patch.object(Kernel, "__call__", compare):
        yield called


def arrays(argument: Any) -> Iterator[Any]:
    """All arrays among arguments."""
    if isinstance(argument, np.ndarray):
        yield argument
    elif isinstance(argument, tuple):
        for each in argument:
            yield from arrays(each)
