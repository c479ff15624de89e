"""Hensel's letters: which neighbours, where their number does not say enough.

A rule that treats all directions alike may still distinguish three neighbours in a row from
three in a corner. Alan Hensel gave a letter to each arrangement of n neighbours, up to rotation
and reflection. The pictures below are his alphabet for up to four neighbours; 5 to 7 are 3 to 1
with live and dead exchanged.

In a rule, letters after a number are the arrangements that count, and letters after a
minus sign those that do not. A number alone means all of them.

    >>> from lifesearch.life.rules.neighbourhood import picture
    >>> sorted(picture(around) for around in read_arrangements("2i"))
    ['.../O.O/...', '.O./.../.O.']
    >>> read_arrangements("3-ai8") == read_arrangements("3cejknqry8")
    True

The shortest form is written, as in Golly, with letters in alphabetical order: of the n arrangements
of a number up to (n + 1) / 2 are listed; if the rule has more, the others follow a minus sign.

    >>> write_arrangements(read_arrangements("2nkcie"))
    '2-a'
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from lifesearch.common.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.neighbourhood import BLOCKS, CENTRE, neighbours, turned

Arrangement = frozenset[int]
"""All images of one picture of neighbours under the symmetries of the square, as blocks whose
centre is dead.
"""

_ALPHABET = {
    1: """
    c   e
    O.. .O.
    ... ...
    ... ...
    """,
    2: """
    a   c   e   i   k   n
    OO. O.O .O. .O. .O. O..
    ... ... O.. ... ... ...
    ... ... ... .O. O.. ..O
    """,
    3: """
    a   c   e   i   j   k   n   q   r   y
    OO. O.O .O. OOO .OO .O. OO. OO. .OO .O.
    O.. ... O.O ... O.. O.. ... ... ... ...
    ... O.. ... ... ... ..O O.. ..O .O. O.O
    """,
    4: """
    a   c   e   i   j   k   n   q   r   t   w   y   z
    OO. O.O .O. OO. .OO OO. OOO OO. OO. OOO OO. OO. OO.
    O.. ... O.O ... O.. ..O ... O.. O.. ... ..O ... ...
    O.. O.O .O. OO. .O. O.. O.. ..O .O. .O. ..O O.O .OO
    """,
}
_ITEM = re.compile(r"([0-9])(-?)([^0-9]*)")


@cache
def arrangements(number: int) -> dict[str, Arrangement]:
    """The letters of a number of neighbours; 0 and 8 have one arrangement, without a letter."""
    if number in (0, 8):
        return {"": frozenset({0 if number == 0 else BLOCKS - 1 - CENTRE})}
    if number > 4:
        inverse = BLOCKS - 1 - CENTRE
        mirrored = arrangements(8 - number).items()
        return {letter: frozenset(inverse ^ a for a in around) for letter, around in mirrored}
    letters, *rows = (line.split() for line in _ALPHABET[number].split("\n")[1:-1])
    drawn = ["".join(cells) for cells in zip(*rows, strict=True)]
    blocks = [int(cells.replace(".", "0").replace("O", "1"), 2) for cells in drawn]
    return {
        letter: frozenset(turned(g)[block] for g in Orientation)
        for letter, block in zip(letters, blocks, strict=True)
    }


def read_arrangements(text: str) -> frozenset[int]:
    """The blocks, without their centre, that the births or survivals of a rule name."""
    found: set[int] = set()
    seen: dict[str, str] = {}
    for number, minus, letters in _ITEM.findall(text):
        # 2-a2c could mean what either part allows, or what both do.
        if number in seen and "-" in (minus, seen[number]):
            raise InputError(f"has {number} twice, with a minus sign: write it once")
        seen[number] = minus
        for letter in chosen_letters(number, minus, letters):
            found |= arrangements(int(number))[letter]
    return frozenset(found)


def chosen_letters(number: str, minus: str, letters: str) -> set[str]:
    """The arrangements that a number means with these letters, or with all but these.

    >>> sorted(chosen_letters("2", "-", "acek"))
    ['i', 'n']
    """
    if number == "9":
        raise InputError("asks for 9 neighbours, but a cell has 0 to 8")
    known = arrangements(int(number))
    if stranger := next((letter for letter in letters if letter not in known), None):
        choice = f"has the letters {' '.join(known)}" if "" not in known else "has no letters"
        raise InputError(f"has {stranger!r} after {number}, but {number} {choice}")
    if minus and not letters:
        raise InputError(f"has a minus sign after {number}, but no letters after that")
    chosen = set(letters) if letters else set(known)
    return set(known) - chosen if minus else chosen


def write_arrangements(found: Collection[int]) -> str | None:
    """The numbers and letters that mean these blocks; None if there are none that do."""
    text = ""
    for number in range(9):
        wanted = {around for around in found if neighbours(around) == number}
        known = arrangements(number)
        letters = [letter for letter, around in known.items() if around <= wanted]
        if sum(len(known[letter]) for letter in letters) != len(wanted):
            return None
        if not wanted:
            continue
        text += str(number)
        if len(letters) == len(known):
            continue
        if 2 * len(letters) <= len(known) + 1:
            text += "".join(letters)
        else:
            text += "-" + "".join(letter for letter in known if letter not in letters)
    return text
