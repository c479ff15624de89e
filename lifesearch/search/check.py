"""What makes no sense together: a symmetry, a motion, a rule, a box and conditions."""

from __future__ import annotations

from lifesearch.errors import InputError
from lifesearch.search.periodic import Periodic


def check(question: Periodic) -> None:
    """Complain about a symmetry, transform or box that does not suit the question."""
    motion, symmetry = question.motion, question.symmetry
    question.also.check(question.box, travels=motion.travels)
    if question.torus and (question.also.connected or question.also.excluded):
        raise InputError("on a torus all is one piece: leave out --connected, --exclude and --new")
    travel = (motion.dx, motion.dy)
    question.rule.require(symmetry.group, f"symmetry {symmetry.name}")
    question.rule.require([motion.orientation], f"transform {motion.orientation.symbol}")
    if question.torus and any(travel):
        raise InputError(
            "on a torus whatever travels comes back: ask for an oscillator instead of a ship"
        )
    if any(g.apply(*travel) != travel for g in symmetry.group):
        way, mirror = ("up", "D2|") if not motion.dx else ("diagonally", "D2\\")
        also = f"C1 or {mirror}" if motion.dx in (0, motion.dy) else "C1"
        raise InputError(
            f"symmetry {symmetry.name} would turn around a ship that travels {way}: "
            f"its symmetry can only be {also}"
        )
    if motion.orientation.apply(*travel) != travel:
        raise InputError(
            f"transform {motion.orientation.symbol} would turn the ship around; a glide "
            f"keeps the direction of travel: F| if it travels up, F\\ if diagonally"
        )
    if question.box is None:
        return
    width, height = question.box
    if missing := symmetry.fits(width, height):
        raise InputError(f"symmetry {symmetry.name} needs {missing}; the box is {width}x{height}")
    if motion.orientation.apply(1, 0)[0] == 0 and width != height:
        raise InputError(
            f"transform {motion.orientation.symbol} needs a square box; the box is {width}x{height}"
        )
