"""Sessions of every kind, and proofs, lose nothing when they are killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running.soak import KINDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="children die with their parents")


@pytest.mark.parametrize(
    "kills", [pytest.param(6, marks=pytest.mark.long), pytest.param(1000, marks=pytest.mark.slow)]
)
def test_killed_at_any_moment(kills: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.running.soak", str(kills), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert counted.keys() == KINDS.keys()
    assert sum(counted.values()) >= kills
