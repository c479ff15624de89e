"""Reading and writing files of patterns, in every format that Life people use."""

NAMES = ("rle", "cells", "life105", "life106", "mc")
"""How the formats are called, for those who only name them: `registry` imports them all."""
