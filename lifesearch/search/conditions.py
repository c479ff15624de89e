"""What may be asked of a pattern beyond coming back, or becoming another one.

Bounds on measures; cells of generation 0 that are given; one measure, or the box, to be as
small or as large as possible; that the pattern is in one piece; that none of its pieces is a
known one. The last two are decided by looking at the pieces of each solution: see `pieces`.

All but the given cells are the same for a pattern that is moved or turned; what depends on
the phase says so, for a question may then not choose the phase that is easiest to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_

import numpy as np

from lifesearch.encode.clauses import Clauses, fold
from lifesearch.encode.constraints import any_of
from lifesearch.encode.motion import Target
from lifesearch.encode.spacetime import UNTOLD, Laid
from lifesearch.encode.tally import at_most, tally
from lifesearch.encode.variables import Variables
from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.search.events import Size
from lifesearch.search.measure import Measure, Sums
from lifesearch.words import plural

MOST = 10**9
Below = Callable[[int], list[list[int]]]
NOUNS = {
    Measure.FIRST: ("cell", ""),
    Measure.MIN: ("cell", " in its smallest generation"),
    Measure.MAX: ("cell", " in its largest generation"),
    Measure.ROTOR: ("rotor cell", ""),
    Measure.STATOR: ("stator cell", ""),
    Measure.CHANGE: ("changed cell", " in any generation"),
    Measure.GROWTH: ("new cell", " in any generation"),
    Measure.DECAY: ("lost cell", " in any generation"),
}


@dataclass(frozen=True)
class Bound:
    """A measure is at least and at most so much."""

    measure: Measure
    least: int = 0
    most: int = MOST

    @property
    def impossible(self) -> bool:
        """Whether no number will do."""
        return self.least > self.most or self.most < 0

    def holds(self, history: Sequence[Pattern]) -> bool:
        """Whether it is true of a history."""
        return self.least <= self.measure.of(history) <= self.most

    def __str__(self) -> str:
        thing, where = NOUNS[self.measure]
        if self.least == self.most:
            return f"{plural(self.least, thing)}{where}"
        some = [f"at least {plural(self.least, thing)}"] if self.least else []
        some += [f"at most {plural(self.most, thing)}"] if self.most < MOST else []
        return " and ".join(some) + where

    def clauses(self, laid: Laid, variables: Variables) -> Iterator[Clauses]:
        """The same for a solver."""
        if self.impossible:
            yield any_of(np.zeros(0, np.int32))
            return
        sums = self.measure.sums(laid, variables)
        yield from sums.clauses or []
        if self.most < MOST:
            yield from _limited(sums, self.most, variables)
        if self.least:
            yield from _limited(sums.dead(), sums.cells - self.least, variables)


def _limited(sums: Sums, most: int, variables: Variables) -> list[Clauses]:
    """At most so many are true: in each row, or in one if the least count is meant."""
    batches, within = [], []
    for row in sums.rows:
        literal, clauses = at_most(row, most, variables)
        batches += clauses
        within.append(np.array([-literal], np.int32))
    one = sums.least
    return batches + ([any_of(np.concatenate(within))] if one else list(map(any_of, within)))


class Aim(StrEnum):
    """What to make small, or large."""

    SMALLEST_POPULATION = "minimise population"
    LARGEST_POPULATION = "maximise population"
    SMALLEST_BOX = "minimise box"


@dataclass(frozen=True)
class Objective:
    """What is best: of all numbers, the least cost."""

    aim: Aim
    measure: Measure = Measure.FIRST

    def cost(self, history: Sequence[Pattern]) -> int:
        """The number to be made small."""
        if self.aim is Aim.SMALLEST_BOX:
            return reduce(or_, history[:-1]).box.area
        number = self.measure.of(history)
        return -number if self.aim is Aim.LARGEST_POPULATION else number

    def named(self, cost: int) -> str:
        """A cost in words."""
        if self.aim is Aim.SMALLEST_BOX:
            return f"a box of {plural(cost, 'cell')}"
        return f"{plural(abs(cost), 'cell')}{NOUNS[self.measure][1]}"

    def below(self, laid: Laid, variables: Variables) -> tuple[Below, list[Clauses]]:
        """What a solver must be told to get something better than a cost, again and again."""
        living, grown = self.measure.sums(laid, variables), self.aim is Aim.LARGEST_POPULATION
        sums = living.dead() if grown else living
        tallies = [tally(row, living.cells, variables) for row in sums.rows]
        batches = [clauses for _, each in tallies for clauses in each]
        roots = [root for root, _ in tallies]

        def cheaper(cost: int) -> list[list[int]]:
            most = cost - 1 + (living.cells if grown else 0)
            if most < 0:
                return [[]]
            over = [[-int(root[most])] if most < len(root) else [] for root in roots]
            if sums.least:
                return [[literal for each in over for literal in each]] if all(over) else []
            return [each for each in over if each]

        return cheaper, batches


@dataclass(frozen=True)
class Conditions:
    """All that is asked beyond the question itself."""

    bounds: tuple[Bound, ...] = ()
    objective: Objective | None = None
    keep: Target | None = None
    connected: bool = False
    excluded: tuple[Pattern, ...] = ()

    def __bool__(self) -> bool:
        return self != NO_CONDITIONS

    @property
    def impossible(self) -> bool:
        """Whether nothing can meet them."""
        return any(bound.impossible for bound in self.bounds)

    @property
    def of_a_phase(self) -> bool:
        """Whether they depend on which generation comes first."""
        measures = [bound.measure for bound in self.bounds]
        if self.objective and self.objective.aim is not Aim.SMALLEST_BOX:
            measures.append(self.objective.measure)
        return self.keep is not None or any(measure.of_a_phase for measure in measures)

    def clauses(self, laid: Laid, variables: Variables) -> Iterator[Clauses]:
        """What a solver can be told at once."""
        for bound in self.bounds:
            yield from bound.clauses(laid, variables)
        if self.keep is not None:
            yield from _kept(self.keep, laid)

    def hold(self, history: Sequence[Pattern]) -> bool:
        """Whether the bounds and the given cells are met, by simulation."""
        kept = self.keep is None or all(map(self.keep.fits, (history[0], history[-1])))
        return kept and all(bound.holds(history) for bound in self.bounds)

    def check(self, box: Size | None, *, comes_back: bool = True, travels: bool = False) -> None:
        """Complain about what makes no sense for a question about a box, or growing ones."""
        parts = (Measure.ROTOR, Measure.STATOR)
        if travels and any(bound.measure in parts for bound in self.bounds):
            raise InputError("a ship has no rotor and no stator: all its cells change")
        best = self.objective is not None and self.objective.aim is Aim.SMALLEST_BOX
        if best and not comes_back:
            raise InputError("here the box is given: only a population can be minimised")
        if best and box is not None:
            raise InputError("the smallest box is sought among boxes that grow: leave out --box")
        if self.keep is None:
            return
        if box is None:
            raise InputError("--keep tells where cells are: give --box WxH, which begins at (0, 0)")
        seen = self.keep.region
        if seen.x < 0 or seen.y < 0 or seen.right >= box[0] or seen.bottom >= box[1]:
            raise InputError(
                f"cells to keep lie outside the box: they are {seen.width}x{seen.height} cells "
                f"from ({seen.x}, {seen.y}) on, the box is {box[0]}x{box[1]} from (0, 0) on"
            )

    def __str__(self) -> str:
        told = [f" with {bound}" for bound in self.bounds]
        told += [" that keeps the given cells"] * (self.keep is not None)
        told += [" in one piece"] * self.connected
        told += [" without the excluded pieces"] * bool(self.excluded)
        return "".join(told)


NO_CONDITIONS = Conditions()


def _kept(keep: Target, laid: Laid) -> Iterator[Clauses]:
    """Given cells are as they are given, at the beginning and at the end."""
    y, x = np.mgrid[0 : keep.region.height, 0 : keep.region.width]
    x, y = x + keep.region.x, y + keep.region.y
    alive, whatever = (p.to_array(keep.region) == 1 for p in (keep.alive, keep.whatever))
    for t in (0, len(laid.grid) - 1):
        literals = laid.at(t, x, y)
        told = np.where(alive, literals, -literals)[~whatever & (literals != UNTOLD)]
        yield Clauses(fold(told.reshape(-1, 1)))
