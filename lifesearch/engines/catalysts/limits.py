"""Limits of the board of catalysts."""

BOARD_SIDE = 64
"""Cells a side of the board of an active part: a row is a word."""
