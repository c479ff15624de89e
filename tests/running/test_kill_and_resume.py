"""A search by row tables is killed at random moments, and goes on from its session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="forks")


@pytest.mark.parametrize(
    "kills", [pytest.param(6, marks=pytest.mark.long), pytest.param(100, marks=pytest.mark.slow)]
)
def test_killed_at_random_moments(kills: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.running.kills", str(kills), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(each["kills"] for each in outcomes) >= kills
    ships: dict[int, list[str]] = {}
    for each in outcomes:
        assert each["end"] == "finished True"
        assert each["ships"] == ships.setdefault(each["strip"], each["ships"])
    assert all(
        len(ships[strip]) == number for strip, number in ((0, 0), (1, 1), (2, 1)) if strip in ships
    )
