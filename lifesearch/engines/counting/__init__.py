"""Count the patterns of a box exactly, without listing them; or list them all.

`questions.counts` asks for numbers and `questions.periodic` for lists. In order of use:

region           which patterns are counted: a box, a period, a rule, symmetries in space and time
successors       the next state of a cell from its block, and of a row from three rows
sweep            the cells as variables, their order, and the steps that set one after another
transfer_matrix  the number of partial patterns that lead to each state of a sweep
by_height        counts of the boxes of all heights, cell by cell
pairs            counts of still lifes, row by row: faster than cell by cell, and in less memory
cycles           counts of oscillators, row by row
checkpoint       snapshots of sweeps under way, and the numbers of finished ones
orbits_in_box    patterns that touch all sides of a box, and their orbits under symmetries
quotient         tori and cylinders: boxes whose sides are joined
orbits_on_torus  patterns on tori and cylinders, and their orbits under symmetries
predecessors     patterns that become a given one
listing          all patterns of a box, instead of their number
halves           the list for a narrow box, joined from upper and lower halves
extremal         the pattern of a box with the most or the fewest live cells
estimate         the memory that a count will take
kernel           the compiled functions of all of these
"""
