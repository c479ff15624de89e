"""An answer of a search for the closest predecessor: a pattern, and which cells turn out wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from lifesearch.common.facts import NATURAL, NUMBER, fact
from lifesearch.core.answer import Answer
from lifesearch.life.pattern import Pattern

NOTHING = Pattern.of(())


def _wrong_in_words(answer: NearAnswer) -> str:
    return wrong_in_words(len(answer.wrong_part.cells), answer.cells_of_goal)


def wrong_in_words(wrong: int, cells: int) -> str:
    """How many cells are wrong, of how many.

    >>> wrong_in_words(24, 1600), wrong_in_words(1, 9), wrong_in_words(0, 9)
    ('24 of 1,600 cells are wrong (1.5 %)', '1 of 9 cells is wrong (11 %)', 'no cell is wrong')
    """
    if not wrong:
        return "no cell is wrong"
    verb = "is" if wrong == 1 else "are"
    return f"{wrong:,} of {cells:,} cells {verb} wrong ({100 * wrong / cells:.2g} %)"


@dataclass(frozen=True)
class NearAnswer(Answer):
    """A pattern that becomes a goal after its generations, except for some cells.

    wrong_part      the cells of the last generation that are not as they should be
    cells_of_goal   how many cells the goal has, dead ones too
    """

    wrong_part: Pattern = field(default=NOTHING)
    cells_of_goal: int = 0

    @fact("wrong", NATURAL, words=_wrong_in_words, brief=_wrong_in_words)
    def wrong(self) -> int:
        """The number of cells of the last generation that are not as they should be."""
        return self.wrong_part.population

    @fact("", NUMBER)
    def wrong_percent(self) -> float:
        """The wrong cells, in percent of the cells that were given."""
        return round(100 * self.wrong / self.cells_of_goal, 3)

    @property
    def role(self) -> str:
        if self.generations == 1:
            return "closest predecessor"
        return f"closest ancestor {self.generations} generations back"

    @property
    def wrong_cells(self) -> Pattern:
        return self.wrong_part

    @property
    def drawn(self) -> tuple[int, ...]:
        """The first generation and the last."""
        return (0, self.generations)
