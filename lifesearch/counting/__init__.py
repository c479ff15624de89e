"""How many patterns recur in a box, exactly and without listing them; or all of them.

region     which patterns are meant: a box, a period, a rule, symmetries in space and time
results    what a rule makes of cells and of rows
sweep      the cells as variables, their order, and the steps of adding one after another
ways       how many ways lead to each state of a sweep
heights    the counts of boxes
pairs      the same for still lifes, row by row instead of cell by cell: faster, and leaner
cycles     the same for oscillators
unfinished sweeps that are under way, as they are kept
tight      patterns that touch all sides of a box, and classes of equivalent ones
joined     boxes whose sides are joined
rolled     patterns of these, and classes of equivalent ones
before     predecessors
listing    all patterns of a box, in place of their number
halves     the same for narrow boxes, from upper and lower halves
best       the fullest or the sparsest pattern of a box
density    the most live cells a row, in still lifes of any length
estimate   how much memory a count will take
"""
