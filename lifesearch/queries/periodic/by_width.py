"""Many boxes at once: a strip that has no pattern, of whatever length, settles all its boxes.

Boxes that grow have all widths and all heights. If row tables find nothing at all in a strip, there
is nothing in a box that fits into it: one that is as wide or narrower, and lies in its middle if
patterns are mirrored. Of what stays where it is, a box may be turned first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from time import process_time
from typing import Any

from lifesearch.compiled import installed
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.queries.answer import Answer
from lifesearch.queries.periodic.by_rows import (
    MEMORY,
    ROWS_AT_ONCE,
    TURN,
    proves,
    rough_cost,
    turned_strip,
)
from lifesearch.queries.periodic.question import BOUNDS, PeriodicQuestion
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.problem import WIDEST
from lifesearch.solving.enumerate import Exhausted, GaveUp, Report
from lifesearch.solving.parts import Part, Size

CONFLICTS_A_SECOND = 20_000
"""Time is shared by conflicts, as if there were so many of them."""
LONGEST = 1000.0
"""Seconds for a strip, by a rough estimate; wider ones are left to SAT."""
AFTER = 1_000
"""Conflicts before the first strip: small boxes are done sooner than row tables are loaded."""
AHEAD = CONFLICTS_A_SECOND
"""Then strips are searched before boxes: narrow ones take a moment, and settle hundreds of them."""


def strip_of_width(query: PeriodicQuestion, width: int, *, turned: bool = False) -> Strip:
    """The strip of boxes that grow; InputError if row tables prove nothing about it."""
    if not query.smallest_first:
        raise InputError("row tables settle boxes that grow in both directions")
    conditions = replace(query.constraints, objective=None)
    unbounded: dict[str, Any] = dict.fromkeys(BOUNDS)
    boxed = replace(query, box=(width, width), constraints=conditions, **unbounded)
    if not proves(boxed):
        raise InputError("that a strip has no pattern would prove nothing about boxes here")
    return replace(turned_strip(boxed, turned=turned), max_length=None)


def no_widths(query: PeriodicQuestion) -> str:
    """Why there are no strips that settle boxes; empty if there are."""
    if not installed():
        return "row tables need numba, which is not installed"
    try:
        strip_of_width(query, 2 if query.symmetry.width == "even" else 3)
    except InputError as error:
        return str(error)
    return ""


def widths(query: PeriodicQuestion) -> Iterator[Part]:
    """The strips, narrowest first, that do not take too long."""
    for width in range(1, min(query.max_area or 2 * WIDEST, 2 * WIDEST) + 1):
        try:
            strip = strip_of_width(query, width)
        except InputError:
            continue
        if rough_cost(strip) < LONGEST:
            yield Part((width, 0))


def settles(query: PeriodicQuestion, width: int, size: Size) -> bool:
    """Whether a box has nothing, if there is nothing in a strip of this width."""
    both_sides, centred = _shape(query, width)
    sides = size if both_sides else size[:1]
    return any(side <= width and not (centred and (width - side) % 2) for side in sides)


@lru_cache(maxsize=64)
def _shape(query: PeriodicQuestion, width: int) -> tuple[bool, bool]:
    """Whether boxes may be turned to fit into a strip, and whether they lie in its middle."""
    strip = strip_of_width(query, width)
    same = False
    if not query.motion.travels and TURN in query.rule.symmetries:
        with suppress(InputError):
            same = strip == strip_of_width(query, width, turned=True)
    centred = strip.mirror is not Mirror.NONE or strip.motion.orientation is Orientation.FLIP_X
    return same, centred


def by_width(query: PeriodicQuestion, width: int) -> Iterator[Report[Answer]]:
    """Prove that a strip has nothing; if it has something, boxes must be searched for it."""
    from lifesearch.rows.search import RowSearch

    search = RowSearch(strip_of_width(query, width).table_problem(), MEMORY)
    began = process_time()
    while not search.finished:
        if search.advance(ROWS_AT_ONCE):
            yield GaveUp("there is a pattern in the strip")
            return
        if search.out_of_memory:
            yield GaveUp("row tables need more memory")
            return
        yield int((process_time() - began) * CONFLICTS_A_SECOND)
    yield Exhausted(int((process_time() - began) * CONFLICTS_A_SECOND))
