"""From options to queries about strips, and what a strip's symmetries are called in boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesearch.api import values
from lifesearch.api.queries.conditions import Options, called, cells, for_periodic, get
from lifesearch.errors import OptionError
from lifesearch.life.motion import Motion
from lifesearch.limits import FARTHEST_LOOK, LONGEST_STRIP, WIDEST_STRIP

if TYPE_CHECKING:  # what most searches do not need
    from lifesearch.queries.strips.query import Strip

BOXES_ONLY = ("box", "mask", "max_area", "torus", "background", "any_period", "with_empty", "raw")


def strip(motion: Motion, options: Options) -> Strip | None:
    """The query about a strip; None if no width is given, and no cylinder without a box."""
    if shifted(options):
        return None
    options, wraps = _around(options)
    if options.get("width") is None:
        return None
    from lifesearch.queries.strips.names import folds_named, mirror_named, motion_named
    from lifesearch.queries.strips.query import Strip

    for name in BOXES_ONLY:
        if options.get(name):
            raise OptionError(f"<{name}> is for boxes, not for a search row by row")
    rule, partial = values.rules(get(options, "rule"))
    if partial:  # of strips with two sides `as_box` has made boxes
        raise OptionError("on a <cylinder> all of the <rule> must be known, not {}", partial)
    width = values.whole(options["width"], "the width", 1, WIDEST_STRIP)
    longest = options.get("max_length")
    symmetry = str(get(options, "symmetry"))
    halved = motion_named(motion, symmetry)
    query = Strip(
        width,
        halved,
        mirror_named(symmetry, width, halved),
        rule,
        values.whole(get(options, "look_ahead"), "look_ahead", 1, FARTHEST_LOOK),
        max_length=(
            None if longest is None else values.whole(longest, "max_length", 1, LONGEST_STRIP)
        ),
        constraints=for_periodic(options, halved, rule),
        folds=folds_named(symmetry, width),
        wraps=wraps,
    )
    front = options.get("front")
    if front is None:
        return query
    return query.beginning_with(cells(front, "front"), called(front, "the front"))


def _around(options: Options) -> tuple[Options, bool]:
    """The options of a strip whose width a cylinder may tell, and whether it does."""
    if options.get("cylinder") is None or options.get("box") is not None:
        return options, False
    if options.get("width") is not None:
        raise OptionError("<cylinder> says how wide the strip is: leave out <width>")
    return {**options, "width": values.cylinder(options["cylinder"]).circumference}, True


def shifted(options: Options) -> bool:
    """Whether this is about a shifted cylinder of any length, on which rows do not come back."""
    if options.get("cylinder") is None or options.get("box") is not None:
        return False
    for name in ("width", "look_ahead", "front"):
        if values.cylinder(options["cylinder"]).shift and options.get(name) is not None:
            raise OptionError(f"<{name}> is for searches row by row, not for a shifted cylinder")
    return bool(values.cylinder(options["cylinder"]).shift)


def as_box(options: Options) -> Options:
    """The options of a strip in an unknown rule as those of a box: rows have no states then.

    Without a greatest length the width stays, for boxes that grow longer.
    """
    _, partial = values.rules(get(options, "rule"))
    if partial is None or options.get("width") is None:
        return options
    for name in ("look_ahead", "front", "cylinder", *BOXES_ONLY):
        if options.get(name):
            raise OptionError(f"<{name}> needs to know all of the rule, not {{}}", partial)
    width = values.whole(options["width"], "the width", 1, WIDEST_STRIP)
    if options.get("max_length") is None:
        return {**options, "width": None, "longer_boxes": width}
    length = values.whole(options["max_length"], "max_length", 1, LONGEST_STRIP)
    return {**options, "width": None, "max_length": None, "box": (width, length)}


def of_any_width(options: Options) -> tuple[Options, str]:
    """The options without a symmetry of strips, if neither width nor box is given, and its name."""
    name = str(get(options, "symmetry")).lower()
    bounded = any(options.get(given) for given in ("width", "cylinder", *BOXES_ONLY))
    if bounded or name not in ("even", "odd", "gutter", "glide"):
        return options, ""
    return {**options, "symmetry": "C1"}, name


def in_box(motion: Motion, options: Options) -> tuple[Motion, Options]:
    """The motion and the options of a search in boxes, where a strip's names are known, too."""
    symmetry = str(get(options, "symmetry"))
    if symmetry == "C1":
        return motion, options
    from lifesearch.queries.strips.names import LIFEWIKI, motion_named

    name = symmetry.lower()
    if name == "gutter":
        raise OptionError("symmetry gutter is for searches row by row: give <width W>")
    named = {**options, "symmetry": LIFEWIKI.get(name, get(options, "symmetry"))}
    return motion_named(motion, symmetry), named
