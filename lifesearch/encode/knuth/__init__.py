"""Knuth's SAT-LIFE programs, clause for clause. Here x is the row and y the column."""
