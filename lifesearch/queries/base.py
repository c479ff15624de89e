"""What can be asked: the little that the runner knows of a question.

A question is small, picklable and complete in itself: it travels to a solver's process
and is turned into clauses there. How it is divided among solvers depends on its kind. One
about boxes has parts that can be searched side by side, in any order and by anybody;
together they are the whole question. One about a strip is explored state by state: see
`strip`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Exhausted
from lifesearch.solving.parts import Part

A = TypeVar("A")
Report = int | list[A] | Exhausted


class Query(ABC, Generic[A]):
    """Something to ask, with answers of type A."""

    @abstractmethod
    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest for questions of this kind, best first."""

    @abstractmethod
    def key(self, answer: A) -> Hashable:
        """The same for answers that are not worth telling apart."""

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of a part as a DIMACS file; None is the only part that there is."""
        raise NotImplementedError

    @abstractmethod
    def serving(self) -> Callable[[Any], Iterator[Any]]:
        """What a solver's process does: from a task to reports, task after task."""


class Described(ABC):
    """Something asked for that can be put in words."""

    @abstractmethod
    def describe(self) -> str:
        """The thing that is looked for, and its conditions."""

    @abstractmethod
    def where(self) -> str:
        """The place that is searched; empty if it has no bounds."""

    def nothing(self) -> str:
        """What it means that there is no answer."""
        return f"no {self.describe()}{self.where()}"


@dataclass(frozen=True)
class Task:
    """A part to be searched; the solver waits when it has had so many conflicts.

    More may become known while it is at work.
    """

    part: Part
    configuration: Configuration
    known: list[Any]
    allowance: int


class BoxQuery(Query[A]):
    """A question about boxes."""

    @property
    def grows(self) -> bool:
        """Whether its parts are boxes that grow, of which some should not hold up others."""
        return False

    def cells(self) -> int:
        """How many cells of generation 0 are open: a measure for how much there may be to find."""
        return 0

    @property
    def optimises(self) -> bool:
        """Whether only better and better answers are wanted, until there is none."""
        return False

    def cost(self, answer: A) -> int:
        """How good an answer is, if that matters: less is better."""
        raise NotImplementedError

    def hopeless(self, part: Part, cost: int) -> bool:
        """Whether a part can have nothing that costs less; nor can those that come after it."""
        return False

    @abstractmethod
    def parts(self, depth: int) -> Iterator[Part]:
        """The parts, in the order in which they are best searched; `depth` as in `cubes`."""

    @abstractmethod
    def search(self, part: Part, how: Configuration, known: Sequence[A]) -> Iterator[Report[A]]:
        """Search a part: conflicts now and then, batches of verified answers, and the end.

        Answers that are known need not be found again; if it optimises, they are to be bettered.
        """

    def serving(self) -> Callable[[Task], Iterator[Report[A]]]:
        """Tasks are parts."""
        return lambda task: self.search(task.part, task.configuration, task.known)
