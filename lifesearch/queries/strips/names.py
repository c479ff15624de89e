"""The symmetries of a strip by the names that people give them: none, even, odd, gutter, glide.

LifeWiki's names for mirrors are understood as well. A glide is no symmetry of one generation but
a motion: after half the period the pattern is its own mirror image.
"""

from __future__ import annotations

from lifesearch.encoding.motion import Motion
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.simulate.evolve import velocity
from lifesearch.life.symmetry import Symmetry
from lifesearch.rows.problem import Mirror
from lifesearch.text import suggestion

LIFEWIKI = {"none": "C1", "even": "D2_+2", "odd": "D2_+1", "gutter": "D2_+1", "glide": "C1"}
"""The names of a strip's symmetries, and what LifeWiki calls them."""

_MIRRORS = {
    "C1": Mirror.NONE,
    "D2|": Mirror.MIRRORED,
    "D2_+1": Mirror.MIRRORED,
    "D2_+2": Mirror.MIRRORED,
}


def motion_named(motion: Motion, symmetry: str) -> Motion:
    """The motion with this symmetry: of a glide, the half after which all is mirrored."""
    if symmetry.lower() != "glide":
        return motion
    if motion.orientation is not Orientation.IDENTITY:
        raise InputError("glide is a transform of its own: leave out the transform", "transform")
    if motion.dx or motion.dy % 2 or motion.period % 2:
        if not motion.travels:
            raise InputError(
                "a glide-symmetric oscillator is its mirror image after half its period: the "
                f"period must be even, not {motion.period}"
            )
        speed = velocity(motion.dx, motion.dy, motion.period)
        raise InputError(
            "a glide-symmetric ship is its mirror image after half its period, when it is "
            f"half way up: 2c/4 can be one, {speed} cannot"
        )
    return Motion(motion.period // 2, Orientation.FLIP_X, 0, motion.dy // 2)


def mirror_named(symmetry: str, width: int, motion: Motion) -> Mirror:
    """The mirror of a strip with this symmetry; what a strip cannot have is refused."""
    try:
        kind = Symmetry.parse(LIFEWIKI.get(symmetry.lower(), symmetry))
    except InputError:
        meant = suggestion(symmetry, tuple(LIFEWIKI))
        raise InputError(f"there is no symmetry '{symmetry[:20]}' of a strip; {meant}") from None
    if kind.name not in _MIRRORS:
        what = "a ship that travels up" if motion.travels else "a pattern in a strip"
        instead = "" if motion.travels else "; for others give a box instead of a width"
        raise InputError(
            f"{what} can have symmetry none, even, odd, gutter or glide, not {symmetry}{instead}",
            "symmetry",
        )
    if missing := kind.fits(width, 0):
        raise InputError(f"symmetry {symmetry} needs {missing}; the strip is {width} wide")
    return Mirror.GUTTER if symmetry.lower() == "gutter" else _MIRRORS[kind.name]
