"""The predecessor by which the fewest cells of a pattern, or of a picture, are wrong."""
