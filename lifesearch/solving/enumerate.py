"""Enumerate the solutions of one part of a query with one incremental solver.

A model is decoded into a solution. A blocking clause for the solution, and one for each of its
equivalent images, keep the solver from finding it again. Where only the best solution counts,
the solver is asked for a better one instead.

Solutions may come by the ten thousand in a second. They are verified and reported in batches:
at once when they are rare, and a few times a second when they are not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import Any, BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from lifesearch.encoding.clauses import Clauses
from lifesearch.life.glimpse import Glimpse
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.cubes import Cube, Walk
from lifesearch.solving.solver import Solver


class Trace(Protocol):
    """Takes down how the solver's clauses came about, and where the solver writes its proof."""

    @property
    def proof(self) -> BinaryIO:
        """The file that the solver writes to."""
        ...

    def known(self, solutions: Sequence[Any]) -> None:
        """Take down solutions, as they are saved, that were known and of no more interest."""

    def found(self, solution: Any) -> None:
        """Take down a solution, as it is saved, that the solver found."""

    def clauses(self, clauses: Sequence[Sequence[int]]) -> None:
        """Take down clauses that followed from what was taken down last."""

    def finish(self, conflicts: int) -> Any:
        """Finish the proof that there are no other solutions; return where it is.

        The solver has closed its file.
        """
        ...


Model = list[int]
Clause = list[int]
A = TypeVar("A")
S = TypeVar("S")
T = TypeVar("T")

RARE = 0.05
LARGEST_BATCH = 500


class Exhausted(NamedTuple):
    """There are no more solutions, proved with this number of conflicts.

    `proof` says where the proof is, if it was written.
    """

    conflicts: int
    proof: Any = None


class Closed(NamedTuple):
    """A cube inside the part has no more solutions, proved with this number of conflicts."""

    cube: str
    conflicts: int


class Resting(NamedTuple):
    """A search by tables at rest, to be kept: it can go on from here."""

    checkpoint: Any


@dataclass
class Kept:
    """What is done of a part, of which more is to be kept: cubes, and a snapshot of tables.

    If another snapshot is `asked` for, it is made at once.
    """

    cubes: tuple[str, ...] = ()
    snapshot: bytes | None = None
    asked: bool = False

    def due(self, *, time: bool) -> bool:
        """Whether to make a snapshot, since it is asked for, or since it is time to."""
        due, self.asked = self.asked or time, False
        return due


class GaveUp(NamedTuple):
    """A way cannot say more about a part, for this reason; others may."""

    reason: str


class Packed(ABC):
    """Many verified answers in a form that is quick to send."""

    @abstractmethod
    def unpack(self) -> list[Any]:
        """The answers themselves."""


NOT_CUT = Cube()
Report = int | list[A] | Packed | Glimpse | Closed | Resting | Exhausted | GaveUp


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
    - `cube` restricts the search to some of the solutions, and says how to cut them further;
    - `examine`, if given, says which solutions to report for one that was found (it may fall
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
    cube: Cube = NOT_CUT
    examine: Callable[[S], tuple[list[S], list[Clause]]] | None = None
    goal: Goal[S] | None = None
    dead_first: bool = True
    save: Callable[[S], Any] = lambda solution: solution
    restore: Callable[[Any], S] = lambda saved: saved

    def run(
        self,
        how: Configuration,
        known: Sequence[A],
        kept: Kept | None = None,
        trace: Trace | None = None,
    ) -> Iterator[Report[A]]:
        """Yield conflicts now and then, batches of verified answers, and the end.

        Known answers are not found again; with a goal they must be bettered. Then `known` may
        grow while the search runs, by what other solvers have found. If something is `kept`, cubes
        that are done are reported. With a `trace`, a proof is written.
        """
        walk = Walk(self.cube, None if kept is None else kept.cubes)
        for report in _batched(self._solutions(how, known, walk, trace)):
            yield self.verify(report) if isinstance(report, list) else report

    def _solutions(
        self, how: Configuration, known: Sequence[A], walk: Walk, trace: Trace | None
    ) -> Iterator[int | _Found[S] | Closed | Exhausted]:
        seen, before = len(known), 0
        proof = None if trace is None else trace.proof
        with Solver(
            how.solver, self.variables, how.seed, dead_first=self.dead_first, proof=proof
        ) as solver:
            for batch in self.clauses:
                solver.load(batch)
            solver.add(self.cube.clauses)
            self._leave_out(known, solver, trace)
            cube = walk.take()
            while cube is not None:
                answer: bool | None = None
                for report in solver.solve(self.cube.literals(cube)[len(self.cube.bits) :]):
                    if isinstance(report, bool):
                        answer = report
                        break
                    yield report
                    if self.goal and len(known) > seen:
                        self._leave_out(known[seen:], solver, trace)
                        seen = len(known)
                    if walk.cut_if_long(cube):
                        break
                if answer:
                    yield from self._take_model(solver, trace)
                    continue
                if answer is False:
                    walk.close(cube)
                    if cube != self.cube.bits:
                        yield Closed(cube, solver.conflicts - before)
                        before = solver.conflicts
                cube = walk.take()
            conflicts = solver.conflicts
        yield Exhausted(conflicts, None if trace is None else trace.finish(conflicts))

    def _take_model(self, solver: Solver, trace: Trace | None) -> Iterator[_Found[S]]:
        """What to report of a solution; the solver does not find it again."""
        solution = self.decode(solver.model())
        found, clauses = self.after(solution)
        yield from map(_Found, found)
        if trace is not None:
            clauses = list(clauses)
            trace.found(self.save(solution))
            trace.clauses(clauses)
        solver.add(clauses)

    def _leave_out(self, known: Sequence[A], solver: Solver, trace: Trace | None) -> None:
        """Give the solver what is known."""
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


def _batched(reports: Iterable[int | _Found[S] | Closed | Exhausted]) -> Iterator[Report[S]]:
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
