"""Knuth's programs of Life: their clauses, letter by letter, and their answers."""
