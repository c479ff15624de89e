"""A preview on the terminal: cells that evolve by a rule, or stay as they are."""

from __future__ import annotations

from textwrap import wrap

from lifesearch.common.text import plural
from lifesearch.life.preview import Preview
from lifesearch.life.simulate.evolve import step

MARGIN = 4
"""Empty cells around the first generation of a preview, into which it may grow."""
WIDEST_PREVIEW = 60
"""Columns of a preview at most."""
STAY = 12
"""A board that has settled is drawn this number of times before it begins again."""

SLOWLY = 4
"""Each generation of a film is drawn this number of times, which is less than a second."""


class PreviewView:
    """Draws a preview: cells that evolve by its rule or, without one, stay as they are.

    Each drawing is of the next generation; those of a film are given, and each is drawn SLOWLY
    times. A board that has died out or has period 1 or 2 begins again after STAY drawings. Unknown
    cells are question marks. The preview is not replaced before the display has run for `until`
    seconds.
    """

    def __init__(self, preview: Preview, until: float) -> None:
        self.until = until
        self.preview = preview
        self._pattern = self._before = preview.pattern
        self._settled = self._drawn = 0
        box = preview.box or preview.pattern.box
        self._frame = box.grown(0 if preview.rule is None else MARGIN)

    def lines(self, width: int, height: int) -> list[str]:
        """The lines to draw, of at most this width and number; then go to the next generation.

        What has no room is cut off on all sides, and the middle is drawn. If the cells do not
        evolve, the last line says how many rows had no room: without them a symmetric pattern looks
        wrong.
        """
        frame = self._frame
        words = wrap(self.preview.words, max(1, width - 3))[: max(1, height - frame.height)]
        wide = min(frame.width, width - 3, WIDEST_PREVIEW)
        high, cut = min(frame.height, height - len(words)), ""
        if self.preview.rule is None and 1 < high < frame.height:
            high -= 1
            cut = f"  ({plural(frame.height - high, 'more row')})"
        left, top = frame.x + (frame.width - wide) // 2, frame.y + (frame.height - high) // 2
        drawn = dict.fromkeys(self.preview.unknown, "?") | dict.fromkeys(self._pattern.cells, "O")
        rows = [
            "  " + "".join(drawn.get((x, y), ".") for x in range(left, left + wide))
            for y in range(top, top + high)
        ]
        self._advance()
        return [*(f"  {line}" for line in words), *rows, *filter(None, [cut])]

    def _advance(self) -> None:
        self._drawn += 1
        if film := self.preview.film:
            self._pattern = film[self._drawn // SLOWLY % len(film)]
        if self.preview.rule is None:
            return
        following = step(self._pattern, self.preview.rule)
        settled = following in (self._pattern, self._before)
        self._settled = self._settled + 1 if settled else 0
        self._before, self._pattern = self._pattern, following
        if self._settled >= STAY:
            self._settled, self._pattern = 0, self.preview.pattern
