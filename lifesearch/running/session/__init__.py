"""Searches on disk: write, read, resume."""
