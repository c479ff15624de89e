"""Facts that nobody on this project made up, each with its source.

"OEIS" facts were read there. "computed" ones come from an independent brute-force or
dynamic program, and "checked" ones were confirmed by two other search programs.
"""

from pathlib import Path
from typing import NamedTuple

# OEIS A136278: still lifes in an n x n box, the empty one included, n = 1, 2, ...
STILL_LIFES = [1, 2, 12, 83, 417, 3928]
MORE_STILL_LIFES = [*STILL_LIFES, 127425, 4782725, 285886827]
# computed: the same for other boxes, width x height.
STILL_LIFES_OBLONG = {
    (3, 4): 28, (3, 5): 52, (3, 6): 92, (4, 5): 172, (4, 6): 366, (5, 6): 1104,
    (5, 7): 4151, (6, 7): 19043,
}  # fmt: skip
# OEIS A055397: the most cells that a still life in an n x n box can have.
DENSEST = [0, 4, 6, 8, 16, 18, 28, 36, 43, 54]
# OEIS A019473: strict still lifes with 4, 5, ... cells, up to rotation and reflection.
STRICT = {4: 2, 5: 1, 6: 5, 7: 4, 8: 9}
# OEIS A134963: patterns of n x n cells that vanish in one step, the empty one included.
VANISHING = [2, 11, 51, 860, 28156]
MORE_VANISHING = [
    *VANISHING, 1093273, 110321561, 21929490122, 6858741615699, 4400789480783375,
    5530201631127973447, 12721104195050291553064, 75225548540139768335134985,
    4080967796136376032811105207453,
]  # fmt: skip
# OEIS A136279: cycles of period 2 in an n x n box.
PERIOD_TWO_CYCLES = [0, 0, 1, 12, 43, 163]
MORE_PERIOD_TWO_CYCLES = [*PERIOD_TWO_CYCLES, 8424, 582769]

# computed: predecessors in the target's box grown by 0, 1 and 2 on every side.
PREDECESSORS = {
    "dot": ("o!", 0, 22, 1182),
    "block": ("2o$2o!", 5, 51, 5371),
    "blinker": ("3o!", 0, 85, 12517),
    "tub": ("bo$obo$bo!", 6, 74, None),
    "boat": ("2o$obo$bo!", 4, 89, None),
    "beehive": ("b2o$o2bo$b2o!", 16, 184, None),
    "glider": ("bo$2bo$3o!", 1, 79, None),
    "R-pentomino": ("b2o$2o$bo!", 0, 149, None),
    "toad": ("b3o$3o!", 0, 111, None),
    "LWSS": ("o2bo$4bo$o3bo$b4o!", 1, 1034, None),
}

# checked: (velocity or period, symmetry) -> boxes that have one, boxes that have none.
Fact = tuple[str, str, list[str], list[str]]
SHIPS: list[Fact] = [
    ("(1,1)c/4", "C1", ["3x4", "4x3"], ["3x3"]),
    ("2c/4", "C1", ["5x6"], ["5x5", "6x5", "4x6"]),
    ("c/3", "C1", ["16x5"], ["16x4"]),
    ("c/3", "D2|", ["12x13"], ["11x13"]),
]
SLOW_SHIPS: list[Fact] = [("c/3", "C1", [], ["15x5"])]
OSCILLATORS = [
    (3, "C1", ["7x7"], ["5x5"]),
    (4, "C1", ["6x6"], []),
    (3, "D8", ["10x10", "15x15"], ["8x8", "9x9"]),
    (5, "D8", ["8x8"], ["6x6", "7x7"]),
]
SLOW_OSCILLATORS = [(3, "C1", ["9x6"], ["6x6", "7x6", "8x5"]), (4, "C1", [], ["5x6"])]

# D. E. Knuth, TAOCP 7.2.2.2: it has an ancestor three steps back in its 7 x 15 grid, none four.
LIFE_WORD = """\
O...O.OOO.OOO
O...O.O...O..
O...O.OO..OO.
O...O.O...O..
OOO.O.O...OOO
"""


class Coded(NamedTuple):
    """An object by its apgcode; its heat to one decimal, where that was recorded."""

    code: str
    name: str
    heat: str = ""


# LifeWiki, apgsearch and Catagolue: the sources are in the file.
APGCODES = [
    Coded(*line.split("\t"))
    for line in (Path(__file__).parent / "data" / "apgcodes.tsv").read_text().splitlines()
    if not line.startswith("#")
]

# LifeWiki, "Volatility": oscillators without a cell that always lives, and the periods of less
# than 20 for which one is known all of whose cells need the full period.
STATORLESS = [
    "Achim's p16", "figure-8", "Kok's galaxy", "mazing", "pentadecathlon", "smiley",
    "statorless p5", "tumbler",
]  # fmt: skip
STRICTLY_VOLATILE_PERIODS = {1, 2, 3, 5, 6, 8, 13, 15, 16}
