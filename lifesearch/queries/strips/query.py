"""Spaceships of some width and any length: a query about a strip of the plane.

The strip is as wide as the box of a box question, and endless along the way of the ship:
all of generations 0..p-1 lie inside. When all states that can be reached are done, there
is no ship, however long. See `lattice` and `strip_explorer` for the idea.

With a greatest length L the question is about all ships that fit, in generations 0..p-1, in
a box as wide as the strip and L rows high: see `strip_levels`. Any generation may be called
generation 0, unless a front is given.

*What is one ship.* Ships side by side in the strip are one answer, as in a box. Ships one
behind another are not: what has two neighbouring empty layers between its first and its
last one falls into two ships that never meet, and each of them is found by itself. Since
the layers depend on which generation is called generation 0, this means: two empty layers
for any choice of it. (With a given front, generation 0 is given, and the front itself may
have empty rows.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.encoding.dimacs import LEGEND, cell_comments, dimacs
from lifesearch.encoding.motion import Motion
from lifesearch.encoding.ship_rows import RowLayers
from lifesearch.encoding.variable_grid import Encoding
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.identify import canonical_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations, velocity
from lifesearch.life.velocity import heading
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Engine, PatternQuery
from lifesearch.queries.constraints import NO_CONSTRAINTS, Objective
from lifesearch.queries.strips import validate
from lifesearch.queries.verify import require_right
from lifesearch.queries.words import in_rule, other_period
from lifesearch.rows.problem import Mirror
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part, State
from lifesearch.solving.strip_expander import StripExpander
from lifesearch.solving.strip_explorer import StripExplorer, StripReport, StripTask, start
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.rows.problem import Problem


@dataclass(frozen=True)
class Strip(PatternQuery):
    """A query for ships that travel up inside a strip.

    `look_ahead` is the number of layers that must be possible after a state. If there are
    `front` rows, generation 0 begins with them. With a `max_length` only ships of up to so
    many rows are asked for.
    """

    kind = "strip"
    formula = "the formula of one window of the strip, which is moved along it: "
    constraints = NO_CONSTRAINTS
    raw = False  # ships that differ only by place, turn, flip or phase are never told apart

    width: int
    motion: Motion
    mirror: Mirror = Mirror.NONE
    rule: Rule = LIFE
    look_ahead: int = 4
    front: Pattern | None = None
    max_length: int | None = None

    def __post_init__(self) -> None:
        validate.check_numbers(self.width, self.look_ahead, self.max_length)
        validate.check_motion(self.motion, self.mirror, self.rule, self.width)
        self.rule.require_no_b0()
        if self.front is not None:
            validate.check_front(self.front, self.width, self.mirror)

    @property
    def engine(self) -> Engine:
        """With a greatest length all ships are found, level by level."""
        return Engine.STRIP_SEARCH if self.max_length is None else Engine.STRIP_LEVELS

    @property
    def part(self) -> Part:
        """The strip, as a part without height."""
        return Part((self.width, 0))

    def parts(self, depth: int) -> Iterator[Part]:
        """The strip is one part: it is divided state by state."""
        yield self.part

    @property
    def first_state(self) -> State:
        """Two empty layers."""
        return start(self.lattice)

    @property
    def restarts_old_sessions(self) -> bool:
        """Lifesearch 1 began too near a given front, and may have missed ships."""
        return self.front is not None

    def with_raw(self, raw: bool) -> Strip:
        """All solutions are never asked for."""
        return self

    def with_objective(self, objective: Objective) -> Strip:
        """Nothing is best here."""
        raise InputError("row by row nothing is counted: ask in a box for what is best")

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse what goes with boxes only."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth" or plain:
            raise InputError("row by row there is one encoding and one form of the question")

    def endless(self) -> str:
        """Without a greatest length there is no end of ships."""
        if self.max_length is not None:
            return ""
        return (
            "--max-length N: of ships of any length there is no end; with it, all of up to N rows "
            "are found"
        )

    def hint(self) -> str:
        """Ships of the same speed may have another period."""
        return other_period(self.motion, self.rule)

    def table_problem(self) -> Problem:
        """The same question for row tables; with a bounded length, for some ships more.

        A ship of L rows, in p generations, has at most p(L + k) rows in all (see `rows.problem`).
        """
        from lifesearch.rows.problem import Problem

        motion = self.motion
        return Problem(
            self.width,
            motion.period,
            -motion.dy,
            self.mirror,
            motion.orientation is Orientation.FLIP_X,
            self.rule,
            self.front,
            length=None if self.max_length is None else self.max_length - motion.dy,
        )

    def check_snapshot(self, data: bytes) -> None:
        """Refuse what is no snapshot of a search of this strip by row tables."""
        from lifesearch.rows.snapshot import from_bytes

        from_bytes(data, self.table_problem())

    def no_tables(self) -> str:
        """Why row tables cannot answer this; empty if they can."""
        from lifesearch import rows

        if self.motion.dx:
            return "row tables are for ships that travel straight up"
        try:
            self.table_problem()
        except InputError as error:
            return str(error)
        return rows.unavailable()

    @property
    def lattice(self) -> RowLayers:
        """Its layers."""
        return RowLayers(self.width, self.motion, self.mirror, self.rule)

    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest: MiniSat at many small problems, CaDiCaL at a few hard ones."""
        hard = self.front is not None and self.max_length is None
        return (Configuration("cadical195" if hard else "minisat22"),)

    def describe(self) -> str:
        """The thing that is looked for: 'mirrored c/4 spaceship of period 4'."""
        motion = self.motion
        order = motion.order
        speed = velocity(motion.dx * order, motion.dy * order, motion.full_period)
        kind = {Mirror.NONE: "", Mirror.MIRRORED: "mirrored ", Mirror.GUTTER: "gutter-symmetric "}
        glide = "glide-symmetric " if order > 1 else ""
        rule = in_rule(self.rule)
        way = heading(motion.dx, self.rule)
        begun = " with this front" if self.front else ""
        ship = f"{speed} spaceship of period {motion.full_period}"
        return f"{glide}{kind[self.mirror]}{ship}{way}{rule}{begun}"

    def where(self) -> str:
        """The place that is searched, in words."""
        if self.max_length is None:
            return f", {self.width} wide, of any length"
        return f", {self.width} wide and up to {plural(self.max_length, 'row')} long"

    def key(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed ships are one."""
        return canonical_key(answer.history()[:-1], self.rule)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of the window that is moved along the strip, as a DIMACS file."""
        variables, lattice = Variables(), self.lattice
        grid = lattice.assign_variables(2 + self.look_ahead, variables)
        notes = (
            f"{self.describe()}{self.where()}: {plural(2 + self.look_ahead, 'layer')} of its rows",
            "In generation 0 these are rows 0 and following. A solver is asked for what can follow",
            "a state, which is the first two layers: its cells are given as assumptions.",
            *LEGEND[:1],
        )
        comments = chain(notes, cell_comments(lattice.cells(grid)))
        return dimacs(lattice.clauses(grid), len(variables), comments)

    def serving(self) -> Callable[[StripTask], Iterator[int | StripReport]]:
        """Tasks are legs of a walk through the states."""
        explorers: list[StripExplorer | StripExpander] = []
        kind = StripExplorer if self.max_length is None else StripExpander

        def serve(task: StripTask) -> Iterator[int | StripReport]:
            if not explorers:
                how = task.configuration
                explorers.append(kind(self.lattice, self.look_ahead, self._rows(), how))
            return explorers[0].explore(task)

        return serve

    def _rows(self) -> list[bytes]:
        """The rows that generation 0 must begin with.

        Other generations may reach further ahead, so there are empty rows before.
        """
        if self.front is None:
            return []
        width, height = self.lattice.columns, self.front.box.bottom + 1
        given = [bytes((x, y) in self.front.cells for x in range(width)) for y in range(height)]
        return [bytes(width)] * self._ahead + given

    @property
    def _ahead(self) -> int:
        """How many layers other generations may be ahead of a front.

        The front of generation t is at most t rows further up.
        """
        return max(t - self.lattice.row_offset(t) for t in range(self.motion.period))

    @property
    def layers(self) -> int:
        """How many layers a ship of the greatest length may take up, from the first step on."""
        empty = 0 if self.front is None else self._ahead + self.front.box.y
        return empty + (self.max_length or 0) - self.motion.dy - 1

    def length(self, pattern: Pattern) -> int:
        """How many rows generations 0..p-1 take up.

        This is the least number for any generation that may be called generation 0: if the ship
        travels to the left, too, then another one need not lie inside the strip.
        """
        period = self.motion.period
        free = self.front is None and not self.motion.dx
        boxes = [phase.box for phase in self._generations(pattern)]
        spans = [boxes[t : t + period] for t in (range(period) if free else range(1))]
        return min(max(b.bottom for b in span) - min(b.y for b in span) + 1 for span in spans)

    def separable(self, pattern: Pattern) -> bool:
        """Whether this is one ship behind another: two neighbouring layers are empty."""
        if self.front is not None:
            return False
        lattice, period = self.lattice, self.motion.period
        phases = list(self._generations(pattern))
        for first in range(period):
            span = enumerate(phases[first : first + period])
            rows = {y + lattice.row_offset(t) for t, phase in span for _, y in phase.cells}
            if any(a < max(rows) and not {a + 1, a + 2} & rows for a in rows):
                return True
        return False

    def _generations(self, pattern: Pattern) -> Iterator[Pattern]:
        """Generations 0 to 2p - 2: p of them from each of the first p on."""
        return generations(pattern, 2 * self.motion.period - 2, self.rule)

    def pattern(self, path: Sequence[State]) -> Pattern:
        """Generation 0 of a walk that starts after the empty state."""
        shape = (2, self.motion.period, self.lattice.columns)
        layers = [np.frombuffer(state.cells, np.bool_).reshape(shape)[1] for state in path]
        return self.lattice.pattern(layers)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify ships by simulation; the strip has a width and no height."""
        if (width, height) != self.part.box:
            raise VerificationError(f"the strip is {self.width} wide")
        return [self.answer(pattern) for pattern in saved]

    def answer(self, pattern: Pattern) -> Answer:
        """A verified answer, by simulation alone."""
        motion = self.motion
        known = behaviour(pattern, self.rule, motion.full_period)
        travel = (motion.dx * motion.order, motion.dy * motion.order)
        phases = list(generations(pattern, motion.period - 1, self.rule))
        inside = all(0 <= x < self.width for phase in phases for x, _ in phase.cells)
        mirrored = pattern.transform(Orientation.FLIP_X).translate(self.width - 1, 0)
        gutter = all(2 * x + 1 != self.width for phase in phases for x, _ in phase.cells)
        right = (
            known.period == motion.full_period
            and (known.dx, known.dy) == travel
            and inside
            and (self.mirror is Mirror.NONE or mirrored == pattern)
            and (self.mirror is not Mirror.GUTTER or gutter)
            and (self.max_length is None or self.length(pattern) <= self.max_length)
        )
        answer = Answer(pattern, motion.full_period, self.rule)
        require_right([answer], [right], f"{self.describe()}{self.where()}")
        return answer
