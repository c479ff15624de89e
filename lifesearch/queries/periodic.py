"""Still lifes, oscillators and spaceships: patterns that come back.

All three are one question: after `period` generations the pattern is there again,
perhaps moved, perhaps turned. Generations 0 to period-1 lie in the box. Without a box,
boxes grow: see `box_order`. The rule may be partly unknown: see `unknown_rule`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count as count_from

from lifesearch import require
from lifesearch.encoding.constraints import any_of, changed
from lifesearch.encoding.motion import Motion
from lifesearch.encoding.symmetry_breaking import SolutionSymmetries, normal_form
from lifesearch.encoding.variable_grid import Encoding, Spacetime, VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.identify import canonical_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations, velocity
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.life.velocity import heading
from lifesearch.limits import LARGEST_AREA
from lifesearch.queries import unknown_rule, validate
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Report
from lifesearch.queries.box_order import growing
from lifesearch.queries.conditioned import ConstrainedQuery
from lifesearch.queries.constraints import NO_CONSTRAINTS, Aim, Constraints
from lifesearch.queries.pieces import PieceFilter
from lifesearch.queries.verify import check_periodic
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import NewItems, Problem, cubes
from lifesearch.solving.parts import Part, Size
from lifesearch.text import plural, size_with_article


@dataclass(frozen=True)
class Periodic(ConstrainedQuery):
    """A question for patterns that come back: in a rule, or in any of some `rules`.

    If there are `rules`, the rule says nothing.
    """

    motion: Motion
    box: Size | None = None
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    any_period: bool = False
    with_empty: bool = False
    torus: bool = False
    mask: Pattern | None = None
    max_area: int | None = None
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    rules: PartialRule | None = None

    def __post_init__(self) -> None:
        require.kind(self.motion, "the motion", Motion)
        if self.box is not None:
            require.box(self.box, self.motion.period)
        validate.turns(self.motion, self.symmetry, self.rule, self.box)
        validate.travel(self.motion, self.symmetry)
        validate.conditions(self.constraints, self.box, stays=not self.motion.travels)
        require.kind(self.rules, "a rule of which a part is unknown", PartialRule, optional=True)
        require.flags(
            any_period=self.any_period, with_empty=self.with_empty, torus=self.torus, raw=self.raw
        )
        self._check_place()
        if self.rules is not None and self.rule != LIFE:
            raise InputError("the rule is known, or it is unknown: both cannot be asked", "rule")
        still = self.motion.full_period == 1
        if self.with_empty and (self.motion.travels or not (still or self.any_period)):
            raise InputError("the empty pattern is a still life, no ship and of no other period")

    def _check_place(self) -> None:
        """Refuse what does not go with a box, a mask, a torus or boxes that grow."""
        if self.max_area is not None:
            require.whole(self.max_area, "the largest area", 1, LARGEST_AREA)
            if self.box is not None:
                raise InputError("a largest area is for boxes that grow: leave out the box", "box")
        if self.mask is not None:
            validate.mask(self.mask, self.box)
        if not self.torus:
            return
        if self.box is None or self.mask is not None:
            raise InputError("a torus needs its size: give a box, and no mask", "box")
        if self.motion.travels:
            raise InputError(
                "on a torus whatever travels comes back: ask for an oscillator instead of a ship"
            )
        validate.no_pieces(self.constraints, "on a torus all is one piece")

    def under(self, rule: Rule) -> Periodic:
        """The same question about a known rule."""
        return replace(self, rule=rule, rules=None)

    def counted(self, answer: Answer) -> list[Pattern]:
        """The full period that was asked for; the pattern's own may be shorter."""
        return replace(answer, generations=self.motion.full_period).history()

    @property
    def _boxed(self) -> int:
        return self.motion.period

    def hopeless(self, part: Part, cost: int) -> bool:
        """The smallest box is among those that come first."""
        objective = self.constraints.objective
        sought = objective is not None and objective.aim is Aim.SMALLEST_BOX
        return sought and part.box[0] * part.box[1] >= cost

    @property
    def grows(self) -> bool:
        """Without a box, one box after another is searched."""
        return self.box is None

    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest: see the benchmark.

        CaDiCaL is best at proofs. What is worth a race beside it is Glucose, which finds some
        answers much sooner, ships without symmetry above all; oscillators without symmetry
        it finds best when they may have any form.
        """
        symmetric = len(self.symmetry.group) > 1
        oscillates = not self.motion.travels and self.motion.full_period > 1
        cadical = Configuration("cadical195")
        glucose = Configuration("glucose4", plain=oscillates and not symmetric)
        found_first = self.motion.travels and not symmetric and not self.constraints
        return (glucose, cadical) if found_first else (cadical, glucose)

    def cells(self) -> int:
        """The cells of a given box, as far as symmetry leaves them open."""
        return 0 if self.box is None else self.box[0] * self.box[1] // len(self.symmetry.group)

    def describe(self) -> str:
        """The thing that is looked for, and its conditions: 'still life in B36/S23'."""
        conditions = [
            symmetric(self.symmetry),
            f" in {self.rules or self.rule}" if self.rules or self.rule != LIFE else "",
            str(self.constraints),
        ]
        return recurring(self.motion, self.rule, any_period=self.any_period) + "".join(conditions)

    def where(self) -> str:
        """The place that is searched, in words: 'in a 7x6 box'."""
        if self.box is None:
            return "" if self.max_area is None else f" in a box of up to {self.max_area:,} cells"
        size = size_with_article(*self.box)
        if self.mask is not None:
            return f" inside the mask, {size} box"
        return f" on {size} torus" if self.torus else f" in {size} box"

    def spacetime(self, width: int, height: int) -> Spacetime:
        """The cells that matter for a box of this size."""
        group = self.symmetry.group
        return Spacetime(width, height, self.motion, group, self.torus, self.mask)

    def freedom(self, width: int, height: int) -> SolutionSymmetries:
        """How solutions in a box of this size give others."""
        return SolutionSymmetries(self.spacetime(width, height), self.rule.symmetries)

    def parts(self, depth: int) -> Iterator[Part]:
        """Boxes, or cubes of the one box."""
        if self.constraints.impossible:
            return
        for size in self.sizes():
            yield from (Part(size, cube) for cube in cubes(depth if self.box else 0))

    def sizes(self) -> Iterator[Size]:
        """The boxes to search, in order."""
        if self.box is not None:
            yield self.box
            return
        areas = count_from(1) if self.max_area is None else range(1, self.max_area + 1)
        yield from growing(areas, self.freedom(1, 1), self.symmetry)

    def problem(
        self, width: int, height: int, encoding: Encoding = "implicates", *, plain: bool = False
    ) -> Problem:
        """The clauses for a box of this size; a plain problem has solutions in any form."""
        variables = Variables()
        laid = self.spacetime(width, height).assign_variables(variables)
        clauses = laid.transitions(self.rules or self.rule, encoding, variables)
        if not self.with_empty:
            clauses.append(any_of(laid.grid[0].ravel()))
        if not self.any_period:
            for t, dx, dy in self.motion.subperiods():
                clauses += changed(laid, t, dx, dy, variables)
        clauses += self.constraints.clauses(laid, variables)
        if not (plain or self.raw or self.torus or self._fixed or self.with_empty):
            delays = not self.constraints.phase_dependent
            clauses += normal_form(
                laid,
                variables,
                tight=self.box is None,
                symmetries=self.rule.symmetries,
                delays=delays,
            )

        def cost(pattern: Pattern) -> int:
            return self.cost(self._answer(pattern, width, height))

        goal, counters = self.goal(laid, variables, cost)
        clauses += counters
        if goal:
            goal = replace(goal, phases=lambda pattern: self.forms(pattern, width, height))
        judged = self.constraints.connected or self.constraints.excluded
        examine = self.piece_filter(laid).examine if judged else None
        return Problem(laid, variables, clauses, examine, goal)

    def formula(self, part: Part | None, how: Configuration) -> Problem:
        """The clauses of the given box, or of one of the boxes that grow."""
        size = self.box if part is None else part.box
        if size is None:
            raise InputError("a formula is about one box: give its size", "box")
        return self.problem(*size, how.encoding, plain=how.plain)

    def _formula_notes(self, problem: Problem) -> Iterator[str]:
        yield from super()._formula_notes(problem)
        if self.rules is not None:
            yield "Lines 'rule NAME V': this unknown part of the rule is variable V."
            for name in self.rules.names:
                yield f"rule {name} {problem.variables.number(name)}"

    def forms(self, pattern: Pattern, width: int, height: int) -> list[Pattern]:
        """An oscillator in all its phases, where nothing else is told about them."""
        if (
            self.motion.travels
            or self._fixed
            or any(b.measure.phase_dependent for b in self.constraints.bounds)
        ):
            return [pattern]
        return self._answer(pattern, width, height).history()[:-1]

    @property
    def _fixed(self) -> bool:
        """Whether patterns cannot be moved or turned, because something is told about places."""
        return self.mask is not None or self.constraints.keep is not None

    def piece_filter(self, laid: VariableGrid) -> PieceFilter:
        """Decides which pieces of solutions are wanted."""
        s = laid.spacetime
        # A symmetry or a transform has a centre, so that a piece is an answer in some places only.
        movable = len(s.group()) == 1 and self.motion.order == 1
        anywhere = movable and not (self._fixed or self.constraints.phase_dependent)

        def is_answer(piece: Pattern) -> bool:
            try:
                self.answers([piece], s.width, s.height)
            except VerificationError:
                return False
            return True

        return PieceFilter(
            laid,
            self.rule,
            self.constraints.connected,
            self._unwanted,
            is_answer if anywhere and not self.raw else None,
        )

    @cached_property
    def _unwanted(self) -> frozenset[Hashable]:
        """The excluded pieces; looked at once, however many boxes there are."""
        period = self.motion.full_period
        return frozenset(
            canonical_key(generations(piece, period, self.rule), self.rule)
            for piece in self.constraints.excluded
            if behaviour(piece, self.rule, period).period
        )

    def exact(self, period: int) -> bool:
        """Whether a pattern's true period is what was asked for."""
        asked = self.motion.period
        return period == asked if self.motion.order == 1 else period > asked and not period % asked

    def verify(self, patterns: Sequence[Pattern], width: int, height: int) -> None:
        """Check solutions against the question, by simulation alone: all of them at once."""
        if self.box not in (None, (width, height)):
            raise VerificationError(f"the box is not {width}x{height}")
        right = check_periodic(
            patterns,
            self.spacetime(width, height),
            self.rule,
            any_period=self.any_period,
            with_empty=self.with_empty,
        )
        if not right.all():
            self._disbelieve(patterns[int(right.argmin())], width, height)

    def _disbelieve(self, pattern: Pattern, width: int, height: int) -> None:
        raise VerificationError(
            f"the solver's answer is no {self.describe()} in a {width}x{height} box; "
            f"this is a bug in lifesearch, please report it:\n{pattern.picture()}"
        )

    def answers(self, patterns: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verified answers, each with its true period."""
        self.verify(patterns, width, height)
        answers = [self._answer(pattern, width, height) for pattern in patterns]
        if self.constraints:
            for answer in answers:
                if not self.constraints.satisfied_by(answer.history()):
                    self._disbelieve(answer.pattern, width, height)
        if self.motion.order == 1 and not self.any_period:
            return answers
        answers = [answer.cycle() for answer in answers]
        for answer in answers:
            if not (self.any_period or self.exact(answer.generations)):
                self._disbelieve(answer.pattern, width, height)
        return answers

    def _answer(self, pattern: Pattern, width: int, height: int) -> Answer:
        torus = (width, height) if self.torus else None
        return Answer(pattern, self.motion.full_period, self.rule, torus)

    def images(self, pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
        """First generations in the box that are the same pattern as this one.

        On a torus these are all images, solutions or not: the least of them tells the pattern.
        In the plane, they are those that turn and move solutions into solutions.
        """
        freedom = self.freedom(width, height)
        s = freedom.spacetime
        phases = self.motion.full_period
        span = self.motion.period if self.motion.travels else phases
        torus = (width, height) if self.torus else None
        life = Answer(pattern, phases + span, self.rule, torus).history()
        turns = [Orientation.IDENTITY] if self._fixed else freedom.orientations()
        if torus:
            turns = [g for g in Orientation if g in self.rule.symmetries and s.invariant_under(g)]
        for g in turns:
            turned = [s.turned(g, phase) for phase in life]
            for t in range(phases):
                boxes = [phase.box for phase in turned[t : t + span] if phase]
                if not boxes:
                    yield pattern
                    continue
                left, top = min(b.x for b in boxes), min(b.y for b in boxes)
                if torus:
                    yield from _everywhere(turned[t], width, height)
                elif self._fixed:
                    yield turned[t]
                else:
                    yield turned[t].translate(*freedom.shift_to_origin(left, top))

    def key(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed patterns are one, unless all solutions count."""
        if self.rules:
            return self.under(answer.rule).key(answer), answer.rule
        if self.raw:
            return answer.pattern
        if answer.torus:
            images = self.images(answer.pattern, *answer.torus)
            return min(tuple(sorted(image.cells)) for image in images)
        return canonical_key(answer.history()[:-1], self.rule)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer]
    ) -> Iterator[Report[Answer]]:
        """Search one box, or a cube of it."""
        if self.rules:
            yield from unknown_rule.search(self, part, how, known)
            return
        width, height = part.box

        def images(pattern: Pattern) -> Iterator[Pattern]:
            return self.images(pattern, width, height)

        problem = self.problem(width, height, how.encoding, plain=how.plain)
        before = NewItems(known, lambda answer: answer.pattern)
        for report in problem.patterns(how, part.cube, before, None if self.raw else images):
            yield self.answers(report, width, height) if isinstance(report, list) else report


def recurring(motion: Motion, rule: Rule, *, any_period: bool = False) -> str:
    """What comes back in such a way: 'still life', or 'c/3 spaceship of period 3'."""
    turned = ""
    if motion.order > 1:
        ago = plural(motion.period, "generation")
        turned = f" with {motion.orientation.symbol} after {ago}"
    if motion.travels:
        speed = velocity(motion.dx, motion.dy, motion.period)
        exact = "whose period divides" if any_period else "of period"
        ship = f"{speed} spaceship {exact} {motion.full_period}"
        return f"{ship}{heading(motion.dx, rule)}{turned}"
    if turned:
        return f"oscillator{turned}"
    if motion.period == 1:
        return "still life"
    if any_period:
        return f"pattern whose period divides {motion.period}"
    return f"oscillator of period {motion.period}"


def symmetric(symmetry: Symmetry) -> str:
    """A symmetry as a condition in words; nothing if there is none."""
    return f" with symmetry {symmetry.name}" if len(symmetry.group) > 1 else ""


def _everywhere(pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
    for dx in range(width):
        for dy in range(height):
            yield Pattern.of(((x + dx) % width, (y + dy) % height) for x, y in pattern.cells)
