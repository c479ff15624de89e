"""From options to queries for ships of any length: a strip, searched row by row."""

from __future__ import annotations

from dataclasses import replace

from lifesearch.api import values
from lifesearch.api.options import PatternOrFile
from lifesearch.api.queries.conditions import Options, cells, conditions, get, refuse_pieces
from lifesearch.encoding.motion import Motion
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.limits import FARTHEST_LOOK, LONGEST_STRIP, WIDEST_STRIP
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.problem import Mirror

MIRRORS = {
    "C1": Mirror.NONE,
    "D2|": Mirror.MIRRORED,
    "D2_+1": Mirror.MIRRORED,
    "D2_+2": Mirror.MIRRORED,
}


def strip(motion: Motion, called: str, options: Options) -> Strip:
    """A strip of some width; its symmetry was `called` like this."""
    for name in ("box", "mask", "max_area", "any_period", "raw"):
        if options.get(name):
            raise InputError(f"{name} is for boxes, not for a search row by row")
    refuse_pieces(options, "row by row")
    if conditions(options):
        raise InputError("row by row nothing can be said about populations, pieces or cells")
    width = values.whole(options["width"], "the width", 1, WIDEST_STRIP)
    kind = values.symmetry(options["symmetry"])
    if kind.name not in MIRRORS:
        raise InputError(
            "a ship that travels up can have symmetry none, even, odd, gutter or glide, "
            f"not {called}",
            "symmetry",
        )
    if missing := kind.fits(width, 0):
        raise InputError(f"symmetry {called} needs {missing}; the strip is {width} wide")
    longest = options.get("max_length")
    query = Strip(
        width,
        motion,
        Mirror.GUTTER if called == "gutter" else MIRRORS[kind.name],
        values.rule(get(options, "rule")),
        values.whole(get(options, "look_ahead"), "look_ahead", 1, FARTHEST_LOOK),
        max_length=(
            None if longest is None else values.whole(longest, "max_length", 1, LONGEST_STRIP)
        ),
    )
    front = options.get("front")
    return query if front is None else replace(query, front=_front(front, query))


def _front(value: PatternOrFile, query: Strip) -> Cells:
    """The rows; in the middle of the strip, unless the pattern says in which columns."""
    pattern = cells(value, "front")
    box = pattern.box
    if not pattern:
        raise InputError("the front has no live cell: there is nothing to begin with")
    if box.width > query.width:
        raise InputError(f"the front is {box.width} wide, wider than the strip of {query.width}")
    told = 0 < box.x <= query.width - box.width
    left = box.x if told else (query.width - box.width) // 2
    placed = pattern.normal().translate(left, 0)
    if query.mirror is not Mirror.NONE:
        mirrored = placed.transform(Orientation.FLIP_X).translate(query.width - 1, 0)
        if mirrored != placed:
            raise InputError(f"the front is not its own mirror image in a strip {query.width} wide")
    return placed
