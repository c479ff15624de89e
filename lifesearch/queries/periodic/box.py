"""Patterns that recur in a box of one size and in a known rule: clauses and verification."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from lifesearch.encoding.constraints import any_of, changed
from lifesearch.encoding.symmetry_breaking import SolutionSymmetries, normal_form
from lifesearch.encoding.transitions import transitions
from lifesearch.encoding.variable_grid import Encoding, Spacetime, VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.errors import VerificationError
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.batch import Stack
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries import on_cylinder
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Problem
from lifesearch.queries.box_query import by_first_generation
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.pieces import ExcludedPieces, PieceFilter
from lifesearch.queries.verify import (
    check_layers,
    check_periodic,
    require_constraints,
    require_right,
    wrong_answer,
)
from lifesearch.queries.words import in_rule, recurring, symmetric
from lifesearch.solving.enumerate import Enumeration, Goal


@dataclass(frozen=True)
class PeriodicBox:
    """What is searched for in one box; the fields are those of `Periodic`.

    A `tight` box is one of those that grow: patterns touch all its sides. On a cylinder its left
    and right sides are joined.
    """

    width: int
    height: int
    motion: Motion
    symmetry: Symmetry
    rule: Rule
    any_period: bool
    with_empty: bool
    torus: bool
    mask: Pattern | None
    raw: bool
    constraints: Constraints
    excluded: ExcludedPieces
    tight: bool
    cylinder: Cylinder | None = None

    @property
    def universe(self) -> Universe:
        torus = (self.width, self.height) if self.torus else None
        return Universe(self.rule, torus, self.cylinder)

    @cached_property
    def spacetime(self) -> Spacetime:
        return Spacetime(
            self.width,
            self.height,
            self.motion,
            self.symmetry.group,
            self.torus,
            self.mask,
            seam=None if self.cylinder is None else self.cylinder.shift,
            states=self.rule.states,
        )

    @property
    def symmetries(self) -> SolutionSymmetries:
        return SolutionSymmetries(self.spacetime, self.rule.symmetries)

    @property
    def fixed(self) -> bool:
        """Whether patterns cannot be moved or turned, because some cells are given."""
        return self.mask is not None or self.constraints.keep is not None

    def problem(
        self, rule: Rule | PartialRule, encoding: Encoding = "implicates", *, plain: bool = False
    ) -> Problem:
        """The clauses in a rule, or in all rules of a range; plain, without symmetry breaking."""
        variables = Variables()
        layout = self.spacetime.assign_variables(variables)
        clauses = transitions(layout, rule, encoding, variables)
        if not self.with_empty:
            clauses.append(any_of(layout.grid[0].ravel()))
        if not self.any_period:
            for t, dx, dy in self.subperiods():
                clauses += changed(layout, t, dx, dy, variables)
        clauses += self.constraints.clauses(layout, variables)
        if not (plain or self.raw or self.torus or self.fixed or self.with_empty):
            clauses += normal_form(
                layout,
                variables,
                tight=self.tight,
                symmetries=self.rule.symmetries,
                delays=not self.constraints.phase_dependent and len(self.rule.steps) == 1,
            )
        better_than, counters = self.constraints.better_than(layout, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def subperiods(self) -> Iterator[tuple[int, int, int]]:
        """The shorter periods to exclude; where rules take turns, some are impossible anyway."""
        turns = 1 if self.torus else len(self.rule.steps)
        return (shorter for shorter in self.motion.subperiods() if shorter[0] % turns == 0)

    def piece_filter(self, layout: VariableGrid) -> PieceFilter | None:
        """What decides which pieces of solutions are wanted; None if nothing is asked of them."""
        if not (self.constraints.connected or self.constraints.excluded):
            return None
        # A symmetry or a transform has a centre, so that a piece is an answer in some places only.
        movable = len(self.spacetime.group()) == 1 and self.motion.order == 1
        anywhere = movable and not (self.fixed or self.constraints.phase_dependent)
        is_answer = self._is_answer if anywhere and not self.raw else None
        connected, unwanted = self.constraints.connected, self.excluded.keys
        return PieceFilter(layout, self.rule, connected, unwanted, is_answer)

    def _is_answer(self, pattern: Pattern) -> bool:
        try:
            self.answers([pattern])
        except VerificationError:
            return False
        return True

    def life(self, pattern: Pattern) -> list[Pattern]:
        """The generations of the full period that was asked for, and one more at the end."""
        return self.universe.history(pattern, self.motion.full_period)

    def cost(self, pattern: Pattern) -> int:
        """How good a pattern is, if that matters: less is better."""
        assert self.constraints.objective is not None
        return self.constraints.objective.cost(self.life(pattern), self.motion.period)

    def exact(self, period: int) -> bool:
        """Whether a pattern's true period is what was asked for."""
        asked = self.motion.period
        return period == asked if self.motion.order == 1 else period > asked and not period % asked

    def answers(self, patterns: Sequence[Pattern]) -> list[Answer]:
        """Verify patterns by simulation and return them as answers, each with its true period."""
        motion, torus, what = self.motion, self.universe.torus, self.describe()
        answers: list[Answer] = [
            Answer(pattern, motion.full_period, self.rule, torus) for pattern in patterns
        ]
        require_right(answers, self.check(patterns), what)
        if self.cylinder is not None:
            answers = [
                on_cylinder.cylinder_answer(
                    self.cylinder, pattern, motion, self.rule, any_period=self.any_period
                )
                for pattern in patterns
            ]
        counted = motion.full_period
        require_constraints(answers, self.constraints, what, lambda answer: answer.life(counted))
        if self.cylinder is not None or (motion.order == 1 and not self.any_period):
            return answers
        answers = [answer.cycle() for answer in answers]
        if not self.any_period:
            require_right(answers, [self.exact(answer.generations) for answer in answers], what)
        return answers

    def check(self, patterns: Sequence[Pattern]) -> list[bool]:
        """Simulate patterns: which of them recur as they should, in the box?"""
        if self.cylinder is not None:
            return [self._is_right_on(self.cylinder, pattern) for pattern in patterns]
        any_period, with_empty = self.any_period, self.with_empty
        right: list[bool] = check_periodic(
            patterns, self.spacetime, self.rule, any_period=any_period, with_empty=with_empty
        ).tolist()
        return right

    def _is_right_on(self, cylinder: Cylinder, pattern: Pattern) -> bool:
        motion, rule, box = self.motion, self.rule, Box(0, 0, self.width, self.height)
        lived = self.life(pattern)[: motion.period]
        return (
            all(map(box.holds, chain.from_iterable(phase.cells for phase in lived)))
            and on_cylinder.comes_back(cylinder, pattern, motion, rule, self.height)
            and all(
                cylinder.wound(self.spacetime.turned(g, pattern)) == pattern
                for g in self.symmetry.group
            )
            and (self.any_period or not on_cylinder.back_too_soon(cylinder, pattern, motion, rule))
            and (self.with_empty or bool(pattern))
        )

    def require_layers(self, layers: Stack) -> None:
        """Verify patterns as layers of one array, each the box in generation 0; no constraints."""
        around = self.spacetime.margin
        framed = np.pad(layers, ((0, 0), (around, around), (around, around)))
        right = check_layers(
            framed,
            self.spacetime,
            self.rule,
            any_period=self.any_period,
            with_empty=self.with_empty,
        )
        for wrong in np.flatnonzero(~right):
            raise wrong_answer(f"is no {self.describe()}", Pattern.from_array(layers[wrong]))

    def describe(self) -> str:
        """Name what is searched for: 'still life in B36/S23 in a 5x5 box'."""
        what = recurring(self.motion, self.rule, any_period=self.any_period)
        conditions = f"{symmetric(self.symmetry)}{in_rule(self.rule)}{self.constraints}"
        return f"{what}{conditions} in a {self.width}x{self.height} box"


