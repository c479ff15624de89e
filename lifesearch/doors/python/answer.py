"""The answers of a search, as Python shows them.

`results` makes one of each `core.answer.Answer` that a search finds.
"""

from __future__ import annotations

from typing import Any

from lifesearch.common.facts import facts_of
from lifesearch.core.answer import Answer as Found
from lifesearch.core.answer_report import AnswerReport
from lifesearch.doors.python.pattern import Identity, Pattern, of_cells, svg
from lifesearch.life.pattern import Box
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.show.report import write


class Answer(Identity):
    """A pattern that a search has found, verified by simulation.

    Printing it prints its picture. Two answers are equal if their patterns, their rules and
    their generations are.
    """

    def __init__(
        self, found: Found, offset: tuple[int, int] | None = None, *, placed: bool = False
    ) -> None:
        """Wrap a found pattern, moved by an offset or, without one, to the corner (0, 0).

        A `placed` answer is one of many that may differ only in position (option `raw`): it has no
        name, as identifying them all takes too long.
        """
        box = found.pattern.box
        self._found = found
        self._offset = (-box.x, -box.y) if offset is None else offset
        super().__init__(self._placed(found.pattern), AnswerReport.of(found, placed))

    def _placed(self, cells: Cells) -> Pattern:
        return of_cells(cells.translate(*self._offset), self._found.rule, self._found.torus)

    def __getattr__(self, name: str) -> Any:
        """A fact that only answers to one kind of question have, such as a delay."""
        # While an answer is copied, `_found` is asked for before it is there.
        facts = () if name.startswith("_") else facts_of(type(self._found))
        for each in facts:
            if each.name == name:
                return each.read(self._found)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(each.name for each in facts_of(type(self._found)))})

    @property
    def history(self) -> tuple[Pattern, ...]:
        """Generations 0 to the last one of the search, in which most patterns recur."""
        return tuple(map(self._placed, self._found.history()))

    @property
    def generations(self) -> int:
        """The number of the last generation of the history."""
        return self._found.generations

    @property
    def rle(self) -> str:
        """RLE with the name and a comment, as the command line writes it."""
        return write(self._report, "rle")

    def identify(self) -> Identity:
        """Identify the pattern from its cells alone."""
        return self._pattern.identify()

    def __str__(self) -> str:
        """The picture of generation 0."""
        if self._found.torus:
            return self._found.pattern.picture(Box(0, 0, *self._found.torus))
        return self._found.pattern.picture()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self._pattern, self._found.generations, self._found.greatest_rule

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: one period, animated, or the generations of the search."""
        return self.svg()

    def svg(self, *, small: bool = False) -> str | None:
        """An animated picture as SVG; None if it would be too large."""
        returns = self._found.returns and self.period  # then 0 frames, which means one period
        return svg(self._pattern, 0 if returns else self._found.generations + 1, small=small)
