"""A completion: the box in all generations before it recurs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lifesearch.core.answer import Answer, FilmInRule
from lifesearch.life.pattern import Pattern


@dataclass(frozen=True)
class Completed(Answer):
    """A verified completion.

    `phases` has the box in all generations before it recurs. If there are exempt cells,
    simulation cannot follow it, and `shown` has the generations.
    """

    phases: tuple[Pattern, ...] = ()
    shown: tuple[Pattern, ...] = ()

    @property
    def saved(self) -> Any:
        """What determines the answer: the box in all generations before it recurs.

        If the rule was unknown, the rule belongs to it.
        """
        return FilmInRule(self.phases, self.rule) if self.greatest_rule else self.phases

    def history(self) -> list[Pattern]:
        return list(self.shown) or super().history()
