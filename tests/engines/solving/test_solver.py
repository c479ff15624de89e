"""The solver of a seed, which numbers the variables in another order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lifesearch.engines.sat.solving.solver import Solver


@pytest.mark.parametrize("name", ["glucose4", "cadical195"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_literals_are_preferred_in_any_order_of_the_variables(name: str, seed: int) -> None:
    preferred = [v if v % 3 else -v for v in range(1, 13)]
    with Solver(name, len(preferred), seed) as solver:
        solver.add([v, w] for v, w in pairwise(preferred))
        solver.prefer(preferred)
        assert list(solver.solve()) == [True]
        assert solver.model() == preferred
