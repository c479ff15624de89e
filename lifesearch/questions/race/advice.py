"""Oscillators that are built, or found as pairs, for those who wait for the same period.

`running.advice` calls `long_search`.
"""

from __future__ import annotations

from lifesearch.core.kind import LongSearch
from lifesearch.life.motion import Motion
from lifesearch.questions.race.question import SHORTEST_BUILT

SECONDS = 2
"""CPU seconds for a period of 1000, of which most go to its simulation."""
SECONDS_BY_PAIRS = {
    12: 1,
    18: 3,
    20: 1,
    21: 8,
    24: 1,
    28: 8,
    30: 2,
    35: 5,
    36: 1,
    39: 1,
    40: 1,
    42: 15,
}
"""CPU seconds to the first oscillator of a period by pairs alone, where there is one."""


def long_search(motion: Motion) -> LongSearch | None:
    """The command that builds an oscillator or finds a pair; None for ships, other periods."""
    if motion.travels:
        return None
    if motion.period >= SHORTEST_BUILT:
        return LongSearch("", SECONDS)
    seconds = SECONDS_BY_PAIRS.get(motion.period)
    return None if seconds is None else LongSearch("<only pairs>", seconds)
