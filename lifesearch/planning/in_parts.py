"""The engine of a kind of query that has one of its own, and says itself what it does."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Protocol

from lifesearch.errors import InputError
from lifesearch.planning.engine import Engine, Made
from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.way import Way
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.solving.parts import Share


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
    """Searches the parts of a query one by one, side by side; without a query, it only races."""

    def __init__(self, query: type[OwnEngine] | None, *ways: type[Way]) -> None:
        self.ways, self.name, self.continued_from = ways, "", ""
        if query is not None:
            assert issubclass(query, PatternQuery)
            self.kind, self.name, self.continued_from = query, query.engine, query.keeps
            self.wish = query.wish

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
