"""From options to queries for patterns that come back: in a box, in boxes that grow, in a strip."""

from __future__ import annotations

from dataclasses import replace

from lifesearch import require
from lifesearch.api import values
from lifesearch.api.options import PatternOrFile
from lifesearch.api.queries.conditions import (
    Options,
    cells,
    conditions,
    for_periodic,
    get,
    mask,
    refuse_pieces,
)
from lifesearch.api.queries.given_cells import with_known_cells
from lifesearch.encoding.motion import Motion
from lifesearch.errors import InputError, OptionError
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.velocity import Velocity
from lifesearch.limits import (
    FARTHEST_LOOK,
    LARGEST_AREA,
    LONGEST_PERIOD,
    LONGEST_STRIP,
    WIDEST_STRIP,
)
from lifesearch.queries.completion.query import Completion
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.problem import Mirror

STRIP_SYMMETRIES = {
    "none": "C1",
    "even": "D2_+2",
    "odd": "D2_+1",
    "gutter": "D2_+1",
    "glide": "C1",
}
MIRRORS = {
    "C1": Mirror.NONE,
    "D2|": Mirror.MIRRORED,
    "D2_+1": Mirror.MIRRORED,
    "D2_+2": Mirror.MIRRORED,
}


def oscillator(period: values.Whole, options: Options) -> Periodic | Completion:
    """A pattern of this period."""
    generations = values.whole(period, "the period", 1, LONGEST_PERIOD)
    turn = values.transform(get(options, "transform"))
    if generations == 1 and turn is Orientation.IDENTITY:
        raise InputError("a pattern of period 1 is a still life: ask for a StillLife")
    return _in_place(Motion(generations, turn), options)


def still_life(options: Options) -> Periodic | Completion:
    """A pattern that stays as it is."""
    return _in_place(Motion(1), options)


def _in_place(motion: Motion, options: Options) -> Periodic | Completion:
    if options.get("background") is None:
        return periodic(motion, options)
    size = values.box(options.get("box"))
    if size is None or any(options.get(name) for name in ("torus", "mask", "max_area")):
        raise OptionError("<background> needs <box WxH>, and no <torus>, <mask> or <max_area>")
    refuse_pieces(options, "on a background")
    _, partial = values.rules(get(options, "rule"))
    if partial:
        raise InputError(f"on a background all of the rule must be known, not {partial}")
    require.box(size, motion.period)
    return with_known_cells(KnownCells.unknown(*size), motion, options)


def periodic(motion: Motion, options: Options) -> Periodic:
    """A pattern that comes back in a box, or in boxes that grow."""
    size, area = values.box(options.get("box")), options.get("max_area")
    allowed = mask(options.get("mask"))
    if allowed is not None:
        if size is not None:
            raise OptionError("<mask> is a box of its own: leave out <box>")
        size = (allowed.box.width, allowed.box.height)
    if size is not None and area is not None:
        given = "<box>" if allowed is None else "<mask>"
        raise OptionError(f"<max_area> is for boxes that grow: leave out {given}")
    if options.get("torus") and (size is None or allowed is not None):
        raise OptionError("a torus needs its size: give <box WxH> (and no <mask>)")
    rule, partial = values.rules(get(options, "rule"))
    flags = ("any_period", "with_empty", "torus", "raw")
    return Periodic(
        motion,
        size,
        values.symmetry(get(options, "symmetry")),
        rule,
        mask=allowed,
        max_area=None if area is None else values.whole(area, "max_area", 1, LARGEST_AREA),
        constraints=for_periodic(options, motion, partial or rule),
        rules=partial,
        **{name: values.flag(get(options, name), name) for name in flags},
    )


def spaceship(velocity: str | Velocity, options: Options) -> Periodic | Strip:
    """A ship in a box, or in a strip if a width is given."""
    speed = values.velocity(velocity)
    rule, partial = values.rules(get(options, "rule"))
    speed.require_possible(partial or rule)
    called = str(get(options, "symmetry")).lower()
    motion = _ship_motion(speed, called, options)
    named = {**options, "symmetry": STRIP_SYMMETRIES.get(called, get(options, "symmetry"))}
    if options.get("width") is not None:
        if partial:
            raise InputError(f"row by row all of the rule must be known, not {partial}", "rule")
        return _strip(motion, called, named)
    for name in ("max_length", "look_ahead", "front"):
        if options.get(name) is not None:
            raise InputError(f"{name} is for searches row by row: give a width")
    if called == "gutter":
        raise InputError("symmetry gutter is for searches row by row: give a width", "symmetry")
    return periodic(motion, named)


def _ship_motion(speed: Velocity, symmetry: str, options: Options) -> Motion:
    turn = values.transform(get(options, "transform"))
    if symmetry != "glide":
        return Motion(speed.period, turn, -speed.left, -speed.up)
    if turn is not Orientation.IDENTITY:
        raise InputError("glide is a transform of its own: leave out the transform", "transform")
    if speed.left or speed.up % 2 or speed.period % 2:
        raise InputError(
            "a glide-symmetric ship is its mirror image after half its period, when it is "
            f"half way up: 2c/4 can be one, {speed} cannot"
        )
    return Motion(speed.period // 2, Orientation.FLIP_X, 0, -speed.up // 2)


def _strip(motion: Motion, called: str, options: Options) -> Strip:
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
