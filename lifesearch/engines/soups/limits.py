"""Limits of soups."""

GENERATIONS = 10_000
"""The usual last generation of a soup: no object that is left has a longer period."""

LARGEST_SOUP = 100
"""The longest side of a soup, in cells: the largest board, of 256, leaves it room to spread."""
