"""What makes no sense together: a motion, a symmetry, a rule, a box and conditions.

Each query calls these when it is made, so that one which makes no sense does not exist. An
error says what it is about, by the names of the query's parts; who knows how these were
given, such as the command line, can add that.
"""

from __future__ import annotations

from lifesearch import require
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import MOST_SEARCHED_STATES
from lifesearch.queries.constraints import Aim, Constraints
from lifesearch.queries.measures import Measure
from lifesearch.text import plural

Size = tuple[int, int]


def turns(motion: Motion, symmetry: Symmetry, rule: Rule, box: Size | None) -> None:
    """Refuse a symmetry or a transform that the rule or the box does not have."""
    require.kind(motion, "the motion", Motion)
    require.kind(symmetry, "the symmetry", Symmetry)
    require.kind(rule, "the rule", Rule)
    if rule.states > MOST_SEARCHED_STATES:
        raise InputError(
            f"{rule} has {rule.states} states: patterns of rules with up to "
            f"{MOST_SEARCHED_STATES} can be searched for"
        )
    turn = motion.orientation
    # Working out a rule's symmetries takes longer than all the rest.
    if len(symmetry.group) > 1:
        rule.require(symmetry.group, f"symmetry {symmetry.name}")
    if turn is not Orientation.IDENTITY:
        rule.require([turn], f"transform {turn.symbol}")
    if box is None:
        return
    width, height = box
    if missing := symmetry.fits(width, height):
        raise InputError(f"symmetry {symmetry.name} needs {missing}; the box is {width}x{height}")
    if turn.apply(1, 0)[0] == 0 and width != height:
        raise InputError(f"transform {turn.symbol} needs a square box; the box is {width}x{height}")


def whole_turns(motion: Motion, rule: Rule) -> None:
    """Refuse a number of generations after which another of the alternating rules would be next."""
    if motion.period % len(rule.steps):
        raise InputError(
            f"under {rule} the empty plane comes to life (B0) and dies again (no S8), so that it "
            f"is full after {plural(motion.period, 'generation')}: ask for an even period"
        )


def travel(motion: Motion, symmetry: Symmetry) -> None:
    """Refuse a ship that travels elsewhere than up and left, or is turned around."""
    way = (motion.dx, motion.dy)
    if motion.travels and (motion.dx > 0 or motion.dy >= 0):
        raise InputError(f"ships must travel up, or up and left, not by {motion.dx},{motion.dy}")
    if any(g.apply(*way) != way for g in symmetry.group):
        where, mirror = ("up", "D2|") if not motion.dx else ("diagonally", "D2\\")
        constraints = f"C1 or {mirror}" if motion.dx in (0, motion.dy) else "C1"
        raise InputError(
            f"symmetry {symmetry.name} would reverse a ship that travels {where}: "
            f"its symmetry can only be {constraints}"
        )
    if motion.orientation.apply(*way) != way:
        raise InputError(
            f"transform {motion.orientation.symbol} would reverse the ship; a glide keeps the "
            "direction of travel: F| if it travels up, F\\ if diagonally"
        )


def conditions(
    constraints: Constraints, box: Size | None, *, stays: bool, rule: Rule = LIFE
) -> None:
    """Refuse conditions that a pattern in a box, or in boxes that grow, cannot have.

    Only what `stays` where it is has a rotor and a stator.
    """
    require.kind(constraints, "the conditions", Constraints)
    if rule.states > 2:
        _several_states(constraints, rule)
    if not stays and any(b.measure in (Measure.ROTOR, Measure.STATOR) for b in constraints.bounds):
        raise InputError("a ship has no rotor and no stator: all its cells change")
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
        seen = constraints.keep.region
        raise InputError(
            f"cells to restore lie outside the box: they are {seen.width}x{seen.height} cells "
            f"from ({seen.x}, {seen.y}) on, the box is {box[0]}x{box[1]} from (0, 0) on"
        )


def _several_states(constraints: Constraints, rule: Rule) -> None:
    if not all(bound.measure.is_population for bound in constraints.bounds):
        raise InputError(f"{rule} has more than two states: only populations can be bounded there")
    if constraints.keep is not None:
        raise OptionError(
            "{} has more than two states: leave out <restore>, and give cells to `complete`", rule
        )


def no_pieces(constraints: Constraints, where: str) -> None:
    """Refuse conditions on pieces where these are not looked at."""
    if constraints.connected or constraints.excluded:
        raise OptionError(
            f"{where}, so there are no conditions on pieces: leave out <connected>, <exclude> and "
            "<new>"
        )


def mask(cells: Pattern, box: Size | None) -> None:
    """Refuse a mask that leaves no cell, or has some outside the box."""
    require.kind(cells, "the mask", Pattern)
    if box is None or not inside(cells.box, box):
        raise InputError("a mask needs a box, and all its cells inside")
    if not cells:
        raise InputError("the mask has no live cell")


def inside(seen: Box, box: Size) -> bool:
    """Whether a rectangle lies in a box from (0, 0) on."""
    return seen.x >= 0 and seen.y >= 0 and seen.right < box[0] and seen.bottom < box[1]
