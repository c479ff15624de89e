"""The symmetries of a strip by the names that people give them: none, even, odd, gutter, glide.

LifeWiki's names for mirrors are understood as well. A glide is no symmetry of one generation but
a motion: after half the period the pattern is its own mirror image.
"""

from __future__ import annotations

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.text import suggestion
from lifesearch.core.words import in_rule, recurring
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import velocity
from lifesearch.life.strip_symmetry import Fold, Mirror
from lifesearch.life.symmetry import ASYMMETRIC, SYMMETRIES, Symmetry

LIFEWIKI = {"none": "C1", "even": "D2_+2", "odd": "D2_+1", "gutter": "D2_+1", "glide": "C1"}
"""The names of a strip's symmetries, and what LifeWiki calls them."""

_ODD, _EVEN = 1, 2  # an odd and an even length: a symmetry fits all lengths of one parity or none


def motion_named(motion: Motion, symmetry: str) -> Motion:
    """The motion with this symmetry: for a glide, that of half a period, with a reflection."""
    if symmetry.lower() != "glide":
        return motion
    if motion.orientation is not Orientation.IDENTITY:
        raise OptionError("glide is itself a transform: leave out <transform>")
    if motion.dx or motion.dy % 2 or motion.period % 2:
        if not motion.travels:
            raise InputError(
                "a glide-symmetric oscillator is its mirror image after half its period: the "
                f"period must be even, not {motion.period}"
            )
        speed = velocity(motion.dx, motion.dy, motion.period)
        raise InputError(
            "a glide-symmetric ship is its mirror image after half its period and half the "
            f"distance: both must be even, as in 2c/4, not {speed}"
        )
    return Motion(motion.period // 2, Orientation.FLIP_X, 0, motion.dy // 2)


def in_box(motion: Motion, symmetry: str) -> tuple[Motion, str]:
    """The motion in boxes, and LifeWiki's name of a strip's symmetry.

    The name is empty if the symmetry is not one of LIFEWIKI, but has a name of LifeWiki's already.
    """
    if symmetry.lower() == "gutter":
        raise OptionError("symmetry gutter is for searches row by row: give <width W>")
    return motion_named(motion, symmetry), LIFEWIKI.get(symmetry.lower(), "")


def mirror_named(symmetry: str, width: int, motion: Motion) -> Mirror:
    """The mirror of a strip with this symmetry; what a strip cannot have is refused."""
    parsed = _parsed(symmetry)
    if motion.travels and parsed.group & {Orientation.FLIP_Y, Orientation.R180}:
        raise InputError(
            f"a ship that travels up can have symmetry none, even, odd, gutter or glide, "
            f"not {symmetry}"
        )
    if parsed.needs_square:
        raise OptionError(
            "a pattern in a strip can have symmetry none, even, odd, gutter, glide, C2, D2- or "
            "D4+, not {}; for others give <box WxH> instead of <width>",
            symmetry,
        )
    if not _lengths(parsed, width):
        # No length will do, so it is the width that does not fit, and `lacks` tests it first.
        missing = parsed.lacks(width, _ODD)
        raise InputError(f"symmetry {symmetry} needs {missing}; the strip is {width} wide")
    if symmetry.lower() == "gutter":
        return Mirror.GUTTER
    return Mirror.MIRRORED if Orientation.FLIP_X in parsed.group else Mirror.NONE


def folds_named(symmetry: str, width: int) -> tuple[Fold, ...]:
    """The top-to-bottom symmetry of a strip pattern with this symmetry; empty if it has none.

    >>> [str(fold) for fold in folds_named("C2", 5)], [*map(str, folds_named("C2_1", 5))]
    (['odd turn', 'even turn'], ['odd turn'])
    """
    parsed = _parsed(symmetry)
    turns = Orientation.FLIP_Y not in parsed.group
    if turns and Orientation.R180 not in parsed.group:
        return ()
    odd = [length == _ODD for length in _lengths(parsed, width)]
    return tuple(fold for fold in Fold if fold.turns == turns and fold.odd in odd)


def symmetry_name(width: int, mirror: Mirror, folds: tuple[Fold, ...]) -> str:
    """The name of a top-to-bottom symmetry; empty without one."""
    if not folds:
        return ""
    first, *others = folds
    name = "C2" if first.turns else "D2-" if mirror is Mirror.NONE else "D4+"
    if others:
        return name
    length, group = _ODD if first.odd else _EVEN, Symmetry.parse(name).group
    named = (s for s in SYMMETRIES if s.group == group and not s.lacks(width, length))
    return next(named).name


def _parsed(symmetry: str) -> Symmetry:
    try:
        return Symmetry.parse(LIFEWIKI.get(symmetry.lower(), symmetry))
    except InputError:
        words = "none" if symmetry.lower() in ASYMMETRIC else symmetry
        meant = suggestion(words, tuple(LIFEWIKI))
        raise InputError(f"there is no symmetry '{symmetry[:20]}' of a strip; {meant}") from None


def _lengths(symmetry: Symmetry, width: int) -> list[int]:
    """An odd and an even length, as far as a symmetry can have them."""
    return [length for length in (_ODD, _EVEN) if not symmetry.lacks(width, length)]


_MIRRORS = {
    Mirror.NONE: "",
    Mirror.MIRRORED: "mirror-symmetric ",
    Mirror.GUTTER: "gutter-symmetric ",
}


def patterns_in_words(motion: Motion, mirror: Mirror, rule: Rule, symmetry: str = "") -> str:
    """The patterns that are searched for: 'mirror-symmetric c/4 spaceship of period 4 in B36/S23'.

    A given name of a symmetry, one from top to bottom, replaces that of the mirror.
    """
    order = motion.order
    glide = "glide-symmetric " if order > 1 else ""
    whole = Motion(motion.full_period, dx=motion.dx * order, dy=motion.dy * order)
    pattern = recurring(whole, rule)
    if symmetry:
        return f"{glide}{pattern} with symmetry {symmetry}{in_rule(rule)}"
    return f"{glide}{_MIRRORS[mirror]}{pattern}{in_rule(rule)}"


def plural_kind(motion: Motion) -> str:
    """The plural name of patterns with this motion: 'ships'."""
    if motion.travels:
        return "ships"
    return "still lifes" if motion.full_period == 1 else "oscillators"
