"""Scripts that use the public interface, run as processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.processes import PATIENCE

SPAWN = """
import multiprocessing
from lifesearch.running import process
process._context = lambda: multiprocessing.get_context("spawn")
"""


def run(script: str, folder: Path, *, by_name: bool = True) -> str:
    """What a script prints, run as a file or from standard input; its folder stays as it is."""
    path = folder / "script.py"
    path.write_text(script)
    done = subprocess.run(
        [sys.executable, *([str(path)] if by_name else ["-"])],
        input=None if by_name else script,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
