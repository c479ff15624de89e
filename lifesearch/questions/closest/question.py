"""The closest predecessor: of all patterns in a box, the one by which the fewest cells are wrong.

A target is a picture, or a pattern. Many have no predecessor, so the question here is how near one
can come: which pattern becomes the target after some generations, except for as few cells as
possible. A cell that lives outside of the target is wrong, too; where the target has `?`, none is.
All generations before the last are in the box. On a torus the box is the target. On a cylinder the
left and the right side of the box are joined, without a shift; its rows have no end.

For a solver the cells of the last generation are variables, which follow from those before. That a
cell is wrong is a literal, and a totalizer counts these.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.common.text import plural, size_with_article
from lifesearch.core import validate
from lifesearch.core.answer import Answer, require_right
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import Aim, Below, Objective
from lifesearch.core.measures import Sums
from lifesearch.core.question import Problem
from lifesearch.core.words import in_rule
from lifesearch.engines.sat.encoding.clauses import Clauses
from lifesearch.engines.sat.encoding.transitions import transitions
from lifesearch.engines.sat.encoding.variable_grid import Spacetime, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import (
    Clause,
    Enumeration,
    Exhausted,
    Goal,
    PartCheckpoint,
    Report,
)
from lifesearch.engines.sat.solving.first_generation import FirstGeneration
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.motion import Motion, Target
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.cylinder import GAP
from lifesearch.life.symmetry import C1
from lifesearch.questions.closest.answer import NearAnswer

if TYPE_CHECKING:  # kernels take long to load
    from lifesearch.engines.sat.window_patch import SolvedPatchWork
    from lifesearch.engines.windows.patch import PatchWork

MARGIN = 1
"""How far from the box cells of the last generation can live: the one before is in the box."""


class FewestWrong(Objective):
    """The fewest wrong cells."""

    @property
    def sought(self) -> str:
        return "one with the fewest wrong cells"

    @property
    def again(self) -> str:
        return ""

    def named(self, cost: int) -> str:
        return plural(cost, "wrong cell")

    def better(self, cost: int) -> str:
        return f"has fewer than {plural(cost, 'wrong cell')}"


# With this aim, as the fewest live cells, less is better, and true literals are counted.
FEWEST_WRONG = FewestWrong(Aim.SMALLEST_POPULATION)


@dataclass(frozen=True)
class Closest(BoxQuery):
    """A question for the pattern, in a box from (0, 0) on, that comes nearest to the target.

    target       the picture or pattern, at its place in the box
    generations  after how many generations it is compared
    torus        whether opposite sides of the box are joined
    cylinder     whether only its left and its right side are
    """

    kind = "closest"
    # Each answer replaces the one before: the view shows the last one when the search ends.
    tabulated = True

    target: Target
    box: Size  # pyright: ignore[reportIncompatibleVariableOverride]
    generations: int = 1
    rule: Rule = LIFE
    torus: bool = False
    cylinder: bool = False

    def __post_init__(self) -> None:
        require.instance(self.target, "the target", Target)
        require.whole(self.generations, "the number of generations", 1, LONGEST_PERIOD)
        require.box(self.box, self.generations)
        require.flags(torus=self.torus, cylinder=self.cylinder)
        if self.torus and self.cylinder:
            raise InputError("a box is a torus or on a cylinder: choose one")
        validate.symmetry_and_transform(Motion(self.generations), C1, self.rule, self.box)
        if self.rule.states > 2:
            raise InputError(
                f"the closest predecessor is for two-state rules only, and {self.rule} has "
                f"{self.rule.states} states"
            )
        if self.cylinder and self.rule.births_from_nothing:
            raise InputError(
                "the closest predecessor on a cylinder is for rules without B0: an empty cylinder "
                f"comes to life in {self.rule}"
            )
        if not self.torus:
            validate.even_period(Motion(self.generations), self.rule)
        if not validate.inside(self.target.region, self.box):
            raise InputError("the target lies outside the box")
        if not self.given:
            raise InputError("the target has no cell that is given: draw one, dead or alive")

    @classmethod
    def around(cls, target: Target, pad: int = 1, **more: Any) -> Closest:
        """Ask inside the box that was drawn, grown by `pad` on every side."""
        drawn = target.region
        return cls.inside(target, (drawn.width + 2 * pad, drawn.height + 2 * pad), **more)

    @classmethod
    def inside(cls, target: Target, box: Size, **more: Any) -> Closest:
        """Ask inside a box of this size, with what was drawn in its middle."""
        return cls(target.centred(target.region, *box), box, **more)

    @property
    def objective(self) -> Objective:
        return FEWEST_WRONG

    def cost(self, answer: Answer) -> int:
        assert isinstance(answer, NearAnswer)
        return answer.wrong

    @property
    def joined(self) -> tuple[bool, bool]:
        """Whether the left and right sides are joined, and whether top and bottom are."""
        return self.torus or self.cylinder, self.torus

    @property
    def frame(self) -> Box:
        """The box, and what can live around it in the last generation."""
        across, down = (0 if joined else MARGIN for joined in self.joined)
        return Box(-across, -down, self.box[0] + 2 * across, self.box[1] + 2 * down)

    @cached_property
    def given(self) -> int:
        """The number of cells of the target, without those that do not matter."""
        return self.target.region.area - self.target.dont_care.population

    def configurations(self) -> tuple[Configuration, ...]:
        return (Configuration("cadical195"), Configuration("glucose4"))

    def cells(self) -> int:
        return self.box[0] * self.box[1]

    def spacetime(self) -> Spacetime:
        return Spacetime(
            *self.box,
            Motion(self.generations),
            torus=self.torus,
            seam=0 if self.cylinder else None,
            # No cell is required: all are in the last generation, and counted if they are wrong.
            target=Target(Pattern.of(()), _all_of(self.frame)),
            settled=True,
        )

    def problem(self, part: Part, strategy: Configuration) -> Problem:
        variables = Variables()
        layout = self.spacetime().assign_variables(variables)
        clauses = transitions(layout, self.rule, strategy.encoding, variables)
        better_than, counters = self._better_than(layout, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def _better_than(
        self, layout: VariableGrid, variables: Variables
    ) -> tuple[Below, list[Clauses]]:
        """Clauses that ask for fewer wrong cells, and a totalizer of the literals that say so."""
        frame, margin = self.frame, layout.spacetime.margin
        x, y = frame.x + margin, frame.y + margin
        last = layout.grid[-1][y : y + frame.height, x : x + frame.width]
        alive, dont_care = (
            cells.to_array(frame) == 1 for cells in (self.target.alive, self.target.dont_care)
        )
        wrong = np.where(alive, -last, last)[~dont_care]
        return FEWEST_WRONG.fewer(Sums([wrong.astype(np.int32)]), variables)

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Have a solver search the box, or make it one window."""
        if isinstance(strategy, Configuration):
            yield from super().search(part, strategy, known, kept)
            return
        yield self.answers_in_known_rule([self._by_one_window()], self.box)
        yield Exhausted(0)

    @property
    def tables(self) -> tuple[bytes, ...]:
        """The table of the rule for each generation.

        A torus has no surroundings that B0 could fill, so there its one table serves.
        """
        steps = (self.rule,) if self.torus else self.rule.steps
        return tuple(steps[t % len(steps)].table for t in range(self.generations))

    @property
    def work(self) -> PatchWork | SolvedPatchWork:
        """The work of workers that improve windows: by tables one generation back, else by SAT."""
        if self.generations == 1:
            from lifesearch.engines.windows.patch import PatchWork

            return PatchWork(self.tables[0])
        from lifesearch.engines.sat.window_patch import SolvedPatchWork

        return SolvedPatchWork(self.tables)

    def _by_one_window(self) -> Pattern:
        """The best pattern, if the box is low enough to be one window."""
        from lifesearch.engines.windows.window import best_in_box

        return best_in_box(self.target, self.box, self.rule)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        first = FirstGeneration.of(problem.layout)

        def blocking(pattern: Pattern) -> Iterator[Clause]:
            return first.forbidding_each((pattern,))

        assert problem.better_than is not None
        return Enumeration(
            problem.clauses,
            len(problem.variables),
            decode=first.pattern,
            blocking=blocking,
            verify=lambda patterns: self.answers_in_known_rule(patterns, self.box),
            recall=lambda answer: answer.found,
            cube=first.cube(part.cube),
            goal=Goal(self.wrong_of, problem.better_than),
        )

    def wrong_of(self, pattern: Pattern) -> int:
        """How many cells are wrong after the generations, by simulation."""
        return self._near(pattern)[0].wrong

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Pattern, size: Size
    ) -> frozenset[int]:
        raise AssertionError("the rule is known")

    def answers_in_known_rule(self, saved: Sequence[Pattern], size: Size) -> list[Answer]:
        made = [self._near(pattern) for pattern in saved]
        answers = [answer for answer, _ in made]
        require_right(answers, (inside for _, inside in made), self.describe())
        return [*answers]

    def _near(self, pattern: Pattern) -> tuple[NearAnswer, bool]:
        """A pattern as an answer, and whether all generations but the last are in the box.

        The frame of a cylinder is simulated as a torus: its first row and its last are neighbours
        then, but both are dead before the last generation.
        """
        frame, steps = self.frame, self.rule.steps
        now = stack_patterns([pattern], frame)
        outside = np.ones(now.shape[1:], np.bool_)
        x, y = -frame.x, -frame.y
        outside[y : y + self.box[1], x : x + self.box[0]] = False
        right = int(np.count_nonzero(now)) == pattern.population  # else cells are outside the frame
        for t in range(self.generations):
            right &= not now[0][outside].any()
            step = self.rule if self.torus else steps[t % len(steps)]
            now = step_batch(now, step, torus=any(self.joined))
        alive, dont_care = (
            cells.to_array(frame) for cells in (self.target.alive, self.target.dont_care)
        )
        rows, columns = np.nonzero((now[0] != alive) & (dont_care == 0))
        wrong = Pattern.of(
            zip((columns + frame.x).tolist(), (rows + frame.y).tolist(), strict=True)
        )
        torus = self._shown_torus
        answer = NearAnswer(
            pattern,
            self.generations,
            self.rule,
            torus,
            # A pattern on a torus is described by its period there, unless it has a name.
            called=f"closest {self.describe()}{self.where()}" if torus else "",
            returns=not torus,
            wrong_part=wrong.wrapped(*torus) if torus else wrong,
            cells_of_goal=self.given,
        )
        return answer, bool(right)

    @property
    def _shown_torus(self) -> Size | None:
        """The torus of answers: of a cylinder, one so high that it does not meet itself."""
        width, height = self.box
        return (width, height + GAP) if self.cylinder else self.box if self.torus else None

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        return answer.pattern

    def describe(self) -> str:
        rule = in_rule(self.rule)
        if self.generations == 1:
            return f"predecessor{rule}"
        return f"ancestor {self.generations} generations back{rule}"

    @property
    def title(self) -> str:
        return f"closest {super().title}"

    def where(self) -> str:
        if self.cylinder:
            width, height = self.box
            return f" on a cylinder of circumference {width} and {plural(height, 'row')} high"
        size = size_with_article(*self.box)
        return f" on {size} torus" if self.torus else f" in {size} box"


def _all_of(box: Box) -> Pattern:
    """All cells of a box."""
    return Pattern.of(
        (x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)
    )
