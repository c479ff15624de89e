"""How much may be asked for, and why not more."""

from __future__ import annotations

LARGEST_VOLUME = 200_000  # cells of a box times generations: more does not fit in memory
LARGEST_AREA = 1_000_000  # cells of the largest of boxes that grow: none is ever reached
WIDEST_STRIP = 100  # cells: the states of a wider strip do not fit in memory
FARTHEST_LOOK = 50  # layers of a strip: each is a copy of all its clauses
LARGEST_TILE = 10_000  # cells of a background: all its phases are simulated at once
MOST_WANTED = 10**15  # answers: to read a number of any length takes for ever
