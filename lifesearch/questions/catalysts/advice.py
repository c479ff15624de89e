"""The periods of which hasslers have an oscillator soon, for those who wait for another search.

`running.advice` calls `long_search`.
"""

from __future__ import annotations

from collections.abc import Mapping

from lifesearch.core.kind import LongSearch
from lifesearch.life.motion import Motion

SECONDS: Mapping[int, int] = {17: 1}
"""CPU seconds to the first oscillator by hasslers alone, for the periods of which they are advised.

Others were measured as well (`strategy.MUCH`), but from period 43 on what can be built is advised.
"""


def long_search(motion: Motion) -> LongSearch | None:
    """The search for hasslers of this period; None for ships and for other periods."""
    seconds = None if motion.travels else SECONDS.get(motion.period)
    return None if seconds is None else LongSearch("<only hasslers>", seconds)
