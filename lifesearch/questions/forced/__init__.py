"""Cells that are alike in all predecessors."""
