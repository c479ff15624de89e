"""The engines for catalysts: listed still lifes are placed, or a solver finds the still cells."""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.text import plural
from lifesearch.engines.compiled import unavailable
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.questions.catalysts.question import Catalysts
from lifesearch.running.by_sat import ONE_BOX, BySat
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.part_by_part import PartByPart
from lifesearch.running.plan import Plan


class Placements(PartByPart[Catalysts]):
    """Listed still lifes, placed where the active part touches them."""

    name = "catalysts"
    wish = "place"
    continued_from = "groups of first placements that are done"
    why = "a catalyst that is not touched changes nothing"

    def handles(self, query: Catalysts) -> bool:
        return not query.needs_solver

    def why_not(self, query: Catalysts, options: RunOptions, checkpoint: Checkpoint) -> str:
        """A reason if SAT began the search: only groups of placements have names."""
        if reason := super().why_not(query, options, checkpoint):
            return reason
        if checkpoint.searched and not any(part.name for part in checkpoint.searched):
            return "SAT began this search and continues it"
        return ""

    def what(self, query: Catalysts, options: RunOptions) -> str:
        tried = plural(len(query.catalysts), "still life")
        return f"{tried} in all orientations, where the active part touches them"


class StillCellsBySat(BySat[Catalysts]):
    """Catalysts of any form in a given area, found by SAT."""

    name = "SAT for the still cells"
    wish = "sat"
    continued_from = "cubes of still cells that are done"
    proof = ""

    def why_not(self, query: Catalysts, options: RunOptions, checkpoint: Checkpoint) -> str:
        # Without machine code nothing can be placed.
        wanted = options.engine == self.wish or query.needs_solver or unavailable()
        if wanted or checkpoint.searched:
            return query.still_cells.why_not()
        return "to place listed still lifes is faster"

    def refused(self, query: Catalysts, reason: str) -> InputError:
        return OptionError(reason)

    def instead_of(self, query: Catalysts, wish: str | None) -> InputError:
        """The error for <engine> place, which cannot do what needs a solver."""
        return OptionError(
            "<engine> {} is for listed still lifes, and not for <catalyst> any and <minimise>: "
            "leave it out",
            wish,
        )

    def configurations(self, query: Catalysts) -> tuple[Configuration, ...]:
        return (Configuration("cadical195"), Configuration("glucose4"))

    def parts(self, plan: Plan[Catalysts]) -> Iterator[Part]:
        return plan.query.cubes(plan.depth)

    def repeats(self, query: Catalysts) -> str:
        """A session saves only closed cubes; placements, the parts of the query, are not used."""
        return ONE_BOX
