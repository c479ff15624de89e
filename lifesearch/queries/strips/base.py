"""What all queries about strips have in common."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Self

from lifesearch.encoding.variable_grid import Encoding
from lifesearch.errors import InputError
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import Objective
from lifesearch.queries.words import other_period


class StripQuery(PatternQuery):
    """A query about strips: patterns that differ only by place, turn, flip or phase are one."""

    motion: Motion
    raw = False
    has_clauses = False

    def with_raw(self, raw: bool) -> Self:
        return self

    def with_objective(self, objective: Objective) -> Self:
        raise InputError("a search row by row cannot minimise or maximise: search a box")

    def key(self, answer: Answer) -> Hashable:
        return canonical_key(answer.history()[:-1], self.rule)

    @property
    def travels(self) -> bool:
        return self.motion.travels

    def hint(self) -> str:
        """Ships of the same speed may have another period."""
        return other_period(self.motion, self.rule)

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse what goes with boxes only."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth" or plain:
            raise InputError(
                "a search row by row has only one encoding: leave out the encoding and plain"
            )
