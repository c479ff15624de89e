"""Reject a motion, symmetry, rule, box or conditions that contradict each other.

The classes of questions call these functions in `__post_init__`, so every question that exists is
consistent. An error names fields of the question; a door that knows them as options, such as the
command line, replaces the names.
"""

from __future__ import annotations

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import MOST_SEARCHED_STATES
from lifesearch.common.text import plural
from lifesearch.core.constraints import Aim, Constraints
from lifesearch.life.measures import NOT_OF_SHIPS
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry

Size = tuple[int, int]


def symmetry_and_transform(
    motion: Motion, symmetry: Symmetry, rule: Rule, box: Size | None
) -> None:
    """Reject a symmetry or transform that the rule or the box lacks, and a rule of many states."""
    require.instance(motion, "the motion", Motion)
    require.instance(symmetry, "the symmetry", Symmetry)
    require.instance(rule, "the rule", Rule)
    if rule.states > MOST_SEARCHED_STATES:
        raise InputError(
            f"{rule} has {rule.states} states: patterns of rules with up to "
            f"{MOST_SEARCHED_STATES} can be searched for"
        )
    transform = motion.orientation
    # A rule computes its symmetries when they are first needed, which takes longer than the rest of
    # these checks: C1 and the identity need none.
    if len(symmetry.group) > 1:
        rule.require(symmetry.group, f"symmetry {symmetry.name}")
    if transform is not Orientation.IDENTITY:
        rule.require([transform], f"transform {transform.symbol}")
    if box is None:
        return
    width, height = box
    if missing := symmetry.lacks(width, height):
        raise InputError(f"symmetry {symmetry.name} needs {missing}; the box is {width}x{height}")
    if transform.apply(1, 0)[0] == 0 and width != height:  # it maps rows to columns
        raise InputError(
            f"transform {transform.symbol} needs a square box; the box is {width}x{height}"
        )


def even_period(motion: Motion, rule: Rule | PartialRule) -> None:
    """Reject an odd period under a rule with B0 and without S8, where two rules alternate."""
    if motion.period % len(rule.steps):
        raise InputError(
            f"under {rule} the empty plane comes to life (B0) and dies again (no S8), so that it "
            f"is full after {plural(motion.period, 'generation')}: ask for an even period"
        )


def direction(motion: Motion, symmetry: Symmetry) -> None:
    """Reject a ship that does not travel up, or up and left, and a symmetry that reverses it."""
    displacement = (motion.dx, motion.dy)
    if motion.travels and (motion.dx > 0 or motion.dy >= 0):
        raise InputError(f"ships must travel up, or up and left, not by {motion.dx},{motion.dy}")
    if any(g.apply(*displacement) != displacement for g in symmetry.group):
        where, mirror = ("up", "D2|") if not motion.dx else ("diagonally", "D2\\")
        constraints = f"C1 or {mirror}" if motion.dx in (0, motion.dy) else "C1"
        raise InputError(
            f"symmetry {symmetry.name} would reverse a ship that travels {where}: "
            f"its symmetry can only be {constraints}"
        )
    if motion.orientation.apply(*displacement) != displacement:
        raise InputError(
            f"transform {motion.orientation.symbol} would reverse the ship; a glide keeps the "
            "direction of travel: F| if it travels up, F\\ if diagonally"
        )


def conditions(
    constraints: Constraints, box: Size | None, *, stays: bool, rule: Rule = LIFE
) -> None:
    """Reject conditions that no pattern in this box can meet; if it is None, boxes grow.

    `stays`: oscillators and still lifes are searched, which have measures that spaceships lack.
    """
    require.instance(constraints, "the conditions", Constraints)
    if rule.states > 2:
        _several_states(constraints, rule)
    if not stays and any(bound.measure.of_cells for bound in constraints.bounds):
        raise InputError(NOT_OF_SHIPS)
    if (
        constraints.objective is not None
        and constraints.objective.aim is Aim.SMALLEST_BOX
        and box is not None
    ):
        raise OptionError("the smallest box is found among growing boxes: leave out <box>")
    if constraints.keep is None:
        return
    if box is None:
        raise OptionError("cells to restore need <box WxH>, which begins at (0, 0)")
    if not inside(constraints.keep.region, box):
        region = constraints.keep.region
        raise InputError(
            f"cells to restore lie outside the box: they are {region.width}x{region.height} cells "
            f"from ({region.x}, {region.y}) on, the box is {box[0]}x{box[1]} from (0, 0) on"
        )


def _several_states(constraints: Constraints, rule: Rule) -> None:
    if not all(bound.measure.is_population for bound in constraints.bounds):
        raise InputError(f"{rule} has more than two states: only populations can be bounded there")
    if constraints.keep is not None:
        raise OptionError(
            "{} has more than two states: leave out <restore>, and give cells to `complete`", rule
        )


def no_conditions_on_pieces(constraints: Constraints, reason: str) -> None:
    """Reject conditions on pieces where pieces are not examined, for a reason given in words."""
    given = {
        "connected": constraints.connected and not constraints.attached,
        "attach": constraints.connected and constraints.attached,  # one piece with what is given
        "exclude": constraints.excluded,
        "new": constraints.known is not None,
    }
    if named := [f"<{key}>" for key, there in given.items() if there]:
        raise OptionError(
            f"{reason}, so there are no conditions on pieces: leave out {' and '.join(named)}"
        )


def mask(cells: Pattern, box: Size | None) -> None:
    """Reject a mask without cells, or with cells outside the box."""
    require.instance(cells, "the mask", Pattern)
    if box is None or not inside(cells.box, box):
        raise InputError("a mask needs a box, and all its cells inside")
    if not cells:
        raise InputError("the mask has no live cell")


def inside(rectangle: Box, box: Size) -> bool:
    """Whether a rectangle lies in the box of this size whose top left cell is (0, 0)."""
    width, height = box
    corner_inside = rectangle.x >= 0 and rectangle.y >= 0
    return corner_inside and rectangle.right < width and rectangle.bottom < height
