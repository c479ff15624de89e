"""Sessions of every kind, and proofs, lose nothing when they are killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running.kills import KINDS
from tests.seeds import seeds

LEAST = 6
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="children die with their parents")


@seeds(long=1)
def test_killed_at_any_moment(seed: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.running.kills", str(LEAST), str(tmp_path), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert counted.keys() == KINDS.keys()
    assert sum(counted.values()) >= LEAST
