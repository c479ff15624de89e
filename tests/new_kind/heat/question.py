"""A question for oscillators of period 2 in a box, by the number of cells that change."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, product
from typing import Any, ClassVar

from lifesearch.common.facts import POSITIVE, RECORD, fact
from lifesearch.core.answer import Answer, wrong_answer
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

    @fact("heat", POSITIVE, RECORD)
    def heat(self) -> int:
        """The number of cells that change in each generation."""
        return len(self.pattern.cells ^ step(self.pattern, self.rule).cells)


@dataclass(frozen=True)
class Heat(DivisibleQuery):
    """Oscillators of period 2 in a box, with at least so many cells that change."""

    kind: ClassVar[str] = "heat"
    unit: ClassVar[str] = "board"

    size: tuple[int, int]
    least: int = 1
    rule: Rule = LIFE

    def describe(self) -> str:
        return f"oscillator of period 2 with {self.least} or more changing cells"

    def where(self) -> str:
        return f" in a {self.size[0]}x{self.size[1]} box"

    def parts(self, depth: int) -> Iterator[Part]:
        for first in range(1 << self.size[0]):
            yield Part(self.size, name=f"row {first}")

    def key(self, answer: Answer) -> Hashable:
        return canonical_key(answer.history()[:2], answer.rule)

    def search(self, part: Part, how: Any, known: Any, kept: Any = None) -> Iterator[Any]:
        """Try all boards with a given first row."""
        width, height = self.size
        number = int(part.name.split()[1])
        first = tuple(bool(number >> x & 1) for x in range(width))
        cells = [(x, y) for y in range(height) for x in range(width)]
        tried = 0
        for rest in product((False, True), repeat=width * (height - 1)):
            tried += 1
            pattern = Pattern.of(compress(cells, first + rest))
            if self._is_right(pattern):
                yield self.answers([pattern], *self.size)
        yield Exhausted(tried)

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
