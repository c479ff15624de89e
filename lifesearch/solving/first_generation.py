"""The variables of generation 0: decode a model, forbid a pattern, split into cubes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from lifesearch.encoding.variable_grid import VariableGrid
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.solving.enumerate import Clause, Model

CONTRADICTION: list[Clause] = [[]]


@dataclass(frozen=True)
class FirstGeneration:
    """The cells of generation 0 that may live, and the variable of each."""

    cells: list[Cell]
    numbers: list[int]

    @classmethod
    def of(cls, layout: VariableGrid) -> FirstGeneration:
        """Look them up."""
        x, y, variable = (axis.tolist() for axis in layout.first_generation)
        return cls(list(zip(x, y, strict=True)), variable)

    def pattern(self, model: Model) -> Pattern:
        """The live cells of a model."""
        return Pattern(frozenset(compress(self.cells, [model[v - 1] > 0 for v in self.numbers])))

    def forbidding(self, pattern: Pattern) -> list[Clause]:
        """The blocking clause of a pattern; none if the pattern is impossible anyway."""
        alive = [cell in pattern.cells for cell in self.cells]
        if sum(alive) != pattern.population:
            return []
        return [[-v if lives else v for v, lives in zip(self.numbers, alive, strict=True)]]

    def cube(self, bits: str) -> list[Clause]:
        """Fix the cells nearest to the middle, where they decide most.

        If there are fewer than bits, the bits beyond are zeros in one cube only, and all
        other cubes are empty.
        """
        if not bits:
            return []
        if not self.cells:
            return CONTRADICTION if "1" in bits else []
        columns, rows = zip(*self.cells, strict=True)
        middle = (max(columns) + min(columns)) / 2, (max(rows) + min(rows)) / 2
        near = sorted(
            zip(self.cells, self.numbers, strict=True),
            key=lambda item: sum((a - b) ** 2 for a, b in zip(item[0], middle, strict=True)),
        )
        splitting = list(dict.fromkeys(v for _, v in near))[: len(bits)]
        if "1" in bits[len(splitting) :]:
            return [[splitting[0]], [-splitting[0]]]
        return [[v if bit == "1" else -v] for v, bit in zip(splitting, bits, strict=False)]
