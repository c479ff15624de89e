"""Codes for objects of several states, in place of apgcodes, which are for live and dead alone.

How the Catagolue writes objects with dying cells is not described anywhere. The code here begins
as an apgcode does, `xp` and the period for an oscillator or `xq` and the period for a spaceship,
and then has the RLE of the object with Golly's letters, up to the `!` that ends it:

    >>> state_code([Pattern.parse_states("AA\\nBB")], moving=True)
    'xq1_2A$2B!'

It is the shortest of all phases and orientations and, among the shortest, the first in the order
of ASCII. Objects in which nothing is ever dying, as still lifes, have their apgcode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from lifesearch.life.apgcode import EMPTY, apgcode, is_apgcode
from lifesearch.life.pattern import Pattern
from lifesearch.life.state_letters import DEAD, letter_of

_CODE = re.compile(r"x[pq][1-9][0-9]{0,8}_[0-9A-Xp-y.$]+!")


def object_code(phases: Iterable[Pattern], *, moving: bool = False) -> str:
    """The code of an object: its apgcode, or the one of this module if cells of it are dying."""
    cycle = tuple(phases)
    if any(phase.dying for phase in cycle):
        return state_code(cycle, moving=moving)
    return apgcode(cycle, moving=moving)


def state_code(phases: Iterable[Pattern], *, moving: bool = False) -> str:
    """The code of an object of several states, given all its phases.

    They are drawn cell by cell: callers have none that are too large (`identify` tests the area).
    """
    cycle = tuple(phases)
    if not all(cycle):
        return EMPTY
    texts = (text for phase in cycle for text in _texts(phase))
    best = min(texts, key=lambda text: (len(text), text))
    return f"x{'q' if moving else 'p'}{len(cycle)}_{best}!"


def is_object_code(text: str) -> bool:
    """Whether a word looks like a code of either kind.

    >>> is_object_code("xq1_2A$2B!"), is_object_code("xs4_33"), is_object_code("2A$2B!")
    (True, True, False)
    """
    return is_apgcode(text) or bool(_CODE.fullmatch(text))


def code_label(code: str | None) -> str:
    """The label of a code: "apgcode", or "code" for a code of another kind."""
    return "apgcode" if code is None or is_apgcode(code) else "code"


def _texts(pattern: Pattern) -> Iterator[str]:
    for turned in pattern.orientations():
        states, (left, top, width, height) = turned.states, turned.box
        rows = []
        for y in range(top, top + height):
            line = [letter_of(states.get((x, y), 0)) for x in range(left, left + width)]
            while line[-1:] == [DEAD]:
                line.pop()
            rows.append("".join(map(_run, (list(same) for _, same in groupby(line)))))
        yield re.sub(r"\$\$+", lambda ends: f"{len(ends[0])}$", "$".join(rows))


def _run(same: list[str]) -> str:
    return f"{len(same) if len(same) > 1 else ''}{same[0]}"
