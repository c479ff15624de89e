"""What the tests of runs have in common."""

import multiprocessing
from collections.abc import Iterator

import pytest


@pytest.fixture
def no_orphans() -> Iterator[None]:
    """Make sure that no solver outlives the run that started it."""
    yield
    assert multiprocessing.active_children() == []
