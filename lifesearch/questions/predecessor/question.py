"""Predecessors: patterns that become the target after some generations.

All generations before the target are in the target's box, grown by `pad` on every side;
outside is dead. The last generation is exactly the target, everywhere, except that
cells of the target marked `?` may be anything.

With free surroundings the query is another one: can the target appear anywhere, as it was
drawn, in a universe full of life? All cells that can influence it are unknown, and cells around
the target may become anything. If the answer is no, the target is an orphan: no pattern that
contains it has a predecessor, and each is a Garden of Eden.

The box may also be a torus, or rows of a cylinder: see `joined`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.common.text import plural, size_with_article
from lifesearch.core import validate
from lifesearch.core.answer import Answer, require_right
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.core.on_cylinder import CylinderAnswer
from lifesearch.core.question import Problem
from lifesearch.core.words import in_rule
from lifesearch.engines.sat.encoding.transitions import transitions
from lifesearch.engines.sat.encoding.variable_grid import Spacetime
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Clause, Enumeration, Goal
from lifesearch.engines.sat.solving.first_generation import FirstGeneration
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.engines.sat.solving.partial_film import FilmCells
from lifesearch.life.measures import CHANGES, Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import require_states
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import C1
from lifesearch.questions.predecessor.gardens import (
    GARDEN_OF_EDEN,
    HINT,
    check_padding,
    not_a_garden_of_eden,
)
from lifesearch.questions.predecessor.joined import Joined, Move


@dataclass(frozen=True)
class Ancestor(Answer):
    """A pattern that becomes the target; `surrounded` and `padded` are those of its question."""

    surrounded: bool = False
    padded: bool = False

    @property
    def role(self) -> str:
        if self.padded:
            return not_a_garden_of_eden(self.rule)
        after = plural(self.generations, "generation")
        if self.surrounded:
            return (
                "not an orphan: this becomes it"
                if self.generations == 1
                else f"this becomes it after {after}"
            )
        return "predecessor" if self.generations == 1 else f"ancestor {after} back"

    @property
    def wrong_cells(self) -> Pattern:
        return Pattern.of(())


@dataclass(frozen=True)
class Predecessor(BoxQuery):
    """A question for patterns that become the target in `generations`, in a box from (0, 0) on.

    target      the pattern, at its place in the box, with cells that may be anything
    rule        the rule; LIFE if `rules` are given
    raw         whether predecessors that a symmetry of the target turns into each other all count
    surrounded  whether the surroundings are free; if not, all is dead around the box
    rules       the range of a partly unknown rule; None if the rule is known
    torus       whether opposite sides of the box are joined
    cylinder    the cylinder of which the box has some rows; else None
    padded      whether the target has dead cells around it, for a Garden of Eden (see `gardens`)
    project     predecessors that do not differ in these cells count once; None: in any cell
    """

    kind = "predecessor"

    target: Target
    box: Size  # pyright: ignore[reportIncompatibleVariableOverride]
    generations: int = 1
    rule: Rule = LIFE
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    surrounded: bool = False
    rules: PartialRule | None = None
    torus: bool = False
    cylinder: Cylinder | None = None
    padded: bool = False
    project: Pattern | None = None

    def __post_init__(self) -> None:
        require.instance(self.target, "the target", Target)
        require.whole(self.generations, "the number of generations", 1, LONGEST_PERIOD)
        require.box(self.box, self.generations)
        require.instance(
            self.rules, "a rule of which a part is unknown", PartialRule, optional=True
        )
        if self.rules is not None and (self.rule != LIFE or self.surrounded):
            raise InputError(
                "give either a rule or an unknown rule; with an unknown rule the surroundings are "
                "dead"
            )
        validate.symmetry_and_transform(Motion(self.generations), C1, self.example, self.box)
        require.flags(raw=self.raw, surrounded=self.surrounded, torus=self.torus)
        require.flags(padded=self.padded)
        _check_sides(self)
        validate.conditions(self.constraints, self.box, stays=False, rule=self.example)
        require_states(self.target.alive, self.example)
        if not self.torus:
            validate.even_period(Motion(self.generations), self.rules or self.rule)
        validate.no_conditions_on_pieces(self.constraints, "a predecessor is not split into pieces")
        shown = self.target.region if self.surrounded else self.target.box
        if not validate.inside(shown, self.box):
            raise InputError("the target lies outside the box")
        if self.surrounded:
            _check_surroundings(self)
        require.instance(self.project, "the marked cells", Pattern, optional=True)
        if self.project is not None:
            _check_marked(self.project, self)
        if self.padded:
            whole = self.surrounded and self.generations == 1 and not self.constraints
            check_padding(self.target, self.rule, whole=whole)

    @classmethod
    def around(cls, target: Target, pad: int = 1, **more: Any) -> Predecessor:
        """Ask inside the target's own box, grown by `pad` on every side."""
        own = target.box
        return cls.inside(target, (own.width + 2 * pad, own.height + 2 * pad), **more)

    @classmethod
    def inside(cls, target: Target, box: tuple[int, int], **more: Any) -> Predecessor:
        """Ask inside a box of this size, with the target in its middle."""
        return cls(target.centred(target.box, *box), box, **more)

    @classmethod
    def anywhere(cls, target: Target, generations: int, **more: Any) -> Predecessor:
        """Ask with free surroundings."""
        drawn = target.region
        box = (drawn.width + 2 * generations, drawn.height + 2 * generations)
        placed = target.translate(generations - drawn.x, generations - drawn.y)
        return cls(placed, box, generations, surrounded=True, **more)

    def configurations(self) -> tuple[Configuration, ...]:
        if self.torus:  # 25x25, two generations back: with any seed CaDiCaL is several times faster
            return (Configuration("cadical195"),)
        return (Configuration("glucose4"), Configuration("cadical195"))

    def cells(self) -> int:
        return self.box[0] * self.box[1]

    def spacetime(self) -> Spacetime:
        motion, keep = Motion(self.generations), self.constraints.keep
        target = self.target if keep is None else self.target.refined(keep)
        # To count changes, the solver must decide cells that may be anything, too (`settled`).
        counts_changes = any(bound.measure in CHANGES for bound in self.constraints.bounds)
        return Spacetime(
            *self.box,
            motion,
            target=target,
            free_surroundings=self.surrounded,
            settled=counts_changes,
            states=self.example.states,
            torus=self.torus,
            seam=None if self.cylinder is None else self.cylinder.shift,
        )

    @property
    def joined(self) -> Joined | None:
        """The torus or cylinder, if sides of the box are joined."""
        around = self.torus or self.cylinder is not None
        return Joined(self.box, self.cylinder, self.example) if around else None

    def problem(self, part: Part, strategy: Configuration) -> Problem:
        variables = Variables()
        layout = self.spacetime().assign_variables(variables)
        clauses = transitions(layout, self.rules or self.rule, strategy.encoding, variables)
        clauses += self.constraints.clauses(layout, variables)
        better_than, counters = self.constraints.better_than(layout, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        first = FirstGeneration.of(problem.layout)

        def blocking(pattern: Pattern) -> Iterator[Clause]:
            if self.project is not None:
                marked = first.restricted(self.project)
                return marked.forbidding_each((pattern.restricted(self.project.cells),))
            images = () if self.raw else self.images(pattern)
            return first.forbidding_each((pattern, *images))

        def cost(pattern: Pattern) -> int:
            return self.cost(self.answer(pattern))

        return Enumeration(
            problem.clauses,
            len(problem.variables),
            decode=first.pattern,
            blocking=blocking,
            verify=lambda patterns: self.answers_in_known_rule(patterns, self.box),
            recall=lambda answer: answer.found,
            cube=first.cube(part.cube),
            film=partial(FilmCells.of, problem.layout),
            # On a torus that is full of life few cells can be dead: if cells are tried alive first,
            # 25x25 takes a tenth of the time.
            dead_first=not self.torus,
            growing_slices=self.torus,
            goal=Goal(cost, problem.better_than) if problem.better_than else None,
        )

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Pattern, size: Size
    ) -> frozenset[int]:
        return rules.occurring(self.answer(solution).generations_to(self.generations)[:-1])

    def answer(self, pattern: Pattern) -> Answer:
        """A pattern as an answer, not verified."""
        if self.torus:
            what = f"{self.describe()}{self.where()}"
            return Ancestor(
                pattern, self.generations, self.rule, self.box, called=what, returns=False
            )
        if self.cylinder is None:
            return Ancestor(
                pattern,
                self.generations,
                self.rule,
                surrounded=self.surrounded,
                padded=self.padded,
            )
        life = self.cylinder.history(pattern, self.generations, self.rule)
        shown, torus = self.cylinder.unrolled(life, self.rule)
        what = f"{self.describe()} on a cylinder of circumference {self.cylinder}"
        return CylinderAnswer(
            shown,
            self.generations,
            self.rule,
            torus,
            what,
            returns=False,
            wound=pattern,
            cylinder=self.cylinder,
        )

    def counted_generations(self, answer: Answer) -> list[Pattern]:
        return answer.generations_to(self.generations)

    def answers_in_known_rule(self, saved: Sequence[Pattern], size: Size) -> list[Answer]:
        answers = [self.answer(pattern) for pattern in saved]
        what = f"{self.describe()} of the target"
        seen = self.target.region if self.surrounded else None
        require_right(answers, self.check(saved), what)
        self.require_constraints(answers, what, seen)
        return answers

    def check(self, patterns: Sequence[Pattern]) -> list[bool]:
        """Simulate patterns; for each, whether it becomes the target inside the box."""
        if self.joined:
            return [self.joined.becomes(each, self.target, self.generations) for each in patterns]
        space = self.spacetime()
        now = stack_patterns(patterns, space.frame)
        inside = np.zeros((space.height, space.width), np.bool_)
        outside = np.pad(inside, space.margin, constant_values=True)
        # Cells outside the frame are not in its layers: such a pattern is wrong.
        right = np.count_nonzero(now, axis=(1, 2)) == [p.population for p in patterns]
        for t in range(self.generations):
            # With free surroundings only generation 0 is in the box.
            if not t or not self.surrounded:
                right &= ~now[:, outside].any(axis=1)
            now = step_batch(now, self.rule.steps[t % len(self.rule.steps)])
        given = (self.target.alive, self.target.dont_care)
        alive, dont_care = (cells.to_array(space.frame) for cells in given)
        if self.surrounded:
            dont_care = 1 - _drawn(self.target).to_array(space.frame) | dont_care
        right &= ((now == alive) | (dont_care == 1)).all(axis=(1, 2))
        found: list[bool] = right.tolist()
        return found

    def images(self, pattern: Pattern) -> Iterator[Pattern]:
        """The images of a predecessor under the symmetries of both target and rule."""
        space = self.spacetime()
        fixed = self.constraints.keep is not None
        if self.joined:
            moves = (Move(),) if fixed else self.joined.symmetries(self.target)
            yield from (self.joined.moved(move, pattern) for move in moves)
            return
        same = {Orientation.IDENTITY} if fixed else self.rule.symmetries
        for g in (g for g in Orientation if g in same):
            given = (self.target.alive, self.target.dont_care)
            if space.invariant_under(g) and all(space.turned(g, cells) == cells for cells in given):
                yield space.turned(g, pattern)

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        """Equal for answers that a symmetry of the target turns into each other.

        With marked cells (`project`), equal for answers that have the same live cells among them.
        """
        if self.project is not None:
            return answer.found.restricted(self.project.cells)
        if self.raw:
            return answer.found
        return min(image.key() for image in self.images(answer.found))

    def describe(self) -> str:
        rule = in_rule(self.rules or self.rule)
        if self.generations == 1:
            return f"predecessor{rule}{self.constraints}"
        return f"ancestor {self.generations} generations back{rule}{self.constraints}"

    def where(self) -> str:
        if self.surrounded:
            return " with any surroundings"
        if self.cylinder is not None:
            high = plural(self.box[1], "row")
            return f" on a cylinder of circumference {self.cylinder} and {high} high"
        size = size_with_article(*self.box)
        return f" on {size} torus" if self.torus else f" in {size} box"

    def no_answers(self) -> str:
        if not self.surrounded or self.constraints:
            return super().no_answers()
        if self.padded:
            return GARDEN_OF_EDEN
        if self.generations == 1:
            return "this is an orphan: it has no predecessor, whatever surrounds it"
        return f"this has no ancestor {self.generations} generations back, whatever surrounds it"

    def no_others(self) -> str:
        if self.project is None:
            return super().no_others()
        marked = plural(self.project.population, "marked cell")
        return f"no other {self.describe()} that differs in {marked}{self.where()}"

    def hint(self) -> str:
        restricted = self.surrounded or self.joined or self.constraints or self.rules is not None
        return "" if restricted or self.generations > 1 or self.rule != LIFE else HINT


