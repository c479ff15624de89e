"""Ships, oscillators and still lifes in strips of any length, by tables of rows.

problem    what is sought, and how a pattern becomes one sequence of rows
plan       the same, as numbers for the kernel
tables     what a rule does to rows, and how much memory that takes
kernel     compiled loops; the only package here that imports numba
tree       the states reached
deepening  which states have a future: work that can be shared out
search     the search itself; patterns that are the same upside down from their first half
shared     states shared among several searches
checkpoint what a search tells of itself, and needs to go on; the same as bytes
work       tasks and reports of worker processes
"""

from __future__ import annotations

from lifesearch import compiled


def unavailable() -> str:
    """Why searches by row tables cannot run here; empty if they can."""
    return compiled.unavailable("lifesearch.rows.kernel")


def available() -> bool:
    """Whether searches by row tables can run here."""
    return not unavailable()
