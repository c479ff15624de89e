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

from lifesearch.common.exit_status import ExitStatus

OSCILLATORS = {
    **dict.fromkeys((2, 3, 4, 5, 6, 15), 2.0),
    **dict.fromkeys((8, 10, 14, 30), 30.0),
    **dict.fromkeys((7, 9, 12, 16), 300.0),
}
SPACESHIPS = {
    **dict.fromkeys(("c/4 diagonal", "2c/4", "c/3"), 2.0),
    **dict.fromkeys(("c/4", "2c/5"), 60.0),
}
RULES = ("B36/S23", "B3678/S34678", "B36/S125", "B2/S34H", "B2-a/S12")
IN_ANOTHER_RULE = 10.0
IN_A_BOX = {
    ("oscillator", "3", "--box", "8x8"): 0.62,
    ("oscillator", "4", "--box", "12x12", "--symmetry", "C4"): 1.5,
}
"""The goals in seconds; those in a box are what another program takes."""


@dataclass(frozen=True)
class TimedCommand:
    """A command, and within how many seconds it should have an answer."""

    command: tuple[str, ...]
    goal: float


@dataclass(frozen=True)
class FirstAnswer:
    """How soon answers came, in seconds; `None` for those that did not come in time."""

    asked: TimedCommand
    seconds: tuple[float | None, ...]

    @property
    def found(self) -> int:
        return sum(time is not None for time in self.seconds)

    @property
    def median(self) -> float | None:
        """The median of all runs; None if most of them had no answer."""
        times = [float("inf") if time is None else time for time in self.seconds]
        middle = median(times)
        return None if middle == float("inf") else middle


def commands() -> list[TimedCommand]:
    """What people ask first."""
    goals: dict[tuple[str, ...], float] = {
        **{("oscillator", str(period)): goal for period, goal in OSCILLATORS.items()},
        **{("spaceship", *speed.split()): goal for speed, goal in SPACESHIPS.items()},
        **IN_A_BOX,
        **{
            ("oscillator", str(period), "--rule", rule): IN_ANOTHER_RULE
            for rule in RULES
            for period in range(2, 7)
        },
    }
    return [TimedCommand(command, goal) for command, goal in goals.items()]


def first_answers(commands: list[TimedCommand], runs: int, limit: float) -> Iterator[FirstAnswer]:
    for asked in commands:
        times = tuple(_time(asked.command, seed, limit) for seed in range(runs))
        yield FirstAnswer(asked, times)


def _time(command: tuple[str, ...], seed: int, limit: float) -> float | None:
    jobs = os.cpu_count() or 1
    # In a box, a seed would have one solver do it.
    seeded = () if "--box" in command else ("--seed", str(seed))
    options = (*seeded, "--jobs", str(jobs), "--time-limit", f"{limit:g}s")
    began = monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "lifesearch", *command, *options, "--format", "apgcode"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return monotonic() - began if done.returncode == ExitStatus.FOUND else None
