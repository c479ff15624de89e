"""What the workers of a search for rare objects do: run soups together, and look at a few of them.

Of the soups of a range, those are looked at whose periods are the rarest in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from lifesearch.soups.census import FoundObject, Soups, censuses
from lifesearch.soups.counts import Census, Tally
from lifesearch.soups.objects import Recogniser, recogniser
from lifesearch.soups.together.periods import Ends, ends_of_soups
from lifesearch.soups.work import Example, SoupsCounted

IN_TURN = 1 << 13
"""So many soups of a kind are followed by as many of the next one."""

LOOKED_AT = 128
"""At most one soup in this number is looked at."""


@dataclass(frozen=True)
class RareWork:
    """Soups of several kinds in turns, each of which can be run together."""

    shortest: ClassVar[int] = IN_TURN
    longest: ClassVar[int] = 1 << 18

    kinds: tuple[Soups, ...]

    def kind(self, index: int) -> Soups:
        """The soups to which the one with this number belongs."""
        return self.kinds[index // IN_TURN % len(self.kinds)]

    def task_function(self) -> Callable[[range], Iterator[int | SoupsCounted]]:
        """From a range to reports: soups that are done now and then, and what came out.

        All soups are counted, but only those objects that are in soups which were looked at.
        """
        recognise = recogniser(self.kinds[0].rule)

        def serve(task: range) -> Iterator[int | SoupsCounted]:
            census, objects = Census(), list[FoundObject]()
            start = task.start
            while start < task.stop:
                stop = min(task.stop, (start // IN_TURN + 1) * IN_TURN)
                counted, found = self._rare(start, stop, recognise)
                census += counted
                objects += found
                yield census.tally.soups
                start = stop
            example = Example.of(self.kind(task.stop - 1), task.stop - 1)
            yield SoupsCounted(census, tuple(objects), example)

        return serve

    def _rare(
        self, start: int, stop: int, recognise: Recogniser
    ) -> tuple[Census, list[FoundObject]]:
        soups = self.kind(start)
        census, found = Census(), list[FoundObject]()
        for ends in ends_of_soups(soups, start, stop):
            census += Census(_tally(ends))
            for soup in rarest(ends, -(-len(ends.periods) // LOOKED_AT)):
                for looked_at, new in censuses(soups, soup, soup + 1, recognise=recognise):
                    census += Census(Tally(), looked_at.counts, looked_at.first)
                    found += new
        return census, found


def _tally(ends: Ends) -> Tally:
    """How many soups have died, settled, and live on."""
    running = int(np.count_nonzero(ends.periods == 0))
    died = int(np.count_nonzero(ends.died))
    return Tally(died=died, settled=len(ends.periods) - died - running, running=running)


def rarest(ends: Ends, most: int) -> list[int]:
    """The soups whose periods the fewest others have, those with the longest ones first.

    What has period 1 or 2 comes out of nearly every soup.
    """
    often = np.bincount(ends.periods)
    rare = np.flatnonzero(ends.periods > 2)
    periods = ends.periods[rare]
    ordered = rare[np.lexsort((rare, -periods, often[periods]))]
    return [ends.first + soup for soup in ordered[:most].tolist()]
