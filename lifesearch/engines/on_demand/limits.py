"""Limits of walks through rules."""

LARGEST_SQUARE = 32
"""The longest side of a square in which all generations must fit: a row must fit in a word."""
LONGEST_RUN = 4000
"""No run of a walk may have more generations: they must be less than `kernel.FAR`.

Questions ask for runs of their own length; records with longer periods need not be simulated.
"""
MOST_STATES = 8
"""States of a rule: each but the first is a plane of every generation that is kept."""
MOST_PATTERNS = 2_000_000
"""The most sets of cells, with their states, that are listed: the list must fit in memory."""
