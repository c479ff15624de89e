"""The program, and a pattern for it."""

from pathlib import Path

import pytest

from tests import cases
from tests.doors.cli.undisturbed import FEW, all_of
from tests.program import Run, run

__all__ = ["GLIDER", "Run"]

GLIDER = "bo$2bo$3o!"


@pytest.fixture
def lifesearch() -> Run:
    """Run `lifesearch` with the given words; returns status, output and messages."""
    return run


@pytest.fixture(scope="session")
def few() -> list[str]:
    """What an undisturbed run of `FEW` finds."""
    return all_of(FEW, cases.STILL_LIFES[3] - 1)


@pytest.fixture
def glider(tmp_path: Path) -> str:
    file = tmp_path / "glider.rle"
    file.write_text(GLIDER)
    return str(file)
