"""Orphans: patterns of a few rows without a predecessor."""
