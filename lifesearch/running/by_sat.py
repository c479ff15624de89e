"""The engine of questions with clauses (boxes, drawings, predecessors, formulas): SAT solvers race.

Its coordinator is a `portfolio`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil, log2
from typing import TypeVar, cast

from lifesearch.common.limits import MOST_SPLITTING_CELLS
from lifesearch.core.question import AnyDivisible, Solvable
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.options import RunOptions
from lifesearch.running.outline import Step
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan

Q = TypeVar("Q", bound=AnyDivisible)

ALL_AT_ONCE = "all cells are decided together, which can also prove that nothing fits"
ONE_BOX = "{lost} of work will be repeated: a session saves only finished cases"
"""For `repeats`: a view puts in the time that is lost."""
WORTH_SPLITTING = 40
"""Undecided cells of generation 0: with fewer, one solver decides the box soon."""
CUBES_PER_JOB = 4
"""More cubes than workers, as some take longer than others; each costs an encoding."""


class BySat(Engine[Q]):
    """SAT solvers that race for each part of a question."""

    name = "SAT"
    wish = "box"
    continued_from = "boxes, and parts of a box, that are done"
    proof = "one DRAT proof for each formula"
    why = ALL_AT_ONCE

    def steps(self, query: Q, options: RunOptions) -> tuple[Step, ...]:
        """One step for each solver that races."""
        solvers = self.solvers(query, options)
        what = self.what(query, options)
        return tuple(Step(f"{self.name} ({each})", what, why=self.why) for each in solvers)

    def solvers(self, query: Q, options: RunOptions) -> list[str]:
        """The names of the solvers that race; one if all answers are wanted, or it was chosen.

        For the best answer, they race if there are several workers.
        """
        solvers = list(dict.fromkeys(each.solver for each in self.configurations(query)))
        races = options.place.cores(options.jobs) > 1 if query.objective else options.count
        alone = options.fixed or not races
        return [options.fixed.solver or solvers[0]] if alone else solvers

    def configurations(self, query: Q) -> tuple[Configuration, ...]:
        """The configurations that race, best first."""
        return cast("Solvable", query).configurations()

    def depth(self, query: Q, options: RunOptions) -> int:
        """Split into cubes if all answers are wanted, or a session saves those that are closed.

        One worker cuts the box itself, while it searches (`solving.cubes`). Of growing boxes,
        several are searched at once anyway.
        """
        jobs = options.place.cores(options.jobs)
        saves = options.has_session and not (options.proving or options.fixed)
        if not (options.count is None or saves) or jobs == 1 or query.objective or query.grows:
            return 0
        if query.cells() < WORTH_SPLITTING:
            return 0
        return min(ceil(log2(CUBES_PER_JOB * jobs)), MOST_SPLITTING_CELLS)

    def repeats(self, query: Q) -> str:
        """Of a single box, a session saves only closed cubes."""
        return ONE_BOX if len([*islice(query.parts(0), 2)]) == 1 else ""

    def parts(self, plan: Plan[Q]) -> Iterator[Part]:
        """The parts that solvers search side by side."""
        return plan.query.parts(plan.depth)

    def coordinator(self, plan: Plan[Q], workplace: Workplace) -> AnyCoordinator:
        """A portfolio of solvers."""
        from lifesearch.running.portfolio import Portfolio

        return Portfolio(
            plan.query,
            plan.options,
            plan.checkpoint,
            workplace,
            shares=[Share(1, self.parts(plan))],
            solvers=self.configurations(plan.query),
        )
