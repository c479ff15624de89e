"""Knuth's programs of Life: their clauses, letter by letter, and their answers.

programs   the programs, their arguments, and what each asks
designs    how their boards differ; `build`: from a design to a formula
formula    clauses and cells, and Knuth's format; `given`: cells that are given
question   a program that is asked, and its verified answers
"""
