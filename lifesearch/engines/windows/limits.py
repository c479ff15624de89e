"""How large one window may be; a module of its own, since kernels take long to load."""

HIGHEST = 10
"""Rows of a window at most: with one more, tables are four times as large."""
LARGEST_WINDOW = 1 << 31
"""Registers that are gone through for one window at most: that takes ten seconds, and 256 MB."""
MOST_REACHED = 60_000
"""Cells that one window reaches at most, those around it included: the kernel counts wrong ones in
16 bits.
"""
