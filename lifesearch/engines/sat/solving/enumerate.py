"""Enumerate the solutions of one part of a query with one incremental solver.

A question makes an `Enumeration` and runs it in a worker. A model is decoded into a solution. A
blocking clause for the solution, and one for each of its equivalent images, keep the solver from
finding it again. Where only the best solution counts, clauses require a better one instead.

Solutions may come by the ten thousand in a second. They are verified and reported in batches: at
once when they are rare, and about 20 times a second when they are not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import Any, BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from lifesearch.engines.sat.encoding.clauses import Clauses
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.cubes import Cube, Walk
from lifesearch.engines.sat.solving.partial_film import FilmCells, PartialFilm, partial_film
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.preview import Preview


class Trace(Protocol):
    """Records where the solver's clauses come from, for a proof, and has the file of the proof."""

    @property
    def proof(self) -> BinaryIO:
        """The file that the solver writes to."""
        ...

    def known(self, solutions: Sequence[Any]) -> None:
        """Record known solutions, as `Enumeration.save` makes them, that are to be left out."""

    def found(self, solution: Any) -> None:
        """Record a solution, as `Enumeration.save` makes it, that the solver found."""

    def clauses(self, clauses: Sequence[Sequence[int]]) -> None:
        """Record clauses that follow from the solutions recorded last."""

    def finish(self, conflicts: int) -> Any:
        """Finish the proof that there are no other solutions; return where it is.

        The solver has closed its file.
        """
        ...


Model = list[int]
"""For each variable v, in order: v if it is true, else -v."""
Clause = list[int]
"""Literals, of which at least one is true."""
A = TypeVar("A")
S = TypeVar("S")


# These are choices.
BATCH_PAUSE = 0.05  # seconds after a batch, in which solutions are gathered for the next one
LARGEST_BATCH = 500  # solutions verified and reported together
PREVIEW_PAUSE = 1.0
"""Seconds between two previews of cubes."""
FIRST_FILM, FILM_PAUSE = 2_000, 16_000
"""The conflicts before the first partial film, and between two. A film takes as long as
about 250 conflicts: so films take less than a fiftieth of the time.

Seconds are not counted, since to ask a solver changes how it continues: a search must be the same
each time.
"""


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


class TableSnapshot(NamedTuple):
    """A report: a snapshot of a search by tables, from which it can be resumed."""

    checkpoint: Any


@dataclass
class PartCheckpoint:
    """The checkpoint of a part, updated during the search: cubes done, a snapshot of tables.

    If another snapshot is `requested`, it is made immediately.
    """

    cubes: tuple[str, ...] = ()
    snapshot: bytes | None = None
    requested: bool = False

    def due(self, *, time: bool) -> bool:
        """Whether to make a snapshot now: it is requested, or it is `time` for one."""
        due, self.requested = self.requested or time, False
        return due


class RuledOut(NamedTuple):
    """A report: no solution centred in the box has this symmetry."""

    symmetry: str


class GaveUp(NamedTuple):
    """A strategy cannot decide a part, for this reason; others may."""

    reason: str


class Packed(ABC):
    """Many verified answers in a form that is quick to send."""

    @abstractmethod
    def unpack(self) -> list[Any]:
        """The answers themselves."""


NOT_CUT = Cube()
"""The cube of all solutions of a part."""
Report = (
    int
    | list[A]
    | Packed
    | Preview
    | PartialFilm
    | Closed
    | TableSnapshot
    | RuledOut
    | Exhausted
    | GaveUp
)
"""A report of a strategy; a number is that of its conflicts so far, a list has new answers."""


@dataclass(frozen=True, eq=False)
class Goal(Generic[S]):
    """The goal of an optimisation: the `cost` of a solution, which is to be as low as possible.

    `better_than` gives clauses that require less than a cost. `phases` are the solution and its
    other forms that are solutions too, and may cost less.
    """

    cost: Callable[[S], int]
    better_than: Callable[[int], list[Clause]]
    phases: Callable[[S], list[S]] = lambda solution: [solution]

    def best(self, solutions: Iterable[S]) -> S:
        return min(chain.from_iterable(map(self.phases, solutions)), key=self.cost)

    def improving(self, known: Sequence[S]) -> list[Clause]:
        """Clauses that ask for a lower cost than that of each known solution."""
        return self.better_than(min(map(self.cost, known))) if known else []


