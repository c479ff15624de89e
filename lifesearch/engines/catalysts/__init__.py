"""Catalysts: still lifes that are placed where the active part of a pattern is about to touch them.

An active part runs on a board of 64x64 cells. As long as it does not touch a catalyst, it runs as
if the catalyst were not there. So in each generation only those placements need to be tried that
what is on the board touches then for the first time. Each is followed from that generation on,
until a catalyst is destroyed, or the end is reached. One core tries about 350,000
placements in a second; simulating each set of catalysts from the beginning, 67,000 sets.

search    the entry, called by `questions.catalysts`: calls the kernel for a share of placements
problem   the active part, the catalysts, what they must do
tables    the problem as arrays for the kernel
kernel    a tree of placements, depth-first; `limits`: the size of the board
"""

from __future__ import annotations
