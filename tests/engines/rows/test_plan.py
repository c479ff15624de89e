"""Plans tell the kernel which rows to look at: all of them must be rows of a state."""

import pytest

from lifesearch.engines.compiled import available
from lifesearch.engines.rows.plan import plan
from lifesearch.engines.rows.problem import StripProblem

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")

SPEEDS = [(p, k) for p in range(1, 13) for k in range(p)]


@pytest.mark.parametrize(("period", "shift"), SPEEDS, ids=str)
@pytest.mark.parametrize("flipped", [False, True])
def test_no_test_looks_at_a_row_before_the_state(period: int, shift: int, flipped: bool) -> None:
    from lifesearch.engines.rows.kernel import layout as k

    problem = StripProblem(3, period, shift, flipped=flipped)
    for line in plan(problem):
        level = line[k.LEVEL]
        for test, column in enumerate((k.FIRST, k.SECOND, k.THIRD), start=1):
            if test <= level:
                assert 1 <= line[column] <= 2 * period
        assert 1 <= line[k.RESULT] <= 2 * period
