"""Completions of partly known patterns."""
