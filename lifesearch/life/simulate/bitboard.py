"""A whole generation in one integer, and the next one by a few dozen operations on it.

Write the rows of a pattern one after another, each padded with dead cells to the
same length, the stride, and read the result as one long binary number. Cell
(x, y) is then bit y * stride + x, and its neighbours are found by shifting the
number by 1 and by stride: Python's integers, which have any length, work on all
cells at once. A blinker with one dead cell around it has stride 5:

    .....
    .OOO.   ->   bits 6, 7 and 8   ->   2**6 + 2**7 + 2**8 = 448
    .....

For rules that only count neighbours, the counts are added up in binary, one
integer for the ones, one for the twos and so on; any other rule looks its blocks up
in the table.

    >>> from lifesearch.life.rules.rule import LIFE
    >>> blinker = 2**6 + 2**7 + 2**8
    >>> step_function(LIFE)(blinker, 5) == 2**2 + 2**7 + 2**12
    True

Life spreads by at most one cell a generation. So a frame with SLACK dead cells on
every side serves for SLACK generations before the cells must be framed anew, and a
pattern that flies away or grows is followed wherever it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.common.lazy_import import load_whole
from lifesearch.life.pattern import Box, Pattern, Rows, rows_of
from lifesearch.life.rules.rule import Rule

SLACK = 8
"""Generations between two framings, and dead cells on each side of the pattern after one.

