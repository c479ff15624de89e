"""What the workers of a soup search do: count what comes out of a range of soups.

Nothing here knows of processes: `SoupWork.task_function` makes a function from tasks to reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from lifesearch.life.pattern import Pattern
from lifesearch.soups.census import FoundObject, Soups, censuses
from lifesearch.soups.counts import Census
from lifesearch.soups.objects import recogniser
from lifesearch.soups.seeds import shape_of, soup


@dataclass(frozen=True)
class Example:
    """A soup to look at, before it is run."""

    index: int
    symmetry: str
    pattern: Pattern

    @classmethod
    def of(cls, soups: Soups, index: int) -> Example:
        shapes, seed = soups.shapes, soups.seed
        return cls(index, shape_of(shapes, seed, index).symmetry.name, soup(shapes, seed, index))

    def __str__(self) -> str:
        return f"soup {self.index:,}, symmetry {self.symmetry}"


@dataclass(frozen=True)
class SoupsCounted:
    """What came out of a range of soups, each object with the first that has it, and a soup."""

    census: Census
    objects: tuple[FoundObject, ...]
    example: Example


@dataclass(frozen=True)
class SoupWork:
    """Soups, any of which may be requested, in ranges of a least and a greatest size."""

    shortest: ClassVar[int] = 1 << 8
    longest: ClassVar[int] = 1 << 15

    soups: Soups

    def task_function(self) -> Callable[[range], Iterator[int | SoupsCounted]]:
        """From a range to reports: soups that are done now and then, and what came out."""
        recognise = recogniser(self.soups.rule)

        def serve(task: range) -> Iterator[int | SoupsCounted]:
            census, objects = Census(), list[FoundObject]()
            for census, new in censuses(self.soups, task.start, task.stop, recognise=recognise):
                objects += new
                yield census.tally.soups
            yield SoupsCounted(census, tuple(objects), Example.of(self.soups, task.stop - 1))

        return serve
