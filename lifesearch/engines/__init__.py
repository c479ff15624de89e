"""Engines: the search algorithms, without processes, files and terminals.

One folder for each; it says in its `__init__` what it does and what its modules are. `sat` has the
clauses over cells of spacetime, and the solvers that are asked; `compiled` has what makes machine
code of functions over arrays, at installation.
"""
