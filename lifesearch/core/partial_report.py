"""What is known of the longest partial result of a search: its first rows, which are no answer.

>>> from lifesearch.life.pattern import Pattern
>>> report = PartialReport(Pattern.parse("OO\\nO."), what="c/3 spaceship of period 3")
>>> report.summary(), report.kind
('longest partial result, c/3 spaceship of period 3: 2 rows', 'partial')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lifesearch.common.facts import RECORD, Output
from lifesearch.common.text import plural
from lifesearch.core.events import Partial
from lifesearch.core.question import PatternQuery
from lifesearch.core.report import PatternReport


@dataclass(frozen=True, kw_only=True)
class PartialReport(PatternReport):
    """A report on the first rows of a possible answer; they are not simulated.

    `what` names the wanted pattern.
    """

    what: str
    limit: int = 0
    settle: bool = False

    output: ClassVar[Output] = RECORD

    @classmethod
    def of(cls, partial: Partial, query: PatternQuery) -> PartialReport:
        return cls(partial.pattern.normal(), query.rule, what=query.describe())

    @property
    def kind(self) -> str:
        return "partial"

    def summary(self) -> str:
        rows = plural(self.pattern.box.height, "row")
        return f"longest partial result, {self.what}: {rows}"

    def heading(self) -> tuple[str | None, list[str]]:
        """No name, and comments that say that this is no answer."""
        return None, [self.summary(), "a partial result, not an answer; found by lifesearch"]
