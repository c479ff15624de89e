"""Queries about strips: ships of some width and any length."""
