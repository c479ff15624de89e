"""Completions: the unknown cells of a box, in several generations, of which some cells are known.

Known cells of some generations of a box are alive, dead, equal to others, or exempt from the
rule. Outside the box there is a background, by default empty, which nothing in the box may
disturb. The box is followed for some generations, or it recurs after a period, perhaps turned
or moved. A completion gives all other cells.

`known_cells_question` has the fields, `free_cells` the cells that decide a completion, `symmetries`
those of a question; `verifier` checks what was found.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from lifesearch.common import require
from lifesearch.common.errors import InputError, VerificationError
from lifesearch.common.text import plural, size_with_article
from lifesearch.core import validate
from lifesearch.core.answer import Answer, FilmInRule, require_right
from lifesearch.core.question import Problem
from lifesearch.core.words import WITH_CELLS, in_rule, recurring, returning, symmetric
from lifesearch.engines.sat.encoding import known_cells
from lifesearch.engines.sat.encoding.clauses import TRUE, Clauses
from lifesearch.engines.sat.encoding.transitions import transitions
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Clause, Enumeration, Goal
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.engines.sat.solving.partial_film import FilmCells
from lifesearch.life.identify import canonical_key
from lifesearch.life.known_cells import CellAt, KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.questions.completion.answer import Completed
from lifesearch.questions.completion.free_cells import FreeCells
from lifesearch.questions.completion.known_cells_question import (
    CompletionQuestion,
    check_conditions,
)
from lifesearch.questions.completion.symmetries import Likeness, alike, query_symmetries
from lifesearch.questions.completion.verifier import Boxes, CompletionVerifier


@dataclass(frozen=True)
class Completion(CompletionQuestion):
    """A query for completions of known cells."""

    kind = "completion"
    saved_types = (tuple[Pattern, ...], FilmInRule)

    def __post_init__(self) -> None:
        require.instance(self.known, "what is known", KnownCells)
        require.instance(self.motion, "the motion", Motion)
        require.instance(self.background, "the background", Background)
        require.flags(
            returns=self.returns,
            any_period=self.any_period,
            with_empty=self.with_empty,
            raw=self.raw,
        )
        require.box(self.box, self.motion.period + (not self.returns))
        if not self.returns and (self.motion.travels or self.motion.order > 1):
            raise InputError("only a pattern that recurs can be turned or moved")
        motion, shift = self.motion, (self.motion.dx, self.motion.dy)
        if wrong := next(
            (g for g in (*self.symmetry.group, motion.orientation) if g.apply(*shift) != shift),
            None,
        ):
            raise InputError(
                f"{wrong.symbol} changes the direction of the shift {motion.dx},{motion.dy}: "
                f"choose a symmetry and a transform that keep it"
            )
        require.instance(
            self.rules, "a rule of which a part is unknown", PartialRule, optional=True
        )
        validate.symmetry_and_transform(motion, self.symmetry, self.example, self.box)
        check_conditions(self)
        verifier = self.verifier
        verifier.require_fitting_grids()
        verifier.require_fitting_background()
        if contradiction := self._assign_variables(Variables())[1]:
            t, x, y = contradiction
            raise InputError(
                f"generation {t}, row {y + 1}, column {x + 1} cannot be as given: by symmetry, "
                f"period or letter it equals a cell, in the grids or outside, with another state"
            )

    def counted_generations(self, answer: Answer) -> list[Pattern]:
        if not self.returns:
            # The end of this list is not counted, so the last generation stands there twice.
            history = answer.history()
            return [*history, history[-1]]
        if not self.known.exempt:
            return replace(answer, generations=self.motion.full_period).history()
        assert isinstance(answer, Completed)
        boxes, verifier = self.from_saved(answer.phases)[None], self.verifier
        return [verifier.phase(boxes, t) for t in range(self.motion.full_period + 1)]

    @cached_property
    def verifier(self) -> CompletionVerifier:
        return CompletionVerifier(self)

    def configurations(self) -> tuple[Configuration, ...]:
        """Two configurations: one that is good at proofs, and one that is good at finding."""
        return (Configuration("cadical195"), Configuration("glucose4"))

    def cells(self) -> int:
        unknown = sum(row.count(0) for row in self.known.grids[0])
        return unknown // len(self.symmetry.group)

    def problem(self, part: Part, strategy: Configuration) -> Problem:
        variables = Variables()
        layout, wrong = self._assign_variables(variables)
        if not variables:  # all is known: a solver needs one variable at least
            variables.allocate([0], [0], lambda _, __: "nothing")
        # Made even if a cell cannot be as given, so that unknown parts of the rule have variables.
        clauses = transitions(layout, self.rules or self.rule, strategy.encoding, variables)
        if wrong:  # an empty clause, which nothing satisfies
            return Problem(layout, variables, [Clauses(np.zeros((1, 1), np.int32))])
        if self.example.states > 2:
            clauses += known_cells.known_states(self.known, layout)
        if not self.with_empty:
            clauses.append(known_cells.differs_from_background(layout, self.not_empty_within))
        for t, dx, dy in self.verifier.excluded_periods():
            clauses += known_cells.not_equal_to_first(layout, t, dx, dy, variables)
        # A pattern that does not recur is counted in its last generation, too.
        last = layout.grid if self.returns else np.append(layout.grid, layout.grid[-1:], axis=0)
        counted = replace(layout, grid=last)
        clauses += self.constraints.clauses(counted, variables)
        better_than, counters = self.constraints.better_than(counted, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def _assign_variables(self, variables: Variables) -> tuple[VariableGrid, CellAt | None]:
        """Give the cells variables; known and equal cells are substituted.

        The second value is a cell that cannot be as it is given, if there is one.
        """
        tiles, s = None, self.spacetime()
        if self.background != EMPTY_BACKGROUND:
            planes = self.background.planes(s.motion.period, self.rule)
            tiles = np.where(planes, TRUE, -TRUE).astype(np.int32)
        encoder = known_cells.KnownCellEncoder(self.known, self.returns, tiles)
        return encoder.assign_variables(s, variables)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        free_cells = FreeCells.of(problem.layout, self.spacetime().motion.period)

        def blocking(phases: Boxes) -> Iterator[Clause]:
            for image in self.images(phases):
                yield from free_cells.forbidding(image)

        def cost(phases: Boxes) -> int:
            return self.cost(self.verifier.answer(phases))

        return Enumeration(
            problem.clauses,
            len(problem.variables),
            free_cells.phases,
            blocking,
            self._verified,
            lambda answer: self.from_saved(answer.saved),
            free_cells.cube(part.cube),
            film=partial(FilmCells.of, problem.layout),
            goal=Goal(cost, problem.better_than) if problem.better_than else None,
            save=self.to_saved,
            restore=self.from_saved,
        )

    def to_saved(self, solution: Boxes) -> tuple[Pattern, ...]:
        return tuple(map(Pattern.from_array, solution))

    def from_saved(self, saved: Sequence[Pattern]) -> Boxes:
        return np.stack([phase.to_array(Box(0, 0, *self.box)) for phase in saved])

    def answers_in_known_rule(
        self, saved: Sequence[tuple[Pattern, ...]], size: Size
    ) -> list[Answer]:
        generations = self.spacetime().motion.period
        box = Box(0, 0, *size)
        outside = any(not box.holds(cell) for phases in saved for phase in phases for cell in phase)
        if outside or any(len(phases) != generations for phases in saved):
            raise VerificationError(f"these are not {generations} generations of the box")
        return self._verified(list(map(self.from_saved, saved)))

    def _verified(self, found: Sequence[Boxes]) -> list[Answer]:
        boxes, what = np.array(found), f"{self.describe()}{self.where()}"
        answers: list[Answer] = [self.verifier.answer(box) for box in boxes]
        require_right(answers, self.verifier.check(boxes).tolist(), what)
        self.require_constraints(answers, what)
        return answers

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Boxes, size: Size
    ) -> frozenset[int]:
        """The groups of unknown transitions that occur at cells that must follow the rule.

        Exempt cells follow no rule, so the neighbourhoods around them do not count. Those around
        arriving cells do: by the rule alone such a cell would not change.
        """
        verifier, known = self.verifier, self.known
        exempt = set[tuple[int, int, int]]()
        if known.exempt:
            s, encoder = self.spacetime(), known_cells.KnownCellEncoder(known, self.returns)
            marked = encoder.marked(s, known.exempt) & ~encoder.marked(s, known.arrives)
            places = np.argwhere(marked)
            exempt = {(int(t), int(x) - s.margin, int(y) - s.margin) for t, y, x in places}
        found = frozenset[int]()
        for t in range(verifier.steps):
            besides = {(x, y) for then, x, y in exempt if then == t + 1}
            found |= rules.occurring([verifier.phase(solution[None], t)], besides=besides, first=t)
        return found

    @cached_property
    def _symmetries(self) -> list[Likeness]:
        return query_symmetries(self, self.verifier)

    def images(self, phases: Boxes) -> Iterator[Boxes]:
        """All completions that are equivalent to this one; itself first.

        Of delayed ones, some may not meet the conditions. To forbid them, too, loses nothing; and
        an objective has no blocking clauses, so one that costs less remains to be found.
        """
        yield phases
        for likeness in () if self.raw else self._symmetries:
            if likeness != (Orientation.IDENTITY, 0):
                yield alike(self.spacetime(), phases, *likeness)

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed patterns are one.

        With exempt cells, a background or no return, completions are one if a symmetry of the query
        turns them into each other.
        """
        assert isinstance(answer, Completed)
        if self.raw:
            return answer
        if self.returns and not self.known.exempt and self.background == EMPTY_BACKGROUND:
            return canonical_key(answer.history()[:-1], self.rule)
        return min(image.tobytes() for image in self.images(self.from_saved(answer.phases)))

    def describe(self) -> str:
        if self.known.is_blank and self.returns:
            what = recurring(self.motion, self.example, any_period=self.any_period)
            rule = in_rule(self.rules or self.rule)
            return f"{what}{symmetric(self.symmetry)}{rule}{self.constraints}"
        rule, period = in_rule(self.rules or self.rule), self.motion.period
        what = f"pattern {WITH_CELLS}" if self._moves else f"period-{period} pattern {WITH_CELLS}"
        if not self.returns:
            what = f"pattern {WITH_CELLS} over {plural(period, 'generation')}"
        elif self.any_period and not self._moves:
            what = f"pattern {WITH_CELLS} and a period that divides {period}"
        return f"{what}{rule}{self.constraints}"

    @property
    def _moves(self) -> bool:
        """Whether the pattern is turned or moved when it recurs."""
        return self.returns and (self.motion.order > 1 or self.motion.travels)

    def where(self) -> str:
        """The place that is searched, and the rest of the conditions, in words."""
        place = f" in {size_with_article(*self.box)} box"
        on = "" if self.background == EMPTY_BACKGROUND else " on this background"
        if self.known.is_blank and self.returns:
            return f"{place}{on}"
        back = f" {returning(self.motion, any_period=self.any_period)}" if self._moves else ""
        return f"{place}{symmetric(self.symmetry)}{on}{back}"

    def hint(self) -> str:
        """The box may be too small for the pattern, or the pattern may face another way."""
        motion, margin = self.motion, self.known.margin
        if margin is None:
            return ""
        far, hints = max(1, abs(motion.dx), abs(motion.dy)), []
        if margin < far:
            near = f"{plural(margin, 'cell')} from" if margin else "at"
            box = size_with_article(*self.box)
            hints.append(
                f"all generations must fit in {box} box, and given cells are {near} its edge: "
                f"<margin {far}> adds a margin of {plural(far, 'unknown cell')}"
            )
        if motion.travels:
            hints.append(
                "<velocity> means upward: for another direction give <period P> and <shift DX,DY>"
            )
        return "; ".join(hints)
