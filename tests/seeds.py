"""Seeds of random tests: a few by default, a new one each time in the soak (`tests/soak.py`)."""

from __future__ import annotations

import os

import pytest

from lifesearch.common.folders import variable

SEED = int(os.environ.get(variable("seed"), "1000"))
"""The seed of tests that are marked `soak`: usually one that no other test has."""
END_VARIABLE = "LIFESEARCH_SOAK_UNTIL"
UNTIL = float(os.environ.get(END_VARIABLE, "inf"))
"""When a soak ends, in seconds since 1970."""


def seeds(few: int = 0, long: int = 0) -> pytest.MarkDecorator:
    """Run a test with the seeds 0 to few - 1, with some more that take long, and in the soak."""
    return pytest.mark.parametrize(
        "seed",
        [
            *range(few),
            *(pytest.param(seed, marks=pytest.mark.long) for seed in range(few, few + long)),
            pytest.param(SEED, marks=pytest.mark.soak, id="soak"),
        ],
    )
