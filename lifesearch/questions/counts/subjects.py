"""Subjects of a count: patterns that recur, or predecessors of one; each calls its counter.

`question` makes the subject of a query, and gets the numbers from its `vectors`; the counters are
in `engines.counting`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from lifesearch.common.limits import WIDEST_TORUS
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor

if TYPE_CHECKING:
    from lifesearch.engines.counting.orbits_in_box import PatternClass
    from lifesearch.engines.counting.transfer_matrix import SweepOptions, Vector

Size = tuple[int, int]
NO_BOX = "a count needs the size of a box: give a box"
NOT_A_BOX = (
    "still lifes and oscillators are counted in a box on the empty plane: give <box> in place of "
    "<width>, and leave out <background>"
)


class CountSubject(ABC):
    """The answers of a query that are counted.

    has_empty    whether the empty pattern is among all that are counted
    kind         what is counted, such as "still life"; not the kind of the query
    period       of oscillators and still lifes
    generations  of predecessors: how many generations back they are
    symmetry     the name of the symmetry
    raw          whether patterns that differ by place, orientation or phase only count separately
    with_empty   whether the empty pattern counts
    torus        True on a torus, else None
    cylinder     the cylinder by its name

    `kind` and all attributes after it are columns of the table of numbers (`show.counts`); those
    that are None are left out.
    """

    has_empty: ClassVar[bool]
    kind: str
    period: int | None = None
    generations: int | None = None
    symmetry: str = "C1"
    raw: bool = True
    with_empty: bool = True
    torus: bool | None = None
    cylinder: str | None = None

    @property
    def every_solution(self) -> bool:
        """Whether the title of the count says "every solution": moved and turned copies count, too.

        Of predecessors no other number is counted, so it need not be said.
        """
        return False

    @abstractmethod
    def refusal(self, *, populations: bool) -> str:
        """Why the answers cannot be counted without finding them; empty if they can."""

    @abstractmethod
    def vectors(self, options: SweepOptions, boxes: list[Size]) -> Iterator[Vector]:
        """For each box the numbers of answers, by population."""


class Recurring(CountSubject):
    """Still lifes and oscillators."""

    has_empty = True

    def __init__(self, query: Periodic) -> None:
        self.query = query
        self.period = query.motion.period
        self.kind = "still life" if self.period == 1 else "oscillator"
        self.symmetry, self.raw, self.with_empty = query.symmetry.name, query.raw, query.with_empty
        self.torus = query.torus or None
        self.cylinder = str(query.cylinder) if query.cylinder else None

    @property
    def every_solution(self) -> bool:
        return self.query.raw

    def refusal(self, *, populations: bool) -> str:
        return _not_countable(self.query, populations=populations) or _not_countable_joined(
            self.query
        )

    def vectors(self, options: SweepOptions, boxes: list[Size]) -> Iterator[Vector]:
        count = _on_torus_or_cylinder if _joined(self.query) else _in_plane
        return count(self.query, options, boxes)


class Ancestors(CountSubject):
    """Predecessors of a pattern."""

    has_empty = False
    kind = "predecessor"

    def __init__(self, query: Predecessor) -> None:
        self.query = query
        self.generations = query.generations

    def refusal(self, *, populations: bool) -> str:
        query = self.query
        if query.surrounded:
            return "predecessors are counted in a box with dead surroundings: leave out <orphan>"
        if query.joined:
            return (
                "predecessors are counted in a box with dead surroundings: give a pattern on the "
                "plane, and leave out <torus> and <cylinder>"
            )
        if query.constraints:
            return "a count supports no conditions on cells or populations: leave them out"
        if query.rules is not None:
            return f"a count needs a completely known rule, not {query.rules}"
        return "" if query.raw else "predecessors are counted each as it lies: give <raw>"

    def vectors(self, options: SweepOptions, boxes: list[Size]) -> Iterator[Vector]:
        from lifesearch.engines.counting.predecessors import PredecessorRegion, predecessors

        # There is one box, that of the query: no door asks for all heights of predecessors.
        query, target = self.query, self.query.target
        alive, dont_care = target.alive.cells, target.dont_care.cells
        box = PredecessorRegion(
            *query.box, query.generations, query.rule, alive=alive - dont_care, dont_care=dont_care
        )
        yield predecessors(box, options)


SUBJECTS: dict[str, type[Any]] = {"periodic": Recurring, "predecessor": Ancestors}
"""By `kind` of the queries whose answers can be counted."""


def _not_countable(query: Periodic, *, populations: bool) -> str:  # noqa: PLR0911
    """Why patterns that recur cannot be counted in a box; empty if they can.

    Joined sides are not considered: see `_not_countable_joined`.
    """
    if query.box is None:
        return NO_BOX
    if query.motion.travels:
        return "still lifes and oscillators can be counted, ships cannot"
    if query.motion.order > 1:
        return "patterns that recur turned cannot be counted: leave out the transform"
    if query.mask is not None:
        return "only whole boxes can be counted: leave out the mask"
    if query.constraints:
        return "a count supports no conditions on cells, populations or pieces: leave them out"
    if query.rules is not None:
        return f"a count needs a completely known rule, not {query.rules}"
    if populations and query.motion.period > 1 and not query.raw:
        return (
            "an oscillator has a population in each phase: by population, the patterns of all "
            "phases are counted, so give <raw> as well"
        )
    return ""


def _joined(query: Periodic) -> bool:
    """Whether sides of the box are joined, as on a torus or a cylinder."""
    return query.torus or query.cylinder is not None


def _not_countable_joined(query: Periodic) -> str:
    """Why patterns cannot be counted where sides are joined; empty if they can, or none are."""
    if not _joined(query) or query.box is None:
        return ""
    row = min(query.box) * query.motion.period  # the cells of a row in all generations
    if query.torus and query.rule.births_from_nothing:
        return "on a torus, a count needs a rule without B0"
    if query.torus and row > WIDEST_TORUS:
        return (
            f"on a torus, the shorter side times the period can be at most {WIDEST_TORUS}, not "
            f"{row:,}"
        )
    if not query.raw and len(query.symmetry.group) > 1:
        return "where sides are joined, symmetric patterns are counted as they lie: give <raw>"
    if not query.raw and query.cylinder is not None and query.cylinder.shift:
        return "on a shifted cylinder, patterns are counted as they lie: give <raw>"
    return ""


def _in_plane(query: Periodic, options: SweepOptions, boxes: list[Size]) -> Iterator[Vector]:
    """For each box on the empty plane the numbers of patterns, by population."""
    from lifesearch.engines.counting.orbits_in_box import ZERO, Counter

    patterns, longest, sides = asked_of_counter(query, options, boxes)
    counter = Counter(patterns, longest, options)
    numbers = counter.raw if query.raw else counter.orbits
    for box, (width, height) in zip(boxes, sides, strict=True):
        # A box of another length than the question's may not have the symmetry.
        lacking = query.symmetry.lacks(*box)
        yield _with_empty(query, ZERO if lacking else numbers(width, height))


def _on_torus_or_cylinder(
    query: Periodic, options: SweepOptions, boxes: list[Size]
) -> Iterator[Vector]:
    """For each box with joined sides the numbers of patterns, by population."""
    from lifesearch.engines.counting.orbits_in_box import ZERO
    from lifesearch.engines.counting.orbits_on_torus import QuotientCounter
    from lifesearch.engines.counting.quotient import QuotientRegion

    as_given, shift = _pattern_class(query), query.cylinder.shift if query.cylinder else 0
    for size in boxes:
        if query.symmetry.lacks(*size):
            yield _with_empty(query, ZERO)
            continue
        # A narrow box has fewer states; the sides of a cylinder cannot change places.
        turned = query.torus and size[0] > size[1]
        width, height = reversed(size) if turned else size
        patterns = as_given.transposed() if turned else as_given
        box = QuotientRegion(
            width, height, patterns.period, patterns.rule, torus=query.torus, shift=shift
        )
        counter = QuotientCounter(patterns, box, options)
        yield _with_empty(query, counter.raw() if query.raw else counter.orbits())


def _with_empty(query: Periodic, found: Vector) -> Vector:
    """The numbers by population, with the empty pattern if it counts: counters leave it out."""
    found = found.copy()
    found[0] += query.with_empty
    return found


def _pattern_class(query: Periodic) -> PatternClass:
    from lifesearch.engines.counting.orbits_in_box import PatternClass

    return PatternClass(query.motion.period, query.rule, query.symmetry.group, query.any_period)


def asked_of_counter(
    query: Periodic, options: SweepOptions, boxes: list[Size]
) -> tuple[PatternClass, int, list[Size]]:
    """The class of patterns, the longest side, and the sizes of boxes.

    All are transposed if the last box, which is the largest, is wider than high.

    InputError if the memory is too small to count them.
    """
    from lifesearch.engines.counting.estimate import require_room
    from lifesearch.engines.counting.region import Region

    patterns = _pattern_class(query)
    width, height = boxes[-1]
    turned = width > height
    if turned:
        patterns, width, height = patterns.transposed(), height, width
    # These are all patterns that are counted; sweeps for orbits are over those with more symmetry.
    static = frozenset((g, 0) for g in patterns.symmetry)
    region = Region(width, height, patterns.period, patterns.rule, static)
    if not region.diagonal:  # else only squares are allowed: there are no narrower boxes to measure
        require_room(region, options)
    sides = [(b, a) if turned else (a, b) for a, b in boxes]
    return patterns, max(width, height), sides
