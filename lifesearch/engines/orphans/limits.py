"""Limits of the search for orphans."""

HIGHEST = 6
"""Rows of the highest orphans: sets of 6 rows are 65,536 pairs, and a table has 16 MB."""
WIDEST = 200
