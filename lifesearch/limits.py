"""How large a query, a pattern, a file or a picture may be, with the reason for each number."""

LARGEST_VOLUME = 200_000
"""Cells in all generations of a box: with about 200 clauses each, a few gigabytes."""

LARGEST_AREA = 1_000_000
"""Cells of the largest box among boxes that grow; nobody will see the end of that."""

MOST_SEARCHED_STATES = 64
"""States of a rule in searches: each but the first two may be one more variable a cell."""

LONGEST_PERIOD = 1000
"""Generations: far beyond what a solver decides, and still quick to simulate."""

LARGEST_COUNT = 10**9
"""Cells in a bound: more than any box has, so it stands for no bound at all."""

LARGEST_TILE = 10_000
"""Cells of a background's tile, which is simulated and laid around the box."""

LONGEST_BACKGROUND = 100
"""Generations in which a background must be back."""

FARTHEST = 10**12
"""Coordinates: larger than any file has them, and nothing overflows."""

WIDEST_STRIP = 100
"""Columns of a strip: the states of a wider one do not fit in memory."""

LONGEST_STRIP = 1000
"""Rows of a ship in a strip whose length is bounded."""

FARTHEST_LOOK = 50
"""Layers to look ahead in a strip: each is a copy of all its clauses."""

LARGEST_SOUP = 100
"""Cells a side of a soup: it may spread on a board of 256."""

MOST_WANTED = 10**15
"""Answers: to read a number of any length would take for ever."""

LEAST_MEMORY = 64 * 2**20
"""Bytes for row tables: less does not hold the tables of a strip that is worth a search."""

MOST_JOBS = 256
"""Solvers at once: each is a process, and a machine has no more cores than that."""

MOST_CLUSTER_JOBS = 100_000
"""Solvers at once on a cluster: more than anybody has cores."""

EVERY_CORE = 1_000_000
"""So many jobs on a cluster are as many as it has cores, at any time."""

MOST_PRINTED_CELLS = 2_000_000
"""Cells of all generations that `show` prints: more would fill a terminal for minutes."""

MOST_PLAYED_CELLS = 100_000
"""Live cells of what is played: the next generation must be there in time."""

MOST_SVG_CELLS = 200_000
"""Live cells of an SVG picture: each is an element, and browsers become slow."""

MOST_READ_CELLS = 2_000_000
"""Live cells of a file: as sets of pairs they take some hundred megabytes."""

MOST_GIVEN_CELLS = 1_000_000
"""Cells of the grids of a completion: more than any box that is searched has."""

MOST_SIMULATED_CELLS = 2_000_000
"""Cells with live neighbours, of a generation that is simulated one by one."""

MOST_SETTLED_CELLS = 2500
"""Live cells of what is taken apart to see what it settles into."""

MOST_IDENTIFIED_CELLS = 200_000
"""Live cells of all phases together, of which pieces and activity are found out."""

LARGEST_FILM = 4_000_000
"""Cells of a box that is followed to draw a film of it."""
