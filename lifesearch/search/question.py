"""What can be asked: the little that the runner knows of a question.

A question is small, picklable and complete in itself: it travels to a solver's process
and is turned into clauses there. It has parts that can be searched side by side, in any
order and by anybody; together they are the whole question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

from lifesearch.search.configuration import Configuration
from lifesearch.search.enumerate import Exhausted
from lifesearch.search.events import Part

A = TypeVar("A")
Report = int | list[A] | Exhausted


class Question(ABC, Generic[A]):
    """Something to ask, with answers of type A."""

    @property
    def grows(self) -> bool:
        """Whether its parts are boxes that grow, of which some should not hold up others."""
        return False

    @abstractmethod
    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest for questions of this kind, best first."""

    def cells(self) -> int:
        """How many cells of generation 0 are open: a measure for how much there may be to find."""
        return 0

    @abstractmethod
    def parts(self, depth: int) -> Iterator[Part]:
        """The parts, in the order in which they are best searched; `depth` as in `cubes`."""

    @abstractmethod
    def search(self, part: Part, how: Configuration, known: Sequence[A]) -> Iterator[Report[A]]:
        """Search a part: conflicts now and then, batches of verified answers, and the end.

        Answers that are known need not be found again.
        """

    @abstractmethod
    def key(self, answer: A) -> Hashable:
        """The same for answers that are not worth telling apart."""
