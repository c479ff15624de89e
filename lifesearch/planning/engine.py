"""What an engine is: one way to search, as far as a plan is concerned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from lifesearch.errors import InputError
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.base import Query
from lifesearch.queries.way import Way
from lifesearch.running.coordinator import Coordinator
from lifesearch.running.options import Checkpoint, RunOptions

Q = TypeVar("Q", bound=Query[Any])
Made = Callable[..., Coordinator[Any]]


class Engine(ABC, Generic[Q]):
    """One way to search queries of some `kind`, or several kinds, if none is given.

    `wish` is what it is called by those who ask for it, and `needs` the option that they must give
    with it. `continued_from` says what a session keeps of it, and `proof` what it can write for
    others to check; empty if nothing. In `ways` of its own it takes part in races: each has the
    name by which it is asked for alone.
    """

    name: str
    kind: type[Query[Any]] | None = None
    wish: str = ""
    needs: ClassVar[str] = "<box WxH>"
    continued_from: str
    proof: ClassVar[str] = ""
    ways: tuple[type[Way], ...] = ()

    def handles(self, query: Query[Any]) -> bool:
        """Whether it is meant for such a query at all."""
        return self.kind is not None and isinstance(query, self.kind)

    def why_not(self, query: Q, how: RunOptions, begun: Checkpoint) -> str:
        """Why it is not used for a query that it handles, in words; empty if it is."""
        return ""

    @abstractmethod
    def steps(self, query: Q, how: RunOptions) -> tuple[Step, ...]:
        """What it does for a query, with shares of the time and rough costs."""

    def unused(self, query: Q, how: RunOptions) -> tuple[tuple[str, str], ...]:
        """What could be done beside it, and why that is not done."""
        return ()

    def depth(self, query: Q, how: RunOptions) -> int:
        return 0

    @abstractmethod
    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        """Who coordinates its workers, for a query and what may be spent: loaded when used."""

    def refused(self, query: Q, reason: str) -> InputError:
        """What to say to those who ask for this engine where it cannot be used."""
        return InputError(reason)
