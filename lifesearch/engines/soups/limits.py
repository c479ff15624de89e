"""Limits of soups."""

GENERATIONS = 10_000
"""The usual last generation of a soup: an object that is left recurs within as many."""

LARGEST_SOUP = 100
"""The longest side of a soup, in cells: the largest board, of 256, leaves it room to spread."""
