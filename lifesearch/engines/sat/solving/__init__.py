"""One SAT solver and one part of a query: solve, enumerate, explore a strip.

part              parts of a question: a box, a cube of a box, a strip
partial_film      cells that fit together while nothing is found, for people who wait
configuration     which solver, which encoding, in which order
solver            PySAT, in slices of conflicts
enumerate         all solutions of a part, with blocking clauses; reports of a worker
cubes             a hard part cut into cubes, so that it can be resumed
first_generation  a model as a pattern, and a pattern as a blocking clause
alternation       two strategies that alternate on one part
backbone          the literals that are true in all solutions
strip_explorer    strips of any length, state by state
"""
