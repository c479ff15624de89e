"""Catalysts: still lifes that are placed where the active part of a pattern is about to touch them.

An active part runs on a board of 64x64 cells. As long as it does not touch a catalyst, it runs as
if the catalyst were not there; so in each generation only those placements need to be tried that
are touched in that generation, from there on, and by what is on the board already. Each of them is
followed until a catalyst is destroyed, or the end is reached. One core tries about 350,000
placements in a second; simulating each set of catalysts from the beginning, 67,000 sets.

search    the entry, called by `questions.catalysts`: calls the kernel for a share of placements
problem   the active part, the catalysts, what they must do
tables    the problem as arrays for the kernel
kernel    a tree of placements, depth-first; `limits`: the size of the board
"""

from __future__ import annotations
