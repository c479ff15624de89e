"""A completion: the box in all generations before it recurs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lifesearch.core.answer import Answer, FilmInRule
from lifesearch.life.pattern import Pattern


@dataclass(frozen=True)
class Completed(Answer):
    """A verified completion.

    phases  the box in all generations before it recurs
    shown   the generations to be shown, if cells are exempt from the rule: simulation from
            generation 0 would not give them; empty if there are none
    """

    phases: tuple[Pattern, ...] = ()
    shown: tuple[Pattern, ...] = ()

    @property
    def saved(self) -> Any:
        """What determines the answer: its phases, and its rule if that was unknown."""
        return FilmInRule(self.phases, self.rule) if self.greatest_rule else self.phases

    def history(self) -> list[Pattern]:
        return list(self.shown) or super().history()
