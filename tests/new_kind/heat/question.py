"""A question for oscillators of period 2 in a box, by the number of cells that change."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, product
from typing import Any, ClassVar

from lifesearch.common.facts import POSITIVE, fact
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer, wrong_answer
from lifesearch.core.constraints import Aim, Objective
from lifesearch.core.question import DivisibleQuery
from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.identify import canonical_key
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, step


@dataclass(frozen=True)
class HotAnswer(Answer):
    """An oscillator, and how many of its cells change."""

    @fact("changes", POSITIVE, brief=lambda answer: f"{answer.changes} changing cells")
    def changes(self) -> int:
        """The number of cells that change in each generation."""
        return len(self.pattern.cells ^ step(self.pattern, self.rule).cells)


class MostHeat(Objective):
    """The most changing cells."""

    @property
    def sought(self) -> str:
        return "one with the most changing cells"

    @property
    def again(self) -> str:
        return "<least_heat N>"

    def named(self, cost: int) -> str:
        return plural(-cost, "changing cell")

    def better(self, cost: int) -> str:
        return f"has more than {plural(-cost, 'changing cell')}"


@dataclass(frozen=True)
class Heat(DivisibleQuery):
    """Oscillators of period 2 in a box, by the number of cells that change.

    All in which at least so many change or, with 0, the one in which the most do.
    """

    kind: ClassVar[str] = "heat"
    unit: ClassVar[str] = "board"

    size: tuple[int, int]
    least: int = 0
    rule: Rule = LIFE

    @property
    def objective(self) -> Objective | None:
        return None if self.least else MostHeat(Aim.LARGEST_POPULATION)

    def cost(self, answer: Answer) -> int:
        assert isinstance(answer, HotAnswer)
        return -answer.changes

    def describe(self) -> str:
        enough = f" with {self.least} or more changing cells" if self.least else ""
        return f"oscillator of period 2{enough}"

    def where(self) -> str:
        return f" in a {self.size[0]}x{self.size[1]} box"

    def parts(self, depth: int) -> Iterator[Part]:
        yield Part(self.size)

    def key(self, answer: Answer) -> Hashable:
        return canonical_key(answer.history()[:2], answer.rule)

    def search(self, part: Part, how: Any, known: Any, kept: Any = None) -> Iterator[Any]:
        """Try all boards; with an objective, each answer must be better than those before."""
        width, height = self.size
        cells = [(x, y) for y in range(height) for x in range(width)]
        best = min(map(self.cost, known), default=0)
        for board in product((False, True), repeat=len(cells)):
            pattern = Pattern.of(compress(cells, board))
            if self._is_right(pattern):
                found = self.answers([pattern], *self.size)
                if self.objective is None or self.cost(found[0]) < best:
                    best = self.cost(found[0])
                    yield found
        yield Exhausted(1 << len(cells))

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        if not all(map(self._is_right, saved)):
            raise wrong_answer("is not as hot")
        return [HotAnswer(pattern, 2, self.rule) for pattern in saved]

    def _is_right(self, pattern: Pattern) -> bool:
        after = step(pattern, self.rule)
        if after == pattern or len(after.cells ^ pattern.cells) < self.least:
            return False
        known = behaviour(pattern, self.rule, 2)
        return known.period == 2 and not (known.dx or known.dy)