@dataclass(frozen=True, eq=False)
class Enumeration(Generic[S, A]):
    """The solutions (S) of some clauses, and how they become answers (A).

    - `variables` is the number of variables of the clauses;
    - `decode` makes a solution of a model;
    - `blocking` gives clauses that forbid a solution and its equivalent images;
    - `verify` makes answers of a batch of solutions, after checking them by simulation;
    - `recall` gives the solution that an answer was made of;
    - `cube` restricts the search to some of the solutions, and says how to cut them further;
    - `examine`, if given, says which solutions to report for one that was found (it may fall
      into pieces), and clauses against others like it;
    - `preview`, if given, draws the cells that the literals of a cube decide;
    - `film`, if given, makes the cells of which partial films are made;
    - `dead_first` and `growing_slices` are settings of the solver (`solving.solver`);
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
    preview: Callable[[Collection[int]], Preview] | None = None
    film: Callable[[], FilmCells | None] | None = None
    dead_first: bool = True
    growing_slices: bool = False
    save: Callable[[S], Any] = lambda solution: solution
    restore: Callable[[Any], S] = lambda saved: saved

    def run(
        self,
        configuration: Configuration,
        known: Sequence[A],
        kept: PartCheckpoint | None = None,
        trace: Trace | None = None,
    ) -> Iterator[Report[A]]:
        """Yield conflicts now and then, batches of verified answers, and the end.

        Known answers are not found again; with a goal they must be bettered. Then `known` may grow
        while the search runs, by what other solvers have found. With a checkpoint, `kept`, cubes
        that are done are reported. With a `trace`, a proof is written; then nothing is `kept`: a
        proof is of the part as a whole, without assumptions.
        """
        walk = Walk(self.cube, None if kept is None else kept.cubes)
        for report in _batched(self._solutions(configuration, known, walk, trace)):
            yield self.verify(report) if isinstance(report, list) else report

    def _solutions(
        self, configuration: Configuration, known: Sequence[A], walk: Walk, trace: Trace | None
    ) -> Iterator[int | _Found[S] | Preview | PartialFilm | Closed | Exhausted]:
        """The reports of `run`, with solutions one by one, before they are verified."""
        # `seen` known answers are in the clauses; `before` conflicts were those of earlier cubes.
        seen, before = len(known), 0
        proof = None if trace is None else trace.proof
        with Solver(
            configuration.solver,
            self.variables,
            configuration.seed,
            dead_first=self.dead_first,
            proof=proof,
        ) as solver:
            for batch in self.clauses:
                solver.load(batch)
            solver.add(self.cube.clauses)
            self._leave_out(known, solver, trace)
            cube = walk.take()
            shown, film_due = 0.0, FIRST_FILM
            cells = self._film_cells(solver, walk, trace)
            while cube is not None:
                if self.preview and cube and monotonic() > shown + PREVIEW_PAUSE:
                    shown = monotonic()
                    yield self.preview(self.cube.literals(cube))
                satisfiable: bool | None = None  # not known yet
                # The cube of the part is in the formula; the smaller cubes are assumptions, so that
                # what the solver learns in one helps in the next.
                assumptions = self.cube.literals(cube)[len(self.cube.bits) :]
                for report in solver.solve(assumptions, growing=self.growing_slices):
                    if isinstance(report, bool):
                        satisfiable = report
                        break
                    yield report
                    if cells is not None and report >= film_due:
                        film_due = report + FILM_PAUSE
                        yield partial_film(solver, cells, report)
                    # Other solvers have found something better: require still better.
                    if self.goal and len(known) > seen:
                        self._leave_out(known[seen:], solver, trace)
                        seen = len(known)
                    if walk.cut_if_long(cube):
                        break
                if satisfiable:
                    yield from self._take_model(solver, trace)
                    continue
                if satisfiable is False:
                    walk.close(cube)
                    if cube != self.cube.bits:
                        yield Closed(cube, solver.conflicts - before)
                        before = solver.conflicts
                cube = walk.take()
            conflicts = solver.conflicts
        # Each cube was found to be unsatisfiable, or cut into smaller ones: the walk has no others.
        yield Exhausted(conflicts, None if trace is None else trace.finish(conflicts))

    def _film_cells(self, solver: Solver, walk: Walk, trace: Trace | None) -> FilmCells | None:
        """The cells of partial films, unless cubes are drawn instead, or a proof is written."""
        if self.film is None or walk.cuts or trace is not None or not solver.propagates_fast:
            return None
        return self.film()

    def _take_model(self, solver: Solver, trace: Trace | None) -> Iterator[_Found[S]]:
        """The solutions to report for a model; the solver gets clauses against finding it again."""
        solution = self.decode(solver.model())
        found, clauses = self.after(solution)
        yield from map(_Found, found)
        if trace is not None:
            clauses = list(clauses)
            # The proof so far is in its file: the solver was flushed when it answered.
            trace.found(self.save(solution))
            trace.clauses(clauses)
        solver.add(clauses)

    def _leave_out(self, known: Sequence[A], solver: Solver, trace: Trace | None) -> None:
        """Add clauses for known solutions to the solver."""
        solutions = [self.recall(answer) for answer in known]
        clauses = list(self.leaving_out(solutions))
        # Flushed, so that the trace knows how much of the proof precedes these clauses.
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
        """The solutions to report for one that was found, and clauses for the search after it."""
        found, banned = self.examine(solution) if self.examine else ([solution], [])
        # With a goal the solution needs no blocking clause: those that demand a better one exclude
        # it, or those against its pieces, if a piece is reported instead.
        if self.goal and found:
            best = self.goal.best(found)
            return [best], chain(banned, self.goal.improving([best]))
        return found, chain(self.blocking(solution), banned)


class _Found(NamedTuple, Generic[S]):
    """A solution among the reports of a solver."""

    solution: S


def _batched(
    reports: Iterable[int | _Found[S] | Preview | PartialFilm | Closed | Exhausted],
) -> Iterator[Report[S]]:
    """Gather solutions that come in quick succession; pass on at once what comes rarely."""
    batch: list[S] = []
    last = 0.0
    for report in reports:
        if isinstance(report, _Found):
            batch.append(report.solution)
            if len(batch) < LARGEST_BATCH and monotonic() - last < BATCH_PAUSE:
                continue
        if batch:
            yield batch
            batch, last = [], monotonic()
        if not isinstance(report, _Found):
            yield report
