"""Tasks of the workers of a soup search: the census of a range of soups.

`SoupWork` is a `running.process.Service`: `task_function` makes a function from tasks to reports,
which worker processes call. Nothing here knows of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from lifesearch.engines.soups.census import Census
from lifesearch.engines.soups.objects import recogniser
from lifesearch.engines.soups.search import FoundObject, Soups, censuses
from lifesearch.engines.soups.seeds import shape_of, soup
from lifesearch.life.pattern import Pattern


@dataclass(frozen=True)
class Example:
    """A soup to be displayed, before it is run."""

    number: int
    symmetry: str
    pattern: Pattern

    @classmethod
    def of(cls, soups: Soups, number: int) -> Example:
        shapes, seed = soups.shapes, soups.seed
        return cls(number, shape_of(shapes, seed, number).symmetry.name, soup(shapes, seed, number))

    def __str__(self) -> str:
        return f"soup {self.number:,}, symmetry {self.symmetry}"


@dataclass(frozen=True)
class SoupsCounted:
    """The census of a range of soups, objects with the first soup of each, and an example."""

    census: Census
    objects: tuple[FoundObject, ...]
    example: Example


@dataclass(frozen=True)
class SoupWork:
    """The work of a soup search: ranges of its soups, of `shortest` to `longest`, are tasks.

    Longer ranges are fewer messages; what is found is reported at the end of a range. Both numbers
    are choices.
    """

    shortest: ClassVar[int] = 1 << 8
    longest: ClassVar[int] = 1 << 15

    soups: Soups

    def task_function(self) -> Callable[[range], Iterator[int | SoupsCounted]]:
        """A function from a range to reports: numbers of soups done, and at the end the census."""
        recognise = recogniser(self.soups.rule)

        def serve(task: range) -> Iterator[int | SoupsCounted]:
            census, objects = Census(), list[FoundObject]()
            for census, new in censuses(self.soups, task.start, task.stop, recognise=recognise):
                objects += new
                yield census.tally.soups
            yield SoupsCounted(census, tuple(objects), Example.of(self.soups, task.stop - 1))

        return serve
