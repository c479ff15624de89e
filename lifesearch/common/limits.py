"""How large a query, a pattern, a file or a picture may be.

Where no other reason is given, more would take too much memory or time.
"""

LARGEST_VOLUME = 200_000
"""Cells in all generations of a box: with about 200 clauses each, a few gigabytes."""

LARGEST_AREA = 1_000_000
"""Cells of the largest box among boxes that grow: no search will come that far."""

MOST_SEARCHED_STATES = 64
"""States of a rule in searches: each but the first two may be one more variable a cell."""

LONGEST_PERIOD = 1000
"""Generations: far beyond what a solver decides, and still quick to simulate."""

LARGEST_COUNT = 10**9
"""Cells in a bound: more than any box has, so it stands for no bound at all."""

LARGEST_TILE = 10_000
"""Cells of a background's tile, which is simulated and repeated around the box."""

LONGEST_BACKGROUND = 100
"""Generations in which a background must recur."""

FARTHEST = 10**12
"""The largest coordinate: beyond those in any file, and sums of several do not overflow."""

WIDEST_STRIP = 100
"""Columns of a strip: the states of a wider one do not fit in memory."""

LONGEST_STRIP = 1000
"""Rows of a ship in a strip whose length is bounded."""

USUAL_LOOK_AHEAD = 4
"""Layers to look ahead in a strip by SAT: of 2 to 8, 4 took the fewest CPU seconds, within 2 %.

Measured in strips 6 to 8 wide, for c/3, c/4 and c/5: 2 took up to seven times as many, 8 up to
three times. Row tables look 3 layers ahead (`certificate.TABLES_LOOK_AHEAD`).
"""

FARTHEST_LOOK_AHEAD = 50
"""Layers to look ahead in a strip: each is a copy of all its clauses."""

MOST_WANTED = 10**15
"""Answers, soups and seeds: reading a number of any length would take for ever.

For seeds it is a choice: soups could have more, up to 2^64 - 1. As it is below 2^53, JavaScript has
all these numbers exactly.
"""

MOST_VALUES = 100_000
"""Values of one option, such as periods: an iterator that is given in Python may have no end."""

LEAST_MEMORY = 64 * 2**20
"""Bytes for row tables: less does not hold the tables of a strip that is worth a search."""

MOST_JOBS = 256
"""Solvers at once: each is a process, and few machines have more cores; a choice."""

MOST_CLUSTER_JOBS = 100_000
"""Solvers at once on a cluster: more than anybody has cores."""

MOST_SPLITTING_CELLS = 12
"""Cells whose states split a box into cubes: 4,096 cubes, four for each of 1,024 workers."""

EVERY_CORE = 1_000_000
"""This number of jobs stands for all cores of the cluster, whose number may change."""

MOST_PRINTED_CELLS = 2_000_000
"""Cells of all generations that `show` prints: more would fill a terminal for minutes."""

MOST_PLAYED_CELLS = 100_000
"""Live cells of a pattern that is played: the next generation must be computed in time."""

MOST_SVG_CELLS = 200_000
"""Live cells of an SVG picture: each is an element, and browsers become slow."""

MOST_READ_CELLS = 2_000_000
"""Live cells of a file: as sets of pairs they take some hundred megabytes."""

MOST_GIVEN_CELLS = 1_000_000
"""Cells of the grids of a completion: more than any box that is searched has."""

MOST_SIMULATED_CELLS = 2_000_000
"""Cells that have live neighbours, in a generation that is simulated cell by cell."""

MOST_SETTLED_CELLS = 2500
"""Live cells of a pattern that is followed until it settles."""

LARGEST_TORUS = 100_000_000
"""Cells of a torus in Python: a step takes about six bytes for each of them."""

MOST_IDENTIFIED_CELLS = 200_000
"""Live cells of all phases together, for which pieces and activity are computed."""

LARGEST_FILM = 4_000_000
"""Cells of a box whose film is drawn."""

LARGEST_SCALE = 200
"""Pixels for the side of a cell: a screen is not wider than twenty such cells."""

MOST_FRAMES = 10_000
"""Generations that are shown: a terminal's scrollback has no more lines."""

MOST_FOLLOWED_GENERATIONS = 1_000_000
"""Generations for which `identify` follows a pattern: small ones settle far sooner."""

MOST_SIMULATED_GENERATIONS = 10**7
"""Generations that Python simulates: a history has all of them in memory."""

LARGEST_PATTERN_FILE = 20_000_000
"""Bytes of a file with patterns, which is read as a whole."""

MOST_PATTERNS = 100_000
"""Patterns that are read at once: all of them are kept in memory."""

LARGEST_SESSION = 2_000_000_000
"""Bytes of a session: it is read as a whole."""

LARGEST_DRAWN_FILE = 3_000_000
"""Bytes of a file, or a text, that the studio draws."""

WIDEST_DRAWING = 500
"""Cells a side of a drawing: browsers become slow."""

LONGEST_DRAWING = 520_000
"""Letters of a drawing: more cells than any box that is searched has, and read in seconds."""

MOST_DRAWN_GENERATIONS = 64
"""Generations of a drawing: each is a grid on the page."""

LONGEST_FIELD = 2_000
"""Letters in a field of the studio: no option takes as many."""

LARGEST_SENT_PROOF = 2_000_000_000
"""Bytes of a proof that the studio sends: it is compressed in memory."""

MOST_STUDIO_RUNS = 16
"""Searches that the studio runs at once: each has processes of its own."""

MOST_STUDIO_SEARCHES = 1_000
"""Searches that the studio lists: all of them are on one page."""

MOST_PIXELS = 50_000_000
"""Pixels of a picture, in all its frames: these are in memory at once."""

LARGEST_GALLERY_AREA = 1_000_000
"""Cells of the box of a pattern in a gallery, which is drawn as a whole."""

LONGEST_NAME = 80
"""Letters of a name in the catalogue: a line of a terminal."""

LARGEST_CODED_AREA = 4_000_000
"""Cells of the box of an apgcode, which is written as a whole."""

LONGEST_PIECE = 100
"""Generations within which a piece to exclude must recur."""

WIDEST_TORUS = 9
"""Cells in a row of a torus, in all generations, whose patterns are counted.

A state of the count is two rows, so one more cell makes four times as many choices of the first two
rows, and four times as many states for each.
"""
