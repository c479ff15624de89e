"""Which sweeps a count consists of, so that others can make them, each by itself.

A count is put together from the numbers of sweeps (see `counting`). Which ones it needs does
not depend on their numbers: a counter that believes that there are no patterns anywhere asks for
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lifesearch.counting.region import Region
from lifesearch.counting.tight import Counter, sweep_key, swept
from lifesearch.counting.ways import Setting, Vector
from lifesearch.queries.periodic.count import Size, asked_of_counter
from lifesearch.queries.periodic.query import Periodic

Key = list[Any]
Numbers = list[list[int]]
NO_LIMIT = 2**62


@dataclass
class _Collector(Counter):
    """Counts nothing, and writes down what it would have to count."""

    regions: list[Region] = field(default_factory=list)

    def _remembered(self, region: Region) -> list[Vector]:
        self.regions.append(region)
        return [np.ones(1, object)] * (self.longest + 1)  # in each, the empty pattern alone


def sweeps(query: Periodic, setting: Setting, boxes: list[Size]) -> list[Region]:
    """The regions whose sweeps a count needs, the largest first."""
    question, longest, sides = asked_of_counter(query, setting, boxes)
    collector = _Collector(question, longest, setting)
    for width, height in sides:
        (collector.raw if query.raw else collector.different)(width, height)
    return sorted(collector.regions, key=lambda region: (region.width, len(region.group)))[::-1]


@dataclass(frozen=True)
class MakeSweep:
    """Make the sweep of a region."""

    region: Region
    allowance: int = NO_LIMIT


@dataclass(frozen=True)
class SweepWork:
    """What workers do for a count: they make sweeps, each in so much memory."""

    longest: int
    memory: int
    populations: bool

    def task_function(self) -> Callable[[MakeSweep], Iterator[tuple[Key, Numbers] | None]]:
        """From a sweep to its numbers, which come at its end, and then None."""
        setting = Setting(self.memory, self.populations)

        def serve(task: MakeSweep) -> Iterator[tuple[Key, Numbers] | None]:
            made = swept(task.region, self.longest, setting)
            yield sweep_key(task.region), [vector.tolist() for vector in made]
            yield None

        return serve
