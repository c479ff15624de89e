"""Predecessors of a pattern."""
