"""From cells of spacetime to clauses over numbered variables.

A question builds its formula from these modules, in this order:

variables          the numbers 1..n of a formula, and their names
variable_grid      spacetime: which cells are equal, known or dead; one variable for each orbit
known_cells        given cells, equal cells, exempt cells, a background
transitions        the clauses of all generations, by `rule_clauses` or `knuth`
constraints        populations, changes, touched sides, ordered rows
attached           extensions of a given pattern
symmetry_breaking  clauses that exclude copies of solutions
clauses            batches of clauses as arrays
dimacs             clauses as text
ship_rows          strips: all generations of a ship in layers of rows
"""
