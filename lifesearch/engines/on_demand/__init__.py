"""Rules on demand: patterns in all rules of a class, whose bits are decided when a cell needs them.

classes    classes of rules: which blocks share a bit
patterns   all patterns of a few cells in a box, in one order
kernel     the runs of a pattern, compiled; `limits`: of squares, runs and lists
spread     how far apart the cells of a smallest pattern can be
walk       one pattern after another, and those that recur
"""
