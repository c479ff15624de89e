"""Limits of soups."""

LARGEST_SOUP = 100
"""The longest side of a soup, in cells: the largest board, of 256, leaves it room to spread."""
