"""Predecessors: what a pattern may have been some generations ago.

All generations before the target lie in the target's box, grown by `pad` on every side;
outside is dead. The last generation is exactly the target, everywhere, except that
cells of the target marked `?` may be anything.

With free surroundings the query is another one: can the target appear anywhere, as it was
drawn, in a universe full of life? All cells that can influence it are open, and nothing is said
about what becomes of the others. If the answer is no, the target is an orphan: no pattern
that holds it has a predecessor, and each is a Garden of Eden.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lifesearch import require
from lifesearch.encoding.transitions import transitions
from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import require_states
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.symmetry import C1
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.queries import validate
from lifesearch.queries.answer import Answer, require_right
from lifesearch.queries.base import Problem
from lifesearch.queries.box_query import BoxQuery, by_first_generation
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.measures import CHANGES, Measure
from lifesearch.queries.words import in_rule
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Enumeration, Goal
from lifesearch.solving.parts import Part, Size
from lifesearch.text import size_with_article


@dataclass(frozen=True)
class Predecessor(BoxQuery):
    """Ask for what became the target, `generations` ago, inside a box from (0, 0) on."""

    kind = "predecessor"

    target: Target
    box: Size  # pyright: ignore[reportIncompatibleVariableOverride]
    generations: int = 1
    rule: Rule = LIFE
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    surrounded: bool = False
    rules: PartialRule | None = None

    def __post_init__(self) -> None:
        require.kind(self.target, "the target", Target)
        require.whole(self.generations, "the number of generations", 1, LONGEST_PERIOD)
        require.box(self.box, self.generations)
        require.kind(self.rules, "a rule of which a part is unknown", PartialRule, optional=True)
        if self.rules is not None and (self.rule != LIFE or self.surrounded):
            raise InputError(
                "give either a rule or an unknown rule; with an unknown rule the surroundings are "
                "dead"
            )
        validate.turns(Motion(self.generations), C1, self.rule, self.box)
        require.flags(raw=self.raw, surrounded=self.surrounded)
        validate.conditions(self.constraints, self.box, stays=False, rule=self.rule)
        require_states(self.target.alive, self.rule)
        validate.whole_turns(Motion(self.generations), self.rule)
        validate.no_pieces(self.constraints, "a predecessor is not split into pieces")
        shown = self.target.region if self.surrounded else self.target.box
        if not validate.inside(shown, self.box):
            raise InputError("the target lies outside the box")
        if self.surrounded:
            _check_surroundings(self)

    @classmethod
    def around(cls, target: Target, pad: int = 1, **more: Any) -> Predecessor:
        """Ask inside the target's own box, grown by `pad` on every side."""
        own = target.box
        return cls.inside(target, (own.width + 2 * pad, own.height + 2 * pad), **more)

    @classmethod
    def inside(cls, target: Target, box: tuple[int, int], **more: Any) -> Predecessor:
        """Ask inside a box of this size, with the target in its middle."""
        own = target.box
        spare = (box[0] - own.width, box[1] - own.height)
        if min(spare) < 0:
            raise InputError(
                f"the target, {own.width}x{own.height} cells, is larger than the box "
                f"of {box[0]}x{box[1]}"
            )
        return cls(target.translate(spare[0] // 2 - own.x, spare[1] // 2 - own.y), box, **more)

    @classmethod
    def anywhere(cls, target: Target, generations: int, **more: Any) -> Predecessor:
        """Ask with free surroundings."""
        seen = target.region
        box = (seen.width + 2 * generations, seen.height + 2 * generations)
        placed = target.translate(generations - seen.x, generations - seen.y)
        return cls(placed, box, generations, surrounded=True, **more)

    def configurations(self) -> tuple[Configuration, ...]:
        return (Configuration("glucose4"), Configuration("cadical195"))

    def cells(self) -> int:
        return self.box[0] * self.box[1]

    def spacetime(self) -> Spacetime:
        motion, keep = Motion(self.generations), self.constraints.keep
        target = self.target if keep is None else self.target.refined(keep)
        # Cells that do not matter must be known if what has changed is counted.
        counted = any(bound.measure in CHANGES for bound in self.constraints.bounds)
        return Spacetime(
            *self.box,
            motion,
            target=target,
            free_surroundings=self.surrounded,
            settled=counted,
            states=self.rule.states,
        )

    def problem(self, part: Part, how: Configuration) -> Problem:
        variables = Variables()
        layout = self.spacetime().assign_variables(variables)
        clauses = transitions(layout, self.rules or self.rule, how.encoding, variables)
        clauses += self.constraints.clauses(layout, variables)
        better_than, counters = self.constraints.better_than(layout, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        def cost(pattern: Pattern) -> int:
            return self.cost(Answer(pattern, self.generations, self.rule))

        return by_first_generation(
            problem,
            part.cube,
            lambda pattern: () if self.raw else self.images(pattern),
            lambda patterns: self.answers_in_known_rule(patterns, self.box),
            goal=Goal(cost, problem.better_than) if problem.better_than else None,
        )

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Pattern, size: Size
    ) -> frozenset[int]:
        return rules.occurring(Universe(self.rule).history(solution, self.generations)[:-1])

    def answers_in_known_rule(self, saved: Sequence[Pattern], size: Size) -> list[Answer]:
        answers = [Answer(pattern, self.generations, self.rule) for pattern in saved]
        what = f"{self.describe()} of the target"
        seen = self.target.region if self.surrounded else None
        require_right(answers, self.check(saved), what)
        self.require_constraints(answers, what, seen)
        return answers

    def check(self, patterns: Sequence[Pattern]) -> list[bool]:
        """Simulate patterns: which of them become the target, and stay in the box before?"""
        s = self.spacetime()
        now = stack_patterns(patterns, s.frame)
        outside = np.pad(np.zeros((s.height, s.width), np.bool_), s.margin, constant_values=True)
        right = np.count_nonzero(now, axis=(1, 2)) == [p.population for p in patterns]
        for t in range(self.generations):
            if not t or not self.surrounded:
                right &= ~now[:, outside].any(axis=1)
            now = step_batch(now, self.rule.steps[t % len(self.rule.steps)])
        alive, dont_care = (p.to_array(s.frame) for p in (self.target.alive, self.target.dont_care))
        if self.surrounded:
            dont_care = 1 - _drawn(self.target).to_array(s.frame) | dont_care
        right &= ((now == alive) | (dont_care == 1)).all(axis=(1, 2))
        found: list[bool] = right.tolist()
        return found

    def images(self, pattern: Pattern) -> Iterator[Pattern]:
        """What a predecessor is turned into by the symmetry of both target and rule."""
        s = self.spacetime()
        fixed = self.constraints.keep is not None
        same = {Orientation.IDENTITY} if fixed else self.rule.symmetries
        for g in (g for g in Orientation if g in same):
            given = (self.target.alive, self.target.dont_care)
            if s.invariant_under(g) and all(s.turned(g, part) == part for part in given):
                yield s.turned(g, pattern)

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        """Answers that the target's symmetry turns into one another are one."""
        if self.raw:
            return answer.pattern
        return min(image.key() for image in self.images(answer.pattern))

    def describe(self) -> str:
        rule = in_rule(self.rules or self.rule)
        if self.generations == 1:
            return f"predecessor{rule}{self.constraints}"
        return f"ancestor {self.generations} generations back{rule}{self.constraints}"

    def where(self) -> str:
        return (
            " with any surroundings"
            if self.surrounded
            else f" in {size_with_article(*self.box)} box"
        )

    def nothing(self) -> str:
        if not self.surrounded or self.constraints:
            return super().nothing()
        if self.generations == 1:
            return "this is an orphan: it has no predecessor, whatever surrounds it"
        return f"this has no ancestor {self.generations} generations back, whatever surrounds it"


def _check_surroundings(query: Predecessor) -> None:
    """With free surroundings the box is all that can influence what was drawn."""
    x, y, width, height = query.target.region
    reach = 2 * query.generations
    if not width or not height:
        raise InputError("the drawing is empty: draw the pattern first")
    if (x, y, *query.box) != (reach // 2, reach // 2, width + reach, height + reach):
        raise InputError("with free surroundings the box is fixed by the target: leave it out")
    counted = [bound.measure for bound in query.constraints.bounds]
    counted += [query.constraints.objective.measure] if query.constraints.objective else []
    if any(measure is not Measure.FIRST for measure in counted):
        raise InputError(
            "with free surroundings only generation 0 is known in full, so only its "
            "population can be counted"
        )


def _drawn(target: Target) -> Pattern:
    x, y, width, height = target.region
    return Pattern.of((x + i, y + j) for i in range(width) for j in range(height))
