"""Oscillators that are built, from the outside."""

import json
from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run


def test_on_the_command_line(lifesearch: Run, tmp_path: Path) -> None:
    done = lifesearch("oscillator", "61", "-f", "json")
    assert json.loads(done.stdout)["built"] is True
    assert "this oscillator is built, not found; --only soups" in done.stderr
    session = str(tmp_path / "session")
    assert lifesearch("oscillator", "43", "--session", session).returncode == 0
    again = lifesearch("resume", session, "-f", "json")
    assert again.returncode == 0
    assert json.loads(again.stdout)["built"] is True


@pytest.mark.long
def test_a_session_of_a_large_loop(lifesearch: Run, tmp_path: Path) -> None:
    session = str(tmp_path / "session")
    assert lifesearch("oscillator", "503", "--session", session).returncode == 0
    assert "built, not found" in lifesearch("resume", session).stdout


def test_a_found_oscillator_is_not_said_to_be_built(lifesearch: Run) -> None:
    assert "built" not in json.loads(lifesearch("oscillator", "2", "-f", "json").stdout)


def test_a_period_that_is_too_long(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "100000")
    assert done.returncode == 2
    assert "the period must be at most 1,000, not 100,000" in done.stderr
