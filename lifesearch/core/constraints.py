"""Constraints on patterns that a question adds to its motion or target: see `Constraints`.

Questions make clauses of them, and verify them by simulation (`satisfied_by`). Only the conditions
on pieces have no clauses: `core.pieces` looks at the pieces of each solution.

A pattern that is moved, rotated or reflected meets the same constraints, except for given cells.
`phase_dependent` is true where its other phases may not meet them: then a question must not choose
the phase that is easiest to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_COUNT
from lifesearch.common.text import plural
from lifesearch.engines.sat.encoding.clauses import FALSE, Clauses, fold
from lifesearch.engines.sat.encoding.constraints import any_of, at_most, tally
from lifesearch.engines.sat.encoding.variable_grid import UNCONSTRAINED, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern

if TYPE_CHECKING:
    from lifesearch.core.measures import Sums

MOST = LARGEST_COUNT
"""The upper bound of a measure that has no upper bound: no count is larger."""
Life = tuple[Pattern, ...]
"""The generations of a pattern, from 0 on."""
Below = Callable[[int], list[list[int]]]
"""From a cost to the clauses that demand a lower one; none where every solution has less."""


@dataclass(frozen=True)
class Bound:
    """A measure with a lower and an upper bound, both included."""

    measure: Measure
    least: int = 0
    most: int = MOST

    def __post_init__(self) -> None:
        require.instance(self.measure, "what is counted", Measure)
        require.whole(self.least, "a lower bound", 0, MOST)
        require.whole(self.most, "an upper bound", 0, MOST)
        # The variables of other measures may be true where no cell changes: see `core.measures`.
        if self.least and not self.measure.is_population:
            raise InputError(f"{self.measure} has no lower bound: only populations have")

    @property
    def impossible(self) -> bool:
        return self.least > self.most

    def holds(self, history: Sequence[Pattern]) -> bool:
        return self.least <= self.measure.of(history) <= self.most

    def __str__(self) -> str:
        noun, where = self.measure.words
        if self.least == self.most:
            return f"{plural(self.least, noun)}{where}"
        some = [f"at least {plural(self.least, noun)}"] if self.least else []
        some += [f"at most {plural(self.most, noun)}"] if self.most < MOST else []
        return " and ".join(some) + where

    def clauses(self, layout: VariableGrid, variables: Variables) -> Iterator[Clauses]:
        """Clauses: the bound holds; the empty clause if it cannot."""
        if self.impossible:
            yield any_of(np.zeros(0, np.int32))
            return
        from lifesearch.core.measures import sums_of  # most questions have no such condition

        sums = sums_of(self.measure, layout, variables)
        yield from sums.clauses or []
        if self.most < MOST:
            yield from _limited(sums, self.most, variables)
        if self.least > sums.cells:
            yield any_of(np.zeros(0, np.int32))
        elif self.least:
            yield from _limited(sums.dead(), sums.cells - self.least, variables)


def _without_constants(clause: list[int]) -> list[int]:
    """A clause without FALSE, which a bound is where all cells that could be counted are known."""
    return [literal for literal in clause if literal != FALSE]


def _limited(sums: Sums, most: int, variables: Variables) -> list[Clauses]:
    """Clauses: at most `most` literals are true in each row; if the least row counts, in one."""
    batches, within = [], []
    for row in sums.rows:
        literal, clauses = at_most(row, most, variables)
        batches += clauses
        within.append(np.array([-literal], np.int32))
    if sums.least:
        return [*batches, any_of(np.concatenate(within))]
    return [*batches, *map(any_of, within)]


class Aim(StrEnum):
    """What to minimise or maximise."""

    SMALLEST_POPULATION = "minimise population"
    LARGEST_POPULATION = "maximise population"
    SMALLEST_BOX = "minimise box"


# As `Objective.sought` gives them.
SOUGHT = {
    Aim.SMALLEST_POPULATION: "one with the fewest live cells",
    Aim.LARGEST_POPULATION: "one with the most live cells",
    Aim.SMALLEST_BOX: "one in the smallest box",
}


@dataclass(frozen=True)
class Objective:
    """The objective: the answer with the least cost is the best.

    `measure` is the population that is minimised or maximised; for the smallest box it is not used.
    A kind of question whose answers have another cost has a subclass, with its own words.
    """

    aim: Aim
    measure: Measure = Measure.FIRST

    def __post_init__(self) -> None:
        require.instance(self.aim, "what is best", Aim)
        require.instance(self.measure, "what is counted", Measure)
        if not self.measure.is_population:
            raise InputError(f"only a population can be minimised or maximised, not {self.measure}")

    def cost(self, history: Sequence[Pattern], period: int = 1) -> int:
        """The number to be made small; the box is that of the first `period` generations."""
        if self.aim is Aim.SMALLEST_BOX:
            return reduce(or_, history[:period]).box.area
        number = self.measure.of(history)
        return -number if self.aim is Aim.LARGEST_POPULATION else number

    @property
    def sought(self) -> str:
        """The best answer, in words, for the goal of a search."""
        return SOUGHT[self.aim]

    @property
    def again(self) -> str:
        """The option that, with <everything>, lists all of the best answers; empty if none does."""
        return "<box WxH>" if self.aim is Aim.SMALLEST_BOX else "<population '=N'>"

    def named(self, cost: int) -> str:
        """A cost in words: '8 cells'."""
        if self.aim is Aim.SMALLEST_BOX:
            return f"a box of {plural(cost, 'cell')}"
        return f"{plural(abs(cost), 'cell')}{self.measure.words[1]}"

    def better(self, cost: int) -> str:
        """What a better answer than one of this cost would do: 'has fewer than 8 cells'."""
        less = "more" if self.aim is Aim.LARGEST_POPULATION else "fewer"
        verb = "fits in a box of" if self.aim is Aim.SMALLEST_BOX else "has"
        where = "" if self.aim is Aim.SMALLEST_BOX else self.measure.words[1]
        return f"{verb} {less} than {plural(abs(cost), 'cell')}{where}"

    def better_than(
        self, layout: VariableGrid, variables: Variables
    ) -> tuple[Below, list[Clauses]]:
        """The function from a cost to clauses that demand less, and the totalizers below them."""
        from lifesearch.core.measures import sums_of

        return self.fewer(sums_of(self.measure, layout, variables), variables)

    def fewer(self, living: Sums, variables: Variables) -> tuple[Below, list[Clauses]]:
        """What `better_than` returns, for the counts of live cells in `living`."""
        grown = self.aim is Aim.LARGEST_POPULATION
        sums = living.dead() if grown else living
        tallies = [tally(row, living.cells, variables) for row in sums.rows]
        # Literal i of a root is true if more than i literals of its row are.
        batches = [clauses for _, each in tallies for clauses in each]
        roots = [root for root, _ in tallies]

        def cheaper(cost: int) -> list[list[int]]:
            # A cost is then minus a population: more live cells are fewer dead ones of all.
            most = cost - 1 + (living.cells if grown else 0)
            if most < 0:
                return [[]]  # the empty clause: no count is below 0
            within = [-int(root[most]) for root in roots if most < len(root)]
            if sums.least:  # a row that has at most `most` literals meets the bound
                return [_without_constants(within)] if len(within) == len(roots) else []
            return [_without_constants([each]) for each in within]

        return cheaper, batches


@dataclass(frozen=True)
class Constraints:
    """Constraints beyond the query itself.

    bounds     measures that lie between two numbers
    objective  the measure, or the box, that is to be as small or as large as possible
    keep       cells that are given for generation 0 and for the last one
    connected  whether the pattern is in one piece
    excluded   patterns of which none may be a piece of it
    known      more of them, those of the catalogues; None if such patterns may be found, too
    attached   patterns of which it contains one, each by its generations, with more cells beside it
    """

    bounds: tuple[Bound, ...] = ()
    objective: Objective | None = None
    keep: Target | None = None
    connected: bool = False
    excluded: tuple[Pattern, ...] = ()
    known: tuple[Pattern, ...] | None = None
    attached: tuple[Life, ...] = ()

    def __post_init__(self) -> None:
        require.each(self.bounds, "the bounds", Bound)
        require.instance(self.objective, "what is best", Objective, optional=True)
        require.instance(self.keep, "what is to be kept", Target, optional=True)
        require.flags(connected=self.connected)
        require.each(self.unwanted, "the excluded pieces", Pattern)
        if not all(self.unwanted):
            raise InputError("a pattern without cells cannot be excluded")
        require.each(self.attached, "what something is attached to", tuple)
        for life in self.attached:
            require.each(life, "its generations", Pattern)
            if not all(life):
                raise InputError("nothing can be attached to a pattern without cells")

    def __bool__(self) -> bool:
        return self != NO_CONSTRAINTS

    @property
    def unwanted(self) -> tuple[Pattern, ...]:
        """All patterns of which none may be a piece of it."""
        return (*self.excluded, *(self.known or ()))

    @property
    def on_pieces(self) -> Constraints:
        """The conditions on its pieces alone."""
        return Constraints(connected=self.connected, excluded=self.excluded, known=self.known)

    @property
    def impossible(self) -> bool:
        return any(bound.impossible for bound in self.bounds)

    @property
    def phase_dependent(self) -> bool:
        """Whether the constraints depend on which generation comes first."""
        measures = [bound.measure for bound in self.bounds]
        if self.objective and self.objective.aim is not Aim.SMALLEST_BOX:
            measures.append(self.objective.measure)
        return self.keep is not None or any(measure.phase_dependent for measure in measures)

    def clauses(self, layout: VariableGrid, variables: Variables) -> Iterator[Clauses]:
        """Clauses of the bounds, the given cells, and the patterns to contain."""
        for bound in self.bounds:
            yield from bound.clauses(layout, variables)
        if self.keep is not None:
            yield from _kept(self.keep, layout)
        if self.attached:
            from lifesearch.engines.sat.encoding.attached import attached_clauses

            yield from attached_clauses(self.attached, layout, variables)

    def better_than(
        self, layout: VariableGrid, variables: Variables
    ) -> tuple[Below | None, list[Clauses]]:
        """`Objective.better_than`; None and no clauses if there is none, or it is about boxes."""
        if self.objective is None or self.objective.aim is Aim.SMALLEST_BOX:
            return None, []
        return self.objective.better_than(layout, variables)

    def satisfied_by(
        self,
        history: Sequence[Pattern],
        seen: Box | None = None,
        torus: tuple[int, int] | None = None,
    ) -> bool:
        """Whether a pattern with these generations meets all but the conditions on pieces.

        The history ends when the pattern recurs, unturned. In its last generation, the given cells
        are compared in the box `seen` only, if there is one: beyond it, what the surroundings of a
        predecessor become is unknown. `torus` is the width and height of the torus that the pattern
        is on, if any.
        """
        kept = self.keep is None or (
            self.keep.fits(history[0]) and self.keep.fits(history[-1], seen)
        )
        if not (kept and all(bound.holds(history) for bound in self.bounds)):
            return False
        if not self.attached:
            return True
        from lifesearch.engines.sat.encoding.attached import is_attached

        return is_attached(self.attached, history, torus)

    def __str__(self) -> str:
        words = [f" with {' and '.join(_bound_words(self.bounds))}"] if self.bounds else []
        words += [" that restores the given cells"] * (self.keep is not None)
        words += [" that contains the given pattern"] * bool(self.attached)
        words += [" in one piece"] * self.connected
        words += [" without the excluded pieces"] * bool(self.unwanted)
        return "".join(words)


NO_CONSTRAINTS = Constraints()


def _bound_words(bounds: Sequence[Bound]) -> list[str]:
    """Bounds in words; a least and a largest population together bound every generation."""
    smallest = next((b for b in bounds if b.measure is Measure.MIN and b.most == MOST), None)
    largest = next((b for b in bounds if b.measure is Measure.MAX and not b.least), None)
    if smallest is None or largest is None:
        return list(map(str, bounds))
    every = Bound(Measure.FIRST, smallest.least, largest.most)
    rest = [str(bound) for bound in bounds if bound not in (smallest, largest)]
    return [f"{every} in every generation", *rest]


def _kept(keep: Target, layout: VariableGrid) -> Iterator[Clauses]:
    """Clauses: given cells are as given, in generation 0 and when the pattern recurs unturned."""
    y, x = np.mgrid[0 : keep.region.height, 0 : keep.region.width]
    x, y = x + keep.region.x, y + keep.region.y
    alive, dont_care = (p.to_array(keep.region) == 1 for p in (keep.alive, keep.dont_care))
    for t in (0, layout.spacetime.motion.full_period):
        literals = layout.at(t, x, y)
        given = np.where(alive, literals, -literals)[~dont_care & (literals != UNCONSTRAINED)]
        yield Clauses(fold(given.reshape(-1, 1)))