# Which patterns that recur are equivalent: moved, turned, mirrored or delayed ones


def images(box: PeriodicBox, pattern: Pattern) -> Iterator[Pattern]:
    """Go through the first generations in the box that are equivalent to this one.

    On a torus and on a cylinder these are all images, solutions or not.
    In the plane, they are those that turn and move solutions into solutions.
    """
    if box.cylinder is not None:
        yield from _rolled(box, box.cylinder, pattern)
        return
    symmetries, s, motion = box.symmetries, box.spacetime, box.motion
    phases = motion.full_period
    span = motion.period if motion.travels else phases
    life = box.universe.history(pattern, phases + span)
    turns = [Orientation.IDENTITY] if box.fixed else symmetries.orientations()
    if box.torus:
        turns = [g for g in Orientation if g in box.rule.symmetries and s.invariant_under(g)]
    step = 1 if box.torus else len(box.rule.steps)
    for g in turns:
        turned = [s.turned(g, phase) for phase in life]
        for t in range(0, phases, step):
            boxes = [phase.box for phase in turned[t : t + span] if phase]
            if not boxes:
                yield pattern
                continue
            left, top = min(b.x for b in boxes), min(b.y for b in boxes)
            if box.torus:
                yield from _everywhere(turned[t], box.width, box.height)
            elif box.fixed:
                yield turned[t]
            else:
                yield turned[t].translate(*symmetries.shift_to_origin(left, top))


def _everywhere(pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
    for dx in range(width):
        for dy in range(height):
            yield pattern.translate(dx, dy).wrapped(width, height)


def _rolled(box: PeriodicBox, cylinder: Cylinder, pattern: Pattern) -> Iterator[Pattern]:
    """All images in a box whose sides are joined."""
    for image in on_cylinder.cylinder_images(cylinder, box.life(pattern)[:-1], box.rule):
        for down in range(box.height - image.box.height + 1):
            yield image.translate(0, down)


def phases(box: PeriodicBox, pattern: Pattern) -> list[Pattern]:
    """Phases of an oscillator that are solutions too; of others, only the pattern itself."""
    bounds = box.constraints.bounds
    fixed = box.fixed or any(bound.measure.phase_dependent for bound in bounds)
    if box.motion.travels or fixed:
        return [pattern]
    step = 1 if box.torus else len(box.rule.steps)
    return box.life(pattern)[:-1:step]


def key(box: PeriodicBox, answer: Answer) -> Hashable:
    """Identity of an answer: moved, turned and delayed patterns are one, unless all count."""
    if box.raw:
        return answer.found
    if box.cylinder is not None:
        return on_cylinder.cylinder_key(box.cylinder, box.life(answer.found)[:-1], box.rule)
    if answer.torus:
        return min(image.key() for image in images(box, answer.pattern))
    return canonical_key(answer.history()[:-1], box.rule)


def enumeration(box: PeriodicBox, problem: Problem, cube: str) -> Enumeration[Pattern, Answer]:
    """How to enumerate the patterns of a box, or of a cube of it."""
    pieces = box.piece_filter(problem.layout)
    goal = None
    if problem.better_than:
        goal = Goal(box.cost, problem.better_than, lambda pattern: phases(box, pattern))
    return by_first_generation(
        problem,
        cube,
        lambda pattern: () if box.raw else images(box, pattern),
        box.answers,
        goal=goal,
        examine=pieces.examine if pieces else None,
    )
