"""Checks of a `Strip` when it is made: motion, front, symmetry, conditions.

A strip extends along y, and up is towards smaller y: a ship that travels up has a negative dy.
"""

from __future__ import annotations

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import (
    FARTHEST_LOOK_AHEAD,
    LONGEST_PERIOD,
    LONGEST_STRIP,
    WIDEST_STRIP,
)
from lifesearch.core import validate
from lifesearch.core.constraints import Constraints
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.strip_symmetry import Fold, Mirror


def check_numbers(width: int, look_ahead: int, max_length: int | None) -> None:
    """Refuse a width, a look-ahead or a greatest length that is no whole number within limits."""
    _require_at_most(width, WIDEST_STRIP, "a strip must be", "wide")
    _require_at_most(look_ahead, FARTHEST_LOOK_AHEAD, "the look-ahead must be", "layers")
    if max_length is not None:
        _require_at_most(max_length, LONGEST_STRIP, "the maximum length must be", "rows")


def _require_at_most(value: object, most: int, what: str, unit: str) -> None:
    """Refuse what is no whole number from 1 to `most`; the words are for the message."""
    if type(value) is not int or not 1 <= value <= most:
        raise InputError(f"{what} 1 to {most:,} {unit}, not {require.shown(value)}")


def check_motion(motion: Motion, mirror: Mirror, rule: Rule, width: int) -> None:
    """Refuse a motion that is not along the strip, or that symmetry or rule do not allow."""
    turn = motion.orientation
    if motion.travels and motion.dy >= 0:
        raise InputError("a ship in a strip must travel along it, upwards")
    if not max(abs(motion.dx), -motion.dy) <= motion.period <= LONGEST_PERIOD:
        raise InputError(
            f"a ship travels at most one cell per generation, and its period is at most "
            f"{LONGEST_PERIOD:,}: {-motion.dy} up in {motion.period} generations is impossible"
        )
    if turn not in (Orientation.IDENTITY, Orientation.FLIP_X):
        what = "a ship that travels up" if motion.travels else "a pattern in a strip"
        raise InputError(f"{what} can recur flipped by F|, and in no other way")
    if mirror is not Mirror.NONE:
        rule.require([Orientation.FLIP_X], "a mirror-symmetric strip")
    if turn is not Orientation.IDENTITY:
        rule.require([turn], "a glide")
    if turn is not Orientation.IDENTITY and motion.dx:
        raise InputError("a ship that does not travel straight up cannot recur flipped by F|")
    if turn is not Orientation.IDENTITY and mirror is not Mirror.NONE:
        raise InputError(
            f"a mirror-symmetric {'ship' if motion.travels else 'oscillator'} is its own mirror "
            "image in every generation: it cannot be glide-symmetric"
        )
    if mirror is not Mirror.NONE and motion.dx:
        raise InputError("a ship that does not travel straight up cannot be mirror-symmetric")
    if mirror is Mirror.GUTTER and width % 2 == 0:
        raise InputError(f"a gutter is a middle column: it needs an odd width, and {width} is even")


def check_front(front: Pattern, width: int, mirror: Mirror) -> None:
    """Refuse a front that does not lie in the strip, or lacks the symmetry of the strip."""
    if not front:
        raise InputError("a front must have a live cell")
    if not all(0 <= x < width and 0 <= y < LONGEST_STRIP for x, y in front.cells):
        raise InputError(
            f"a front must lie in columns 0 to {width - 1} and rows 0 to {LONGEST_STRIP - 1:,}"
        )
    flipped = front.transform(Orientation.FLIP_X).translate(width - 1, 0)
    if mirror is not Mirror.NONE and flipped != front:
        raise InputError(f"the front is not its own mirror image in a strip {width} wide")
    if mirror is Mirror.GUTTER and any(2 * x + 1 == width for x, _ in front.cells):
        raise InputError("the front has live cells in the gutter: the middle column must be empty")


def check_cylinder(constraints: Constraints, front: Pattern | None) -> None:
    """Refuse what a strip cannot have whose sides are joined: a front, and conditions on pieces.

    A wave, which goes around the cylinder, is not cut into pieces.
    """
    if front is not None:
        raise InputError("a given front is for strips with two sides, not for a cylinder")
    validate.no_conditions_on_pieces(constraints, "on a cylinder a wave is one piece")


def check_folds(
    folds: tuple[Fold, ...], motion: Motion, mirror: Mirror, rule: Rule, front: Pattern | None
) -> None:
    """Refuse folds, which are symmetries from top to bottom, that cannot be searched for.

    A motion, a rule, a front or a mirror may be the reason.
    """
    require.each(folds, "top-to-bottom symmetries", Fold)
    rule.require([fold.orientation for fold in folds], "patterns that are symmetric top to bottom")
    if motion.travels or front is not None:
        raise InputError(
            "top-to-bottom symmetry is for oscillators and still lifes without a given front"
        )
    if mirror is not Mirror.NONE and any(fold.turns for fold in folds):
        raise InputError(
            "a mirror-symmetric pattern with a half turn has both mirrors: ask for D4+"
        )


def check_constraints(constraints: Constraints, *, stays: bool) -> None:
    """Refuse conditions that cannot be checked in a strip, or that no pattern can meet.

    A pattern that `stays` is an oscillator or a still life.
    """
    if constraints.objective is not None:
        raise InputError("a search row by row cannot minimise or maximise: search a box")
    validate.conditions(constraints, box=None, stays=stays)
    # No bound on the smallest generation is refused: for 0 cells, a search proves that none has it.
    populations = [b for b in constraints.bounds if b.measure in (Measure.FIRST, Measure.MAX)]
    if constraints.impossible or any(bound.most < 1 for bound in populations):
        raise InputError(f"no pattern can be found{constraints}")


def placed_front(front: Pattern, width: int, mirror: Mirror, name: str) -> Pattern:
    """The front in its place: its first row is row 0, and it is in the middle of the strip.

    But it keeps its columns if it lies in the strip and does not begin in column 0: patterns whose
    place was not chosen begin there. Messages call the pattern by its `name`.
    """
    if not front:
        raise InputError(f"{name} has no live cell: a front must have one")
    box = front.box
    if box.width > width:
        raise InputError(f"{name} is {box.width} wide, wider than the strip of {width}")
    is_in_place = 0 < box.x <= width - box.width
    placed = front.normal().translate(box.x if is_in_place else (width - box.width) // 2, 0)
    mirrored = placed.transform(Orientation.FLIP_X).translate(width - 1, 0)
    if mirror is not Mirror.NONE and mirrored != placed:
        raise InputError(f"{name} is not its own mirror image in a strip {width} wide")
    return placed
