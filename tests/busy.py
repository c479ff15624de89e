"""Run tests of interrupts, kills and time limits while all cores are kept busy.

`python -m tests.busy` runs those of `FILES`, as CI does; arguments go to pytest. Some faults show
only where a process must wait for its turn: signals that come later than usual, limits that pass
while something starts.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys

PER_CORE = 2
"""Busy processes for each core: a test's own processes get about a third of their usual share."""
FILES = (
    "tests/test_interrupt.py",
    "tests/common/test_signals.py",
    "tests/running/test_clock.py",
    "tests/running/test_deaths.py",
    "tests/running/test_kills.py",
    "tests/doors/cli/test_interrupted_runs.py",
)


def spin() -> None:
    """Use a core for as long as the parent lives."""
    parent = os.getppid()
    while os.getppid() == parent:
        for _ in range(1_000_000):
            pass


def main() -> None:
    others = [
        multiprocessing.Process(target=spin, daemon=True)
        for _ in range(PER_CORE * (os.cpu_count() or 1))
    ]
    for other in others:
        other.start()
    command = [sys.executable, "-m", "pytest", "-m", "not slow and not soak", *FILES, *sys.argv[1:]]
    try:
        status = subprocess.run(command, check=False).returncode
    finally:
        for other in others:
            other.kill()
    raise SystemExit(status)


if __name__ == "__main__":
    main()
