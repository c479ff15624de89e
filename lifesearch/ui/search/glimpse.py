"""Something to look at while a search goes on: a soup that runs, or rows that grow."""

from __future__ import annotations

from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import step
from lifesearch.solving.enumerate import Glimpse

MARGIN = 4
WIDEST = 60


class GlimpseView:
    """What is drawn of a glimpse, a generation further each time; shown `until` some second."""

    def __init__(self, glimpse: Glimpse, until: float) -> None:
        self.until = until
        self._glimpse = glimpse
        self._pattern = glimpse.pattern
        box, margin = glimpse.pattern.box, MARGIN if glimpse.rule else 0
        self._frame = Box(
            box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin
        )

    def lines(self, width: int, height: int) -> list[str]:
        """The lines to draw in so much room."""
        frame = self._frame
        wide, high = min(frame.width, width - 3, WIDEST), min(frame.height, height - 1)
        left, top = frame.x + (frame.width - wide) // 2, frame.y + (frame.height - high) // 2
        cells = self._pattern.cells
        rows = [
            "  " + "".join("O" if (x, y) in cells else "." for x in range(left, left + wide))
            for y in range(top, top + high)
        ]
        if self._glimpse.rule is not None:
            self._pattern = step(self._pattern, self._glimpse.rule)
        return [f"  {self._glimpse.words}", *rows]
