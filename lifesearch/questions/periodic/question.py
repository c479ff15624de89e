"""Still lifes, oscillators and spaceships: patterns that recur.

All three are one query: after `period` generations the pattern recurs, perhaps moved,
perhaps turned. Generations 0 to period-1 are in the box. Without a box, boxes grow: see
`growing`. The rule may be partly unknown: see `core.box_question`.

On a torus opposite sides of the box are joined. On a cylinder the left and the right side are,
perhaps shifted: column x + width is column x, `shift` rows further down. Above and below the box
all is dead. On a shifted cylinder a row does not end where it began, but in another row, so a
search row by row is impossible: patterns of any length are searched for in boxes that grow longer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import count as count_from
from itertools import takewhile
from operator import or_
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_AREA, LARGEST_VOLUME
from lifesearch.common.text import plural, size_with_article
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Objective
from lifesearch.core.question import Problem, Proved
from lifesearch.core.words import in_rule, other_period, recurring, symmetric
from lifesearch.engines.sat.encoding.symmetry_breaking import SolutionSymmetries
from lifesearch.engines.sat.encoding.variable_grid import Encoding
from lifesearch.engines.sat.solving.alternation import LATER, SYMMETRIC, alternate
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.cubes import cubes
from lifesearch.engines.sat.solving.enumerate import Enumeration, PartCheckpoint, Report, RuledOut
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.box import PeriodicBox
from lifesearch.questions.periodic.recurrence import PeriodicQuestion


def growing(
    areas: Iterable[int],
    in_a_cell: SolutionSymmetries,
    symmetry: Symmetry,
    allows: Callable[[Size], bool],
) -> Iterator[Size]:
    """The boxes of these areas, (width, height), that suit a symmetry and are allowed.

    They grow by area, and among those of one area the squarest comes first, the wider before the
    taller. Each is searched for patterns that touch all its sides, since any other pattern fits
    into a smaller box. A box that is hard to decide does not hold up the larger ones for ever: see
    `running.schedule`.

    `in_a_cell` has the symmetries of solutions in a box of 1x1: it is square, so none is missing.
    """
    needs_square = in_a_cell.spacetime.motion.orientation.apply(1, 0)[0] == 0
    # If the query is the same when rows and columns change places, only the wider box is searched.
    may_swap = any(g.apply(1, 0)[0] == 0 for g in in_a_cell.orientations())
    for area in areas:
        for width, height in shapes(area):
            if symmetry.lacks(width, height) or (needs_square and width != height):
                continue
            if not allows((width, height)):
                continue
            if width >= height or not (may_swap and allows((height, width))):
                yield width, height


def shapes(area: int) -> list[Size]:
    """The boxes of an area, the squarest first, the wider before the taller."""
    sizes = [(w, area // w) for w in range(1, area + 1) if area % w == 0]
    return sorted(sizes, key=lambda size: (abs(size[0] - size[1]), -size[0]))


LARGEST_FIRST = ("D8", "D4+", "D4x", "C4", "D2\\", "D2|", "C2")
"""Symmetries of boxes by name. D2- and D2/ are left out: they are D2| and D2\\ of a turned box.

A box that is not square is searched without D2-, too: such looks prove nothing, so it is a choice.
"""
ROW_TABLES = "row tables"
"""The name of the strategy that searches a box as a strip of rows."""
LISTED, LISTED_OR_SAT = "tables", "tables, or else SAT"
"""Strategies for all patterns of a box: tables; or SAT if the tables would be too large."""
MOST_NAMED = 10
"""The most undecided boxes that one sentence names; of more it gives the number of the others."""
WORTH_A_HINT = 20
"""The hint is given once boxes of this area or more are proved empty: smaller ones take no time."""
FEW_CONFLICTS, MORE = 1_000, 4
"""Conflicts for each symmetry in the first round, and the factor from round to round.

