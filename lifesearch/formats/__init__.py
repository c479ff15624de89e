"""Reading and writing files of patterns, in every format that Life people use.

detect       the entry for reading: a file or text in any format
registry     the list of formats; `common`: what a format and a pattern file are
rle          RLE; `runs`, `many_runs`: its runs; `life_history`: marked cells
cells        plaintext pictures and masks; `life10x`, `macrocell`: other formats
known_cells  files of partly known generations
sss          lists of the smallest patterns by speed and period
multi        several patterns in one file
pictures     PNG, JPEG, PBM and PGM files as arrays of cells; `suffixes`: their names
text_file    from bytes to text
"""

NAMES = ("rle", "cells", "life105", "life106", "mc", "sss")
"""The names of the formats of patterns: to import `registry` for them would take longer."""
