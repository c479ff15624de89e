"""From options to queries for patterns that recur: in a box, in boxes that grow, in a strip.

`doors.request` calls the function that a command in `kind.py` names (`Command.asks`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LONGEST_PERIOD, USUAL_LOOK_AHEAD, WIDEST_STRIP
from lifesearch.core.options import readers
from lifesearch.core.options.names import STRIP_SYMMETRIES
from lifesearch.core.options.option import GROWING_BOXES
from lifesearch.core.options.patterns import called, cells
from lifesearch.core.options.shared import SHARED
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.conditions import for_periodic, mask, refuse_pieces
from lifesearch.running.option_table import Options
from lifesearch.running.request import Preferences, Request

if TYPE_CHECKING:  # what most searches do not need
    from lifesearch.life.velocity import Velocity
    from lifesearch.questions.completion.question import Completion
    from lifesearch.questions.strips.question import Strip

Query: TypeAlias = "Periodic | Completion | Strip"

# Keys of options: for boxes that grow, for boxes of any sort, and for searches row by row.
GROWING_ONLY = tuple(option.key for option in SHARED if option.only_in == GROWING_BOXES)
BOXES_ONLY = tuple(option.key for option in SHARED if option.only_in)
ROWS_ONLY = ("max_length", "look_ahead", "front", "partials")


def request_for_still_lifes(_: None, options: Options) -> Request:
    """The request of `still-life`."""
    _check_rows(options, ships=False)
    return Request(still_life(options), options)


def request_for_oscillators(period: readers.Whole, options: Options) -> Request:
    """The request of `oscillator`."""
    _check_rows(options, ships=False)
    composite, options = _composite_preference(options)
    return Request(
        oscillator(period, options), options, Preferences(_strategies(options), composite)
    )


def request_for_spaceships(velocity: str | Velocity, options: Options) -> Request:
    """The request of `spaceship`; with a box and row by row, for a strip as wide as the box."""
    _check_rows(options, ships=True)
    composite, options = _composite_preference(options)
    plain, symmetry = without_strip_symmetry(_as_wide_as_the_box(options))
    preferred = Preferences(_strategies(options), composite, symmetry)
    return Request(spaceship(velocity, plain), options, preferred)


def _composite_preference(options: Options) -> tuple[bool, Options]:
    """Whether composites count, and the options without <composite>.

    With <attach> it is a condition (`for_periodic`), so it stays in the options.
    """
    if options.attach is not None:
        return False, options
    return options.composite, options.but(composite=False)


def _strategies(options: Options) -> tuple[str, ...]:
    return () if options.only is None else (options.only,)


def oscillator(period: readers.Whole, options: Options) -> Query:
    generations = readers.whole(period, "the period", 1, LONGEST_PERIOD)
    if generations == 1 and options.transform is Orientation.IDENTITY:
        raise InputError("a pattern of period 1 is a still life: ask for still lifes")
    return _recurring(Motion(generations, options.transform), options)


def still_life(options: Options) -> Query:
    return _recurring(Motion(1), options)


def spaceship(velocity: str | Velocity, options: Options) -> Query:
    """A ship in a box, or in a strip if a width is given.

    In an agar it may be faster than on the empty plane, since its surroundings live. On a cylinder
    it may be, too: the speed limit is proved for finite patterns, and a wave all the way around is
    infinite.
    """
    speed = readers.velocity(velocity)
    # `left` and `up` of a velocity are positive where the x and y of a motion become less.
    if options.background is None and options.cylinder is None:
        speed.require_possible(options.rule)
    return _recurring(Motion(speed.period, options.transform, -speed.left, -speed.up), options)


def _recurring(motion: Motion, options: Options) -> Query:
    """The query in a strip, on a cylinder, in an agar or in boxes, as the options say."""
    options, growing_width = _as_box(options)
    if (in_strip := _strip(motion, options)) is not None:
        return in_strip
    if str(options.symmetry) != "C1":  # strips know the names that are translated here
        from lifesearch.questions.strips.names import in_box

        motion, name = in_box(motion, str(options.symmetry))
        options = options.but(symmetry=name or options.symmetry)
    if options.cylinder is not None:
        return on_cylinder(motion, options)
    if options.background is not None:
        return _in_agar(motion, options)
    return in_boxes(motion, options, growing_width)


def in_boxes(motion: Motion, options: Options, growing_width: int | None = None) -> Periodic:
    """A pattern that recurs in a box, or in boxes that grow: of `growing_width`, only in length."""
    size, allowed = options.box, mask(options.mask)
    if allowed is not None:
        if size is not None:
            raise OptionError("<mask> already defines the box: leave out <box>")
        size = (allowed.box.width, allowed.box.height)
    if size is not None and (name := options.any_of(*GROWING_ONLY)):
        given = "<box>" if allowed is None else "<mask>"
        raise OptionError(f"<{name}> is for boxes that grow: leave out {given}")
    if options.torus and (size is None or allowed is not None):
        raise OptionError("a torus needs its size: give <box WxH> (and no <mask>)")
    rule, partial = readers.rules(options.rule)
    made = {
        "motion": motion,
        "box": size,
        "symmetry": readers.symmetry(options.symmetry),
        "rule": rule,
        "mask": allowed,
        "constraints": for_periodic(options, motion, options.rule),
        "rules": partial,
        "width": growing_width,
    }
    return Periodic(**(options.values_for(Periodic) | made))


def _in_agar(motion: Motion, options: Options) -> Completion:
    """A pattern that recurs in a box, with an agar around it."""
    size = options.box
    name = options.any_of("torus", "mask", *GROWING_ONLY)
    if size is None or name:
        raise OptionError("<background> needs <box WxH>" + (f", and no <{name}>" if name else ""))
    refuse_pieces(options, "on a background")
    _, partial = readers.rules(options.rule)
    if partial:
        raise InputError(f"a background needs a completely known rule, not {partial}")
    require.box(size, motion.period)  # before a grid of that size is made
    from lifesearch.life.known_cells import KnownCells
    from lifesearch.questions.completion.asking import with_known_cells

    return with_known_cells(KnownCells.unknown(*size), motion, options)


def on_cylinder(motion: Motion, options: Options) -> Periodic:
    """A pattern that recurs in a box whose sides are joined.

    On a shifted cylinder without a greatest length boxes grow: it is searched for in as few rows as
    can be.
    """
    around, size, grows = options.cylinder.circumference, options.box, False
    if _shifted(options):
        grows = options.max_length is None
        size = None if grows else (around, options.max_length)
    if grows and (name := options.any_of(*BOXES_ONLY)):
        raise OptionError(f"<{name}> needs <box WxH>, or <max_length N>")
    if not grows and (size is None or size[0] != around):
        raise OptionError(
            "the sides of <box WxH> are joined: its width must be that of <cylinder W>"
        )
    if name := options.any_of("torus", "mask", "background", *GROWING_ONLY):
        raise OptionError(f"<{name}> does not go with <cylinder>: leave one of them out")
    refuse_pieces(options, "on a cylinder")
    return in_boxes(motion, options.but(box=size), around if grows else None)


def _strip(motion: Motion, options: Options) -> Strip | None:
    """The query about a strip; None if none is asked for.

    Its width is <width> or, without a box, the circumference of <cylinder>. If neither is given, or
    the cylinder is shifted, boxes are searched.
    """
    if _shifted(options):
        return None
    options, wraps = _around(options)
    width = options.width
    if width is None:
        return None
    from lifesearch.questions.strips.names import folds_named, mirror_named, motion_named
    from lifesearch.questions.strips.question import Strip

    if name := options.any_of(*BOXES_ONLY):
        raise OptionError(f"<{name}> is for boxes, not for a search row by row")
    rule, partial = readers.rules(options.rule)
    # Only a cylinder is left here: `_as_box` made a box of a strip with <width>.
    if partial:
        raise OptionError("a <cylinder> needs a completely known <rule>, not {}", partial)
    symmetry = str(options.symmetry)
    halved = motion_named(motion, symmetry)
    query = Strip(
        width,
        halved,
        mirror_named(symmetry, width, halved),
        rule,
        options.look_ahead or USUAL_LOOK_AHEAD,
        max_length=options.max_length,
        constraints=for_periodic(options, halved, rule),
        folds=folds_named(symmetry, width),
        wraps=wraps,
    )
    front = options.front
    if front is None:
        return query
    return query.beginning_with(cells(front, "front"), called(front, "the front"))


def _around(options: Options) -> tuple[Options, bool]:
    """The options of a strip whose width a cylinder may give, and whether it does."""
    if options.cylinder is None or options.box is not None:
        return options, False
    if options.width is not None:
        raise OptionError("<cylinder> says how wide the strip is: leave out <width>")
    around = readers.whole(options.cylinder.circumference, "the width", 1, WIDEST_STRIP)
    return options.but(width=around), True


def _shifted(options: Options) -> bool:
    """Whether a shifted cylinder is given without a box.

    Once around it, a row continues in another row, so options of searches row by row are refused.
    """
    if options.cylinder is None or options.box is not None or not options.cylinder.shift:
        return False
    if name := options.any_of("width", "look_ahead", "front"):
        raise OptionError(f"<{name}> is for searches row by row, not for a shifted cylinder")
    return True


def _as_box(options: Options) -> tuple[Options, int | None]:
    """A strip in a partly unknown rule as a box, since row states need a known rule.

    Other options are unchanged. Without <max_length> boxes grow in length: the number is their
    width.
    """
    _, partial = readers.rules(options.rule)
    width, length = options.width, options.max_length
    if partial is None or width is None:
        return options, None
    if name := options.any_of("look_ahead", "front", "cylinder", *BOXES_ONLY):
        raise OptionError(f"<{name}> needs a completely known rule, not {{}}", partial)
    if length is None:
        return options.but(width=None), width
    return options.but(width=None, max_length=None, box=(width, length)), None


def without_strip_symmetry(options: Options) -> tuple[Options, str]:
    """The options with C1 in place of a strip's symmetry, and its name, in a search without bounds.

    With a width, a cylinder or an option of boxes, the options as they are, and "".
    """
    name = str(options.symmetry).lower()
    bounded = options.any_of("width", "cylinder", *BOXES_ONLY)
    if bounded or name == "none" or name not in STRIP_SYMMETRIES:
        return options, ""
    return options.but(symmetry="C1"), name


def _check_rows(options: Options, *, ships: bool) -> None:
    """Refuse options of boxes and of strips that contradict each other or the engine."""
    width, box, engine = options.width, options.box, options.engine
    on_cylinder_given = options.cylinder is not None
    if width is not None and box is not None:
        raise OptionError("<width> is for strips, <box> for boxes: give one of them")
    if engine == "box" and width is not None:
        raise OptionError("<engine> box needs <box WxH>, not <width>")
    # In a box, tables list oscillators and still lifes; ships are searched row by row, in a strip
    # as wide as the box.
    by_rows = engine == "rows" or (engine == "tables" and (box is None or ships))
    if on_cylinder_given and by_rows and box is not None:
        raise OptionError("<box> is searched by SAT: leave it out, or else <engine>")
    if engine in ("tables", "box") and options.look_ahead is not None:
        raise OptionError("<look_ahead> is for SAT, row by row: leave out <engine> {}", engine)
    if width is not None or by_rows or (on_cylinder_given and box is None):
        return
    if name := options.any_of(*ROWS_ONLY):
        instead = "" if box is None else " instead of <box>"
        raise OptionError(f"<{name}> is for strips of one width: give <width W>{instead}")


def _as_wide_as_the_box(options: Options) -> Options:
    """The options of a strip, whose width a box may give if it is searched row by row."""
    size, by_rows = options.box, options.engine in ("rows", "tables")
    if size is None or not by_rows:
        return options
    if size[0] > WIDEST_STRIP:
        raise OptionError("row by row a <box> is at most {} wide, not {:,}", WIDEST_STRIP, size[0])
    return options.but(width=size[0], box=None)
