"""Rotors in small windows, as a strategy of races: the fewest free cells first.

`kind` names it, and `questions.race` gives it a share of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.engines.compiled import available
from lifesearch.engines.rotors.limits import MOST_FREE
from lifesearch.engines.sat.solving.configuration import Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.orientation import Orientation
from lifesearch.life.rotor import WIDEST_WINDOW
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import C1, SYMMETRIES, Symmetry
from lifesearch.questions.race.strategy import RaceStrategy, Shares, parked
from lifesearch.questions.rotors.advice import WINDOWS
from lifesearch.questions.rotors.question import Rotors

FEWEST_FREE = 25
"""The fewest free cells of a window and its ring: smaller windows are inside larger ones."""
LONGEST = 2
"""The longer side of a window is at most this many times the shorter one: a choice."""
LATER, LATER_BY_ROWS = 8, 4
"""Cells that are added to the size of a symmetric window, so that it comes later: fewer oscillators
are symmetric, and their free cells take longer. The second number is for symmetric rows.
"""
BOARDS_A_UNIT = 400
"""Boards tried in a unit of time (`RaceStrategy`)."""
COMMON = frozenset({2, 3, 4, 5, 6, 8, 9, 14, 15, 30})
"""Periods that random boards of Life, and of rules like it, have within a second or two."""
RARE = frozenset({7, 10, 11, 12, 13})
"""Periods for which rotors have most of the time in Life; for others they have little.

CPU seconds to the first oscillator by rotors alone (in parentheses with the windows in order of
size), by random boards alone, and by all strategies:

period 7: 1.6, more than 70, 1.6    period 10: 5 (28), 20, 6
period 9: 17, 2, 7                  period 12: 8 (170), more than 68, 13
period 16: more than 160, 12, -     period 13: 8 (27), more than 178, 9
"""
MUCH, LITTLE = 144, 2
"""Shares in Life. With MUCH, all other strategies together have less than a quarter of the time;
with LITTLE, rotors and boxes together have. In other rules it is unknown which periods are rare.
"""
LABEL = "window"
"""The first word of the names of parts; the others are a symmetry and a part of `Rotors`."""
END = Part((WIDEST_WINDOW, WIDEST_WINDOW), name=f"{LABEL} larger")
"""The part after all windows. It is never done: a race must not end as if all were searched."""


class SmallRotors(RaceStrategy):
    """Windows of all sizes and symmetries, each with all rings."""

    name, engine = "rotors", "rotors"
    shares = Shares(16)
    what = "oscillators whose changing cells fit in a small window"
    why = "all of them are found, whatever the still cells around the window"
    noun, ending = "rotor search", "es"
    by_kernel, common = True, COMMON

    def suits(self) -> bool:
        rule = self.wanted.rule
        known = len(rule.steps) == 1 and rule.plain and not self.wanted.motion.travels
        return known and available()

    @property
    def share(self) -> int:
        if self.wanted.rule != LIFE:
            return super().share
        return MUCH if self.wanted.motion.period in RARE else LITTLE

    def owns(self, part: Part) -> bool:
        return part.name.startswith(LABEL)

    def parts(self) -> Iterator[Part]:
        likely = self._likely()
        others = (window for window in self._windows() if window not in likely)
        for symmetry, size in chain(likely, others):
            for part in self._rotors(symmetry, size).parts(0):
                yield Part(size, name=f"{LABEL} {symmetry.name} {part.name}")
        yield END

    def _likely(self) -> list[tuple[Symmetry, Size]]:
        """The window that is known to have a rotor, for a rare period of Life: it comes first."""
        period = self.wanted.motion.period
        if self.wanted.rule != LIFE or period not in RARE or period not in WINDOWS:
            return []
        size, _, symmetry = WINDOWS[period]
        return [(Symmetry.parse(symmetry), size)]

    def _windows(self) -> Iterator[tuple[Symmetry, Size]]:
        """Windows that are not too long, by the number of free cells, up to MOST_FREE."""
        sides = range(1, WIDEST_WINDOW + 1)
        kinds = [s for s in SYMMETRIES if "_" not in s.name and s.group <= self._same]
        windows = [
            (len(set(symmetry.orbits(width + 2, height + 2))), symmetry, (width, height))
            for symmetry in kinds
            for width in sides
            for height in sides
            if max(width, height) <= LONGEST * min(width, height)
            and not symmetry.lacks(width, height)
            and not self._elsewhere(symmetry, (width, height))
        ]
        later = [
            (free + _later(symmetry), symmetry.name, size, symmetry)
            for free, symmetry, size in windows
            if FEWEST_FREE <= free <= MOST_FREE
        ]
        for _, _, size, symmetry in sorted(later, key=lambda window: window[:3]):
            yield symmetry, size

    @property
    def _same(self) -> frozenset[Orientation]:
        return self.wanted.rule.symmetries

    def _elsewhere(self, symmetry: Symmetry, size: Size) -> bool:
        """Whether another window of the strategy is a turned image of this one."""
        if symmetry.name in ("D2-", "D2/"):
            return Orientation.R90 in self._same
        turned = Orientation.TRANSPOSE in self._same and symmetry.name in ("C1", "C2", "D4+")
        return turned and size[0] > size[1]

    def _rotors(self, symmetry: Symmetry, size: Size) -> Rotors:
        wanted, period = self.wanted, self.wanted.motion.period
        return Rotors(size, symmetry, wanted.rule, period, period, wanted.composite)

    def _read(self, part: Part) -> tuple[Rotors, Part]:
        """The question about the window of a part, and the part of that question."""
        _, name, rings = part.name.split(" ", 2)
        return self._rotors(Symmetry.parse(name), part.box), Part(part.box, name=rings)

    def holds(self, part: Part) -> bool:
        if part == END:
            return True
        try:
            query, rings = self._read(part)
        except (InputError, ValueError):
            return False
        return query.has_part(rings, 0)

    def place(self, part: Part) -> str:
        if part == END:
            return "larger windows"
        query, rings = self._read(part)
        return query.place(rings)

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Search some rings of a window; rotors with undecided frames are skipped."""
        if part == END:
            yield from parked()
        query, rings = self._read(part)
        units = 0
        for report in query.rotors_in(rings):
            if isinstance(report, int):
                units = report // BOARDS_A_UNIT
                yield units
            elif report.frame.cells is not None:
                pattern = report.frame.around(report.rotor)
                yield self.wanted.answers(self.wanted.patterns_in(pattern))
        yield Exhausted(units)


def _later(symmetry: Symmetry) -> int:
    if symmetry == C1:
        return 0
    return LATER_BY_ROWS if symmetry.name == "D2|" else LATER
