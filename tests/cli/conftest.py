"""The real program, as a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

GLIDER = "bo$2bo$3o!"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def lifesearch() -> Run:
    """Run `lifesearch` with the given words; returns status, output and messages."""

    def run(*words: str, stdin: str = "", timeout: float = 120) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "lifesearch", *words],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            env={**os.environ, "COLUMNS": "80"},
        )

    return run


@pytest.fixture
def glider(tmp_path: Path) -> str:
    file = tmp_path / "glider.rle"
    file.write_text(GLIDER)
    return str(file)
