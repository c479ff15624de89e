"""Catalysts: still lifes that are placed where the active part of a pattern is about to touch them.

An active part runs on a board of 64x64 cells. As long as it does not touch a catalyst, it runs as
if the catalyst were not there; so in each generation only those placements need to be tried that
are touched in that generation, from there on, and by what is on the board already. Each of them is
followed until a catalyst is destroyed, or the end is reached.

setting   what is asked: the active part, the catalysts, what they must do
tables    all of that as numbers for the kernel
kernel    a tree of placements, depth-first
search    what the kernel is called by
"""

from __future__ import annotations


def begin_to_compile() -> None:
    """Have another process compile the kernel, if it never was, while this one loads the rest."""
    from lifesearch.compiled.maker import Rehearsal, begin

    begin(Rehearsal("lifesearch.catalyst_search.search", "rehearse"), "kernel.search_tree")
