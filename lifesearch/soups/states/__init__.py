"""Soups in rules of several states: a board for the live cells, and one for each dying state."""
