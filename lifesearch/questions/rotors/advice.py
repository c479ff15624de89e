"""The windows in which a rotor of a period is found, for those who wait for another search.

`running.advice` calls `long_search`. See the manual's page on rotors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lifesearch.core.kind import LongSearch
from lifesearch.engines.sat.solving.part import Size
from lifesearch.life.motion import Motion


class RotorWindow(NamedTuple):
    """A window with a symmetry, and the CPU seconds in which all its rotors are listed."""

    size: Size
    seconds: float
    symmetry: str = "C1"

    @property
    def options(self) -> str:
        size = f"<rotor {self.size[0]}x{self.size[1]}>"
        return size if self.symmetry == "C1" else f"{size} <symmetry '{self.symmetry}'>"


WINDOWS: Mapping[int, RotorWindow] = {
    7: RotorWindow((3, 3), 10),
    8: RotorWindow((4, 3), 31),
    9: RotorWindow((5, 3), 20),
    10: RotorWindow((4, 4), 17),
    12: RotorWindow((7, 5), 22, "D2|"),
    13: RotorWindow((4, 4), 17),
    14: RotorWindow((5, 4), 534),
    16: RotorWindow((5, 4), 534),
}
"""For each period a window that is known to have a rotor of Life."""


def long_search(motion: Motion) -> LongSearch | None:
    """The search for a rotor of this period; None for ships and for other periods."""
    window = None if motion.travels else WINDOWS.get(motion.period)
    return window and LongSearch(window.options, window.seconds)
