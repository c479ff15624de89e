"""The nearest miss so far, found beside a solver in a small share of its time."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.near_misses.local_search import LocalSearch, NearMiss
from lifesearch.solving.enumerate import Aim, Glimpse
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.queries.periodic.box import PeriodicBox

SHARE = 0.015
"""The share of a process's time that near misses may take."""
BEGIN = 0.5
"""Nobody looks for near misses before a process has worked for so many seconds."""
LARGEST = 2_000_000
"""Cells of all generations of a box: in larger ones a single step would take too long."""


def worth_watching(box: PeriodicBox) -> bool:
    """Whether near misses in a box are as simple as that, and it is not searched in no time."""
    motion, s = box.motion, box.spacetime
    simple = not (box.any_period or box.with_empty or box.torus or box.mask or box.cylinder)
    return (
        simple
        and box.rule.plain
        and box.constraints in (Constraints(), Constraints(connected=True))
        and (motion.full_period > 1 or motion.travels)
        and s.frame.area * motion.period <= LARGEST
    )


class NearMisses:
    """Tells of a near miss when there is a nearer one, if it is called often."""

    def __init__(
        self,
        spacetime: Spacetime,
        rule: Rule,
        share: float = SHARE,
        clock: Callable[[], float] = process_time,
    ) -> None:
        self._s, self._rule = spacetime, rule
        self._share, self._clock = share, clock
        self._begun, self._spent = clock(), 0.0
        self._search: LocalSearch | None = None
        self._told: NearMiss | None = None

    def __call__(self) -> Glimpse | None:
        """Look for near misses, if it is time; what is nearer than all before."""
        now = self._clock()
        worked = now - self._begun
        if worked < BEGIN or self._spent > worked * self._share:
            return None
        if self._search is None:
            self._search = LocalSearch(self._s, self._rule)
        else:
            self._search.step()
        self._spent += self._clock() - now
        nearest = self._search.best
        if nearest is None or nearest is self._told:
            return None
        self._told = nearest
        return self._glimpse(nearest)

    def _glimpse(self, miss: NearMiss) -> Glimpse:
        generations = plural(miss.generations, "generation")
        words = (
            f"nearest so far: {plural(miss.cells, 'cell')} {differ(miss.cells)} after "
            f"{generations}{_how(self._s.motion)}, {self._s.width}x{self._s.height} box"
        )
        aim = Aim(miss.generations, miss.wanted, miss.cells)
        return Glimpse(words, miss.pattern, self._rule, aim)


def differ(cells: int) -> str:
    """The verb for so many cells."""
    return "differs" if cells == 1 else "differ"


def _how(motion: Motion) -> str:
    """How the pattern should be back, in words."""
    turned = ", turned" if motion.orientation is not Orientation.IDENTITY else ""
    return f"{turned}{', moved' if motion.travels else ''}"
