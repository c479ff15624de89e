"""Limits of soups."""

LARGEST_SOUP = 100
"""Cells a side of a soup: it may spread on a board of 256."""
