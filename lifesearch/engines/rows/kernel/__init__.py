"""Kernels of the row-table search, over arrays of integers.

layout     what the arrays contain
blocks     the lists of rows, made when they are first needed
lookahead  the rows that may come next
deepen     depth-first search from states without a memory of others
states     the tree of states, and the table of visited ones
expand     add one row to states, breadth first
claimed    the table of states that other searches have claimed
"""

from __future__ import annotations

from lifesearch.engines.rows.kernel.deepen import deepen
from lifesearch.engines.rows.kernel.expand import expand
from lifesearch.engines.rows.kernel.states import carry_over, keep_ancestors, revisit

__all__ = ["carry_over", "deepen", "expand", "keep_ancestors", "revisit"]
