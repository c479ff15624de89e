"""The mask that `sat-life` reads: `*` where a cell may live, `.` where it is dead.

>>> sorted(parse_mask("..*\\n*\\n"))
[(0, 1), (2, 0)]
"""

from lifesearch.errors import FormatError, InputError
from lifesearch.life.pattern import Pattern


def parse_mask(text: str) -> Pattern:
    """Read a mask as strictly as the original does; lines may differ in length."""
    lines = text.split("\n")
    if not text.strip():
        raise InputError("the mask is empty: expected lines of '*' (may live) and '.' (dead)")
    for number, line in enumerate(lines, start=1):
        if odd := line.strip("*."):
            raise FormatError(f"{odd[0]!r} in a mask: only '*' and '.' may occur", number)
    if lines[-1]:
        raise FormatError("the last line of the mask does not end with a newline", len(lines))
    return Pattern.of(
        (x, y) for y, line in enumerate(lines) for x, c in enumerate(line) if c == "*"
    )
