"""Random soups: a census of the objects that they leave.

question      the objects that soups of some symmetries leave
coordinator   hands out ranges of soups; `checkpoint`: the ranges that earlier runs have done
events        a range was run, with its census
strategy      soups as a strategy of races; `raced_kinds`: the symmetries that race
"""
