"""Limits of windows: beyond them a search would not end."""

MOST_FREE = 64
"""Cells of a window and its ring that may be chosen: 6x6 without symmetry has as many."""
