"""apgcodes: the names by which soup searchers and the Catagolue know an object.

A code such as `xq4_153` says what the object does (`xs` and its cells for a still life,
`xp` and its period for an oscillator, `xq` and its period for a spaceship) and then draws
it, by Allan Wechsler's method: cut the picture into strips of five rows. In a strip, a column
of five cells is one of 32 letters, 0 to 9 and a to v, the topmost cell being 1, then 2, 4, 8
and 16. Of the glider

    .O.     the first column has its third cell alive, which is 4, the second column its
    ..O     first and third, 1 + 4 = 5, and the third column its second and third,
    OOO     2 + 4 = 6: together 456.

A `z` ends a strip and begins the next. `0` is an empty column, `w` two, `x` three, and `y`
with one more of the 36 letters 0 to z is 4 to 39 of them; empty columns at the end of a
strip are left out.

    >>> wechsler(Pattern.parse(".O.\\n..O\\nOOO"))
    '456'
    >>> print(decode("xq4_153").picture())
    OOO
    ..O
    .O.

The same object can be drawn in eight orientations and in each of its phases. The code is
the shortest of all these texts and, among the shortest, the first in the order of the
alphabet (digits before letters), so that an object has one code however it was found.

    >>> blinker = Pattern.parse("OOO"), Pattern.parse("O\\nO\\nO")
    >>> [wechsler(phase) for phase in blinker], apgcode(blinker)
    (['111', '7'], 'xp2_7')

Only phases of at most 40 x 40 cells are compared, as in apgsearch, if there are any. An object
whose phases are all larger has no code there; here it has one by the same rules, in which a run of
more than 39 empty columns is written as several. The code does not contain the rule, which must be
known besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_CODED_AREA
from lifesearch.common.text import visible_line
from lifesearch.life.pattern import Cell, Pattern

EMPTY = "xs0_0"
LARGEST_SIDE = 40
"""Cells a side of the phases that apgsearch compares."""
LONGEST = 200_000
"""The most letters of a code that is read: those on Catagolue are far shorter."""

_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BY_COLUMN = _LETTERS.encode().ljust(256)
"""The letter of a column of cells, for `bytes.translate`."""
_STRIP = 5
_LONGEST_RUN = 39  # empty columns in one `yz`
_EMPTY_COLUMNS = re.compile("00+")
_CODE = re.compile(r"x([spq])([0-9]{1,9})_([0-9a-z]+)")


def apgcode(phases: Iterable[Pattern], *, moving: bool = False) -> str:
    """The code of an object from all its phases; `moving` if it recurs at another place.

    InputError if a phase is too large (LARGEST_CODED_AREA).
    """
    cycle = tuple(phases)
    if not all(cycle):
        return EMPTY
    small = [p for p in cycle if max(p.box.width, p.box.height) <= LARGEST_SIDE]
    texts = (text for phase in small or cycle for text in _texts(phase))
    best = min(texts, key=lambda text: (len(text), text))
    if moving:
        return f"xq{len(cycle)}_{best}"
    return f"xs{cycle[0].population}_{best}" if len(cycle) == 1 else f"xp{len(cycle)}_{best}"


def wechsler(pattern: Pattern) -> str:
    """The text that draws a pattern in the orientation that it has."""
    return next(_texts(pattern))


def is_apgcode(text: str) -> bool:
    """Whether a word looks like the code of an object.

    >>> is_apgcode("xs4_33"), is_apgcode("glider.rle"), is_apgcode("yl144_1_16_afb5f3db909e6054")
    (True, False, False)
    """
    return bool(_CODE.fullmatch(text.strip().lower()))


def decode(code: str) -> Pattern:
    """Read a code: the phase that it draws, its corner at (0, 0)."""
    cleaned = code.strip().lower()
    shown = visible_line(cleaned if len(cleaned) <= 30 else f"{cleaned[:20]}...")
    parts = _CODE.fullmatch(cleaned)
    if not parts:
        raise InputError(f"'{shown}' is not an apgcode: write one such as xs4_33, xp2_7 or xq4_153")
    if len(cleaned) > LONGEST:
        raise InputError(f"the apgcode '{shown}' is too long: at most {LONGEST:,} letters")
    prefix, number, picture = parts.groups()
    pattern = Pattern.of(_cells(picture, shown))
    if prefix == "s" and int(number) != pattern.population:
        raise InputError(
            f"the apgcode '{shown}' says {int(number):,} cells but draws {pattern.population:,}"
        )
    return pattern


def _texts(pattern: Pattern) -> Iterator[str]:
    """The texts of the eight orientations, the pattern as it stands first."""
    x, y, width, height = pattern.box
    # Strips have all columns, empty ones included: memory grows with the area.
    if width * height > LARGEST_CODED_AREA:
        raise InputError(
            f"a pattern of {width:,} x {height:,} cells is too large for an apgcode: "
            f"at most {LARGEST_CODED_AREA:,} cells fit"
        )
    upright = [(cx - x, cy - y) for cx, cy in pattern.cells]
    turned = [(v, u) for u, v in upright]
    for cells, across, down in ((upright, width, height), (turned, height, width)):
        for downwards in (True, False):
            strips = [bytearray(across) for _ in range(-(-down // _STRIP))]
            for u, v in cells:
                row = v if downwards else down - 1 - v
                strips[row // _STRIP][u] |= 1 << row % _STRIP
            words = [strip.translate(_BY_COLUMN).decode() for strip in strips]
            yield "z".join(map(_shortened, words))
            yield "z".join(_shortened(word[::-1]) for word in words)


def _shortened(strip: str) -> str:
    return _EMPTY_COLUMNS.sub(_run, strip.rstrip("0"))


def _run(zeros: re.Match[str]) -> str:
    full, rest = divmod(len(zeros[0]), _LONGEST_RUN)
    last = ("", "0", "w", "x")[rest] if rest < 4 else f"y{_LETTERS[rest - 4]}"
    return full * "yz" + last


def _cells(picture: str, shown: str) -> Iterator[Cell]:
    x = y = 0
    letters = iter(picture)
    for letter in letters:
        if letter == "z":
            x, y = 0, y + _STRIP
        elif letter in "wx":
            x += 2 if letter == "w" else 3
        elif letter == "y":
            run = next(letters, None)
            if run is None:
                raise InputError(
                    f"the apgcode '{shown}' ends after a y: a letter 0 to z is missing"
                )
            x += 4 + _LETTERS.index(run)
        else:
            column = int(letter, 32)
            yield from ((x, y + row) for row in range(_STRIP) if column >> row & 1)
            x += 1
