"""Kernels of the counts, over arrays of integers.

Words in all of them:
    state   what later steps need of the cells set so far, as a number
    ways    how many partial patterns end in a state
    table   a hash table with a line for each place: the state + 1 (0: the place is empty), and
            its ways; a number of several words has its lowest word first
    moves   lines (right, mask, left): shifts that take runs of bits to other places
"""
