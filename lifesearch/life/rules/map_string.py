"""MAP strings: a rule's whole table in base64, as in Golly.

A rule need not treat all directions alike. Then only its table describes it: the next state of the
centre for each of the 512 blocks of 3x3 cells. A block is the number whose binary digits are its
cells in reading order. The table's bits are in the order of these numbers, six to a character: 512
bits make 86 characters. A rule that reads fewer cells has a smaller table over these cells: 128
bits (22 characters) for the hexagonal neighbourhood, 32 (6 characters) for von Neumann's.

    >>> len(read_map("Hmlphg"))
    512
    >>> write_map(read_map("Hmlphg"))
    'MAPHmlphg'
"""

from base64 import b64decode, b64encode

from lifesearch.common.errors import InputError
from lifesearch.life.rules.neighbourhood import BLOCKS, HEXAGONAL, MOORE, VON_NEUMANN

_NEIGHBOURHOODS = {6: VON_NEUMANN, 22: HEXAGONAL, 86: MOORE}
"""By the length of the MAP string: the cells that the rule reads, as bits of a block.

The shortest is first: `write_map` takes the first that fits.
"""
_DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


def read_map(text: str) -> bytes:
    """The table (512 states, by block) of a MAP string, given without the letters MAP."""
    digits = text.rstrip("=")
    if unknown := next((letter for letter in digits if letter not in _DIGITS), None):
        raise InputError(f"has {unknown!r}, which is not a character of base64: A-Z a-z 0-9 + /")
    neighbourhood = _NEIGHBOURHOODS.get(len(digits))
    if neighbourhood is None:
        raise InputError(
            f"has {len(digits):,} characters after MAP, but 86, 22 (hexagons) or 6 "
            "(von Neumann) are right"
        )
    data = b64decode(digits + "==")  # 6, 22 and 86 characters all lack two of a multiple of four
    bits = [byte >> place & 1 for byte in data for place in range(7, -1, -1)]
    return bytes(bits[_index(block, neighbourhood)] for block in range(BLOCKS))


def write_map(table: bytes) -> str:
    """The shortest MAP string of a table: that of the smallest neighbourhood that decides it."""
    for neighbourhood in _NEIGHBOURHOODS.values():
        if all(table[block] == table[block & neighbourhood] for block in range(BLOCKS)):
            small = {_index(block, neighbourhood): table[block] for block in range(BLOCKS)}
            bits = int("".join(str(small[index]) for index in range(len(small))), 2)
            return "MAP" + b64encode(bits.to_bytes(len(small) // 8, "big")).decode().rstrip("=")
    raise AssertionError("every table is one of the Moore neighbourhood")


def _index(block: int, neighbourhood: int) -> int:
    """The place of a block in the smaller table: the bits of the neighbourhood's cells alone."""
    index = 0
    for place in range(8, -1, -1):
        if neighbourhood >> place & 1:
            index = 2 * index + (block >> place & 1)
    return index
