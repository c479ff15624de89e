"""The checkpoint of a soup search: the ranges of soups that were run, with their censuses.

`session` reads it from the records of a session; `coordinator` runs the soups between these ranges.
"""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.engines.soups.census import Census
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.running.options import Checkpoint


@dataclass(frozen=True)
class SoupCheckpoint:
    """Disjoint ranges of soups that were run earlier: `session.RangesDone` refuses others."""

    ranges: tuple[SoupsRun, ...] = ()

    @classmethod
    def of(cls, checkpoint: Checkpoint) -> SoupCheckpoint:
        """The soups' own part of a checkpoint; empty if nothing was run."""
        return checkpoint.extra if isinstance(checkpoint.extra, SoupCheckpoint) else cls()

    @property
    def soups(self) -> int:
        """The number of soups that were run."""
        return sum(each.stop - each.start for each in self.ranges)

    @property
    def census(self) -> Census:
        return sum((each.census for each in self.ranges), Census())
