"""The answer of a search for forced cells: the cells, and an example of a predecessor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lifesearch.common.facts import NATURAL, TEXT, fact, several
from lifesearch.core.answer import Answer
from lifesearch.life.pattern import Box, Pattern

NOTHING = Pattern.of(())


class ForcedCells(NamedTuple):
    """The forced cells of a question.

    example  one of the predecessors, which shows that there are any
    alive    the cells that are alive in all of them
    dead     the cells of the box that are dead in all of them
    """

    example: Pattern
    alive: Pattern
    dead: Pattern

    @property
    def number(self) -> int:
        """How many cells are forced."""
        return self.alive.population + self.dead.population

    def rows(self, box: Box) -> list[str]:
        """The box with `O` and `.` for forced cells and `?` for all others.

        >>> cells = ForcedCells(Pattern.parse("OO"), Pattern.parse("O"), Pattern.of([(2, 0)]))
        >>> cells.rows(Box(0, 0, 3, 1))
        ['O?.']
        """
        marks = dict.fromkeys(self.alive.cells, "O") | dict.fromkeys(self.dead.cells, ".")
        return [
            "".join(marks.get((x, y), "?") for x in range(box.x, box.right + 1))
            for y in range(box.y, box.bottom + 1)
        ]


def _in_words(answer: ForcedAnswer) -> str:
    forced, box = answer.cells, answer.box
    if not forced.number:
        return "no cell is the same in all"
    return (
        f"{forced.number:,} of {box.area:,} cells are the same in all: {forced.alive.population:,} "
        f"alive, {forced.dead.population:,} dead"
    )


@dataclass(frozen=True)
class ForcedAnswer(Answer):
    """An example of a predecessor, with the cells of the `box` that are the same in all."""

    cells: ForcedCells = field(default=ForcedCells(NOTHING, NOTHING, NOTHING))
    box: Box = field(default=Box(0, 0, 1, 1))

    @fact("forced", NATURAL, words=_in_words, brief=_in_words)
    def forced(self) -> int:
        """The number of cells that are the same in all predecessors."""
        return self.cells.number

    @fact("", several(TEXT))
    def forced_cells(self) -> tuple[str, ...]:
        """Rows of the box: `O` and `.` are forced cells, all others are `?`."""
        return tuple(self.cells.rows(self.box))

    @property
    def role(self) -> str:
        return "an example"

    @property
    def saved(self) -> Any:
        return self.cells
