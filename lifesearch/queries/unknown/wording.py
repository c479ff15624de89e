"""What a query for predecessors says of itself."""

from __future__ import annotations

from lifesearch.queries.base import PatternQuery
from lifesearch.queries.words import in_rule
from lifesearch.text import size_with_article


class PredecessorInWords(PatternQuery):
    """The words of `Predecessor`."""

    box: tuple[int, int]
    generations: int
    surrounded: bool

    def describe(self) -> str:
        """The thing that is looked for, in words."""
        rule = in_rule(self.rules or self.rule)
        if self.generations == 1:
            return f"predecessor{rule}{self.constraints}"
        return f"ancestor {self.generations} generations back{rule}{self.constraints}"

    def where(self) -> str:
        """The place that is searched, in words."""
        return (
            " with any surroundings"
            if self.surrounded
            else f" in {size_with_article(*self.box)} box"
        )

    def nothing(self) -> str:
        """What it means that there is no answer."""
        if not self.surrounded or self.constraints:
            return super().nothing()
        if self.generations == 1:
            return "this is an orphan: nothing becomes it, whatever is around it"
        return f"nothing becomes this in {self.generations} generations, whatever is around it"
