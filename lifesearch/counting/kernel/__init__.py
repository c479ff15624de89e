"""Compiled loops of the counts, over arrays of integers. Importing these needs numba."""
