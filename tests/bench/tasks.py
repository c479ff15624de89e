"""Named queries, from trivial to hard, and how long each takes.

Many are those on which other search programs have been timed; each has a known answer,
and a run that says otherwise is a failure. What counts is the processor time of the
solver's process: building the clauses, solving, checking. Answers that exist are found by
luck to some degree, so a median over several seeds says more than a single run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from statistics import median

from lifesearch.common.errors import LifesearchError
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.core.events import Finished
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.solving.configuration import FixedSettings, Strategy
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.by_rows import strip_of
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.strips.question import Strip
from lifesearch.running.choose import plan_of
from lifesearch.running.options import RunOptions
from tests.searching import run

ROW_TABLES, PLAN = "row tables", "plan"
"""Ways without a solver: by row tables, or in whichever ways the plan chooses."""


@dataclass(frozen=True)
class BenchmarkTask:
    """A query with a name, and the number of its answers that are to be found."""

    name: str
    query: PatternQuery
    answers: int
    quick: bool = True

    @property
    def count(self) -> int | None:
        """How many answers to ask for: all where there are several."""
        return 1 if self.answers <= 1 or not isinstance(self.query, BoxQuery) else None

    def configurations(self) -> tuple[Strategy, ...]:
        """Each way by itself, and the plan."""
        solvers = self.query.configurations() if isinstance(self.query, BoxQuery) else ()
        return (*solvers, *[ROW_TABLES] * (ROW_TABLES in self.plan), PLAN)

    @property
    def as_strip(self) -> BenchmarkTask:
        """The task as row tables do it by themselves: a box is a strip of a greatest length."""
        query = self.query
        return replace(self, query=strip_of(query)[0]) if isinstance(query, Periodic) else self

    @property
    def plan(self) -> tuple[str, ...]:
        """The engines that a plan uses for it, with one worker."""
        return tuple(step.engine for step in plan_of(self.query, RunOptions(self.count)).steps)


@dataclass(frozen=True)
class Measurement:
    """What one configuration needed for a task; seconds is None if it was given up.

    The numbers are medians over seeds.
    """

    task: BenchmarkTask
    configuration: Strategy
    seconds: float | None
    conflicts: int
    variables: int
    clauses: int
    runs: int

    @property
    def solver(self) -> str:
        """The solver, or what is used without one."""
        how = self.configuration
        return how if isinstance(how, str) else how.solver

    @property
    def encoding(self) -> str:
        """The encoding, or what the plan has chosen; nothing if there is no solver."""
        if self.configuration == PLAN:
            return " + ".join(self.task.plan)
        return "" if isinstance(self.configuration, str) else self.configuration.encoding

    @property
    def plain(self) -> bool:
        return not isinstance(self.configuration, str) and self.configuration.plain


def ship(left: int, up: int, period: int, box: tuple[int, int], symmetry: str = "C1") -> Periodic:
    motion = Motion(period, Orientation.IDENTITY, -left, -up)
    return Periodic(motion, box, Symmetry.parse(symmetry))


def oscillator(period: int, box: tuple[int, int], symmetry: str = "C1") -> Periodic:
    return Periodic(Motion(period), box, Symmetry.parse(symmetry))


def still_lifes(side: int) -> Periodic:
    """All still lifes of a box, the empty one too."""
    return Periodic(Motion(1), (side, side), raw=True, with_empty=True)


def dense(side: int, cells: int) -> Periodic:
    constraints = Constraints((Bound(Measure.FIRST, cells),))
    return Periodic(Motion(1), (side, side), constraints=constraints)


def orphan(side: int) -> Predecessor:
    """What became a square of random cells; almost surely nothing."""
    random = Random(side)
    cells = [(x, y) for x in range(side) for y in range(side) if random.random() < 0.5]
    return Predecessor.around(Target(Pattern.of(cells)))


def strip(width: int, up: int, period: int) -> Strip:
    """A query for a mirrored ship of any length."""
    return Strip(width, Motion(period, dy=-up), Mirror.MIRRORED)


def tasks() -> list[BenchmarkTask]:
    return [
        BenchmarkTask("glider", ship(1, 1, 4, (4, 4)), 1),
        BenchmarkTask("lwss", ship(0, 2, 4, (6, 8)), 1),
        BenchmarkTask("c3-turtle", ship(0, 1, 3, (12, 14), "D2|"), 1),
        BenchmarkTask("c3-25P3", ship(0, 1, 3, (16, 6)), 1),
        BenchmarkTask("c3-unsat", ship(0, 1, 3, (10, 14), "D2|"), 0),
        BenchmarkTask("c3-8x12-unsat", ship(0, 1, 3, (8, 12)), 0),
        BenchmarkTask("c4d-d2", ship(1, 1, 4, (12, 12), "D2\\"), 1),
        BenchmarkTask("c4o-unsat", ship(0, 1, 4, (12, 16), "D2|"), 0),
        BenchmarkTask("c4o-ship", ship(0, 1, 4, (15, 22), "D2|"), 1, quick=False),
        BenchmarkTask("2c5-unsat", ship(0, 2, 5, (13, 16), "D2|"), 0, quick=False),
        BenchmarkTask("p2-unsat", ship(0, 1, 2, (9, 12)), 0),
        BenchmarkTask("p3-d8", oscillator(3, (13, 13), "D8"), 1),
        BenchmarkTask("p3-c1", oscillator(3, (8, 8)), 1, quick=False),
        BenchmarkTask("p3-c1-unsat", oscillator(3, (6, 6)), 0),
        BenchmarkTask("p4-c1", oscillator(4, (7, 7)), 1, quick=False),
        BenchmarkTask("p4-c4", oscillator(4, (12, 12), "C4"), 1),
        BenchmarkTask("p5-d8", oscillator(5, (8, 8), "D8"), 1),
        BenchmarkTask("p5-c1-unsat", oscillator(5, (6, 6)), 0, quick=False),
        BenchmarkTask("p5-d2", oscillator(5, (9, 9), "D2|"), 0, quick=False),
        BenchmarkTask("p6-d4", oscillator(6, (12, 12), "D4+"), 1, quick=False),
        BenchmarkTask("p8-c2", oscillator(8, (10, 10), "C2"), 1, quick=False),
        BenchmarkTask("still-all-5", still_lifes(5), 417),
        BenchmarkTask("still-all-6", still_lifes(6), 3928),
        BenchmarkTask("still-all-7", still_lifes(7), 127425, quick=False),
        BenchmarkTask("dense-8", dense(8, 36), 1),
        BenchmarkTask("dense-8-unsat", dense(8, 37), 0),
        BenchmarkTask("pred-rand20", orphan(20), 0),
        BenchmarkTask("strip-c3-12", strip(12, 1, 3), 1),
        BenchmarkTask("strip-c4-12", strip(12, 1, 4), 0),
        BenchmarkTask("strip-c4-15", strip(15, 1, 4), 1),
        BenchmarkTask("strip-2c5-13", strip(13, 2, 5), 0),
        BenchmarkTask("strip-c5-13", strip(13, 1, 5), 0),
        BenchmarkTask("strip-c6-12", strip(12, 1, 6), 0),
        BenchmarkTask("strip-c10-8", strip(8, 1, 10), 0),
        BenchmarkTask("strip-c10-10", strip(10, 1, 10), 1, quick=False),
        BenchmarkTask("strip-2c7-16", strip(16, 2, 7), 0, quick=False),
    ]


class WrongAnswer(LifesearchError):  # noqa: N818 - it reads as what happened
    """A task was decided otherwise than it should be."""


def measure(
    task: BenchmarkTask, configuration: Strategy, seeds: int, time_limit: float
) -> Measurement:
    """Run a task with several seeds, one after another; give up when one run is too long."""
    spent: list[float] = []
    conflicts: list[int] = []
    for seed in range(seeds):
        options = RunOptions(task.count, 1, time_limit=time_limit)
        if configuration == ROW_TABLES:
            task, options = task.as_strip, replace(options, engine="tables")
        elif not isinstance(configuration, str):
            fixed = FixedSettings(
                configuration.solver, configuration.encoding, configuration.plain, seed
            )
            options = replace(options, fixed=fixed)
        before = _children()
        end = _last(task, options)
        if end is None:
            break
        spent.append(_children() - before)
        conflicts.append(end.conflicts)
        if end.found != task.answers:
            raise WrongAnswer(f"{task.name}: {end.found} found, {task.answers} expected")
    complete = len(spent) == seeds
    variables, clauses = size(task, configuration)
    return Measurement(
        task,
        configuration,
        median(spent) if complete else None,
        int(median(conflicts)) if complete else 0,
        variables,
        clauses,
        len(spent),
    )


def size(task: BenchmarkTask, configuration: Strategy) -> tuple[int, int]:
    """The number of variables and clauses of a task, as the formula's first line has them."""
    if isinstance(configuration, str) or not isinstance(task.query, BoxQuery):
        return 0, 0
    formula = task.query.dimacs(next(task.query.parts(0)), configuration)
    first = next(line for line in formula if line.startswith("p cnf "))
    variables, clauses = first.split()[2:]
    return int(variables), int(clauses)


def _last(task: BenchmarkTask, run_options: RunOptions) -> Finished | None:
    events = run(task.query, run_options)
    ends: Iterator[Finished] = (event for event in events if isinstance(event, Finished))
    return next(ends, None)


def _children() -> float:
    """Processor seconds of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system
