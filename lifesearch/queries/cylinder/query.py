"""Patterns that come back on a cylinder: waves, wicks, and whatever else repeats in one direction.

The box is as wide as the cylinder is around, and its left and right sides are joined, perhaps
shifted: column x + width is column x, `shift` rows further down. Above and below all is dead.
What is found can be rolled around the cylinder and moved up and down, so one of these places is
enough: a pattern touches the first row, unless a symmetry or given cells hold it where it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lifesearch import require
from lifesearch.encoding.constraints import any_of, changed
from lifesearch.encoding.motion import Motion
from lifesearch.encoding.symmetry_breaking import SolutionSymmetries
from lifesearch.encoding.variable_grid import Encoding, Spacetime
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.queries import validate
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Problem
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.cylinder.answer import (
    back_too_soon,
    comes_back,
    cylinder_answer,
    cylinder_key,
    images,
    turned,
)
from lifesearch.queries.cylinder.wording import CylinderInWords
from lifesearch.queries.formula import formula_lines
from lifesearch.queries.verify import require_box, require_constraints, require_right
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Report, cubes
from lifesearch.solving.first_generation import FirstGeneration
from lifesearch.solving.parts import Part


@dataclass(frozen=True)
class OnCylinder(CylinderInWords):
    """A query for patterns that come back on a cylinder, within so many rows."""

    kind = "cylinder"

    motion: Motion
    cylinder: Cylinder
    height: int
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    any_period: bool = False
    with_empty: bool = False
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS

    def __post_init__(self) -> None:
        require.kind(self.cylinder, "the cylinder", Cylinder)
        require.box(self.box, self.motion.period)
        require.flags(any_period=self.any_period, with_empty=self.with_empty, raw=self.raw)
        validate.turns(self.motion, self.symmetry, self.rule, self.box)
        validate.travel(self.motion, self.symmetry)
        validate.conditions(self.constraints, self.box, stays=not self.motion.travels)
        validate.no_pieces(self.constraints, "on a cylinder a wave is one piece")
        for g in (*self.symmetry.group, self.motion.orientation):
            if not self.cylinder.keeps(g):
                raise InputError(
                    f"{g.symbol} does not keep the cylinder: without a shift R180, F| and F- do, "
                    f"with one only R180"
                )
        still = self.motion.full_period == 1
        if self.with_empty and (self.motion.travels or not (still or self.any_period)):
            raise InputError("the empty pattern is a still life, no ship and of no other period")

    @property
    def box(self) -> tuple[int, int]:
        """The size of the box whose sides are joined."""
        return self.cylinder.circumference, self.height

    @cached_property
    def spacetime(self) -> Spacetime:
        """The cells that matter."""
        return Spacetime(*self.box, self.motion, self.symmetry.group, seam=self.cylinder.shift)

    def configurations(self) -> tuple[Configuration, ...]:
        """One that is good at proofs, and one that is good at finding."""
        return (Configuration("cadical195"), Configuration("glucose4"))

    def cells(self) -> int:
        """The cells of the box, as far as symmetry leaves them open."""
        return self.box[0] * self.box[1] // len(self.symmetry.group)

    def parts(self, depth: int) -> Iterator[Part]:
        """The box, or cubes of it."""
        return (Part(self.box, cube) for cube in cubes(depth) if not self.constraints.impossible)

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse Knuth's encoding, whose counters are those of a plane."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth":
            raise InputError("the encoding knuth knows the plane and the torus, no cylinder")

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of the box as a DIMACS file."""
        return formula_lines(self, self.problem(part or Part(self.box), how), how)

    def problem(self, part: Part, how: Configuration) -> Problem:
        """The clauses; all parts have the same box."""
        variables, motion = Variables(), self.motion
        layout = self.spacetime.assign_variables(variables)
        clauses = layout.transitions(self.rule, "implicates", variables)
        if not self.with_empty:
            clauses.append(any_of(layout.grid[0].ravel()))
        if not self.any_period:
            for t, dx, dy in motion.subperiods():
                clauses += changed(layout, t, dx, dy, variables)
        clauses += self.constraints.clauses(layout, variables)
        if self.touches_first_row(plain=how.plain):
            x, times = np.arange(self.box[0], dtype=np.int32), range(motion.full_period)
            if motion.travels:
                times = range(motion.period)
            clauses.append(any_of(np.concatenate([layout.at(t, x, 0) for t in times])))
        better_than, counters = self.constraints.better_than(layout, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def touches_first_row(self, *, plain: bool) -> bool:
        """Whether a clause asks that patterns are moved up to the first row."""
        free = SolutionSymmetries(self.spacetime).movable(0, 1) and self.constraints.keep is None
        return free and not (plain or self.raw or self.with_empty)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer]
    ) -> Iterator[Report[Answer]]:
        """Search the box, or a cube of it."""
        return self.encoded(part, how)[1].run(how, known)

    def encoded(
        self, part: Part, how: Configuration
    ) -> tuple[Problem, Enumeration[Pattern, Answer]]:
        """The clauses of the box, and how to enumerate their solutions."""
        problem = self.problem(part, how)
        first = FirstGeneration.of(problem.layout)

        def blocking(pattern: Pattern) -> Iterator[Clause]:
            alike = () if self.raw else self._places(pattern)
            return first.forbidding_each((pattern, *alike))

        def cost(pattern: Pattern) -> int:
            assert self.constraints.objective is not None
            return self.constraints.objective.cost(self._life(pattern), self.motion.period)

        return problem, Enumeration(
            problem.clauses,
            len(problem.variables),
            first.pattern,
            blocking,
            lambda patterns: self.answers(patterns, *part.box),
            lambda answer: answer.saved,
            first.cube(part.cube),
            goal=Goal(cost, problem.better_than) if problem.better_than else None,
        )

    def _life(self, pattern: Pattern) -> list[Pattern]:
        """The generations of the full period, on the cylinder."""
        return self.cylinder.history(pattern, self.motion.full_period, self.rule)

    def _places(self, pattern: Pattern) -> Iterator[Pattern]:
        """All patterns in the box that are like this one, solutions or not."""
        for image in images(self.cylinder, self._life(pattern)[:-1], self.rule):
            for down in range(self.height - image.box.height + 1):
                yield image.translate(0, down)

    def counted(self, answer: Answer) -> list[Pattern]:
        """The full period that was asked for, on the cylinder."""
        return self._life(answer.saved)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify patterns by simulation and return them as answers."""
        require_box(self.box, width, height)
        motion, any_period = self.motion, self.any_period
        what = f"{self.describe()}{self.where()}"
        right = [self.check(pattern) for pattern in saved]
        bare = [Answer(pattern, motion.full_period, self.rule) for pattern in saved]
        require_right(bare, right, what)
        answers: list[Answer] = [
            cylinder_answer(self.cylinder, pattern, motion, self.rule, any_period=any_period)
            for pattern in saved
        ]
        require_constraints(answers, self.constraints, what, self.counted)
        return answers

    def check(self, pattern: Pattern) -> bool:
        """Whether a pattern is what is asked for, as far as simulation tells."""
        cylinder, motion, rule, height = self.cylinder, self.motion, self.rule, self.height
        box = Box(0, 0, *self.box)
        lived = self._life(pattern)[: motion.period]
        return (
            all(box.holds(cell) for phase in lived for cell in phase.cells)
            and comes_back(cylinder, pattern, motion, rule, height)
            and all(
                cylinder.wound(turned(cylinder, g, pattern, height)) == pattern
                for g in self.symmetry.group
            )
            and (self.any_period or not back_too_soon(cylinder, pattern, motion, rule))
            and (self.with_empty or bool(pattern))
        )

    def key(self, answer: Answer) -> Hashable:
        """Rolled, moved, turned and delayed patterns are one, unless all solutions count."""
        if self.raw:
            return tuple(sorted(answer.saved.cells))
        return cylinder_key(self.cylinder, self._life(answer.saved)[:-1], self.rule)
