"""Enumerate the solutions of one part of a query with one incremental solver.

A model is decoded into a solution. A blocking clause for the solution, and one for each of its
equivalent images, keep the solver from finding it again. Where only the best solution counts,
the solver is asked for a better one instead.

Solutions may come by the ten thousand in a second. They are verified and reported in batches:
at once when they are rare, and a few times a second when they are not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from lifesearch.encoding.clauses import Clauses
from lifesearch.life.glimpse import Glimpse
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.solver import Solver
from lifesearch.solving.trace import Trace

Model = list[int]
Clause = list[int]
A = TypeVar("A")
S = TypeVar("S")
T = TypeVar("T")

RARE = 0.05
LARGEST_BATCH = 500


class Exhausted(NamedTuple):
    """There are no more solutions; so many conflicts have proved it.

    `proof` tells where the proof is, if it was written.
    """

    conflicts: int
    proof: Any = None


class GaveUp(NamedTuple):
    """A way cannot say more about a part, for this reason; others may."""

    reason: str


class Packed(ABC):
    """Many verified answers in a form that is quick to send."""

    @abstractmethod
    def unpack(self) -> list[Any]:
        """The answers themselves."""


Report = int | list[A] | Packed | Glimpse | Exhausted | GaveUp


@dataclass(frozen=True, eq=False)
class Goal(Generic[S]):
    """What to optimise: the cost of a solution, and clauses that ask for a smaller cost.

    `phases` are other forms of a solution that are solutions too, and may cost less.
    """

    cost: Callable[[S], int]
    better_than: Callable[[int], list[Clause]]
    phases: Callable[[S], list[S]] = lambda solution: [solution]

    def best(self, solutions: Iterable[S]) -> S:
        return min(chain.from_iterable(map(self.phases, solutions)), key=self.cost)

    def improving(self, known: Sequence[S]) -> list[Clause]:
        """Clauses that ask for something better than each of these."""
        return self.better_than(min(map(self.cost, known))) if known else []


@dataclass(frozen=True, eq=False)
class Enumeration(Generic[S, A]):
    """The solutions (S) of some clauses, and how they become answers (A).

    - `decode` makes a solution of a model;
    - `blocking` gives clauses that forbid a solution and its equivalent images;
    - `verify` makes answers of a batch of solutions, after checking them by simulation;
    - `recall` gives the solution that an answer was made of;
    - `cube` has clauses that restrict the search to a part of the solutions;
    - `examine`, if given, tells which solutions to report for one that was found (it may fall
      into pieces), and clauses against others like it;
    - with a `goal`, each solution must be better than all before it;
    - `save` makes of a solution what a file can hold, and `restore` the solution again.
    """

    clauses: Iterable[Clauses]
    variables: int
    decode: Callable[[Model], S]
    blocking: Callable[[S], Iterable[Clause]]
    verify: Callable[[list[S]], list[A]]
    recall: Callable[[A], S]
    cube: Iterable[Clause] = ()
    examine: Callable[[S], tuple[list[S], list[Clause]]] | None = None
    goal: Goal[S] | None = None
    dead_first: bool = True
    save: Callable[[S], Any] = lambda solution: solution
    restore: Callable[[Any], S] = lambda saved: saved

    def run(
        self, how: Configuration, known: Sequence[A], trace: Trace | None = None
    ) -> Iterator[Report[A]]:
        """Yield conflicts now and then, batches of verified answers, and the end.

        Known answers are not found again; with a goal they must be bettered. Then `known` may
        grow while the search runs, by what other solvers have found. With a `trace`, a proof is
        written.
        """
        for report in _batched(self._solve(how, known, trace)):
            yield self.verify(report) if isinstance(report, list) else report

    def _solve(
        self, how: Configuration, known: Sequence[A], trace: Trace | None
    ) -> Iterator[int | _Found[S] | Exhausted]:
        conflicts = yield from self._solutions(how, known, trace)
        yield Exhausted(conflicts, None if trace is None else trace.finish(conflicts))

    def _solutions(
        self, how: Configuration, known: Sequence[A], trace: Trace | None
    ) -> Generator[int | _Found[S], None, int]:
        """Yield conflicts now and then, and solutions; return the conflicts when all are found."""
        seen = len(known)
        proof = None if trace is None else trace.proof
        with Solver(
            how.solver, self.variables, how.seed, dead_first=self.dead_first, proof=proof
        ) as solver:
            for batch in self.clauses:
                solver.load(batch)
            solver.add(self.cube)
            self._leave_out(known, solver, trace)
            while True:
                for report in solver.solve():
                    if report is False:
                        return solver.conflicts
                    if report is True:
                        break
                    yield report
                    if self.goal and len(known) > seen:
                        self._leave_out(known[seen:], solver, trace)
                        seen = len(known)
                solution = self.decode(solver.model())
                found, clauses = self.after(solution)
                yield from map(_Found, found)
                if trace is not None:
                    clauses = list(clauses)
                    trace.found(self.save(solution))
                    trace.clauses(clauses)
                solver.add(clauses)

    def _leave_out(self, known: Sequence[A], solver: Solver, trace: Trace | None) -> None:
        """Tell the solver what is known."""
        solutions = [self.recall(answer) for answer in known]
        clauses = list(self.leaving_out(solutions))
        if trace is not None and solutions:
            solver.flush_proof()
            trace.known([self.save(solution) for solution in solutions])
            trace.clauses(clauses)
        solver.add(clauses)

    def leaving_out(self, solutions: Sequence[S]) -> Iterable[Clause]:
        """Clauses for solutions that are known: against them, or for better ones."""
        if self.goal:
            return self.goal.improving(solutions)
        return chain.from_iterable(map(self.blocking, solutions))

    def after(self, solution: S) -> tuple[list[S], Iterable[Clause]]:
        """What to report of a solution that was found, and clauses for the search after it."""
        found, banned = self.examine(solution) if self.examine else ([solution], [])
        if self.goal and found:
            best = self.goal.best(found)
            return [best], chain(banned, self.goal.improving([best]))
        return found, chain(self.blocking(solution), banned)


class _Found(NamedTuple, Generic[S]):
    """A solution among the reports of a solver."""

    solution: S


def _batched(reports: Iterable[int | _Found[S] | Exhausted]) -> Iterator[Report[S]]:
    """Gather solutions that come in quick succession; pass on at once what comes rarely."""
    batch: list[S] = []
    last = 0.0
    for report in reports:
        if isinstance(report, _Found):
            batch.append(report.solution)
            if len(batch) < LARGEST_BATCH and monotonic() - last < RARE:
                continue
        if batch:
            yield batch
            batch, last = [], monotonic()
        if not isinstance(report, _Found):
            yield report


def cubes(depth: int) -> list[str]:
    """All ways to fill so many cells: '00', '01', '10', '11' for two."""
    return [format(i, f"0{depth}b") for i in range(2**depth)] if depth else [""]
