"""Cells that are the same in all predecessors.

question   the cells of the predecessors of another question; `engine`: decided one by one, by SAT
answer     the forced cells, and an example of a predecessor
"""
