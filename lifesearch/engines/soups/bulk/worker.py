"""Tasks of the workers that search for rare objects: run soups in bulk, and examine a few.

Of the soups of a range, those with the rarest periods are examined by `soups.search.censuses`;
objects of all other soups are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from lifesearch.engines.soups.bulk.periods import SoupEnds, soup_ends
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.engines.soups.objects import Recogniser, recogniser
from lifesearch.engines.soups.search import FoundObject, Soups, censuses
from lifesearch.engines.soups.worker import Example, SoupsCounted

BLOCK_OF_SOUPS = 1 << 13
"""Soups of one kind follow each other in blocks of this number.

It is a multiple of `kernel.TOGETHER`: that many soups are run at once, even if fewer are counted.
"""

SOUPS_PER_INSPECTION = 128
"""One soup of this many is examined, at most: a choice."""


@dataclass(frozen=True)
class RareWork:
    """Soups of several kinds, in one rule, alternating in blocks; each kind can be run in bulk.

    Tasks are ranges of `shortest` to `longest` soups, as those of `SoupWork`.
    """

    shortest: ClassVar[int] = BLOCK_OF_SOUPS
    longest: ClassVar[int] = 1 << 18

    kinds: tuple[Soups, ...]

    def soups_at(self, index: int) -> Soups:
        """The kind of soups to which the soup with this number belongs."""
        return self.kinds[index // BLOCK_OF_SOUPS % len(self.kinds)]

    def task_function(self) -> Callable[[range], Iterator[int | SoupsCounted]]:
        """A function from a range to reports: numbers of soups done, and at the end the census.

        All soups are counted, but only the objects of soups that were examined. An object that
        several of these left is reported with each: surveys, which run this, keep the smallest.
        """
        recognise = recogniser(self.kinds[0].rule)

        def serve(task: range) -> Iterator[int | SoupsCounted]:
            census, objects = Census(), list[FoundObject]()
            start = task.start
            while start < task.stop:
                stop = min(task.stop, (start // BLOCK_OF_SOUPS + 1) * BLOCK_OF_SOUPS)
                counted, found = self._rare(start, stop, recognise)
                census += counted
                objects += found
                yield census.tally.soups
                start = stop
            example = Example.of(self.soups_at(task.stop - 1), task.stop - 1)
            yield SoupsCounted(census, tuple(objects), example)

        return serve

    def _rare(
        self, start: int, stop: int, recognise: Recogniser
    ) -> tuple[Census, list[FoundObject]]:
        """The census of soups of one kind, and the objects of those that were examined."""
        soups = self.soups_at(start)
        census, found = Census(), list[FoundObject]()
        for ends in soup_ends(soups, start, stop):
            census += Census(_tally(ends))
            for soup in rarest(ends, -(-len(ends.periods) // SOUPS_PER_INSPECTION)):
                for looked_at, new in censuses(soups, soup, soup + 1, recognise=recognise):
                    unresolved = Tally(unresolved=looked_at.tally.unresolved)
                    census += Census(unresolved, looked_at.counts, looked_at.first)
                    found += new
        return census, found


def _tally(ends: SoupEnds) -> Tally:
    """The numbers of soups that died, settled, and live on."""
    running = int(np.count_nonzero(ends.periods == 0))
    died = int(np.count_nonzero(ends.died))
    return Tally(died=died, settled=len(ends.periods) - died - running, running=running)


def rarest(ends: SoupEnds, most: int) -> list[int]:
    """The soups with the rarest periods; of equally rare periods, the longest first.

    Periods 1 and 2 are left out, which nearly every soup has, and soups that do not recur.
    """
    often = np.bincount(ends.periods)
    rare = np.flatnonzero(ends.periods > 2)
    periods = ends.periods[rare]
    ordered = rare[np.lexsort((rare, -periods, often[periods]))]
    return [ends.first + soup for soup in ordered[:most].tolist()]