With more, patterns are framed less often, and each generation has more dead cells; 8 is a choice.
"""
LARGEST = 200_000_000
"""Cells of a frame: a number of 25 megabytes, and a step has some thirty such numbers."""

Successor = Callable[[int, int], int]
"""From the bits of a generation, and their stride, to the next bits."""


class LiveRows(NamedTuple):
    """Live cells row by row: bit i of rows[j] is the cell (x + i, y + j).

    The first and last rows are not empty, and neither is the first column, so
    that equal rows mean equal patterns up to a translation.
    """

    x: int
    y: int
    rows: Rows

    @classmethod
    def of(cls, pattern: Pattern) -> LiveRows:
        box = pattern.box
        left, top, width, height = box
        if (width + 2 * SLACK) * (height + 2 * SLACK) > LARGEST:
            raise InputError(
                f"a pattern of {width} x {height} cells is too large to simulate: "
                f"at most {LARGEST:,} cells fit"
            )
        return cls(left, top, rows_of(pattern, box))

    @classmethod
    def trim(cls, x: int, y: int, rows: list[int]) -> LiveRows:
        """Leave out the empty rows and columns around the live cells."""
        top, end = 0, len(rows)
        while top < end and not rows[top]:
            top += 1
        while top < end and not rows[end - 1]:
            end -= 1
        rows = rows[top:end]
        together = 0
        for row in rows:
            together |= row
        left = (together & -together).bit_length() - 1 if together else 0
        return cls(x + left, y + top, tuple(row >> left for row in rows))

    @property
    def box(self) -> Box:
        """The smallest box around all cells."""
        width = max((row.bit_length() for row in self.rows), default=0)
        return Box(self.x, self.y, width, len(self.rows))

    def pattern(self) -> Pattern:
        cells = []
        for y, row in enumerate(self.rows, self.y):
            left = row
            while left:
                lowest = left & -left
                cells.append((self.x + lowest.bit_length() - 1, y))
                left ^= lowest
        return Pattern.of(cells)


class BitBoard(NamedTuple):
    """Rows in a frame: bit i + j * stride is the cell (x + i, y + j)."""

    x: int
    y: int
    stride: int
    height: int
    bits: int

    @classmethod
    def frame(cls, live: LiveRows) -> BitBoard:
        """Put SLACK dead cells, or a few more at the right, around the live ones."""
        width = max((row.bit_length() for row in live.rows), default=0)
        octets = (width + 2 * SLACK + 7) // 8
        height = len(live.rows) + 2 * SLACK
        if 8 * octets * height > LARGEST:
            raise InputError(
                f"the pattern has grown to {width} x {len(live.rows)} cells, "
                f"too large to simulate: at most {LARGEST:,} cells fit"
            )
        data = b"".join([(row << SLACK).to_bytes(octets, "little") for row in live.rows])
        bits = int.from_bytes(data, "little") << 8 * octets * SLACK
        return cls(live.x - SLACK, live.y - SLACK, 8 * octets, height, bits)

    @property
    def population(self) -> int:
        return self.bits.bit_count()

    def rows(self) -> LiveRows:
        """Take the live cells out of the frame."""
        octets = self.stride // 8
        data = self.bits.to_bytes(octets * self.height, "little")
        starts = range(0, len(data), octets)
        rows = [int.from_bytes(data[start : start + octets], "little") for start in starts]
        return LiveRows.trim(self.x, self.y, rows)


def evolve_forever(live: LiveRows, rule: Rule) -> Iterator[BitBoard]:
    """Go through generations 0, 1, 2, ... each in its frame; InputError if one is too large."""
    rule.require_plain("whole rows at once are simulated")
    following = step_function(rule.steps[0])
    while True:
        board = BitBoard.frame(live)
        for _ in range(SLACK):
            yield board
            board = board._replace(bits=following(board.bits, board.stride))
        live = board.rows()


def step_function(rule: Rule) -> Successor:
    """Return the function from the bits of a generation, and their stride, to the next bits.

    No cell on the rim of the frame may be alive. The rule must be plain (with B0 and S8, live and
    dead are exchanged); the states of a rule with more than two are ignored.
    """
    (rule,) = rule.steps
    if rule.births is None or rule.survivals is None:
        return _by_table(rule.table)
    return _by_counting(rule.births, rule.survivals)


def _by_counting(births: frozenset[int], survivals: frozenset[int]) -> Successor:
    """Add up the neighbours of all cells in binary and select the counts that give life.

    beside, three    how many of west and east live; and these with the cell itself
    above, below     `three` of the row above, and of the row below
    ..1, ..2, ..4    the digits of such a number that count one, two and four cells
    ones to eights   the digits of the number of live neighbours
    """

    def following(bits: int, stride: int) -> int:
        west, east = bits << 1, bits >> 1
        beside1, beside2 = west ^ east, west & east
        three1, three2 = beside1 ^ bits, beside2 | beside1 & bits
        above1, above2 = three1 << stride, three2 << stride
        below1, below2 = three1 >> stride, three2 >> stride

        odd = above1 ^ below1
        ones, carry = odd ^ beside1, above1 & below1 | odd & beside1
        outer, inner = above2 ^ below2, beside2 ^ carry
        outer4, inner4, both4 = above2 & below2, beside2 & carry, outer & inner
        twos, fours, eights = outer ^ inner, outer4 ^ inner4 | both4, outer4 & inner4

        born = kept = 0
        any_count = ones | twos | fours  # 1 to 7 neighbours: eight have only the digit eight
        for count in births | survivals:
            if count == 8:
                chosen = eights
            elif count == 0:  # for survival only: the rule has no B0
                chosen = bits & ~(any_count | eights)
            else:
                chosen = any_count
                for digit, plane in enumerate((ones, twos, fours)):
                    with_digit = chosen & plane
                    chosen = with_digit if count >> digit & 1 else chosen ^ with_digit
            if count in births and count in survivals:
                born |= chosen
            elif count in births:
                born |= chosen & ~bits
            else:
                kept |= chosen
        return born | kept & bits

    return following


def _by_table(table: bytes) -> Successor:
    """Write down the block around every cell as a number from 0 to 511 and look it up."""
    load_whole("numpy")
    import numpy as np

    entries = np.frombuffer(table, np.uint8)

    def following(bits: int, stride: int) -> int:
        size = (bits.bit_length() + stride) // 8 + 1
        cells = np.unpackbits(
            np.frombuffer(bits.to_bytes(size, "little"), np.uint8), bitorder="little"
        )
        framed = np.pad(cells, stride + 1)
        threes = framed[:-2] << 2 | framed[1:-1] << 1 | framed[2:]
        above, middle, below = (threes[row:][: len(cells)] for row in (0, stride, 2 * stride))
        blocks = above.astype(np.uint16) << 6 | middle << 3 | below
        alive = np.packbits(entries.take(blocks), bitorder="little")
        return int.from_bytes(alive.tobytes(), "little")

    return following
