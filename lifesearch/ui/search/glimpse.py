"""Something to look at while a search goes on: a soup that runs, or rows that grow.

A soup that has died out or is a pattern of period 1 or 2 begins anew after a moment, if there is no
other soup to look at.
"""

from __future__ import annotations

from textwrap import wrap

from lifesearch.life.glimpse import Glimpse
from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import step

MARGIN = 4
WIDEST = 60
STAY = 12
"""How many drawings long the rest of a soup is shown."""


class GlimpseView:
    """What is drawn of a glimpse, a generation further each time; shown `until` some second."""

    def __init__(self, glimpse: Glimpse, until: float) -> None:
        self.until = until
        self.glimpse = glimpse
        self._pattern = self._before = glimpse.pattern
        self._settled = 0
        box, margin = glimpse.pattern.box, 0 if glimpse.rule is None else MARGIN
        self._frame = Box(
            box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin
        )

    def lines(self, width: int, height: int) -> list[str]:
        """The lines to draw in so much room."""
        frame = self._frame
        words = wrap(self.glimpse.words, max(1, width - 3))[: max(1, height - frame.height)]
        wide, high = min(frame.width, width - 3, WIDEST), min(frame.height, height - len(words))
        left, top = frame.x + (frame.width - wide) // 2, frame.y + (frame.height - high) // 2
        alive = self._pattern.cells
        rows = [
            "  " + "".join("O" if (x, y) in alive else "." for x in range(left, left + wide))
            for y in range(top, top + high)
        ]
        self._go_on()
        return [*(f"  {line}" for line in words), *rows]

    def _go_on(self) -> None:
        if self.glimpse.rule is None:
            return
        following = step(self._pattern, self.glimpse.rule)
        settled = following in (self._pattern, self._before)
        self._settled = self._settled + 1 if settled else 0
        self._before, self._pattern = self._pattern, following
        if self._settled >= STAY:
            self._settled, self._pattern = 0, self.glimpse.pattern
