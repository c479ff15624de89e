"""MAP strings: a rule's whole table in base64, as in Golly.

A rule need not treat all directions alike. Then nothing but its table describes it: one bit
for each block, in the order of their numbers, six to a character. 512 bits make 86
characters. A rule on a smaller neighbourhood has a smaller table, 128 bits (22 characters)
for hexagons and 32 (6 characters) for von Neumann's, over the cells that it looks at, in
reading order.

    >>> len(read_map("Hmlphg"))
    512
    >>> write_map(read_map("Hmlphg"))
    'MAPHmlphg'
"""

from base64 import b64decode, b64encode

from lifesearch.errors import InputError
from lifesearch.life.rules.neighbourhood import BLOCKS, HEXAGONAL, MOORE, VON_NEUMANN

_LENGTHS = {6: VON_NEUMANN, 22: HEXAGONAL, 86: MOORE}
_DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


def read_map(text: str) -> bytes:
    """The table of a MAP string, given without its first three letters."""
    digits = text.rstrip("=")
    if stranger := next((letter for letter in digits if letter not in _DIGITS), None):
        raise InputError(f"has {stranger!r}, which is not a character of base64: A-Z a-z 0-9 + /")
    hood = _LENGTHS.get(len(digits))
    if hood is None:
        raise InputError(
            f"has {len(digits):,} characters after MAP, but 86, 22 (hexagons) or 6 "
            "(von Neumann) are right"
        )
    data = b64decode(digits + "==")
    bits = [byte >> place & 1 for byte in data for place in range(7, -1, -1)]
    return bytes(bits[_index(block, hood)] for block in range(BLOCKS))


def write_map(table: bytes) -> str:
    for hood in _LENGTHS.values():
        if all(table[block] == table[block & hood] for block in range(BLOCKS)):
            own = {_index(block, hood): table[block] for block in range(BLOCKS)}
            bits = int("".join(str(own[index]) for index in range(len(own))), 2)
            return "MAP" + b64encode(bits.to_bytes(len(own) // 8, "big")).decode().rstrip("=")
    raise AssertionError("every table is one of the Moore neighbourhood")


def _index(block: int, hood: int) -> int:
    """The number of a block when only the cells of a neighbourhood are numbered."""
    index = 0
    for place in range(8, -1, -1):
        if hood >> place & 1:
            index = 2 * index + (block >> place & 1)
    return index
