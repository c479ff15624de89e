"""Oscillators of a small box in which many cells change, or the most."""