def _check_sides(query: Predecessor) -> None:
    """Refuse joined sides where there are none, or where the rule is not supported."""
    require.instance(query.cylinder, "the cylinder", Cylinder, optional=True)
    if query.surrounded + query.torus + (query.cylinder is not None) > 1:
        raise InputError("a box is a torus, or on a cylinder, or has free surroundings: choose one")
    if query.cylinder is not None and query.cylinder.circumference != query.box[0]:
        raise InputError("the sides of the box are joined: its width must be that of the cylinder")
    if query.rules is not None and (query.torus or query.cylinder is not None):
        side = "torus" if query.torus else "cylinder"
        raise OptionError(f"a <{side}> needs a completely known <rule>, not {{}}", query.rules)


def _check_marked(project: Pattern, query: Predecessor) -> None:
    if not project:
        raise InputError("no cell is marked: mark those in which predecessors should differ")
    if not validate.inside(project.box, query.box):
        raise InputError("a marked cell lies outside the box")
    if query.constraints.objective is not None:
        raise OptionError("<project> lists predecessors: leave out <minimise> and <maximise>")


def _check_surroundings(query: Predecessor) -> None:
    """Refuse a box that is not what can influence the drawing, and counts in later generations."""
    x, y, width, height = query.target.region
    reach = 2 * query.generations  # influence spreads by one cell a generation, on both sides
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
    """All cells of the region that was drawn, dead or alive."""
    x, y, width, height = target.region
    return Pattern.of((x + i, y + j) for i in range(width) for j in range(height))
