"""Patterns on a cylinder: waves and wicks."""
