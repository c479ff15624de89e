"""One SAT solver and one part of a query: solve, enumerate, explore a strip."""
