"""Conditions on what is found in a strip: what rows can decide, and what is looked at afterwards.

The population of generation 0 is counted row by row, so a bound from above is kept inside the
search by row tables. All else is checked by simulation, in the same way as in boxes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.measures import Measure
from lifesearch.queries.pieces import ExcludedPieces
from lifesearch.queries.strips.geometry import StripGeometry
from lifesearch.rows.problem import LARGEST_POPULATION


@dataclass(frozen=True)
class Conditions:
    """Constraints on patterns of a strip."""

    constraints: Constraints
    geometry: StripGeometry

    @property
    def most_cells(self) -> int | None:
        """How many cells generation 0 may have at most; None if there is no bound.

        If any generation may be called generation 0, it may be the smallest one.
        """
        counted = {Measure.FIRST, Measure.MAX} | ({Measure.MIN} if self.geometry.free else set())
        bounds = [b.most for b in self.constraints.bounds if b.measure in counted]
        most = min(bounds, default=LARGEST_POPULATION)
        return most if most < LARGEST_POPULATION else None

    def meeting(self, pattern: Pattern) -> Pattern | None:
        """A generation that meets the conditions as generation 0; None if there is none."""
        if not self.constraints:
            return pattern
        dependent = self.constraints.phase_dependent
        phases = self.geometry.phases(pattern) if dependent else [pattern]
        return next((phase for phase in phases if self.met_by(phase)), None)

    def met_by(self, pattern: Pattern) -> bool:
        """Whether a pattern, as generation 0, meets the conditions."""
        if not self.constraints:
            return True
        rule, period = self.geometry.row_layers.rule, self.geometry.motion.full_period
        if not self.constraints.satisfied_by(list(self.geometry.generations(pattern, period))):
            return False
        if not (self.constraints.connected or self.constraints.excluded):
            return True
        parts = pieces(pattern, rule, period)
        if self.constraints.connected and len(parts) > 1:
            return False
        keys = (canonical_key(generations(part, period, rule), rule) for part in parts)
        return not any(key in self._excluded.keys for key in keys)

    @cached_property
    def _excluded(self) -> ExcludedPieces:
        rule, period = self.geometry.row_layers.rule, self.geometry.motion.full_period
        return ExcludedPieces(self.constraints.excluded, rule, period)
