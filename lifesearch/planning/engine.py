"""What an engine is: one way to search, as far as a plan is concerned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from lifesearch.errors import InputError
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.way import Way
from lifesearch.running.coordinator import Coordinator
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.solving.parts import Share

Q = TypeVar("Q", bound=Query[Any])
Made = Callable[..., Coordinator[Any]]


class Engine(ABC, Generic[Q]):
    """One way to search queries of some `kind`, or several kinds, if none is given.

    `wish` is what it is called by those who ask for it, and `needs` the option that they must give
    with it. `continued_from` says what a session keeps of it, and `proof` what it can write for
    others to check; empty if nothing. In `ways` of its own it takes part in races: each has the
    name by which it is asked for alone. `why` it is used, in words.
    """

    name: str
    kind: type[Query[Any]] | None = None
    wish: str = ""
    needs: ClassVar[str] = "<box WxH>"
    continued_from: str
    proof: ClassVar[str] = ""
    ways: tuple[type[Way], ...] = ()
    why: ClassVar[str] = ""

    def handles(self, query: Query[Any]) -> bool:
        """Whether it is meant for such a query at all."""
        return self.kind is not None and isinstance(query, self.kind)

    def why_not(self, query: Q, how: RunOptions, begun: Checkpoint) -> str:
        """Why it is not used for a query that it handles, in words; empty if it is."""
        return ""

    def what(self, query: Any, how: RunOptions) -> str:
        """What it searches, in words."""
        return str(query.where().strip(" ,"))

    def steps(self, query: Q, how: RunOptions) -> tuple[Step, ...]:
        """What it does for a query, with shares of the time and rough costs."""
        return (Step(self.name, self.what(query, how), why=self.why),)

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


class OwnEngine(Protocol):
    """What a query says of its engine: its name, what a session keeps, what is tried and why.

    Parts are searched by `search_without_solver`, which has the name. If that is `unavailable`, it
    says why.
    """

    engine: ClassVar[str]
    wish: ClassVar[str]
    keeps: ClassVar[str]
    reason: ClassVar[str]

    @property
    def what(self) -> str: ...

    def unavailable(self) -> str: ...


class InParts(Engine[Any]):
    """Searches the parts of a query one by one, side by side."""

    def __init__(self, query: type[OwnEngine], *ways: type[Way]) -> None:
        assert issubclass(query, PatternQuery)
        self.kind, self.ways = query, ways
        self.name, self.wish, self.continued_from = query.engine, query.wish, query.keeps

    def handles(self, query: Query[Any]) -> bool:
        return super().handles(query) and not query.needs_solver

    def why_not(self, query: Any, how: RunOptions, begun: Checkpoint) -> str:
        """It may need a compiler, and has no solver that could be chosen."""
        if how.fixed:
            raise InputError(f"{self.name} have no solver: leave out the solver, encoding and seed")
        if begun.searched and not any(part.name for part in begun.searched):
            return "SAT began this search and continues it"
        return str(query.unavailable())

    def steps(self, query: Any, how: RunOptions) -> tuple[Step, ...]:
        return (Step(self.name, query.what, why=query.reason),)

    def coordinator(self, plan: Plan[Any], how: RunOptions, begun: Checkpoint) -> Made:
        from lifesearch.running.portfolio import Portfolio

        share = Share(1, plan.query.parts(0), compiled=True)
        return partial(Portfolio, shares=[share], instead=self.name)
