"""Knuth's SAT-LIFE programs, clause for clause."""
