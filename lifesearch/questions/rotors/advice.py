"""The windows in which a rotor of a period is found, for those who wait for another search.

`running.advice` calls `long_search`. See the manual's page on rotors.
"""

from __future__ import annotations

from collections.abc import Mapping

from lifesearch.core.kind import LongSearch
from lifesearch.life.motion import Motion

WINDOWS: Mapping[int, LongSearch] = {
    7: LongSearch("<rotor 3x3>", 10),
    8: LongSearch("<rotor 4x3>", 31),
    9: LongSearch("<rotor 5x3>", 20),
    10: LongSearch("<rotor 4x4>", 17),
    12: LongSearch("<rotor 7x5> <symmetry 'D2|'>", 22),
    13: LongSearch("<rotor 4x4>", 17),
    14: LongSearch("<rotor 5x4>", 534),
    16: LongSearch("<rotor 5x4>", 534),
}
"""For each period the smallest window that has a rotor of Life."""


def long_search(motion: Motion) -> LongSearch | None:
    """The search for a rotor of this period; None for ships and for other periods."""
    return None if motion.travels else WINDOWS.get(motion.period)
