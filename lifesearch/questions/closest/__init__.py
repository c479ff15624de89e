"""The predecessor by which the fewest cells of a pattern, or of a picture, are wrong.

question      the pattern or picture, and the box
engine        tables, a solver, or windows; `coordinator`: windows of a large box
answer        a predecessor, and the cells that turn out wrong
"""
