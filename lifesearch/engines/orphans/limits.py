"""Limits of the search for orphans."""

HIGHEST = 7
"""Rows of the highest orphans: sets of 7 rows are 262,144 pairs, and a table has 134 MB."""
WIDEST = 200
"""Columns of the widest orphans: each more takes time, and without an orphan nothing is proved."""
HIGHEST_WITHOUT = 4
"""The most rows for which it is known that B3/S23 has no orphan: mscibing proved it.

"There Are No 4 Row High Orphans in Conway's Game of Life",
https://conwaylife.com/forums/viewtopic.php?t=6042
"""
