"""Cells that are the same in all predecessors."""
