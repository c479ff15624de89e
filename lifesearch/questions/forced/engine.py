"""The engine for forced cells."""

from __future__ import annotations

from lifesearch.questions.forced.question import Forced
from lifesearch.running.by_sat import BySat


class CellByCell(BySat[Forced]):
    """One solver, which decides cell after cell."""

    wish = ""
    continued_from = "nothing: it begins again"
    proof = ""
    why = "each solution that is found decides many cells"
