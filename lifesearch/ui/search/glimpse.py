"""Something to look at while a search goes on: a soup that runs, rows that grow, a near miss.

A near miss runs from its first generation to its last, in which each cell that differs from what
it should be is an x; there it stays for a moment, and begins anew. So does a soup that has died out
or is a pattern of period 1 or 2, if there is no other soup to look at.
"""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import step
from lifesearch.solving.enumerate import Glimpse

MARGIN = 4
WIDEST = 60
STAY = 12
"""For so many drawings the last generation of a near miss, or what is left of a soup, stays."""
GAP = 3
SECONDS = 4.0
"""A glimpse is seen for so long, before another one takes its place."""


class GlimpseView:
    """What is drawn of a glimpse, a generation further each time; shown `until` some second."""

    def __init__(self, glimpse: Glimpse, until: float) -> None:
        self.until = until
        self.glimpse = glimpse
        self._pattern = self._before = glimpse.pattern
        self._age = self._settled = 0
        aim = glimpse.aim
        box = glimpse.pattern.box if aim is None else (glimpse.pattern | aim.wanted).box
        margin = 0 if glimpse.rule is None else MARGIN if aim is None else 1
        self._frame = Box(
            box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin
        )

    @property
    def width(self) -> int:
        """How many columns the picture takes, if there is room."""
        return 2 + min(self._frame.width, WIDEST)

    def lines(self, width: int, height: int) -> list[str]:
        """The lines to draw in so much room."""
        frame = self._frame
        words = wrap(self.glimpse.words, max(1, width - 3))[: max(1, height - frame.height)]
        wide, high = min(frame.width, width - 3, WIDEST), min(frame.height, height - len(words))
        left, top = frame.x + (frame.width - wide) // 2, frame.y + (frame.height - high) // 2
        rows = [
            "  " + "".join(self._cell((x, y)) for x in range(left, left + wide))
            for y in range(top, top + high)
        ]
        self._go_on()
        return [*(f"  {line}" for line in words), *rows]

    def _cell(self, cell: tuple[int, int]) -> str:
        aim = self.glimpse.aim
        alive = cell in self._pattern.cells
        if aim is not None and self._age >= aim.generations and alive != (cell in aim.wanted.cells):
            return "x"
        return "O" if alive else "."

    def _go_on(self) -> None:
        if self.glimpse.rule is None:
            return
        self._age += 1
        aim, following = self.glimpse.aim, step(self._pattern, self.glimpse.rule)
        if aim is None:
            settled = following in (self._pattern, self._before)
            self._settled = self._settled + 1 if settled else 0
        if self._settled >= STAY or (aim and self._age >= aim.generations + STAY):
            self._age, self._settled, self._pattern = 0, 0, self.glimpse.pattern
        elif aim is None or self._age <= aim.generations:
            self._before, self._pattern = self._pattern, following


class Glimpses:
    """The last glimpse, and the nearest miss: side by side where there is room, else in turn."""

    def __init__(self) -> None:
        self._last: GlimpseView | None = None
        self._nearest: GlimpseView | None = None

    def take(self, glimpse: Glimpse, now: float) -> None:
        """See a glimpse, if the one before was seen long enough or missed by more."""
        if glimpse.aim is None:
            if self._last is None or now > self._last.until:
                self._last = GlimpseView(glimpse, now + SECONDS)
        elif self._is_nearer(glimpse.aim.cells, now):
            self._nearest = GlimpseView(glimpse, now + SECONDS)

    def _is_nearer(self, cells: int, now: float) -> bool:
        before = self._nearest
        if before is None or before.glimpse.aim is None:
            return True
        return cells < before.glimpse.aim.cells or (
            cells == before.glimpse.aim.cells and now > before.until
        )

    def forget_misses(self) -> None:
        self._nearest = None

    @property
    def words(self) -> str:
        """What is said of the nearest miss; empty if there is none."""
        return "" if self._nearest is None else self._nearest.glimpse.words

    def lines(self, width: int, height: int, now: float) -> list[str]:
        """The lines to draw in so much room."""
        near, last = self._nearest, self._last
        if near is None or last is None:
            one = near or last
            return [] if one is None else one.lines(width, height)
        left = max(near.width, width // 2)
        if left + GAP + last.width >= width:
            return (near if int(now / SECONDS) % 2 else last).lines(width, height)
        pairs = zip_longest(
            near.lines(left, height), last.lines(width - left, height), fillvalue=""
        )
        return [f"{one:<{left}}{other}".rstrip() for one, other in pairs]
