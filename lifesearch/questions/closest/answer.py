"""An answer of a search for the closest predecessor: a pattern, and which cells turn out wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from lifesearch.common.facts import NATURAL, NUMBER, fact
from lifesearch.core.answer import Answer
from lifesearch.life.pattern import Pattern


def _wrong_in_words(answer: NearAnswer) -> str:
    return wrong_in_words(len(answer.wrong_part.cells), answer.cells_of_goal)


def wrong_in_words(wrong: int, cells: int) -> str:
    """How many cells are wrong, compared with the number of given cells of the target.

    Cells that live outside of the target are wrong, too, so there may be more of them than given
    cells.

    >>> wrong_in_words(24, 1600), wrong_in_words(1, 9), wrong_in_words(0, 9)
    ('24 of 1,600 cells are wrong (1.5 %)', '1 of 9 cells is wrong (11 %)', 'no cell is wrong')
    >>> wrong_in_words(9, 9), wrong_in_words(12, 9)
    ('9 of 9 cells are wrong (100 %)', '12 cells are wrong, with 9 given (133 %)')
    """
    if not wrong:
        return "no cell is wrong"
    percent = 100 * wrong / cells
    # Two digits, but whole numbers from 100 on, which `.2g` would write as 1e+02.
    share = f"{percent:.2g} %" if percent < 99.5 else f"{percent:,.0f} %"
    if wrong > cells:
        return f"{wrong:,} cells are wrong, with {cells:,} given ({share})"
    verb = "is" if wrong == 1 else "are"
    return f"{wrong:,} of {cells:,} cells {verb} wrong ({share})"


@dataclass(frozen=True)
class NearAnswer(Answer):
    """A pattern that becomes a goal after its generations, except for some cells.

    wrong_part      the cells of the last generation that are not as they should be, in the
                    target or around it
    cells_of_goal   how many cells of the target are given, alive or dead: at least one, and
                    without those that may be anything
    """

    wrong_part: Pattern = field(kw_only=True)
    cells_of_goal: int = field(kw_only=True)

    @fact("wrong", NATURAL, words=_wrong_in_words, brief=_wrong_in_words)
    def wrong(self) -> int:
        """The number of cells of the last generation that are not as they should be."""
        return self.wrong_part.population

    @fact("", NUMBER)
    def wrong_percent(self) -> float:
        """The wrong cells, in percent of the given cells: over 100 if enough are around these."""
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
