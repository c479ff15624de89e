"""The fields of questions about patterns that recur, and their checks; base of `Periodic`.

A bound on boxes that grow, such as the largest area, is a field by the name of its option, with the
largest number or None, and a `BoxBound` in `BOUNDS`. Checks, the boxes that are searched, parts of
sessions, the end of a search and all sentences about boxes, those of proofs too, go through these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LARGEST_AREA, WIDEST_STRIP
from lifesearch.core import validate
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.engines.sat.solving.part import Size
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import C1, Symmetry

if TYPE_CHECKING:
    from lifesearch.core.pieces import ExcludedPieces


@dataclass(frozen=True)
class BoxBound:
    """A bound on boxes: `measure` of a box is at most a number.

    key      the field of the question, and the option
    what     what is bounded, in words: 'the largest area'
    largest  the largest number that may be given
    measure  the number that a box has
    words    the words that follow 'in a box'; {} is the number
    ends_at  the area of the largest box that meets it; None if boxes grow without end
    """

    key: str
    what: str
    largest: int
    measure: Callable[[int, int], int]
    words: str
    ends_at: Callable[[int], int] | None = None


# The largest area is itself the area at which boxes end: `int` gives back the number.
AREA = BoxBound(
    "max_area", "the largest area", LARGEST_AREA, int.__mul__, "of up to {:,} cells", int
)
BOUNDS: tuple[BoxBound, ...] = (AREA,)


@dataclass(frozen=True)
class PeriodicQuestion(BoxQuery):
    """The motion, the place, the rule and all conditions: see `Periodic`.

    motion      after `motion.period` generations the pattern recurs, moved and turned like this
    box         width and height; None if boxes grow
    symmetry    of generation 0, and so of all generations
    rule        the rule; LIFE if `rules` are given
    any_period  whether patterns of a shorter period are answers, too
    with_empty  whether the empty pattern is an answer, too
    torus       whether opposite sides of the box are joined
    mask        the cells of the box that may live; None if all may
    max_area    the largest area of boxes that grow; None if there is none
    raw         whether equivalent patterns (moved, turned, delayed) are answers of their own
    rules       the range of a partly unknown rule; None if the rule is known
    width       the width of boxes that grow in length only; else None
    cylinder    the cylinder of boxes whose left and right sides are joined; else None
    """

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
        require.instance(self.motion, "the motion", Motion)
        require.instance(
            self.rules, "a rule of which a part is unknown", PartialRule, optional=True
        )
        if self.box is not None:
            require.box(self.box, self.motion.period)
        validate.symmetry_and_transform(self.motion, self.symmetry, self.example, self.box)
        validate.direction(self.motion, self.symmetry)
        validate.conditions(
            self.constraints, self.box, stays=not self.motion.travels, rule=self.example
        )
        if not self.torus:
            validate.even_period(self.motion, self.rules or self.rule)
        require.flags(
            any_period=self.any_period, with_empty=self.with_empty, torus=self.torus, raw=self.raw
        )
        _check_place(self)
        if self.rules is not None and self.rule != LIFE:
            raise InputError("give either a rule or an unknown rule, not both")
        still = self.motion.full_period == 1
        if self.with_empty and (self.motion.travels or not (still or self.any_period)):
            way_out = "" if self.motion.travels else ", or give <any_period>"
            raise OptionError(
                "the empty pattern is a still life, not a ship or an oscillator: leave out "
                f"<with_empty>{way_out}"
            )

    @property
    def bounds(self) -> dict[BoxBound, int]:
        """The bounds on boxes that are given, each with its number."""
        numbers = {bound: getattr(self, bound.key) for bound in BOUNDS}
        return {bound: most for bound, most in numbers.items() if most is not None}

    @property
    def last_area(self) -> int | None:
        """The area of the largest box; None if boxes grow without end."""
        ends = [bound.ends_at(most) for bound, most in self.bounds.items() if bound.ends_at]
        return min(ends, default=None)

    def allows(self, size: Size) -> bool:
        """Whether a box meets all bounds."""
        return all(bound.measure(*size) <= most for bound, most in self.bounds.items())

    def in_boxes(self, area: int | None = None) -> str:
        """The boxes that grow, up to an area if one is given, in words; empty without bounds."""
        bounds = self.bounds | ({} if area is None else {AREA: area})
        words = [bound.words.format(bounds[bound]) for bound in BOUNDS if bound in bounds]
        return f" in a box {' and '.join(words)}" if words else ""

    @cached_property
    def excluded_pieces(self) -> ExcludedPieces:
        from lifesearch.core.pieces import ExcludedPieces

        return ExcludedPieces(self.constraints.unwanted, self.rule, self.motion.full_period)


def _check_place(query: PeriodicQuestion) -> None:
    """Refuse what does not go with a box, a mask, a torus or boxes that grow."""
    for bound, most in query.bounds.items():
        require.whole(most, bound.what, 1, bound.largest)
        if query.box is not None:
            raise OptionError(f"<{bound.key}> is for boxes that grow: leave out <box>")
    if query.width is not None:
        require.whole(query.width, "the width", 1, WIDEST_STRIP)
        if query.box is not None or query.bounds:
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
    validate.no_conditions_on_pieces(query.constraints, "on a torus everything is one piece")


def _check_cylinder(query: PeriodicQuestion, cylinder: Cylinder) -> None:
    """Refuse places, rules, conditions and symmetries that a cylinder does not have."""
    require.instance(cylinder, "the cylinder", Cylinder)
    if query.torus or query.mask is not None or query.bounds:
        raise InputError("a cylinder has no mask and no bounds on boxes, and is not a torus")
    if cylinder.circumference != (query.box[0] if query.box else query.width):
        raise OptionError("the sides of <box> are joined: its width must be that of the <cylinder>")
    if query.rules is not None:
        raise OptionError("a <cylinder> needs a completely known <rule>, not {}", query.rules)
    validate.no_conditions_on_pieces(query.constraints, "on a cylinder a wave is one piece")
    group = query.symmetry.group
    for g in (*(g for g in Orientation if g in group), query.motion.orientation):
        if not cylinder.keeps(g):
            raise InputError(
                f"the cylinder is not symmetric under {g.symbol}: choose R180, or without a shift "
                f"also F| or F-"
            )
