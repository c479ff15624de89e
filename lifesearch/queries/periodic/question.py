"""What is asked of patterns that recur, whichever way they are then searched."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lifesearch import require
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.limits import LARGEST_AREA, WIDEST_STRIP
from lifesearch.queries import validate
from lifesearch.queries.box_query import BoxQuery
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.pieces import ExcludedPieces
from lifesearch.solving.parts import Size


@dataclass(frozen=True)
class PeriodicQuestion(BoxQuery):
    """The motion, the place, the rule and all conditions: see `Periodic`."""

    motion: Motion
    box: Size | None = None
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    any_period: bool = False
    with_empty: bool = False
    torus: bool = False
    mask: Pattern | None = None
    max_area: int | None = None
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    rules: PartialRule | None = None
    width: int | None = None
    cylinder: Cylinder | None = None

    def __post_init__(self) -> None:
        require.kind(self.motion, "the motion", Motion)
        require.kind(self.rules, "a rule of which a part is unknown", PartialRule, optional=True)
        if self.box is not None:
            require.box(self.box, self.motion.period)
        validate.turns(self.motion, self.symmetry, self.example, self.box)
        validate.travel(self.motion, self.symmetry)
        validate.conditions(
            self.constraints, self.box, stays=not self.motion.travels, rule=self.rule
        )
        if not self.torus:
            validate.whole_turns(self.motion, self.rule)
        require.flags(
            any_period=self.any_period, with_empty=self.with_empty, torus=self.torus, raw=self.raw
        )
        _check_place(self)
        if self.rules is not None and self.rule != LIFE:
            raise InputError("give either a rule or an unknown rule, not both")
        still = self.motion.full_period == 1
        if self.with_empty and (self.motion.travels or not (still or self.any_period)):
            raise InputError("the empty pattern is a still life, not a ship or an oscillator")

    @cached_property
    def excluded_pieces(self) -> ExcludedPieces:
        return ExcludedPieces(self.constraints.excluded, self.rule, self.motion.full_period)

    @property
    def grows(self) -> bool:
        """Without a box, one box after another is searched."""
        return self.box is None

    @property
    def smallest_first(self) -> bool:
        """Boxes grow by area, unless their width is given; so patterns touch all their sides."""
        return self.grows and self.width is None


def _check_place(query: PeriodicQuestion) -> None:
    """Refuse what does not go with a box, a mask, a torus or boxes that grow."""
    if query.max_area is not None:
        require.whole(query.max_area, "the largest area", 1, LARGEST_AREA)
        if query.box is not None:
            raise OptionError("<max_area> is for boxes that grow: leave out <box>")
    if query.width is not None:
        require.whole(query.width, "the width", 1, WIDEST_STRIP)
        if query.box is not None or query.max_area:
            raise InputError(
                "boxes of one width are bounded by their length only: leave out other bounds"
            )
        if query.constraints.objective is not None:
            raise OptionError("boxes that grow longer cannot be optimised: give <box WxH>")
    if query.mask is not None:
        validate.mask(query.mask, query.box)
    if query.cylinder is not None:
        _check_cylinder(query, query.cylinder)
    if not query.torus:
        return
    if query.box is None or query.mask is not None:
        raise OptionError("a torus needs its size: give <box WxH>, and no <mask>")
    if query.motion.travels:
        raise InputError(
            "on a torus every ship returns to its place: ask for an oscillator instead"
        )
    validate.no_pieces(query.constraints, "on a torus everything is one piece")


def _check_cylinder(query: PeriodicQuestion, cylinder: Cylinder) -> None:
    require.kind(cylinder, "the cylinder", Cylinder)
    if query.torus or query.mask is not None or query.max_area:
        raise InputError("a cylinder has no mask and no bounds on boxes, and is not a torus")
    if cylinder.circumference != (query.box[0] if query.box else query.width):
        raise OptionError("the sides of <box> are joined: its width must be that of the <cylinder>")
    if query.rules is not None:
        raise OptionError("a <cylinder> needs a completely known <rule>, not {}", query.rules)
    validate.no_pieces(query.constraints, "on a cylinder a wave is one piece")
    group = query.symmetry.group
    for g in (*(g for g in Orientation if g in group), query.motion.orientation):
        if not cylinder.keeps(g):
            raise InputError(
                f"the cylinder is not symmetric under {g.symbol}: choose R180, or without a shift "
                f"also F| or F-"
            )
