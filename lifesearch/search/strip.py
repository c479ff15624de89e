"""Spaceships of some width and any length: a question about a strip of the plane.

The strip is as wide as the box of a box question, and endless along the way of the ship:
all of generations 0..p-1 lie inside. When all states that can be reached are done, there
is no ship, however long. See `lattice` and `explorer` for the idea.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifesearch.encode.lattice import Lattice, Mirror
from lifesearch.encode.motion import Motion
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.evolve import behaviour, generations, velocity
from lifesearch.life.identity import class_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rule import LIFE, Rule
from lifesearch.life.velocity import heading
from lifesearch.search.answer import Answer
from lifesearch.search.configuration import Configuration
from lifesearch.search.events import State
from lifesearch.search.explorer import Explored, Explorer, Leg
from lifesearch.search.question import Described, Question

AHEAD = 2


@dataclass(frozen=True)
class Strip(Question[Answer], Described):
    """A question for ships that travel up inside a strip.

    `look_ahead` is the number of layers that must be possible after a state. If there are
    `front` rows, generation 0 begins with them.
    """

    width: int
    motion: Motion
    mirror: Mirror = Mirror.NONE
    rule: Rule = LIFE
    look_ahead: int = 4
    front: Pattern | None = None

    @property
    def raw(self) -> bool:
        """Ships that differ only by place, turn, flip or phase are never told apart."""
        return False

    @property
    def lattice(self) -> Lattice:
        """Its layers."""
        return Lattice(self.width, self.motion, self.mirror, self.rule)

    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest: MiniSat at many small questions, CaDiCaL at a few hard ones."""
        return (Configuration("cadical195" if self.front else "minisat22"),)

    def describe(self) -> str:
        """The thing that is looked for: 'mirrored c/4 spaceship of period 4'."""
        motion = self.motion
        order = motion.order
        speed = velocity(motion.dx * order, motion.dy * order, motion.full_period)
        kind = {Mirror.NONE: "", Mirror.MIRRORED: "mirrored ", Mirror.GUTTER: "gutter-symmetric "}
        glide = "glide-symmetric " if order > 1 else ""
        rule = f" in {self.rule}" if self.rule != LIFE else ""
        way = heading(motion.dx, self.rule)
        begun = " with this front" if self.front else ""
        ship = f"{speed} spaceship of period {motion.full_period}"
        return f"{glide}{kind[self.mirror]}{ship}{way}{rule}{begun}"

    def where(self) -> str:
        """The place that is searched, in words."""
        return f", {self.width} wide, of any length"

    def key(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed ships are one."""
        return class_key(answer.history()[:-1], self.rule)

    def serving(self) -> Callable[[Leg], Iterator[int | Explored]]:
        """Tasks are legs of a walk through the states."""
        explorers: list[Explorer] = []

        def serve(leg: Leg) -> Iterator[int | Explored]:
            if not explorers:
                how = leg.configuration
                explorers.append(Explorer(self.lattice, self.look_ahead, self._rows(), how))
            return explorers[0].explore(leg)

        return serve

    def _rows(self) -> list[bytes]:
        """The rows that generation 0 must begin with.

        Other generations may reach further ahead, so there are empty rows before.
        """
        if self.front is None:
            return []
        width, height = self.lattice.columns, self.front.box.bottom + 1
        given = [bytes((x, y) in self.front.cells for x in range(width)) for y in range(height)]
        return [bytes(width)] * AHEAD + given

    def pattern(self, path: Sequence[State]) -> Pattern:
        """Generation 0 of a walk that starts after the empty state."""
        shape = (2, self.motion.period, self.lattice.columns)
        layers = [np.frombuffer(state.cells, np.bool_).reshape(shape)[1] for state in path]
        return self.lattice.pattern(layers)

    def answers(self, patterns: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verified answers; the strip has a width and no height."""
        if (width, height) != (self.width, 0):
            raise VerificationError(f"the strip is {self.width} wide")
        return [self.answer(pattern) for pattern in patterns]

    def answer(self, pattern: Pattern) -> Answer:
        """A verified answer, by simulation alone."""
        motion = self.motion
        known = behaviour(pattern, self.rule, motion.full_period)
        travel = (motion.dx * motion.order, motion.dy * motion.order)
        inside = all(
            0 <= x < self.width
            for phase in generations(pattern, motion.period - 1, self.rule)
            for x, _ in phase.cells
        )
        mirrored = pattern.transform(Orientation.FLIP_X).translate(self.width - 1, 0)
        right = (
            known.period == motion.full_period
            and (known.dx, known.dy) == travel
            and inside
            and (self.mirror is Mirror.NONE or mirrored == pattern)
            and (
                self.mirror is not Mirror.GUTTER or all(2 * x + 1 != self.width for x, _ in pattern)
            )
        )
        if not right:
            raise VerificationError(
                f"the solver's answer is no {self.describe()}{self.where()}; "
                f"this is a bug in lifesearch, please report it:\n{pattern.picture()}"
            )
        return Answer(pattern, motion.full_period, self.rule)


def check(strip: Strip) -> None:
    """Complain about what a strip cannot be."""
    if strip.mirror is not Mirror.NONE:
        strip.rule.require([Orientation.FLIP_X], "a mirrored strip")
    if strip.motion.orientation is not Orientation.IDENTITY:
        strip.rule.require([strip.motion.orientation], "a glide")
    if not strip.motion.dy:
        raise InputError("a ship in a strip must travel along it")
    if strip.mirror is not Mirror.NONE and strip.motion.dx:
        raise InputError("a ship that does not travel straight up has no mirrored strip")
    if strip.mirror is Mirror.GUTTER and strip.width % 2 == 0:
        raise InputError(
            f"a gutter is a middle column: it needs an odd width, and {strip.width} is even"
        )