With a larger factor a hard symmetry holds up the others for longer; with a smaller one, answers
that need many conflicts wait for more rounds. Not tuned.
"""


def worth_a_look(query: Periodic) -> bool:
    """Whether to look for patterns with more symmetry than a query asks for.

    They answer it if it has a box and no conditions.
    """
    bare = Periodic(query.motion, query.box, query.symmetry, query.rule)
    return query.box is not None and query == bare and bool(_larger(query))


def _larger(query: Periodic) -> list[Symmetry]:
    """The symmetries that contain that of a query, the largest first."""
    return [s for s in map(Symmetry.parse, LARGEST_FIRST) if s.group > query.symmetry.group]


def symmetric_answers(
    query: Periodic, part: Part, strategy: Configuration
) -> Iterator[Report[Answer]]:
    """Answers with each of the larger symmetries that a box can have, in rounds; no proof.

    Any pattern of the box will do, so one with more symmetry than the query asks for will, too. It
    has fewer free cells, and is found, or ruled out, soon. So one of the solvers that race for a
    box alternates between all patterns and symmetric ones. Each symmetry gets a few conflicts, and
    in each further round more. Symmetries that no pattern has are reported.
    """
    looks: list[tuple[Symmetry, Iterator[Report[Answer]]]] = []
    for symmetry in _larger(query):
        with suppress(InputError):  # the rule or the box does not have it
            with_symmetry = Periodic(query.motion, query.box, symmetry, query.rule)
            look = with_symmetry.search(part, replace(strategy, symmetric_first=False), ())
            looks.append((symmetry, look))
    most, found = FEW_CONFLICTS, False
    while looks:
        for symmetry, look in list(looks):
            for report in look:
                if isinstance(report, list):
                    found = True
                    yield query.answers([answer.pattern for answer in report], *part.box)
                elif isinstance(report, int):
                    yield report
                    if report > most:
                        break
            else:
                looks.remove((symmetry, look))
                # After an answer, the end of a look need not mean that its symmetry has none.
                if not found:
                    yield RuledOut(symmetry.name)
        most *= MORE


@dataclass(frozen=True)
class Periodic(PeriodicQuestion):
    """A query for patterns that recur: in a known rule, or in any of the range `rules`.

    With a `width` and no box, boxes are as wide as that and grow longer and longer: for partly
    unknown rules and for shifted cylinders, where strips are not searched row by row.
    """

    kind = "periodic"

    def in_box(self, width: int, height: int) -> PeriodicBox:
        if self.cylinder is None:
            return PeriodicBox(self, width, height)
        from lifesearch.questions.periodic.cylinder_box import CylinderBox

        return CylinderBox(self, width, height)

    def configurations(self) -> tuple[Configuration, ...]:
        """The fastest configurations: see `python -m tests.bench`.

        CaDiCaL is best at proofs. Glucose races with it, since it finds some answers much sooner,
        above all ships without symmetry. For oscillators without symmetry it is fastest without
        symmetry breaking (`plain`), and it alternates with a search for more symmetric ones.
        """
        has_symmetry = len(self.symmetry.group) > 1
        oscillates = not self.motion.travels and self.motion.full_period > 1
        cadical = Configuration("cadical195")
        plain = oscillates and not has_symmetry
        look = oscillates and worth_a_look(self)
        glucose = Configuration("glucose4", plain=plain, symmetric_first=look)
        found_first = self.motion.travels and not has_symmetry and not self.constraints
        return (glucose, cadical) if found_first else (cadical, glucose)

    def cells(self) -> int:
        return 0 if self.box is None else self.box[0] * self.box[1] // len(self.symmetry.group)

    def parts(self, depth: int) -> Iterator[Part]:
        if self.constraints.impossible:
            return
        for size in _sizes(self):
            yield from (Part(size, cube) for cube in cubes(depth if self.box else 0))

    def only_strategy(self, part: Part) -> Strategy | None:
        """Row tables for a strip, which is a part without a height; else None."""
        return None if part.box[1] else ROW_TABLES

    def strip_rules_out(self, strip: Part, part: Part) -> bool:
        """Whether a box has no answer, if a strip has none."""
        from lifesearch.questions.periodic.by_rows import strip_rules_out

        return bool(part.box[1]) and strip_rules_out(self, strip.box[0], part.box)

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is one of its parts; boxes that grow are not split."""
        if self.box is not None:
            return super().has_part(part, depth)
        if not part.box[1]:
            from lifesearch.questions.periodic.by_rows import widths

            return part in widths(self)
        if self.width is not None and part.box[0] != self.width:
            return False
        if min(part.box) < 1 or part.box[0] * part.box[1] > LARGEST_VOLUME or part.label:
            return False
        return self.allows(part.box) and self.suits(part.box)

    def suits(self, size: Size) -> bool:
        """Whether a box can have the symmetry and the transform: a quarter turn needs a square."""
        needs_square = self.motion.orientation.apply(1, 0)[0] == 0
        return not self.symmetry.lacks(*size) and (size[0] == size[1] or not needs_square)

    def problem(self, part: Part, strategy: Configuration) -> Problem:
        box = self.in_box(*part.box)
        return box.problem(self.rules or self.rule, strategy.encoding, plain=strategy.plain)

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Search by tables, or by a solver; it may alternate with `symmetric_answers`."""
        if isinstance(strategy, str):
            return self._by_tables(part, strategy, known, kept)
        if self.rules is not None:
            return super().search(part, strategy, known, kept)
        everything = self.in_box(*part.box).search(part.cube, strategy, known, kept)
        if strategy.symmetric_first and not part.cube:
            if len(self.symmetry.group) == 1:
                return alternate(everything, symmetric_answers(self, part, strategy), SYMMETRIC)
            by_cadical = replace(strategy, solver="cadical195")
            return alternate(everything, symmetric_answers(self, part, by_cadical), LATER)
        return everything

    def _by_tables(
        self, part: Part, name: str, known: Sequence[Answer], kept: PartCheckpoint | None
    ) -> Iterator[Report[Answer]]:
        """List all patterns of a box by tables, or search it row by row."""
        if not part.box[1]:
            from lifesearch.questions.periodic.by_rows import by_width

            return by_width(self, part.box[0])
        if name == ROW_TABLES:
            from lifesearch.questions.periodic.by_rows import by_rows

            return by_rows(self, known, kept)
        from lifesearch.questions.periodic.by_tables import listed

        by_solver = partial(self.search, part, self.configurations()[0], known)
        return listed(self.in_box(*part.box), by_solver if name == LISTED_OR_SAT else None, kept)

    def enumeration_in_known_rule(self, problem: Problem, part: Part) -> Enumeration[Any, Answer]:
        return self.in_box(*part.box).enumeration(problem, part.cube)

    def answers_in_known_rule(self, saved: Sequence[Pattern], size: Size) -> list[Answer]:
        return self.in_box(*size).answers(saved)

    def groups_in_known_rule(
        self, rules: PartialRule, solution: Pattern, size: Size
    ) -> frozenset[int]:
        box = self.in_box(*size)
        return rules.occurring(box.generations_of(solution)[:-1], box.universe.torus)

    def key_in_known_rule(self, answer: Answer) -> Hashable:
        # If boxes grow, any size will do: a key depends on it on a torus only, which has a box.
        return self.in_box(*(self.box or (self.width or 1, 1))).key(answer)

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse Knuth's encoding on a cylinder: its counters are those of a plane or a torus."""
        super().check_encoding(encoding, plain=plain)
        if encoding == "knuth" and self.cylinder is not None:
            raise InputError("the encoding knuth supports the plane and the torus, not a cylinder")

    def counted_generations(self, answer: Answer) -> list[Pattern]:
        """The generations of one full period of the question; the pattern's may be shorter."""
        return answer.generations_to(self.motion.full_period)

    def cost(self, answer: Answer) -> int:
        """The cost of an answer; its box holds all generations of the period."""
        assert self.objective is not None
        return self.objective.cost(self.counted_generations(answer), self.motion.period)

    def least_area(self, answer: Answer) -> int:
        """The area of the smallest box that holds an answer in `motion.period` generations.

        A ship's smallest box depends on which generation comes first. The box in which an answer
        was found can be larger, if it was a piece of a solution.
        """
        motion = self.motion
        span, last = motion.period, motion.full_period + motion.period
        life = answer.generations_to(last)
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
        if self.box is not None or self.last_area is not None:
            return ""
        if self.width is not None:
            return "<max_length N>: without it the search would never end"
        strip = not (self.constraints or self.rules or self.bounds)
        needed = (
            "<box WxH>, <max_area N> or <width W> <max_length N>"
            if strip
            else ("<box WxH> or <max_area N>")
        )
        return f"{needed}: without them the search would never end{self._room_for_all()}"

    def _room_for_all(self) -> str:
        """Words for the box of all connected still lifes up to a population, if that is asked for.

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
            return self.in_boxes()
        size = size_with_article(*self.box)
        if self.mask is not None:
            return f" inside the mask, {size} box"
        return f" on {size} torus" if self.torus else f" in {size} box"

    def proved(self) -> Proved:
        """The collector of sentences about growing boxes, by area or by length."""
        return BoxesProved(self) if self.grows else super().proved()

    def proved_empty(self, parts: Iterable[Part]) -> list[str]:
        """Sentences: the length up to which boxes of the given width are empty."""
        if self.width is None:
            return []
        empty = {part.box[1] for part in parts if part.box[0] == self.width}
        lengths = range(1, max(empty, default=0) + 1)
        longest = len([*takewhile(lambda each: self._is_ruled_out(each, empty), lengths)])
        if not longest:
            return []
        measure = "long" if self.cylinder is None else "high"
        rows = f"up to {plural(longest, 'row')} {measure}"
        return [f"proved: no {self.describe()}{self.where()} and {rows}"]

    def _is_ruled_out(self, length: int, empty: Collection[int]) -> bool:
        """Whether boxes of this length have no pattern, if those of the `empty` lengths have none.

        A longer box has all patterns of a shorter one. But if a symmetry or the transform moves
        rows, patterns are centred, so that both lengths must be even, or both odd.
        """
        assert self.width is not None
        if not self.suits((self.width, length)):
            return True
        orientations = (*self.symmetry.group, self.motion.orientation)
        centred = any(g.apply(0, 1) != (0, 1) for g in orientations)
        return any(e >= length and not (centred and (e - length) % 2) for e in empty)


class BoxesProved(Proved):
    """Collects empty boxes; makes the sentences up to which area, or length, all are empty.

    _done      boxes and strips that are searched
    _strips    strips that have no pattern, which rule out boxes
    _order     all boxes by area; empty if boxes grow in length only
    _next      the first box of that order that is not yet proved empty
    _names     boxes of the area of `_next` that are proved empty, as far as they are worth naming
    _smallest  the least area of a box that holds an answer; 0 if there is none
    _largest   the greatest area of a box in which an answer was found; 0 if there is none
    _best      the least cost of an answer; None without an answer or an objective
    """

    def __init__(self, query: Periodic) -> None:
        self.query = query
        self._done: set[Part] = set()
        self._strips: list[Part] = []
        self._order = query.parts(0) if query.smallest_first else iter(())
        self._next = next(self._order, None)
        self._names: list[str] = []
        self._smallest = self._largest = 0
        self._best: int | None = None
        self._answered = False

    def found(self, part: Part, answers: Sequence[Answer]) -> None:
        self._answered = True
        if self._objective is not None:
            costs = [self.query.cost(answer) for answer in answers]
            self._best = min(costs if self._best is None else [*costs, self._best])
        if self.query.smallest_first:
            area = _area(part)
            least = min(self.query.least_area(answer) for answer in answers)
            self._smallest = min(area, least, self._smallest or area)
            self._largest = max(area, self._largest)

    def searched(self, part: Part, hint: Callable[[], list[str]]) -> Iterator[str]:
        """A sentence when the area up to which all boxes are empty has grown.

        A pattern is searched for in the smallest box that holds it: so a box is proved empty only
        when all smaller boxes are. The last box is left to the verdict, and long narrow boxes alone
        are not worth a line. As soon as an answer is found, only better ones are searched for, so
        the sentence says only that there is no better one.
        """
        self._done.add(part)
        if self.query.smallest_first and not part.box[1]:
            self._strips.append(part)
        while (box := self._next) is not None and self._is_proved(box):
            self._next = next(self._order, None)
            self._names += [str(box)] * _is_worth_naming(box)
            area = _area(box)
            if self._next is None or _area(self._next) == area:
                continue
            # No sentence if an answer fits into a box of this area.
            if self._names and not 0 < self._smallest <= area:
                where = f"{self.query.in_boxes(area)} ({', '.join(self._names)})"
                yield f"proved: no {self.query.describe()}{where}{self._better()}"
                if area >= WORTH_A_HINT:
                    yield from hint()
            self._names = []

    @property
    def _objective(self) -> Objective | None:
        """The objective, unless it is the box, whose size is the order of the search."""
        objective = self.query.constraints.objective
        return None if objective is None or objective.aim is Aim.SMALLEST_BOX else objective

    def _better(self) -> str:
        """The condition that an answer must now meet, as its cost must be less; empty if none."""
        if self._objective is None or self._best is None:
            return ""
        return f" {self._objective.better(self._best)}"

    def _is_proved(self, part: Part) -> bool:
        """Whether a box is searched, or a strip without a pattern rules it out."""
        return part in self._done or any(self.query.strip_rules_out(s, part) for s in self._strips)

    def undecided(self) -> Iterator[str]:
        """A sentence on smaller boxes than those of the answers, in which there may be others."""
        names = []
        for part in self.query.parts(0) if self.query.smallest_first else ():
            if _area(part) >= self._largest:
                break
            if not self._is_proved(part) and _is_worth_naming(part):
                names.append(str(part))
        if names:
            more = len(names) - MOST_NAMED
            some = ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
            yield f"smaller boxes not decided: {some}"

    def summary(self) -> Iterator[str]:
        if not self._answered:
            yield from self.query.proved_empty(self._done)


def _area(part: Part) -> int:
    return part.box[0] * part.box[1]


def _is_worth_naming(part: Part) -> bool:
    """Whether a box is more than 2 wide and high: long narrow ones would fill the sentence."""
    return min(part.box) > 2


def _sizes(query: Periodic) -> Iterator[Size]:
    """The sizes of boxes, (width, height), in the order in which they are searched."""
    if query.box is not None:
        yield query.box
        return
    if query.width is not None:
        longest = LARGEST_VOLUME // (query.width * query.motion.period)
        lengths = ((query.width, length) for length in range(1, longest + 1))
        yield from filter(query.suits, lengths)
        return
    areas = count_from(1) if query.last_area is None else range(1, query.last_area + 1)
    yield from growing(areas, query.in_box(1, 1).symmetries, query.symmetry, query.allows)
