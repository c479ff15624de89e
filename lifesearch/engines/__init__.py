"""Engines: the search algorithms, without processes, files and terminals.

Each engine has a folder, whose `__init__` says what it does and what its modules are. `sat` makes
clauses over cells of spacetime and runs solvers; `compiled` makes machine code of functions over
arrays, at installation.
"""
