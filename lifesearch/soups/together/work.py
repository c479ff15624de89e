"""What the workers of a search for rare objects do: run soups together, and look at a few of them.

Of the soups of a range, those are looked at whose periods are the rarest in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lifesearch.soups.census import Found, Soups, censuses
from lifesearch.soups.counts import Census, Tally
from lifesearch.soups.objects import Recogniser, recogniser
from lifesearch.soups.together.periods import Ended, ends_of_soups
from lifesearch.soups.work import CountSoups, Example, SoupsCounted

IN_TURN = 1 << 13
"""So many soups of a kind are followed by as many of the next one."""

LOOKED_AT = 64
"""One in so many soups is looked at, at most."""


@dataclass(frozen=True)
class RareWork:
    """Soups of several kinds in turns, each of which can be run together."""

    kinds: tuple[Soups, ...]

    def kind(self, index: int) -> Soups:
        """The soups to which the one with this number belongs."""
        return self.kinds[index // IN_TURN % len(self.kinds)]

    def task_function(self) -> Callable[[CountSoups], Iterator[int | SoupsCounted]]:
        """From a range to reports: soups that are done now and then, and what came out.

        All soups are counted, but only those objects that are in soups which were looked at.
        """
        recognise = recogniser(self.kinds[0].rule)

        def serve(task: CountSoups) -> Iterator[int | SoupsCounted]:
            census, objects = Census(), list[Found]()
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

    def _rare(self, start: int, stop: int, recognise: Recogniser) -> tuple[Census, list[Found]]:
        soups = self.kind(start)
        ends = list(ends_of_soups(soups, start, stop))
        census = Census(
            Tally(
                died=sum(end.died for end in ends),
                settled=sum(bool(end.period and not end.died) for end in ends),
                running=sum(not end.period for end in ends),
            )
        )
        found = list[Found]()
        for end in rarest(ends, -(-len(ends) // LOOKED_AT)):
            for looked_at, new in censuses(soups, end.soup, end.soup + 1, recognise=recognise):
                census += Census(Tally(), looked_at.counts, looked_at.first)
                found += new
        return census, found


def rarest(ends: list[Ended], most: int) -> list[Ended]:
    """The soups whose periods the fewest others have, those with the longest ones first.

    What has period 1 or 2 comes out of nearly every soup.
    """
    often = Counter(end.period for end in ends)
    rare = [end for end in ends if end.period > 2]
    return sorted(rare, key=lambda end: (often[end.period], -end.period, end.soup))[:most]
