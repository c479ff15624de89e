"""Blocks of 3x3 cells as numbers, and the neighbourhoods of rules within them.

The nine cells of a block, in reading order, are the binary digits of its number:

    256 128  64        NW N NE
     32  16   8        W  .  E
      4   2   1        SW S SE

A neighbourhood is the set of cells that a rule depends on, written as a block too. Von
Neumann's leaves out the corners. Hexagons are squares whose rows are shifted by half a
cell each: of the corners, only two on one diagonal still touch, and as in Golly these are
NW and SE.

    >>> [picture(hood) for hood in (MOORE, HEXAGONAL, VON_NEUMANN)]
    ['OOO/OOO/OOO', 'OO./OOO/.OO', '.O./OOO/.O.']
    >>> neighbours(448), neighbours(448, HEXAGONAL), neighbours(448, VON_NEUMANN)
    (3, 2, 1)

Turning the plane turns blocks into blocks. What was in the north-east is in the
north-west after a quarter turn counterclockwise:

    >>> turned(Orientation.R90)[64]
    256
"""

from collections.abc import Iterable
from functools import cache

from lifesearch.life.orientation import Orientation

Cell = tuple[int, int]

BLOCKS = 512
CENTRE = 16
MOORE = 0b111_111_111
HEXAGONAL = 0b110_111_011
VON_NEUMANN = 0b010_111_010

OFF, ON, FIRST_GROUP = 0, 1, 2
"""Entries of a table, by block: the centre is dead or alive in the next generation, or, in a partly
unknown rule, that depends on the first group of unknown blocks.
"""

AROUND = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
"""The offsets of the nine cells of a block from its centre, in reading order."""


def alive(block: int) -> bool:
    return bool(block & CENTRE)


def neighbours(block: int, neighbourhood: int = MOORE) -> int:
    """The number of live cells around the centre, within the neighbourhood."""
    return (block & neighbourhood & ~CENTRE).bit_count()


def picture(block: int) -> str:
    """The block drawn, its rows on one line."""
    cells = f"{block:09b}".replace("0", ".").replace("1", "O")
    return "/".join(cells[row : row + 3] for row in (0, 3, 6))


@cache
def turned(g: Orientation) -> tuple[int, ...]:
    """For each block, its image when the plane is rotated or reflected."""
    images = [0] * BLOCKS
    for x, y in AROUND:
        cell, image = (bit(*place) for place in ((x, y), g.apply(x, y)))
        for block in range(BLOCKS):
            if block & cell:
                images[block] |= image
    return tuple(images)


def bit(x: int, y: int) -> int:
    """The bit of a block's number for the cell at this offset from the centre."""
    return 1 << (4 - x - 3 * y)


_SEEN_FROM = [(x, y, bit(-x, -y)) for x, y in AROUND]
"""For each (x, y) near (0, 0), the bit of (0, 0) in the block around (x, y)."""


def blocks_with(cells: Iterable[Cell], torus: tuple[int, int] | None = None) -> dict[Cell, int]:
    """The blocks that have one of these cells, by their centres, on the plane or on a torus.

    A torus is given by its width and height.
    """
    blocks: dict[Cell, int] = {}
    for x, y in cells:
        for dx, dy, bit_of_cell in _SEEN_FROM:
            centre = (x + dx, y + dy)
            if torus is not None:
                centre = (centre[0] % torus[0], centre[1] % torus[1])
            blocks[centre] = blocks.get(centre, 0) | bit_of_cell
    return blocks
