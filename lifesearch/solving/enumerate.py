"""One part of a question, one solver: find answers, and never the same one twice.

Two solutions are the same pattern when one is the other moved, turned, mirrored or
delayed in a way that the question allows. Each answer is blocked together with all its
images, by one clause each over the cells of generation 0.

Answers may come by the ten thousand in a second. They are handed on in batches: at once
when they are rare, and a few times a second when they are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from lifesearch.encoding.clauses import Clauses
from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.solver import Solver

Model = list[int]
Clause = list[int]
Images = Callable[[Pattern], Iterable[Pattern]]
T = TypeVar("T")

CONTRADICTION: list[Clause] = [[]]
RARE = 0.05
LARGEST_BATCH = 500


class Exhausted(NamedTuple):
    """There are no more solutions; so many conflicts have proved it."""

    conflicts: int


@dataclass(frozen=True)
class FirstGeneration:
    """The cells of generation 0 that may live, and the variable of each."""

    cells: list[Cell]
    numbers: list[int]

    @classmethod
    def of(cls, laid: VariableGrid) -> FirstGeneration:
        """Look them up."""
        x, y, variable = (axis.tolist() for axis in laid.first_generation)
        return cls(list(zip(x, y, strict=True)), variable)

    def pattern(self, model: Model) -> Pattern:
        """The live cells of a model."""
        return Pattern(frozenset(compress(self.cells, [model[v - 1] > 0 for v in self.numbers])))

    def blocking(self, model: Model) -> Clause:
        """A clause that forbids the generation 0 of a model."""
        return [-model[v - 1] for v in self.numbers]

    def forbidding(self, pattern: Pattern) -> Clause | None:
        """A clause that forbids a generation 0; None if it is impossible anyway."""
        alive = [cell in pattern.cells for cell in self.cells]
        if sum(alive) != pattern.population:
            return None
        return [-v if lives else v for v, lives in zip(self.numbers, alive, strict=True)]

    def cube(self, bits: str) -> list[Clause]:
        """Fix the cells nearest to the middle, where they decide most.

        If there are fewer than bits, the bits beyond are zeros in one cube only, and all
        other cubes are empty.
        """
        if not bits:
            return []
        if not self.cells:
            return CONTRADICTION if "1" in bits else []
        columns, rows = zip(*self.cells, strict=True)
        middle = (max(columns) + min(columns)) / 2, (max(rows) + min(rows)) / 2
        near = sorted(
            zip(self.cells, self.numbers, strict=True),
            key=lambda item: sum((a - b) ** 2 for a, b in zip(item[0], middle, strict=True)),
        )
        splitting = list(dict.fromkeys(v for _, v in near))[: len(bits)]
        if "1" in bits[len(splitting) :]:
            return [[splitting[0]], [-splitting[0]]]
        return [[v if bit == "1" else -v] for v, bit in zip(splitting, bits, strict=False)]


class NewItems(Generic[T]):
    """What is known, as far as it was not known before; others may add to it at any time."""

    def __init__(self, known: Sequence[Any], read: Callable[[Any], T]) -> None:
        self._known, self._read, self._heard = known, read, 0

    def __call__(self) -> list[T]:
        """All that is new."""
        new = self._known[self._heard :]
        self._heard += len(new)
        return [self._read(each) for each in new]


@dataclass(frozen=True, eq=False)
class Goal(Generic[T]):
    """Only what is best counts: what a solution costs, and what to say to get a cheaper one.

    `phases` are other forms of a solution that are answers too, and may be better.
    """

    cost: Callable[[T], int]
    better_than: Callable[[int], list[Clause]]
    phases: Callable[[T], list[T]] = lambda solution: [solution]

    def best(self, solution: T) -> T:
        """The best form of a solution."""
        return min(self.phases(solution), key=self.cost)

    def improving(self, known: Sequence[T]) -> list[Clause]:
        """Clauses that ask for something better than each of these."""
        return self.better_than(min(map(self.cost, known))) if known else []


@dataclass(frozen=True, eq=False)
class Problem:
    """The clauses about a laid-out spacetime.

    If there is a judge, not every solution is an answer: it tells which patterns in a solution
    are, and what may not come any more.
    """

    laid: VariableGrid
    variables: Variables
    clauses: list[Clauses]
    examine: Callable[[Pattern], tuple[list[Pattern], list[Clause]]] | None = None
    goal: Goal[Any] | None = None

    def patterns(
        self, how: Configuration, cube: str, news: NewItems[Pattern], images: Images | None
    ) -> Iterator[int | list[Pattern] | Exhausted]:
        """Search: conflicts now and then, batches of first generations, and the end.

        Every pattern is blocked together with its images, if there are any that count as the
        same, and so is what is known already. If only what is best counts, it must be better
        than all that others have found by now.
        """
        first = FirstGeneration.of(self.laid)

        def forbidding(patterns: Iterable[Pattern]) -> Iterator[Clause]:
            alike = (image for pattern in patterns for image in (pattern, *_images(pattern)))
            clauses = map(first.forbidding, alike)
            return (clause for clause in clauses if clause is not None)

        def _images(pattern: Pattern) -> Iterable[Pattern]:
            return images(pattern) if images else ()

        def on_model(model: Model) -> tuple[list[Pattern], Iterator[Clause]]:
            solution = first.pattern(model)
            answers, banned = self.examine(solution) if self.examine else ([solution], [])
            if self.goal and answers:
                answers = [min(map(self.goal.best, answers), key=self.goal.cost)]
                return answers, chain(banned, self.goal.improving(answers))
            return answers, chain([first.blocking(model)], forbidding([solution]), banned)

        def between_slices() -> list[Clause]:
            return self.goal.improving(news()) if self.goal else []

        start = [*first.cube(cube), *(between_slices() if self.goal else forbidding(news()))]
        variables = len(self.variables)
        return batch_reports(
            solutions(self.clauses, variables, how, on_model, start, between_slices)
        )


def solutions(
    clauses: Iterable[Clauses],
    variables: int,
    how: Configuration,
    on_model: Callable[[Model], tuple[Iterable[T], Iterable[Clause]]],
    start: Iterable[Clause] = (),
    between_slices: Callable[[], Iterable[Clause]] = list,
    *,
    dead_first: bool = True,
) -> Iterator[int | T | Exhausted]:
    """Solve again and again until nothing is left.

    From a model, `on_model` makes the answers to report, and clauses against its coming again.
    What others have found `between_slices` may add some, too.
    """
    with Solver(how.solver, variables, how.seed, dead_first=dead_first) as solver:
        for batch in clauses:
            solver.load(batch)
        solver.add(start)
        while True:
            for report in solver.solve():
                if report is False:
                    yield Exhausted(solver.conflicts)
                    return
                if report is True:
                    break
                yield report
                solver.add(between_slices())
            found, blocking = on_model(solver.model())
            yield from found
            solver.add(blocking)


def batch_reports(reports: Iterable[int | T | Exhausted]) -> Iterator[int | list[T] | Exhausted]:
    """Gather what comes in quick succession; what comes rarely passes at once."""
    batch: list[T] = []
    last = 0.0
    for report in reports:
        if not isinstance(report, int | Exhausted):
            batch.append(report)
            if len(batch) < LARGEST_BATCH and monotonic() - last < RARE:
                continue
        if batch:
            yield batch
            batch, last = [], monotonic()
        if isinstance(report, int | Exhausted):
            yield report


def cubes(depth: int) -> list[str]:
    """All ways to fill so many cells: '00', '01', '10', '11' for two."""
    return [format(i, f"0{depth}b") for i in range(2**depth)] if depth else [""]
