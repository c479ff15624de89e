"""What a way to find patterns needs, to take part in a race."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from lifesearch.queries.answer import Answer
from lifesearch.queries.race.wanted import Wanted
from lifesearch.solving.configuration import How
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import UNLIMITED, Part


@dataclass(frozen=True)
class Way(ABC):
    """One way to find what is wanted: endless parts, in the order in which they are begun.

    A plan says which `engine` it is, in `what` it searches, and `why`. What a part costs is counted
    in units that take about as long as a conflict of a solver. A part
    consists of `things_in_a_part` things, each a `thing`, of which several have the `ending`.
    What is `compiled` takes long to start, the first time that it is used. A `part_size` is what a
    part costs, where that is known.
    """

    name: ClassVar[str]
    engine: ClassVar[str]
    what: ClassVar[str]
    why: ClassVar[str]
    thing: ClassVar[str]
    ending: ClassVar[str] = "s"
    things_in_a_part: ClassVar[int] = 1
    compiled: ClassVar[bool] = False
    part_size: ClassVar[int] = 0

    wanted: Wanted
    seed: int = 0

    @property
    def after(self) -> int:
        """After how many units of others with the same share it begins."""
        return 0

    @property
    def how(self) -> How:
        """How its parts are searched: without a solver, unless it says otherwise."""
        return self.engine

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """The parts, cheapest first."""

    @abstractmethod
    def owns(self, part: Part) -> bool:
        """Whether this is a part of this way, and not of another one, as one sees at once."""

    @abstractmethod
    def holds(self, part: Part) -> bool:
        """Whether this is one of its parts."""

    @abstractmethod
    def place(self, part: Part) -> str:
        """Where a worker is at, in words."""

    @abstractmethod
    def search(self, part: Part, how: How) -> Iterator[Report[Answer]]:
        """Search a part: units spent now and then, verified answers, and the end."""


def parked() -> Iterator[int]:
    """What a way reports that cannot be used here, so that it gets no time any more."""
    while True:
        yield UNLIMITED
