"""Strips: ships, oscillators and still lifes of a given width and any length."""
