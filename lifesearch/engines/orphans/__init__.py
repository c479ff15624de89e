"""Orphans of a few rows, by sets of predecessor columns and beam search.

kernel   from the set of a word of columns to the sets of all words with one column more
beam     the words with the smallest sets, from the left and from the right, until two of them meet
limits   the height of the highest orphans
"""
