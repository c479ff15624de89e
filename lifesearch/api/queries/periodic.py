"""From options to queries for patterns that come back: in a box, in boxes that grow, in a strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from lifesearch import require
from lifesearch.api import values
from lifesearch.api.queries.conditions import (
    Options,
    for_periodic,
    get,
    mask,
    refuse_pieces,
)
from lifesearch.api.queries.strip import BOXES_ONLY, as_box, in_box, shifted, strip
from lifesearch.errors import InputError, OptionError
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.velocity import Velocity
from lifesearch.limits import LARGEST_AREA, LONGEST_PERIOD, LONGEST_STRIP
from lifesearch.queries.periodic import Periodic

if TYPE_CHECKING:  # what most searches do not need
    from lifesearch.queries.completion.query import Completion
    from lifesearch.queries.strips.query import Strip


Query: TypeAlias = "Periodic | Completion | Strip"


def oscillator(period: values.Whole, options: Options) -> Query:
    """A pattern of this period."""
    generations = values.whole(period, "the period", 1, LONGEST_PERIOD)
    turn = values.transform(get(options, "transform"))
    if generations == 1 and turn is Orientation.IDENTITY:
        raise InputError("a pattern of period 1 is a still life: ask for a StillLife")
    return _in_place(Motion(generations, turn), options)


def still_life(options: Options) -> Query:
    """A pattern that stays as it is."""
    return _in_place(Motion(1), options)


def _in_place(motion: Motion, options: Options) -> Query:
    options = as_box(options)
    if (in_strip := strip(motion, options)) is not None:
        return in_strip
    motion, options = in_box(motion, options)
    if options.get("cylinder") is not None:
        return on_cylinder(motion, options)
    return (
        periodic(motion, options)
        if options.get("background") is None
        else _in_agar(motion, options)
    )


def _in_agar(motion: Motion, options: Options) -> Completion:
    """A pattern that comes back in a box, with an agar around it."""
    size = values.box(options.get("box"))
    if size is None or any(options.get(name) for name in ("torus", "mask", "max_area")):
        raise OptionError("<background> needs <box WxH>, and no <torus>, <mask> or <max_area>")
    refuse_pieces(options, "on a background")
    _, partial = values.rules(get(options, "rule"))
    if partial:
        raise InputError(f"on a background all of the rule must be known, not {partial}")
    require.box(size, motion.period)
    from lifesearch.api.queries.given_cells import with_known_cells

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
    names = ("any_period", "with_empty", "torus", "raw")
    flags: dict[str, Any] = {name: values.flag(get(options, name), name) for name in names}
    around = options.get("cylinder")
    return Periodic(
        motion,
        size,
        values.symmetry(get(options, "symmetry")),
        rule,
        mask=allowed,
        max_area=None if area is None else values.whole(area, "max_area", 1, LARGEST_AREA),
        constraints=for_periodic(options, motion, partial or rule),
        rules=partial,
        width=options.get("longer_boxes"),
        cylinder=None if around is None else values.cylinder(around),
        **flags,
    )


def spaceship(velocity: str | Velocity, options: Options) -> Query:
    """A ship in a box, or in a strip if a width is given.

    In an agar it may be faster than on the empty plane: what is around it lives. On a cylinder it
    may be, too: there it is a wave, without the ends from which the bound on finite patterns comes.
    """
    speed = values.velocity(velocity)
    rule, partial = values.rules(get(options, "rule"))
    if options.get("background") is None and options.get("cylinder") is None:
        speed.require_possible(partial or rule)
    turn = values.transform(get(options, "transform"))
    motion = Motion(speed.period, turn, -speed.left, -speed.up)
    return _in_place(motion, options)


def on_cylinder(motion: Motion, options: Options) -> Periodic:
    """A pattern that comes back in a box whose sides are joined.

    On a shifted cylinder without a greatest length boxes grow: it is sought in as few rows as can
    be.
    """
    cylinder, size = values.cylinder(options["cylinder"]), values.box(options.get("box"))
    longest, grows = options.get("max_length"), False
    if shifted(options):
        grows = longest is None
        if longest is not None:
            size = cylinder.circumference, values.whole(longest, "max_length", 1, LONGEST_STRIP)
    for name in BOXES_ONLY if grows else ():
        if options.get(name):
            raise OptionError(f"<{name}> needs <box WxH>, or <max_length N>")
    if not grows and (size is None or size[0] != cylinder.circumference):
        raise OptionError(
            "the sides of <box WxH> are joined, so it is as wide as it is around the <cylinder W>"
        )
    for name in ("torus", "mask", "max_area", "background"):
        if options.get(name):
            raise OptionError(f"<{name}> does not go with <cylinder>: leave one of them out")
    refuse_pieces(options, "on a cylinder")
    return periodic(
        motion,
        {**options, "box": size, "longer_boxes": cylinder.circumference if grows else None},
    )
