"""Patterns that recur in a box of one size and in a known rule: from clauses to answers.

In this order: clauses, their solutions, and the verification of solutions by simulation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.common.errors import VerificationError
from lifesearch.common.text import size_with_article
from lifesearch.core.answer import Answer, require_right, wrong_answer
from lifesearch.core.question import Problem
from lifesearch.engines.sat.encoding.clauses import Bools
from lifesearch.engines.sat.encoding.constraints import any_of, changed
from lifesearch.engines.sat.encoding.symmetry_breaking import SolutionSymmetries, normal_form
from lifesearch.engines.sat.encoding.transitions import transitions
from lifesearch.engines.sat.encoding.variable_grid import Encoding, Spacetime, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import (
    Clause,
    Enumeration,
    Goal,
    PartCheckpoint,
    Report,
)
from lifesearch.engines.sat.solving.first_generation import FirstGeneration
from lifesearch.engines.sat.solving.partial_film import FilmCells
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.batch import Stack, stack_patterns, step_batch
from lifesearch.life.simulate.universe import Universe
from lifesearch.questions.periodic.recurrence import PeriodicQuestion

if TYPE_CHECKING:
    from lifesearch.core.pieces import PieceFilter


@dataclass(frozen=True)
class PeriodicBox:
    """A query in a box of one size.

    If the rule is partly unknown, `rule` is an example (see `PatternQuery.example`). Boxes on a
    cylinder are in `cylinder_box`.
    """

    query: PeriodicQuestion
    width: int
    height: int

    @property
    def rule(self) -> Rule:
        return self.query.example

    @property
    def motion(self) -> Motion:
        return self.query.motion

    @property
    def universe(self) -> Universe:
        torus = (self.width, self.height) if self.query.torus else None
        return Universe(self.rule, torus, self.query.cylinder)

    @cached_property
    def spacetime(self) -> Spacetime:
        return Spacetime(
            self.width,
            self.height,
            self.motion,
            self.query.symmetry.group,
            self.query.torus,
            self.query.mask,
            seam=None if self.query.cylinder is None else self.query.cylinder.shift,
            states=self.rule.states,
        )

    @property
    def symmetries(self) -> SolutionSymmetries:
        return SolutionSymmetries(self.spacetime, self.rule.symmetries)

    @property
    def fixed(self) -> bool:
        """Whether a mask or cells to restore fix the place of patterns and how they are turned."""
        return self.query.mask is not None or self.query.constraints.keep is not None

    def search(
        self,
        cube: str,
        strategy: Configuration,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Have a solver search the box, or a `cube` of it if that is not empty.

        See `Divisible.search`.
        """
        problem = self.problem(self.rule, strategy.encoding, plain=strategy.plain)
        return self.enumeration(problem, cube).run(strategy, known, kept)

    def problem(
        self, rule: Rule | PartialRule, encoding: Encoding = "implicates", *, plain: bool = False
    ) -> Problem:
        """The clauses in a rule, or in all rules of a range; plain, without symmetry breaking."""
        query, constraints, variables = self.query, self.query.constraints, Variables()
        layout = self.spacetime.assign_variables(variables)
        clauses = transitions(layout, rule, encoding, variables)
        if not query.with_empty:
            clauses.append(any_of(layout.grid[0].ravel()))
        if not query.any_period:
            for t, dx, dy in self.subperiods():
                clauses += changed(layout, t, dx, dy, variables)
        clauses += constraints.clauses(layout, variables)
        # A normal form is moved, turned or delayed, and touches sides of the box. The empty pattern
        # does not, a torus has none, masks and given cells need not fit, `raw` counts all images.
        if not (plain or query.raw or query.torus or self.fixed or query.with_empty):
            clauses += normal_form(
                layout,
                variables,
                tight=query.smallest_first,
                symmetries=self.rule.symmetries,
                delays=not constraints.phase_dependent and len(self.rule.steps) == 1,
            )
        better_than, counters = constraints.better_than(layout, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def subperiods(self) -> Iterator[tuple[int, int, int]]:
        """The shorter periods to exclude, each as generations, dx and dy.

        Where rules alternate (see `Rule.steps`), a period that is no multiple of their number is
        impossible anyway.
        """
        rules = 1 if self.query.torus else len(self.rule.steps)
        return (shorter for shorter in self.motion.subperiods() if shorter[0] % rules == 0)

    def enumeration(self, problem: Problem, cube: str) -> Enumeration[Pattern, Answer]:
        """How to enumerate the patterns of the box, or of a cube of it: generation 0 decides."""
        first = FirstGeneration.of(problem.layout)
        pieces = self.piece_filter(problem.layout)
        goal = None
        if problem.better_than:
            goal = Goal(self.cost, problem.better_than, self.phases)

        def blocking(pattern: Pattern) -> Iterator[Clause]:
            images = () if self.query.raw else self.images(pattern)
            return first.forbidding_each((pattern, *images))

        return Enumeration(
            problem.clauses,
            len(problem.variables),
            decode=first.pattern,
            blocking=blocking,
            verify=self.answers,
            recall=lambda answer: answer.found,
            cube=first.cube(cube),
            examine=pieces.examine if pieces else None,
            goal=goal,
            preview=first.preview,
            # Films are for those who wait for one box; of boxes that grow there are many: a choice.
            film=None if self.query.grows else partial(FilmCells.of, problem.layout),
        )

    def piece_filter(self, layout: VariableGrid) -> PieceFilter | None:
        """The filter of solutions by their pieces; None without such a condition."""
        query, constraints = self.query, self.query.constraints
        if not (constraints.connected or constraints.unwanted):
            return None
        from lifesearch.core.pieces import PieceFilter

        # A symmetry or a transform has a centre, so that a piece is an answer in some places only.
        movable = len(self.spacetime.group()) == 1 and self.motion.order == 1
        anywhere = movable and not (self.fixed or constraints.phase_dependent)
        is_answer = self._is_answer if anywhere and not query.raw else None
        unwanted = query.excluded_pieces.keys
        return PieceFilter(layout, self.rule, constraints.connected, unwanted, is_answer)

    def _is_answer(self, pattern: Pattern) -> bool:
        try:
            self.answers([pattern])
        except VerificationError:
            return False
        return True

    def generations_of(self, pattern: Pattern) -> list[Pattern]:
        """The generations of one full period of the question, and one more at the end."""
        return self.universe.history(pattern, self.motion.full_period)

    def cost(self, pattern: Pattern) -> int:
        assert self.query.constraints.objective is not None
        return self.query.constraints.objective.cost(
            self.generations_of(pattern), self.motion.period
        )

    def exact(self, period: int) -> bool:
        """Whether a pattern's true period is that of the question.

        If patterns recur turned by a transform, the true period is a multiple of the question's.
        """
        wanted = self.motion.period
        if self.motion.order == 1:
            return period == wanted
        return period > wanted and not period % wanted

    def answers(self, patterns: Sequence[Pattern]) -> list[Answer]:
        """Verify patterns by simulation and return them as answers, each with its true period."""
        query, motion, torus, what = self.query, self.motion, self.universe.torus, self.describe()
        answers: list[Answer] = [
            Answer(pattern, motion.full_period, self.rule, torus) for pattern in patterns
        ]
        require_right(answers, self.check(patterns), what)
        query.require_constraints(answers, what)
        if motion.order == 1 and not query.any_period:
            return answers
        answers = [answer.cycle() for answer in answers]
        if not query.any_period:
            require_right(answers, [self.exact(answer.generations) for answer in answers], what)
        return answers

    def check(self, patterns: Sequence[Pattern]) -> list[bool]:
        """Simulate patterns; for each, whether it recurs as it should, in the box."""
        first = stack_patterns(patterns, self.spacetime.frame)
        # Cells outside the frame are not in its layers: such a pattern is wrong.
        whole = np.count_nonzero(first, axis=(1, 2)) == [p.population for p in patterns]
        right: list[bool] = (whole & self._check_layers(first)).tolist()
        return right

    def require_layers(self, layers: Stack) -> None:
        """Verify patterns, each a layer: the box in generation 0. Constraints are not checked.

        Not for a motion that turns patterns: `_check_layers` would accept shorter periods. Tables
        list no such patterns.
        """
        around = self.spacetime.margin
        framed = np.pad(layers, ((0, 0), (around, around), (around, around)))
        for wrong in np.flatnonzero(~self._check_layers(framed)):
            raise wrong_answer(f"is no {self.describe()}", Pattern.from_array(layers[wrong]))

    def _check_layers(self, first: Stack) -> Bools:
        """For each pattern, a layer of the frame, whether it recurs as it should and not before.

        If the motion turns patterns, "not before" is left to `answers`, which knows true periods.
        All generations but the last stay in the box, so the margin around it is wide enough.
        """
        s, motion = self.spacetime, self.motion
        y, x = np.mgrid[: s.height + 2 * s.margin, : s.width + 2 * s.margin] - s.margin
        outside = (x < 0) | (x >= s.width) | (y < 0) | (y >= s.height)
        if s.mask is not None:
            outside |= s.mask.to_array(s.frame) == 0
        right: Bools = np.ones(len(first), np.bool_)
        now = first
        steps = (self.rule,) if s.torus else self.rule.steps
        for t in range(motion.period):
            right &= ~now[:, outside].any(axis=1)
            shorter = t and motion.period % t == 0 and t % len(steps) == 0
            if shorter and not self.query.any_period and motion.order == 1:
                repeats = motion.period // t
                if motion.dx % repeats == 0 and motion.dy % repeats == 0:
                    moved = _moved(now, -motion.dx // repeats, -motion.dy // repeats)
                    right &= (moved != first).any(axis=(1, 2))
            now = step_batch(now, steps[t % len(steps)], torus=s.torus)
        back = _moved(s.turned_layers(motion.orientation, first), motion.dx, motion.dy)
        right &= (now == back).all(axis=(1, 2))
        for g in s.symmetry:
            right &= (s.turned_layers(g, first) == first).all(axis=(1, 2))
        right &= first.any(axis=(1, 2)) | self.query.with_empty
        return right

    # Equivalent patterns: moved, turned, mirrored or delayed

    def images(self, pattern: Pattern) -> Iterator[Pattern]:
        """Yield the patterns in the box that are equivalent to this one, as generation 0.

        On a torus these are all of them, solutions or not. In the plane, symmetries that do not map
        solutions to solutions are left out.
        """
        symmetries, s, motion = self.symmetries, self.spacetime, self.motion
        phases = motion.full_period
        # The generations that lie in the box: one period's of a ship; of an oscillator, all.
        span = motion.period if motion.travels else phases
        life = self.universe.history(pattern, phases + span)
        turns = [Orientation.IDENTITY] if self.fixed else symmetries.orientations()
        if self.query.torus:
            turns = [g for g in Orientation if g in self.rule.symmetries and s.invariant_under(g)]
        step = 1 if self.query.torus else len(self.rule.steps)
        for g in turns:
            turned = [s.turned(g, phase) for phase in life]
            for t in range(0, phases, step):
                boxes = [phase.box for phase in turned[t : t + span] if phase]
                if not boxes:  # the empty pattern, which is its own image
                    yield pattern
                    continue
                left, top = min(b.x for b in boxes), min(b.y for b in boxes)
                if self.query.torus:
                    yield from _everywhere(turned[t], self.width, self.height)
                elif self.fixed:
                    yield turned[t]
                else:
                    yield turned[t].translate(*symmetries.shift_to_origin(left, top))

    def phases(self, pattern: Pattern) -> list[Pattern]:
        """Phases of an oscillator that are solutions too; of others, only the pattern itself."""
        bounds = self.query.constraints.bounds
        fixed = self.fixed or any(bound.measure.phase_dependent for bound in bounds)
        if self.motion.travels or fixed:
            return [pattern]
        step = 1 if self.query.torus else len(self.rule.steps)
        return self.generations_of(pattern)[:-1:step]

    def key(self, answer: Answer) -> Hashable:
        """Identity of an answer: moved, turned and delayed patterns are one, unless `raw`."""
        if self.query.raw:
            return answer.found
        if answer.torus:
            return min(image.key() for image in self.images(answer.pattern))
        return canonical_key(answer.history()[:-1], self.rule)

    def describe(self) -> str:
        return f"{self.query.describe()} in {size_with_article(self.width, self.height)} box"


def _moved(stack: Stack, dx: int, dy: int) -> Stack:
    """Each layer moved; live cells must be farther than dx and dy from the edges."""
    return np.roll(stack, (dy, dx), axis=(1, 2))


def _everywhere(pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
    for dx in range(width):
        for dy in range(height):
            yield pattern.translate(dx, dy).wrapped(width, height)
