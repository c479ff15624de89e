"""Oscillators of a small box in which many cells change in each generation."""
