"""Still lifes, oscillators and spaceships: patterns that come back.

All three are one query: after `period` generations the pattern is there again,
perhaps moved, perhaps turned. Generations 0 to period-1 lie in the box. Without a box,
boxes grow: see `box_order`. The rule may be partly unknown: see `unknown_rule`.

Of a torus all sides of the box are joined, of a cylinder the left and the right side, perhaps
shifted: column x + width is column x, `shift` rows further down, and above and below all is dead.
On a shifted cylinder a row never comes back to itself, so that there are no states of rows to walk
through: patterns of any length are sought there in boxes that grow longer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from itertools import count as count_from
from typing import Any

from lifesearch import require
from lifesearch.encoding.motion import Motion
from lifesearch.encoding.variable_grid import Encoding
from lifesearch.errors import InputError, OptionError, VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.limits import LARGEST_AREA, LARGEST_VOLUME, WIDEST_STRIP
from lifesearch.queries import validate
from lifesearch.queries.answer import Answer, PatternInRule
from lifesearch.queries.base import LISTED_OR_SAT, ROW_TABLES, Problem
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.formula import formula_lines
from lifesearch.queries.periodic.box import PeriodicBox
from lifesearch.queries.periodic.box_order import growing
from lifesearch.queries.periodic.by_tables import listed
from lifesearch.queries.periodic.costs import PeriodicCosts
from lifesearch.queries.periodic.equivalence import key
from lifesearch.queries.periodic.known_rule import enumeration
from lifesearch.queries.periodic.symmetric_first import symmetric_answers, worth_a_look
from lifesearch.queries.periodic.unknown_rule import RuleRange
from lifesearch.queries.periodic.wording import PeriodicInWords
from lifesearch.queries.pieces import ExcludedPieces
from lifesearch.solving.configuration import Configuration, How
from lifesearch.solving.cubes import cubes
from lifesearch.solving.enumerate import Enumeration, Kept, Report
from lifesearch.solving.parts import Part, Size


@dataclass(frozen=True)
class Periodic(PeriodicInWords, PeriodicCosts):
    """A query for patterns that come back: in a rule, or in any of some `rules`.

    If `rules` are given, `rule` is ignored. With a `width` and no box, boxes are as wide as that
    and grow longer and longer: for rules of which a part is unknown and for shifted cylinders,
    where strips are not searched row by row.
    """

    kind = "periodic"

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
            raise InputError("the rule is known, or it is unknown: both cannot be asked")
        still = self.motion.full_period == 1
        if self.with_empty and (self.motion.travels or not (still or self.any_period)):
            raise InputError("the empty pattern is a still life, no ship and of no other period")

    def in_box(self, width: int, height: int) -> PeriodicBox:
        """What is searched for in a box of this size."""
        return PeriodicBox(
            width,
            height,
            self.motion,
            self.symmetry,
            self.example,
            self.any_period,
            self.with_empty,
            self.torus,
            self.mask,
            self.raw,
            self.constraints,
            self._excluded,
            tight=self.smallest_first,
            cylinder=self.cylinder,
        )

    @cached_property
    def _excluded(self) -> ExcludedPieces:
        return ExcludedPieces(self.constraints.excluded, self.rule, self.motion.full_period)

    @property
    def grows(self) -> bool:
        """Without a box, one box after another is searched."""
        return self.box is None

    @property
    def smallest_first(self) -> bool:
        """Boxes grow by area, unless their width is given."""
        return self.grows and self.width is None

    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest: see the benchmark.

        CaDiCaL is best at proofs. What is worth a race beside it is Glucose, which finds some
        answers much sooner, ships without symmetry above all; oscillators without symmetry
        it finds best when they may have any form, after a look at symmetric ones.
        """
        symmetric = len(self.symmetry.group) > 1
        oscillates = not self.motion.travels and self.motion.full_period > 1
        cadical = Configuration("cadical195")
        plain = oscillates and not symmetric
        look = plain and worth_a_look(self)
        glucose = Configuration("glucose4", plain=plain, symmetric_first=look)
        found_first = self.motion.travels and not symmetric and not self.constraints
        return (glucose, cadical) if found_first else (cadical, glucose)

    def cells(self) -> int:
        """The cells of a given box, as far as symmetry leaves them open."""
        return 0 if self.box is None else self.box[0] * self.box[1] // len(self.symmetry.group)

    def parts(self, depth: int) -> Iterator[Part]:
        """Boxes, or cubes of the one box."""
        if self.constraints.impossible:
            return
        for size in _sizes(self):
            yield from (Part(size, cube) for cube in cubes(depth if self.box else 0))

    def way(self, part: Part) -> How | None:
        """A strip, which has no height, is searched by row tables."""
        return None if part.box[1] else ROW_TABLES

    def settles(self, strip: Part, part: Part) -> bool:
        """Whether a box fits into a strip."""
        from lifesearch.queries.periodic.by_width import settles

        return bool(part.box[1]) and settles(self, strip.box[0], part.box)

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is one of its parts; boxes that grow are not split."""
        if self.box is not None:
            return super().has_part(part, depth)
        if not part.box[1]:
            from lifesearch.queries.periodic.by_width import widths

            return part in widths(self)
        if self.width is not None and part.box[0] != self.width:
            return False
        largest = self.max_area or LARGEST_VOLUME
        return min(part.box) > 0 and not part.label and part.box[0] * part.box[1] <= largest

    def problem(self, part: Part, how: Configuration) -> Problem:
        """The clauses for the box of a part."""
        box = self.in_box(*part.box)
        return box.problem(self.rules or self.rule, how.encoding, plain=how.plain)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of the given box, or of one of the boxes that grow, as a DIMACS file."""
        size = self.box if part is None else part.box
        if size is None:
            raise OptionError("a formula is about one box: give its size by <box WxH>")
        problem = self.problem(Part(size), how)
        names = self.rules.names if self.rules else ()
        return formula_lines(self, problem, how, names)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """Search one box, or a cube of it."""
        everything = self.encoded(part, how)[1].run(how, known, kept)
        if how.symmetric_first and not part.cube and not self.rules:
            return chain(symmetric_answers(self, part, how), everything)
        return everything

    def search_without_solver(
        self, part: Part, name: str, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """List all patterns of a box by tables, or search it row by row."""
        if not part.box[1]:
            from lifesearch.queries.periodic.by_width import by_width

            return by_width(self, part.box[0])
        if name == ROW_TABLES:
            from lifesearch.queries.periodic.by_rows import by_rows

            return by_rows(self, known, kept)
        by_solver = partial(self.search, part, self.configurations()[0], known)
        return listed(self.in_box(*part.box), by_solver if name == LISTED_OR_SAT else None)

    def snapshot_reached(self, data: bytes) -> tuple[int, int, int]:
        """That of the strip that the box is."""
        from lifesearch.queries.periodic.by_rows import strip_of

        return strip_of(self)[0].snapshot_reached(data)

    def encoded(self, part: Part, how: Configuration) -> tuple[Problem, Enumeration[Any, Answer]]:
        """The clauses for the box of a part, and how to enumerate their solutions."""
        box, problem = self.in_box(*part.box), self.problem(part, how)
        if self.rules:
            return problem, RuleRange(box, self.rules).enumeration(problem, part.cube)
        return problem, enumeration(box, problem, part.cube)

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse Knuth's encoding on a cylinder: its counters are those of a plane or a torus."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth" and self.cylinder is not None:
            raise InputError("the encoding knuth knows the plane and the torus, no cylinder")

    @property
    def saved_type(self) -> Any:
        """Of an answer the pattern is saved, and the rule if it was unknown."""
        return PatternInRule if self.rules else Pattern

    def answers(self, saved: Sequence[Any], width: int, height: int) -> list[Answer]:
        """Verify patterns, each with a rule if it was unknown, in a box of this size."""
        if self.box not in (None, (width, height)):
            raise VerificationError(f"the box is not {width}x{height}")
        box = self.in_box(width, height)
        return RuleRange(box, self.rules).answers(saved) if self.rules else box.answers(saved)

    def key(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed patterns are one, unless all solutions count."""
        if self.raw and not self.rules:
            return answer.found
        box = self.in_box(*(self.box or (self.width or 1, 1)))
        if self.rules:
            return key(box.in_rule(answer.rule), answer), answer.rule
        return key(box, answer)


def _check_place(query: Periodic) -> None:
    """Refuse what does not go with a box, a mask, a torus or boxes that grow."""
    if query.max_area is not None:
        require.whole(query.max_area, "the largest area", 1, LARGEST_AREA)
        if query.box is not None:
            raise OptionError("a largest area is for boxes that grow: leave out <box>")
    if query.width is not None:
        require.whole(query.width, "the width", 1, WIDEST_STRIP)
        if query.box is not None or query.max_area is not None:
            raise InputError("boxes of one width have no other bound: leave out box and area")
        if query.constraints.objective is not None:
            raise OptionError("of boxes that grow longer no best one is known: give <box WxH>")
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
            "on a torus whatever travels comes back: ask for an oscillator instead of a ship"
        )
    validate.no_pieces(query.constraints, "on a torus all is one piece")


def _check_cylinder(query: Periodic, cylinder: Cylinder) -> None:
    """Refuse what does not go with a cylinder."""
    require.kind(cylinder, "the cylinder", Cylinder)
    if query.torus or query.mask is not None or query.max_area is not None:
        raise InputError("a cylinder has no mask and no largest area, and is no torus")
    if cylinder.circumference != (query.box[0] if query.box else query.width):
        raise OptionError(
            "the sides of <box> are joined: it is as wide as the <cylinder> is around"
        )
    if query.rules is not None:
        raise OptionError("on a <cylinder> all of the <rule> must be known, not {}", query.rules)
    validate.no_pieces(query.constraints, "on a cylinder a wave is one piece")
    for g in (*query.symmetry.group, query.motion.orientation):
        if not cylinder.keeps(g):
            raise InputError(
                f"{g.symbol} does not keep the cylinder: without a shift R180, F| and F- do, "
                f"with one only R180"
            )


def _sizes(query: Periodic) -> Iterator[Size]:
    """The boxes to search, in order."""
    if query.box is not None:
        yield query.box
        return
    if query.width is not None:
        longest = LARGEST_VOLUME // (query.width * query.motion.period)
        sizes = ((query.width, length) for length in range(1, longest + 1))
        yield from (size for size in sizes if not query.symmetry.fits(*size))
        return
    areas = count_from(1) if query.max_area is None else range(1, query.max_area + 1)
    yield from growing(areas, query.in_box(1, 1).symmetries, query.symmetry)
