"""How soon a bare command has an answer: by the clock, with everything that comes before it.

Each command runs as a person would run it, in a process of its own, with a seed for each run; the
median over seeds says more than a single run, since answers are found by luck to some degree.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import monotonic

from lifesearch.exit_status import Status

OSCILLATORS = (2, 3, 4, 5, 6, 15, 8, 10, 14, 30, 7, 9, 12, 16)
SPACESHIPS = ("c/4 diagonal", "2c/4", "c/3", "c/4", "2c/5")
RULES = ("B36/S23", "B3678/S34678", "B36/S125", "B2/S34H", "B2-a/S12")


@dataclass(frozen=True)
class FirstAnswer:
    """How soon answers came, in seconds; `None` for those that did not come in time."""

    command: tuple[str, ...]
    seconds: tuple[float | None, ...]

    @property
    def found(self) -> int:
        """How many runs had an answer."""
        return sum(time is not None for time in self.seconds)

    @property
    def median(self) -> float | None:
        """The median of all runs; None if most of them had no answer."""
        times = [float("inf") if time is None else time for time in self.seconds]
        middle = median(times)
        return None if middle == float("inf") else middle


def commands() -> list[tuple[str, ...]]:
    """What people ask first."""
    return [
        *(("oscillator", str(period)) for period in OSCILLATORS),
        *(("spaceship", *speed.split()) for speed in SPACESHIPS),
        *(("oscillator", str(p), "--rule", rule) for rule in RULES for p in range(2, 7)),
    ]


def first_answers(asked: list[tuple[str, ...]], runs: int, limit: float) -> Iterator[FirstAnswer]:
    """Time commands, each with several seeds."""
    for command in asked:
        yield FirstAnswer(command, tuple(_time(command, seed, limit) for seed in range(runs)))


def _time(command: tuple[str, ...], seed: int, limit: float) -> float | None:
    jobs = os.cpu_count() or 1
    options = ("--seed", str(seed), "--jobs", str(jobs), "--time-limit", f"{limit:g}s")
    began = monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "lifesearch", *command, *options, "--format", "apgcode"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return monotonic() - began if done.returncode == Status.FOUND else None
