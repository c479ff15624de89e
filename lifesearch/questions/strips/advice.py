"""The strips in which a spaceship of a speed is found, for those who wait for another search.

`running.advice` calls `long_search`.
"""

from __future__ import annotations

from collections.abc import Mapping

from lifesearch.core.kind import LongSearch
from lifesearch.life.motion import Motion

STRIPS: Mapping[tuple[int, int], LongSearch] = {
    (5, 1): LongSearch("<width 21> <symmetry odd>", None),  # snail
    (6, 1): LongSearch("<width 18> <symmetry even>", None),  # dragon
    (7, 1): LongSearch("<width 10>", None),  # loafer
    (7, 2): LongSearch("<width 18> <symmetry even>", None),  # weekender
}
"""The strip with the fewest free cells that has a known ship, by period and rows travelled.

These searches were not waited for, so they have no times. Races find c/3, c/4 and 2c/5 in seconds.
"""


def long_search(motion: Motion) -> LongSearch | None:
    """The search for a straight ship of this speed; None if no strip is known to have one."""
    straight = motion.travels and not motion.dx
    return STRIPS.get((motion.period, -motion.dy)) if straight else None
