"""Searches of strips: state by state, level by level, by row tables."""
