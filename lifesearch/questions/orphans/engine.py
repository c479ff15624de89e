"""The engine for orphans: `running.choose` takes it, and each of its parts is a wider beam."""

from __future__ import annotations

from lifesearch.common.errors import OptionError
from lifesearch.questions.orphans.question import Orphans
from lifesearch.running.options import RunOptions
from lifesearch.running.part_by_part import PartByPart


class BeamSearch(PartByPart[Orphans]):
    """A beam search: words (patterns by columns) with few predecessors are kept and made longer."""

    name = "beams"
    continued_from = "beams that are done"
    why = "words with few predecessors are made longer"
    proves = False

    def what(self, query: Orphans, options: RunOptions) -> str:
        width, height = query.size
        return f"words of {height} rows and up to {width} columns, in wider and wider beams"

    def goal(self, query: Orphans, count: int | None) -> str:
        """Nothing is proved if none is found."""
        wanted = "an orphan" if count == 1 else f"{count} orphans" if count else "orphans"
        return f"find {wanted}; a solver proves each"

    def refused(self, query: Orphans, reason: str) -> OptionError:
        return OptionError(
            "<find_orphan> writes no proof: save what is found, and ask for its predecessor with "
            "<orphan> and <proof DIR>"
        )
