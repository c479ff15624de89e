"""Ships, oscillators and still lifes in strips of any length, by tables of rows.

problem    the strip and its conditions, and how a pattern becomes one sequence of rows
plan       which earlier rows decide the next one, as numbers for the kernel
tables     the rows that may follow two others, and the memory they take
kernel     the compiled loops
tree       the states reached
queue      states to be expanded
deepening  which states have a future: work that can be divided among workers
search     the search itself, breadth first; symmetric patterns from their first half
shared     dividing one search among several
checkpoint progress and checkpoints, also as bytes
worker     tasks and reports of worker processes: the entry, called by `questions.strips`
"""

from __future__ import annotations
