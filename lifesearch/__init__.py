"""Find patterns in Conway's Game of Life (and its cousins) by SAT solving."""

__version__ = "0.1.0"
