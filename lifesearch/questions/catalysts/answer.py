"""An answer of a search for catalysts: an active part with catalysts, and its facts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from lifesearch.catalogue.names import builtin_name
from lifesearch.common.facts import (
    DATA,
    EVERYWHERE,
    INTEGER,
    NATURAL,
    PEOPLE,
    TEXT,
    fact,
    maybe,
    one_of,
    several,
)
from lifesearch.core.answer import Answer
from lifesearch.life.identify import identify
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.catalysts.course import Course
from lifesearch.questions.catalysts.words import ship_in_words


class PlacedCatalysts(NamedTuple):
    """What determines an answer: the catalysts, in the order in which they are touched."""

    catalysts: tuple[Pattern, ...]


def _catalysts(answer: CatalystAnswer) -> str:
    counts = Counter(answer.names).items()
    return ", ".join(name if n == 1 else f"{n} x {name}" for name, n in counts)


def _with_catalysts(answer: CatalystAnswer) -> str:
    return f"with {_catalysts(answer)}"


def _touched(answer: CatalystAnswer) -> str:
    return f"generation {answer.touched:,}"


@dataclass(frozen=True)
class CatalystAnswer(Answer):
    """An active part with catalysts, and what happens.

    catalysts       those that are placed, in the order in which they are touched, without images
    course          the outcome
    catalyst_cells  all cells of the catalysts and of their images under the symmetry
    """

    catalysts: tuple[Pattern, ...] = field(kw_only=True)
    course: Course = field(kw_only=True)
    catalyst_cells: Pattern = field(kw_only=True)

    @property
    def saved(self) -> PlacedCatalysts:
        return PlacedCatalysts(self.catalysts)

    @fact("what happens", one_of("recurs", "nothing", "again", "leaves"), DATA)
    def outcome(self) -> str:
        """All recurs, only catalysts are left, the active part reappears, or spaceships leave."""
        return self.course.outcome

    @fact(
        "catalysts", several(TEXT), EVERYWHERE,
        name="catalysts", words=_catalysts, brief=_with_catalysts,
    )  # fmt: skip
    def names(self) -> tuple[str, ...]:
        """The names of the catalysts, in the order in which they are touched."""
        return tuple(_name(each, self.rule) for each in self.catalysts)

    @fact("first touched", NATURAL, DATA | PEOPLE, words=_touched)
    def touched(self) -> int:
        """The generation in which the first catalyst is touched."""
        return self.course.touched

    @fact("delay", INTEGER)
    def delay(self) -> int:
        """The generations from the one that recurs, or generation 0 if none does, to the end."""
        return self.course.delay

    @fact("turned", maybe(TEXT), DATA)
    def turn(self) -> str | None:
        """How the active part is turned when it reappears; None if it does not."""
        return self.course.turn.symbol if self._reappears else None

    @fact("", maybe(INTEGER), DATA)
    def dx_out(self) -> int | None:
        """How far right the active part has moved when it reappears; None if it does not."""
        return self.course.moved[0] if self._reappears else None

    @fact("", maybe(INTEGER), DATA)
    def dy_out(self) -> int | None:
        """How far down the active part has moved when it reappears; None if it does not."""
        return self.course.moved[1] if self._reappears else None

    @fact("ships", several(TEXT), DATA | PEOPLE)
    def ships(self) -> tuple[str, ...]:
        """The spaceships that leave."""
        return tuple(ship_in_words(ship, self.rule) for ship in self.course.ships)

    @fact("", NATURAL, DATA)
    def debris(self) -> int:
        """The number of live cells that are left beside the catalysts."""
        return sum(map(len, self.course.debris))

    @property
    def _reappears(self) -> bool:
        return self.course.outcome == "again"

    @property
    def still_part(self) -> Pattern:
        return self.catalyst_cells

    @property
    def drawn(self) -> tuple[int, ...]:
        """Generation 0 and, unless the pattern recurs, the last one."""
        return (0,) if self.returns else (0, self.generations)


def _name(catalyst: Pattern, rule: Rule) -> str:
    """Its name in the built-in catalogue, since data do not depend on a person's own."""
    return builtin_name(identify(catalyst, rule, 1).apgcode, rule) or "still life"
