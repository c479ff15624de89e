"""The soups of races for oscillators, of which everything that comes out is counted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lifesearch.errors import InputError
from lifesearch.queries.soups import SoupQuery

if TYPE_CHECKING:  # numba takes long to load
    from lifesearch.soups.census import Soups
    from lifesearch.soups.together.work import RareWork
    from lifesearch.soups.work import SoupWork


class RacedSoups(SoupQuery):
    """The soups of races for oscillators: what is rare elsewhere is common there."""

    @cached_property
    def kinds(self) -> tuple[Soups, ...]:
        """Soups of each kind that was good for oscillators when that was measured."""
        from lifesearch.queries.race.soup_kinds import ALL_KINDS, possible_shapes
        from lifesearch.soups.census import Soups

        shapes = possible_shapes(self.rule, ALL_KINDS)
        made = tuple(Soups(self.rule, each, self.seed) for each in shapes)
        if not made:
            raise InputError("the rule has none of the symmetries that such soups have")
        return made

    @cached_property
    def soups(self) -> Soups:
        """Those that are run one by one, where they cannot be run together: of all kinds."""
        from lifesearch.queries.race.soup_kinds import DENSITY
        from lifesearch.soups.census import Soups
        from lifesearch.soups.seeds import Shapes

        shapes = tuple(shape for each in self.kinds for shape in each.shapes.shapes)
        still_lifes = tuple({s: s for each in self.kinds for s in each.shapes.still_lifes})
        return Soups(self.rule, Shapes(shapes, DENSITY, still_lifes), self.seed)

    @property
    def work(self) -> SoupWork | RareWork:
        """Run them together, if that can be done, and look at those with rare periods."""
        from lifesearch.soups.together.periods import can_be_run_together
        from lifesearch.soups.together.work import RareWork

        together = tuple(each for each in self.kinds if can_be_run_together(each))
        return RareWork(together) if together else super().work
