"""Near misses: patterns in a box that almost come back, to look at while it is searched."""
