"""Dividing one search among several: giving states away, and claiming states."""
