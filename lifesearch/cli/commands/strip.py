"""From the options of `lifesearch spaceship` to a query about a strip."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesearch.cli.search_options import (
    CountOptions,
    MotionOptions,
    RegionOptions,
)
from lifesearch.cli.strip_options import StripOptions
from lifesearch.errors import InputError
from lifesearch.limits import WIDEST_STRIP
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.pattern import Pattern
    from lifesearch.life.velocity import Velocity
    from lifesearch.queries.strips.query import Strip

BY_OTHER_NAMES = {"none": "C1", "even": "D2_+2", "odd": "D2_+1", "gutter": "D2_+1", "glide": "C1"}


def is_strip(place: RegionOptions, along: StripOptions) -> bool:
    """Whether the search is to go row by row."""
    if along.width is not None and place.box is not None:
        raise InputError("--width is for strips, --box for boxes: give one of them")
    if along.engine == "box" and along.width is not None:
        raise InputError("--engine box needs --box WxH, not --width")
    by_rows = along.engine in ("rows", "tables")
    if by_rows and along.width is None and place.box is None:
        raise InputError(f"--engine {along.engine} needs --width W: how wide may the ship be?")
    if along.engine == "tables" and along.look_ahead is not None:
        raise InputError("--look-ahead is for SAT, row by row: leave out --engine tables")
    rows = along.width is not None or by_rows
    only = {
        "--max-length": along.max_length,
        "--look-ahead": along.look_ahead,
        "--from": along.front,
        "--partials": along.partials,
    }
    for name, value in only.items():
        if value not in (None, False) and not rows:
            instead = "" if place.box is None else " instead of --box"
            raise InputError(f"{name} is for strips of one width: give --width W{instead}")
    return rows


def moving(
    speed: Velocity, place: RegionOptions, back: MotionOptions
) -> tuple[Motion, RegionOptions]:
    """How the ship moves, and its symmetry by LifeWiki's name."""
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.orientation import Orientation

    turn = back.transform
    motion = Motion(speed.period, turn, -speed.left, -speed.up)
    name = place.symmetry.lower()
    if name == "glide":
        if turn is not Orientation.IDENTITY:
            raise InputError("glide is a transform of its own: leave out --transform")
        if speed.left or speed.up % 2 or speed.period % 2:
            raise InputError(
                "a glide-symmetric ship is its mirror image after half its period, when it is "
                f"half way up: 2c/4 can be one, {speed} cannot"
            )
        motion = Motion(speed.period // 2, Orientation.FLIP_X, 0, -speed.up // 2)
    return motion, replace(place, symmetry=BY_OTHER_NAMES.get(name, place.symmetry))


def strip(
    motion: Motion,
    place: RegionOptions,
    back: MotionOptions,
    along: StripOptions,
    asking: CountOptions,
    symmetry: str,
) -> Strip:
    """Make the query; `symmetry` is the name that was given."""
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.queries.strips.query import Strip
    from lifesearch.rows.problem import Mirror

    wrong = {
        "--torus": place.torus,
        "--mask": place.mask,
        "--max-area": place.max_area,
        "--any-period": back.any_period,
        "--raw": asking.raw,
    }
    for name, given in wrong.items():
        if given:
            raise InputError(f"{name} is for boxes, not for a search row by row")
    if along.width is not None:
        width = along.width
    else:
        width = (place.box or (0, 0))[0]
        if width > WIDEST_STRIP:
            raise InputError(f"row by row a --box is at most {WIDEST_STRIP} wide, not {width:,}")
    try:
        kind = Symmetry.parse(place.symmetry)
    except InputError:
        meant = suggestion(symmetry, tuple(BY_OTHER_NAMES))
        raise InputError(f"there is no symmetry '{symmetry[:20]}' of a strip; {meant}") from None
    mirrors = {
        "C1": Mirror.NONE,
        "D2|": Mirror.MIRRORED,
        "D2_+1": Mirror.MIRRORED,
        "D2_+2": Mirror.MIRRORED,
    }
    if kind.name not in mirrors:
        raise InputError(
            "a ship that travels up can have symmetry none, even, odd, gutter or glide, "
            f"not {symmetry}"
        )
    if missing := kind.fits(width, 0):
        raise InputError(f"symmetry {symmetry} needs {missing}; the strip is {width} wide")
    query = Strip(
        width,
        motion,
        Mirror.GUTTER if symmetry.lower() == "gutter" else mirrors[kind.name],
        place.rule[0],
        along.look_ahead or 4,
        max_length=along.max_length,
    )
    return replace(query, front=_front(along.front, query))


def _front(path: str | None, query: Strip) -> Pattern | None:
    """Read the first rows; they are in the middle of the strip unless the file says where."""
    if path is None:
        return None
    from lifesearch.formats.detect import read_path
    from lifesearch.life.orientation import Orientation
    from lifesearch.rows.problem import Mirror

    pattern = read_path(path).pattern
    if not pattern:
        raise InputError(f"{path} has no live cell: there is nothing to begin with")
    box = pattern.box
    if box.width > query.width:
        raise InputError(f"{path} is {box.width} wide, wider than the strip of {query.width}")
    told = 0 < box.x <= query.width - box.width
    left = box.x if told else (query.width - box.width) // 2
    placed = pattern.normal().translate(left, 0)
    if query.mirror is not Mirror.NONE:
        mirrored = placed.transform(Orientation.FLIP_X).translate(query.width - 1, 0)
        if mirrored != placed:
            raise InputError(f"{path} is not its own mirror image in a strip {query.width} wide")
    return placed
