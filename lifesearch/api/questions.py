"""From options to queries: a box, a strip, predecessors, completions."""

from __future__ import annotations

from dataclasses import replace
from os import fspath

from lifesearch import require
from lifesearch.api import values
from lifesearch.api.conditions import (
    Options,
    called,
    cells,
    conditions,
    for_periodic,
    get,
    mask,
    refuse_pieces,
    target,
)
from lifesearch.api.options import PatternOrFile
from lifesearch.encoding.motion import Motion
from lifesearch.errors import InputError, OptionError
from lifesearch.formats.detect import read_film, read_tile
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
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
from lifesearch.queries.predecessor import Predecessor
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
    return _completion(KnownCells.unknown(*size), motion, options)


def _completion(
    known: KnownCells, motion: Motion, options: Options, *, returns: bool = True
) -> Completion:
    path, constraints = options.get("background"), conditions(options)
    if constraints and path is not None:
        raise OptionError(
            "on a background nothing is counted: leave out bounds, <minimise> and the like"
        )
    flags = ("any_period", "with_empty", "raw")
    return Completion(
        known,
        motion,
        returns,
        values.symmetry(get(options, "symmetry")),
        values.rule(get(options, "rule")),
        EMPTY_BACKGROUND if path is None else read_tile(fspath(path)),
        constraints=constraints,
        **{name: values.flag(get(options, name), name) for name in flags},
    )


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


def predecessor(pattern: PatternOrFile, options: Options) -> tuple[Predecessor, tuple[int, int]]:
    """What became the pattern, and how far its cells were moved to be in the question's box."""
    size, pad = values.box(options.get("box")), options.get("pad")
    if size is not None and pad is not None:
        raise OptionError("<box> and <pad> both say how large the box is: give one of them")
    told, own_rule = target(pattern)
    ago = values.whole(get(options, "generations") or 1, "generations", 1, LONGEST_PERIOD)
    orphan = values.flag(get(options, "orphan"), "orphan")
    if orphan and (size or pad is not None):
        raise OptionError("<orphan> asks about any surroundings: leave out <box> and <pad>")
    rule = options.get("rule")
    chosen = own_rule or LIFE if rule is None else values.rule(rule)
    more = {"rule": chosen, "raw": values.flag(get(options, "raw"), "raw")}
    if orphan and told.region.area:
        query = Predecessor.anywhere(told, ago, **more)
    elif size is not None:
        query = Predecessor.inside(told, size, generations=ago, **more)
    elif told.box.area:
        grown = 1 if pad is None else values.whole(pad, "pad", 0, 1000)
        query = Predecessor.around(told, grown, generations=ago, **more)
    else:
        raise OptionError(
            "{} has no live cell; to ask for patterns that vanish, give <box> as well",
            called(pattern),
        )
    drawn, placed = told.region, query.target.region
    moved = (placed.x - drawn.x, placed.y - drawn.y)
    constraints = conditions(options)
    if constraints.keep is not None:  # the two are drawn over each other
        constraints = replace(constraints, keep=constraints.keep.translate(*moved))
    return replace(query, constraints=constraints), moved


def completion(grids: str, options: Options) -> Completion:
    """The rest of some generations of which a part is known."""
    if not isinstance(grids, str):
        raise InputError("grids are a text: a grid for each generation, blank lines between")
    return completion_of(read_film(grids), options)


def completion_of(known: KnownCells, options: Options) -> Completion:
    """The rest of known cells."""
    if options.get("keep") is not None:
        raise OptionError("what is to be kept can be drawn in the grids: leave out <keep>")
    motion = _returning(options)
    if motion is not None:
        return _completion(known, motion, options)
    return _completion(known, _open_ended(options, len(known.grids)), options, returns=False)


def _returning(options: Options) -> Motion | None:
    """How all is back at the end; None if it need not be."""
    moved, period = (0, 0), options.get("period")
    if period is not None:
        period = values.whole(period, "the period", 1, LONGEST_PERIOD)
    if options.get("shift") is not None:
        moved = values.shift(options["shift"])
    if options.get("velocity") is not None:
        if options.get("shift") is not None:
            raise OptionError("<velocity> and <shift> both say how far: give one of them")
        speed = values.velocity(options["velocity"])
        if period not in (None, speed.period):
            raise OptionError(
                "<velocity> {0} has period {0.period}, and <period> says {1}", speed, period
            )
        period, moved = speed.period, (-speed.left, -speed.up)
    if period is None:
        return None
    if options.get("generations") is not None:
        raise OptionError("<generations> is for what does not come back: leave it out")
    return Motion(period, values.transform(get(options, "transform")), *moved)


def _open_ended(options: Options, grids: int) -> Motion:
    """The motion of what runs for some generations, and is not back."""
    turned = values.transform(get(options, "transform")) is not Orientation.IDENTITY
    if options.get("shift") is not None or options.get("any_period") or turned:
        raise OptionError(
            "<shift>, <transform> and <any_period> tell how it is back: give <period>"
        )
    steps = grids - 1
    if options.get("generations") is not None:
        steps = values.whole(options["generations"], "generations", 1, LONGEST_PERIOD)
    if not steps:
        raise OptionError(
            "one grid is one generation, of which nothing follows: add a grid, or give "
            "<period P> or <generations N>"
        )
    if steps > LONGEST_PERIOD:
        raise InputError(f"there are {grids:,} grids: at most {LONGEST_PERIOD + 1:,} are possible")
    return Motion(steps)
