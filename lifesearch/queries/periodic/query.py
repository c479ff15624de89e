"""Still lifes, oscillators and spaceships: patterns that recur.

All three are one query: after `period` generations the pattern is there again,
perhaps moved, perhaps turned. Generations 0 to period-1 lie in the box. Without a box,
boxes grow: see `growing`. The rule may be partly unknown: see `queries.box_query`.

Of a torus all sides of the box are joined, of a cylinder the left and the right side, perhaps
shifted: column x + width is column x, `shift` rows further down, and above and below all is dead.
On a shifted cylinder a row never returns to itself, so that there are no states of rows to walk
through: patterns of any length are searched for there in boxes that grow longer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import count as count_from
from operator import or_
from typing import Any

from lifesearch.encoding.symmetry_breaking import SolutionSymmetries
from lifesearch.encoding.variable_grid import Encoding
from lifesearch.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import LARGEST_AREA, LARGEST_VOLUME
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import LISTED_OR_SAT, ROW_TABLES, Problem
from lifesearch.queries.constraints import Aim
from lifesearch.queries.periodic.box import PeriodicBox, enumeration, key
from lifesearch.queries.periodic.by_tables import batches_in, listed
from lifesearch.queries.periodic.question import PeriodicQuestion
from lifesearch.queries.words import in_rule, other_period, recurring, symmetric
from lifesearch.solving.configuration import Configuration, How
from lifesearch.solving.cubes import cubes
from lifesearch.solving.enumerate import Enumeration, Kept, Report
from lifesearch.solving.in_turn import LATER, LOOK, LUCKY, MORE_SYMMETRIC, SYMMETRIC, Turns, in_turn
from lifesearch.solving.parts import Part, Size
from lifesearch.text import plural, size_with_article


def growing(areas: Iterable[int], kind: SolutionSymmetries, symmetry: Symmetry) -> Iterator[Size]:
    """The boxes of these areas that suit a symmetry; `kind` is about one of 1x1.

    They grow by area, and among those of one area the squarest comes first, the wider before the
    taller. Each is searched for patterns that touch all its sides, since everything else belongs to
    a smaller one. A box that is hard to decide does not hold up the larger ones for ever: see
    `schedule`.
    """
    turned = kind.spacetime.motion.orientation.apply(1, 0)[0] == 0
    # The query may be the same when rows and columns change places.
    once = any(g.apply(1, 0)[0] == 0 for g in kind.orientations())
    for area in areas:
        for width, height in shapes(area):
            if symmetry.fits(width, height) or (turned and width != height):
                continue
            if width >= height or not once:
                yield width, height


def shapes(area: int) -> list[Size]:
    """The boxes of an area, the squarest first, the wider before the taller."""
    sizes = [(w, area // w) for w in range(1, area + 1) if area % w == 0]
    return sorted(sizes, key=lambda size: (abs(size[0] - size[1]), -size[0]))


NAMES = ("D8", "D4+", "D4x", "C4", "D2\\", "D2|", "C2")
FEW_CONFLICTS, MORE = 1_000, 4
"""Each symmetry has so many conflicts, and in each round so many times as many."""


def worth_a_look(query: Periodic) -> bool:
    """Whether more symmetric patterns of its box answer a query, and are easier to find."""
    bare = Periodic(query.motion, query.box, query.symmetry, query.rule)
    return query.box is not None and query == bare and bool(_larger(query))


def _larger(query: Periodic) -> list[Symmetry]:
    """The symmetries that have that of a query and more, the largest first."""
    return [s for s in map(Symmetry.parse, NAMES) if s.group > query.symmetry.group]


def symmetric_answers(query: Periodic, part: Part, how: Configuration) -> Iterator[Report[Answer]]:
    """Answers with each of the larger symmetries that a box can have, in rounds; no proof.

    Where any pattern of a box will do, a symmetric one will, and where it has a symmetry, one that
    has more of it: there are few enough cells to choose that it is found, or ruled out, soon. So
    one of the solvers that race for a box looks there, for a moment each and then for longer, in
    turn with all patterns.
    """
    looks = []
    for symmetry in _larger(query):
        with suppress(InputError):  # the rule or the box does not have it
            symmetric = Periodic(query.motion, query.box, symmetry, query.rule)
            looks.append(symmetric.search(part, replace(how, symmetric_first=False), ()))
    most = FEW_CONFLICTS
    while looks:
        for look in list(looks):
            for report in look:
                if isinstance(report, list):
                    yield query.answers([answer.pattern for answer in report], *part.box)
                elif isinstance(report, int):
                    yield report
                    if report > most:
                        break
            else:
                looks.remove(look)
        most *= MORE


@dataclass(frozen=True)
class Periodic(PeriodicQuestion):
    """A query for patterns that recur: in a rule, or in any of some `rules`.

    If `rules` are given, `rule` is ignored. With a `width` and no box, boxes are as wide as that
    and grow longer and longer: for rules of which a part is unknown and for shifted cylinders,
    where strips are not searched row by row.
    """

    kind = "periodic"

    def in_box(self, width: int, height: int) -> PeriodicBox:
        return PeriodicBox(self, width, height)

    def in_boxes(self, area: int | None) -> str:
        most = self.max_area if area is None else area
        return "" if most is None else f" in a box of up to {most:,} cells"

    def configurations(self) -> tuple[Configuration, ...]:
        """What was fastest: see the benchmark.

        CaDiCaL is best at proofs. What is worth a race beside it is Glucose, which finds some
        answers much sooner, ships without symmetry above all; oscillators without symmetry
        it finds best when they may have any form. More symmetric oscillators are looked for in
        turn with it.
        """
        symmetric = len(self.symmetry.group) > 1
        oscillates = not self.motion.travels and self.motion.full_period > 1
        cadical = Configuration("cadical195")
        plain = oscillates and not symmetric
        look = oscillates and worth_a_look(self)
        glucose = Configuration("glucose4", plain=plain, symmetric_first=look)
        found_first = self.motion.travels and not symmetric and not self.constraints
        return (glucose, cadical) if found_first else (cadical, glucose)

    def turns(self, beside: How) -> Turns:
        """Symmetric patterns are found by luck; without symmetry small boxes are proved sooner.

        What row tables can end soon they end first.
        """
        turns = super().turns(beside)
        if isinstance(beside, str):
            from lifesearch.queries.periodic.by_rows import sooner

            return sooner(turns, self)
        if len(self.symmetry.group) == 1:
            return LOOK if turns is LUCKY else turns
        return MORE_SYMMETRIC if beside.symmetric_first else turns

    def cells(self) -> int:
        return 0 if self.box is None else self.box[0] * self.box[1] // len(self.symmetry.group)

    def parts(self, depth: int) -> Iterator[Part]:
        if self.constraints.impossible:
            return
        for size in _sizes(self):
            yield from (Part(size, cube) for cube in cubes(depth if self.box else 0))

    def way(self, part: Part) -> How | None:
        """A strip, which has no height, is searched by row tables."""
        return None if part.box[1] else ROW_TABLES

    def settles(self, strip: Part, part: Part) -> bool:
        from lifesearch.queries.periodic.by_rows import settles

        return bool(part.box[1]) and settles(self, strip.box[0], part.box)

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is one of its parts; boxes that grow are not split."""
        if self.box is not None:
            return super().has_part(part, depth)
        if not part.box[1]:
            from lifesearch.queries.periodic.by_rows import widths

            return part in widths(self)
        if self.width is not None and part.box[0] != self.width:
            return False
        largest = min(self.max_area or LARGEST_VOLUME, LARGEST_VOLUME)
        return min(part.box) > 0 and part.box[0] * part.box[1] <= largest and not part.label

    def problem(self, part: Part, how: Configuration) -> Problem:
        box = self.in_box(*part.box)
        return box.problem(self.rules or self.rule, how.encoding, plain=how.plain)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        everything = super().search(part, how, known, kept)
        if how.symmetric_first and not part.cube and not self.rules:
            if len(self.symmetry.group) == 1:
                return in_turn(everything, symmetric_answers(self, part, how), SYMMETRIC)
            by_cadical = replace(how, solver="cadical195")
            return in_turn(everything, symmetric_answers(self, part, by_cadical), LATER)
        return everything

    def search_without_solver(
        self, part: Part, name: str, known: Sequence[Answer], kept: Kept | None = None
    ) -> Iterator[Report[Answer]]:
        """List all patterns of a box by tables, or search it row by row."""
        if not part.box[1]:
            from lifesearch.queries.periodic.by_rows import by_width

            return by_width(self, part.box[0])
        if name == ROW_TABLES:
            from lifesearch.queries.periodic.by_rows import by_rows

            return by_rows(self, known, kept)
        by_solver = partial(self.search, part, self.configurations()[0], known)
        return listed(self.in_box(*part.box), by_solver if name == LISTED_OR_SAT else None, kept)

    def snapshot_reached(self, data: bytes) -> tuple[int, int, int, int]:
        """That of the strip that the box is; a list has none of these."""
        if batches_in(data) is not None:
            return 0, 0, 0, 0
        from lifesearch.queries.periodic.by_rows import strip_of

        return strip_of(self)[0].snapshot_reached(data)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        return enumeration(self.in_box(*part.box), problem, part.cube)

    def answers_in_known_rule(self, saved: Sequence[Pattern], size: Size) -> list[Answer]:
        return self.in_box(*size).answers(saved)

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Pattern, size: Size
    ) -> frozenset[int]:
        box = self.in_box(*size)
        return rules.occurring(box.life(solution)[:-1], box.universe.torus)

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        return key(self.in_box(*(self.box or (self.width or 1, 1))), answer)

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse Knuth's encoding on a cylinder: its counters are those of a plane or a torus."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth" and self.cylinder is not None:
            raise InputError("the encoding knuth supports the plane and the torus, not a cylinder")

    def counted(self, answer: Answer) -> list[Pattern]:
        """The full period that was asked for; the pattern's own may be shorter."""
        return answer.life(self.motion.full_period)

    @property
    def boxed_generations(self) -> int:
        return self.motion.period

    def hopeless(self, part: Part, cost: int) -> bool:
        """The smallest box is among those that come first."""
        objective = self.constraints.objective
        sought = objective is not None and objective.aim is Aim.SMALLEST_BOX
        return sought and part.box[0] * part.box[1] >= cost

    def least_area(self, answer: Answer) -> int:
        """A ship's smallest box depends on which generation comes first.

        The box in which an answer was found can be larger, if it was a piece of a solution.
        """
        motion = self.motion
        span, last = motion.period, motion.full_period + motion.period
        life = answer.life(last)
        return min(reduce(or_, life[t : t + span]).box.area for t in range(motion.full_period))

    def describe(self) -> str:
        what = recurring(self.motion, self.example, any_period=self.any_period)
        named = in_rule(self.rules or self.rule)
        return f"{what}{symmetric(self.symmetry)}{named}{self.constraints}"

    def hint(self) -> str:
        return other_period(self.motion, self.rule) if self.cylinder is None else ""

    @property
    def travels(self) -> bool:
        return self.motion.travels

    def endless(self) -> str:
        if self.box is not None or self.max_area is not None:
            return ""
        if self.width is not None:
            return "<max_length N>: without it the search would never end"
        if self.motion.travels and not self.constraints and self.rules is None:
            return (
                "<box WxH>, <max_area N> or <width W> <max_length N>: without them the search "
                "would never end"
            )
        needed = "<box WxH> or <max_area N>: without them the search would never end"
        return f"{needed}{self._room_for_all()}"

    def _room_for_all(self) -> str:
        """Name the box that holds all connected still lifes of a largest population.

        Each live cell has two live neighbours, so an island of n cells is at most n - 1 wide, and
        the gap between islands that need each other is one cell: n cells are less than n wide.
        """
        sizes = [b.most for b in self.constraints.bounds if b.measure.is_population]
        most = min(sizes, default=LARGEST_AREA)
        still_life = self.motion == Motion(1) and (self.rules or self.rule) == LIFE
        if not still_life or most**2 > LARGEST_AREA:
            return ""
        box = size_with_article(most, most)
        return (
            f"; connected still lifes with up to {most} cells fit in {box} box: "
            f"<connected> <box {most}x{most}>"
        )

    def where(self) -> str:
        if self.cylinder is not None:
            high = "" if self.box is None else f" and {plural(self.box[1], 'row')} high"
            return f" on a cylinder of circumference {self.cylinder}{high}"
        if self.width is not None:
            return f", {self.width} wide"
        if self.box is None:
            return self.in_boxes(self.max_area)
        size = size_with_article(*self.box)
        if self.mask is not None:
            return f" inside the mask, {size} box"
        return f" on {size} torus" if self.torus else f" in {size} box"

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Up to which length nothing of the given width is there; each box holds shorter ones."""
        if self.width is None or answers:
            return []
        longest = max((part.box[1] for part in parts if part.box[0] == self.width), default=0)
        if not longest:
            return []
        measure = "long" if self.cylinder is None else "high"
        rows = f"up to {plural(longest, 'row')} {measure}"
        return [f"proved: no {self.describe()}{self.where()} and {rows}"]


def _sizes(query: Periodic) -> Iterator[Size]:
    if query.box is not None:
        yield query.box
        return
    if query.width is not None:
        longest = LARGEST_VOLUME // (query.width * query.motion.period)
        lengths = ((query.width, length) for length in range(1, longest + 1))
        yield from (size for size in lengths if not query.symmetry.fits(*size))
        return
    areas = count_from(1) if query.max_area is None else range(1, query.max_area + 1)
    yield from growing(areas, query.in_box(1, 1).symmetries, query.symmetry)
