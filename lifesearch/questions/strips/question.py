"""Ships, oscillators and still lifes of some width and any length: a query about a strip.

The strip is as wide as the box of a box question, and endless in the direction of travel. All of
generations 0..p-1 lie inside; p is the period of the motion. If all states that can be reached
are done and no ship was found, there is none of any length. See `ship_rows` and `strip_explorer`
for the idea; an oscillator is a ship that travels by no rows, and a still life one of period 1.

With a greatest length L the question is about all patterns that fit, in generations 0..p-1, in
a box as wide as the strip and L rows high: see `strip_levels`. Any generation may be called
generation 0, unless a front is given. `composites` says what counts as one pattern.

*Conditions* on populations and pieces are those of a box question. A pattern that does not meet
them is rejected (`accepted`). Without a greatest length each state is entered once, so other
patterns may be hidden behind a rejected one, and the end is no proof any more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from lifesearch.common import require
from lifesearch.common.errors import InputError, VerificationError
from lifesearch.common.limits import USUAL_LOOK_AHEAD
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer, require_right
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints, Objective
from lifesearch.core.on_cylinder import (
    cylinder_answer,
    cylinder_key,
    has_shorter_period,
    recurs_on_cylinder,
)
from lifesearch.core.pieces import ExcludedPieces
from lifesearch.core.question import PatternQuery, Solvable
from lifesearch.core.words import other_period
from lifesearch.engines.compiled import unavailable
from lifesearch.engines.rows.problem import LARGEST_POPULATION, StripProblem
from lifesearch.engines.sat.encoding.dimacs import LEGEND, cell_comments, dimacs
from lifesearch.engines.sat.encoding.ship_rows import RowLayers
from lifesearch.engines.sat.encoding.variable_grid import Encoding
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part, State
from lifesearch.engines.sat.solving.strip_explorer import (
    StripExpander,
    StripExplorer,
    StripReport,
    StripTask,
    start,
)
from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.strip_symmetry import Fold, Mirror
from lifesearch.questions.strips import names, validate
from lifesearch.questions.strips.composites import (
    is_composite,
    may_be_multiple,
    one_behind_another,
)
from lifesearch.questions.strips.geometry import StripGeometry


@dataclass(frozen=True)
class Strip(PatternQuery, Solvable):
    """A query for ships that travel up inside a strip, and for oscillators and still lifes.

    width       the columns of the strip, in which all of generations 0..p-1 lie
    motion      how patterns recur: moved up, perhaps also to the left, or in place; mirrored, for a
                glide
    mirror      whether patterns are mirror images of themselves, left to right
    look_ahead  the number of layers that must be possible after a state
    front       the rows with which generation 0 begins; None if any may
    max_length  the greatest number of rows; None for any length
    folds       top-to-bottom symmetries, of which patterns must have one; empty: none is required
    wraps       whether the sides of the strip are joined: it is a cylinder
    """

    kind = "strip"
    formula_words = "the formula of one window of the strip, which is moved along it: "

    width: int
    motion: Motion
    mirror: Mirror = Mirror.NONE
    rule: Rule = LIFE
    look_ahead: int = USUAL_LOOK_AHEAD
    front: Pattern | None = None
    max_length: int | None = None
    constraints: Constraints = NO_CONSTRAINTS
    folds: tuple[Fold, ...] = ()
    wraps: bool = False

    def __post_init__(self) -> None:
        validate.check_numbers(self.width, self.look_ahead, self.max_length)
        validate.check_motion(self.motion, self.mirror, self.rule, self.width)
        validate.check_constraints(self.constraints, stays=not self.motion.travels)
        self.rule.require_plain("strips are")
        if self.front is not None:
            validate.check_front(self.front, self.width, self.mirror)
        require.flags(wraps=self.wraps)
        if self.wraps:
            validate.check_cylinder(self.constraints, self.front)
        if self.folds:
            validate.check_folds(self.folds, self.motion, self.mirror, self.rule, self.front)

    def with_objective(self, objective: Objective) -> PatternQuery:
        raise InputError("a search row by row cannot minimise or maximise: search a box")

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse encodings and settings that only boxes have."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth" or plain:
            raise InputError(
                "a search row by row has only one encoding: leave out the encoding and plain"
            )

    @property
    def travels(self) -> bool:
        return self.motion.travels

    @cached_property
    def geometry(self) -> StripGeometry:
        row_layers = RowLayers(self.width, self.motion, self.mirror, self.rule, self.wraps)
        return StripGeometry(row_layers, self.front)

    @property
    def most_cells(self) -> int | None:
        """The greatest population of generation 0; None if there is no bound.

        Row tables count cells row by row and keep the bound. If any generation may be called
        generation 0, it may be the smallest one.
        """
        free_choice = self.geometry.any_phase
        counted = {Measure.FIRST, Measure.MAX} | ({Measure.MIN} if free_choice else set())
        bounds = [b.most for b in self.constraints.bounds if b.measure in counted]
        most = min(bounds, default=LARGEST_POPULATION)
        return most if most < LARGEST_POPULATION else None

    def _meeting(self, pattern: Pattern) -> Pattern | None:
        """A generation that meets the conditions as generation 0; None if there is none."""
        phases = self.geometry.phases(pattern) if self.constraints.phase_dependent else [pattern]
        return next(filter(self.meets_conditions, phases), None)

    def meets_conditions(self, pattern: Pattern) -> bool:
        """Whether a pattern, as generation 0, meets the conditions, by simulation."""
        constraints, period = self.constraints, self.motion.full_period
        if not constraints:
            return True
        if not constraints.satisfied_by(list(self.geometry.generations(pattern, period))):
            return False
        if not (constraints.connected or constraints.unwanted):
            return True
        parts = pieces(pattern, self.rule, period)
        return not (constraints.connected and len(parts) > 1) and not self._excluded.among(parts)

    @cached_property
    def _excluded(self) -> ExcludedPieces:
        return ExcludedPieces(self.constraints.unwanted, self.rule, self.motion.full_period)

    @property
    def by_level(self) -> bool:
        """Whether all patterns up to a greatest length are found, level by level."""
        return self.max_length is not None

    @property
    def part(self) -> Part:
        """The only part: a strip is divided state by state, not into parts."""
        return Part((self.width, 0))

    def has_part(self, part: Part, depth: int) -> bool:
        return part == self.part

    @property
    def first_state(self) -> State:
        """The state in which the exploration begins."""
        return start(self.geometry.row_layers)

    def beginning_with(self, front: Pattern, name: str = "the front") -> Strip:
        return replace(self, front=validate.placed_front(front, self.width, self.mirror, name))

    def endless(self) -> str:
        if self.max_length is not None:
            return ""
        return (
            f"<max_length N>: there is no end of {names.plural_kind(self.motion)} of any length; "
            "with it, all of up to N rows are found"
        )

    def configurations(self) -> tuple[Configuration, ...]:
        """The fastest solvers: MiniSat for many small problems, CaDiCaL for a few hard ones.

        After a front there are few states, and each is hard, unless the length is bounded.
        """
        hard = self.front is not None and self.max_length is None
        return (Configuration("cadical195" if hard else "minisat22"),)

    def describe(self) -> str:
        front = " with this front" if self.front else ""
        symmetry = names.symmetry_name(self.width, self.mirror, self.folds)
        patterns = names.patterns_in_words(self.motion, self.mirror, self.rule, symmetry)
        return f"{patterns}{front}{self.constraints}"

    def where(self) -> str:
        around = f", up to {self.width} wide"
        if self._is_centred:
            around = f", of {'odd' if self.width % 2 else 'even'} width up to {self.width}"
        if self.wraps:
            around = f" on a cylinder of circumference {self.width}"
        if self.max_length is None:
            return f"{around}, of any length"
        return f"{around} and up to {plural(self.max_length, 'row')} long"

    @property
    def _is_centred(self) -> bool:
        """Whether the strip's symmetry maps columns to the other side, which fixes its parity."""
        turns = any(fold.turns for fold in self.folds)
        return self.mirror is not Mirror.NONE or turns or self.motion.order > 1

    def left_out(self) -> str:
        """Words for composites, which do not count, where a sentence without them could be false.

        At any length, an object of a composite is a pattern by itself, unless it is not as
        symmetric, or has a shorter period.
        """
        multiple = self.front is None and may_be_multiple(self.motion)
        if not (self.folds or multiple or self.max_length is not None):
            return ""
        periods = ", nor periods that no piece has" if multiple and not self.wraps else ""
        return f", not counting separate patterns one behind another{periods}"

    def hint(self) -> str:
        """The hint about ships of this speed with another period, in the plane."""
        return "" if self.wraps else other_period(self.motion, self.rule)

    def dimacs(self, part: Part | None, strategy: Configuration) -> Iterator[str]:
        """The formula of the window that is moved along the strip, as a DIMACS file."""
        variables, row_layers = Variables(), self.geometry.row_layers
        grid = row_layers.assign_variables(2 + self.look_ahead, variables)
        notes = (
            f"{self.describe()}{self.where()}: {plural(2 + self.look_ahead, 'layer')} of its rows",
            "In generation 0 these are rows 0 and following. A solver is asked for what can follow",
            "a state, which is the first two layers: its cells are given as assumptions.",
            *LEGEND[:1],
        )
        comments = chain(notes, cell_comments(row_layers.cells(grid)))
        return dimacs(row_layers.clauses(grid), len(variables), comments)

    def task_function(self) -> Callable[[StripTask], Iterator[int | StripReport]]:
        """The workers' function: from the states of a task to their successors."""
        explorers: list[StripExplorer | StripExpander] = []  # one, made for the first task
        explorer_class = StripExplorer if self.max_length is None else StripExpander
        row_layers, front = self.geometry.row_layers, self.geometry.front_rows()

        def serve(task: StripTask) -> Iterator[int | StripReport]:
            if not explorers:
                strategy = task.configuration
                explorers.append(explorer_class(row_layers, self.look_ahead, front, strategy))
            return explorers[0].explore(task)

        return serve

    def accepted(self, pattern: Pattern) -> Answer | None:
        """The answer that an engine's pattern makes; None if it is rejected.

        It is rejected if it is too long, a composite, or does not meet the conditions. If these
        depend on which generation is called 0, and any may be, one generation must meet them.
        """
        if self.max_length is not None and self.geometry.length(pattern) > self.max_length:
            return None
        if self._is_composite(pattern):
            return None
        met = self._meeting(pattern)
        return None if met is None else self.answer(met)

    def _is_composite(self, pattern: Pattern) -> bool:
        """Whether a pattern is a composite that does not count.

        A front may be of a composite itself: then all composites count but those of a pattern that
        has the whole front and another one behind it.
        """
        motion, rule = self.motion, self.rule
        if self.front is None:
            return is_composite(pattern, motion, rule, self.geometry.cylinder)
        return one_behind_another(pattern, motion, rule, first_rows=self.front.box.height)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify patterns by simulation; the strip has a width and no height."""
        if (width, height) != self.part.box:
            raise VerificationError(f"the strip is {self.width} wide")
        answers = [self.answer(pattern) for pattern in saved]
        met = [self.meets_conditions(answer.saved) for answer in answers]
        require_right(answers, met, f"{self.describe()}{self.where()}")
        return answers

    def answer(self, pattern: Pattern) -> Answer:
        """An answer, verified by simulation; conditions and composites are not tested here."""
        motion, geometry = self.motion, self.geometry
        right = (
            self._recurs(pattern)
            and geometry.holds(pattern)
            and (not self.folds or any(geometry.folds(pattern, each) for each in self.folds))
            and (self.max_length is None or geometry.length(pattern) <= self.max_length)
        )
        answer = Answer(pattern, motion.full_period, self.rule)
        require_right([answer], [right], f"{self.describe()}{self.where()}")
        if geometry.cylinder is None:
            return answer
        return cylinder_answer(geometry.cylinder, pattern, motion, self.rule, any_period=False)

    def _recurs(self, pattern: Pattern) -> bool:
        """Whether a pattern recurs when it should, a glide also mirrored, and not sooner."""
        motion, cylinder = self.motion, self.geometry.cylinder
        if cylinder is not None:
            back = recurs_on_cylinder(cylinder, pattern, motion, self.rule, pattern.box.height)
            return back and not has_shorter_period(cylinder, pattern, motion, self.rule)
        if motion.order > 1:
            *_, half = self.geometry.generations(pattern, motion.period)
            mirrored = pattern.transform(motion.orientation).translate(self.width - 1, motion.dy)
            if half != mirrored:
                return False
        cycle = behaviour(pattern, self.rule, motion.full_period)
        travel = (motion.dx * motion.order, motion.dy * motion.order)
        return cycle.period == motion.full_period and (cycle.dx, cycle.dy) == travel

    def has_other_period(self, pattern: Pattern) -> bool:
        """Whether a pattern that recurs has no cells, or a shorter period than asked for."""
        motion, cylinder = self.motion, self.geometry.cylinder
        if cylinder is not None:
            return not pattern or has_shorter_period(cylinder, pattern, motion, self.rule)
        return behaviour(pattern, self.rule, motion.full_period).period != motion.full_period

    def key(self, answer: Answer) -> Hashable:
        """Equal for moved, turned and delayed patterns; on a cylinder also for rolled ones."""
        if self.geometry.cylinder is None:
            return canonical_key(answer.history()[:-1], self.rule)
        life = answer.generations_to(self.motion.full_period - 1)
        return cylinder_key(self.geometry.cylinder, life, self.rule)

    def table_problem(self) -> StripProblem:
        """The problem that row tables solve; with a greatest length it admits a few more patterns.

        A ship of L rows, in p generations, has at most p(L + k) rows in all (see `rows.problem`).
        Patterns with a top-to-bottom symmetry are searched for by their first half.
        """
        motion, longest = self.motion, self.max_length
        if longest is not None and self.folds:
            longest = (longest + 1) // 2
        return StripProblem(
            self.width,
            motion.period,
            -motion.dy,
            self.mirror,
            motion.orientation is Orientation.FLIP_X,
            self.rule,
            self.front,
            self.most_cells,
            length=None if longest is None else longest - motion.dy,
            folds=self.folds,
            whole=not self.folds,
            wraps=self.wraps,
        )

    def snapshot_reached(self, data: bytes) -> tuple[int, int, int, int]:
        """The states, open states, rows and bytes of a snapshot by row tables, or a ValueError."""
        from lifesearch.engines.rows.checkpoint import from_bytes

        return from_bytes(data, self.table_problem()).reached(self.motion.period)

    def no_tables(self) -> str:
        """Why row tables cannot search this strip; empty if they can."""
        return self.unsuitable() or unavailable()

    def unsuitable(self) -> str:
        """Why row tables are not made for this strip, apart from missing kernels; or empty."""
        if self.motion.dx:
            return "row tables are for ships that travel straight up"
        try:
            self.table_problem()
        except InputError as error:
            return str(error)
        return ""
