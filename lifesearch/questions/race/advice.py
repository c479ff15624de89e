"""The oscillators that are built, for those who wait for a search of the same period.

`running.advice` calls `long_search`.
"""

from __future__ import annotations

from lifesearch.core.kind import LongSearch
from lifesearch.life.motion import Motion
from lifesearch.questions.race.question import SHORTEST_BUILT

SECONDS = 2
"""CPU seconds for a period of 1000, of which most go to its simulation."""


def long_search(motion: Motion) -> LongSearch | None:
    """The command that builds an oscillator; None for ships and for shorter periods."""
    built = not motion.travels and motion.period >= SHORTEST_BUILT
    return LongSearch("", SECONDS) if built else None
