"""Orphans: patterns of a few rows without a predecessor.

question   an orphan of some size; a solver proves that it is one
engine     beam search (`engines.orphans`)
"""
