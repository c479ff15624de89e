"""How many answers a query has, exactly and without finding them.

The number is that of all answers that a search would find: of all solutions, or of those that
differ by more than place, orientation and phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.limits import WIDEST_DENSITY, WIDEST_TORUS
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.periodic.query import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.queries.words import in_rule, recurring
from lifesearch.solving.parts import Part

if TYPE_CHECKING:
    from lifesearch.counting.tight import CountedKind
    from lifesearch.counting.ways import Setting, Vector

A = TypeVar("A")
Size = tuple[int, int]
AT_LEAST = "a count needs the size of a box: give a box"


@dataclass(frozen=True)
class Counted:
    """How many answers there are in a box; `populations` says how many of each, if asked for."""

    box: Size
    number: int
    populations: tuple[tuple[int, int], ...] | None = None


class NumberQuestion(Query[A]):
    """A question whose answers are numbers: they are found without a search."""

    has_clauses = False
    lengths: bool = False
    populations: bool = False

    def numbers(self, setting: Setting) -> Iterator[A]:
        """The numbers, as they are found."""
        raise NotImplementedError

    def parts(self, depth: int) -> Iterator[Part]:
        return iter(())


@dataclass(frozen=True)
class DensityQuestion(NumberQuestion[Fraction]):
    """How many cells a row still lifes of a width have at most, as they grow longer."""

    width: int
    rule: Rule = LIFE

    def __post_init__(self) -> None:
        if not 1 <= self.width <= WIDEST_DENSITY:
            raise InputError(
                f"the density is known for strips 1 to {WIDEST_DENSITY} wide, not {self.width}"
            )
        self.rule.require_plain("densities are")

    @property
    def title(self) -> str:
        return f"{recurring(Motion(1), self.rule)}{in_rule(self.rule)}, {self.width} wide"

    def key(self, answer: Fraction) -> Fraction:
        return answer

    def numbers(self, setting: Setting) -> Iterator[Fraction]:
        from lifesearch.counting.density import density

        yield density(self.width, self.rule)


@dataclass(frozen=True)
class CountQuestion(NumberQuestion[Counted]):
    """What is counted: the answers of a query, for each length, for each population."""

    query: Periodic | Predecessor
    lengths: bool = False
    populations: bool = False

    @property
    def title(self) -> str:
        query = self.query
        ways = {
            "every solution": query.raw and isinstance(query, Periodic),
            "by length": self.lengths,
            "by population": self.populations,
        }
        return ", ".join([query.title, *(way for way, given in ways.items() if given)])

    def key(self, answer: Counted) -> Size:
        return answer.box

    def numbers(self, setting: Setting) -> Iterator[Counted]:
        return counts(self, setting)


def not_countable(query: PatternQuery, *, populations: bool = False) -> str:
    """Why the answers of a query cannot be counted without finding them; empty if they can."""
    what = ""
    if isinstance(query, Predecessor):
        return _not_countable(query)
    if not isinstance(query, Periodic):
        what = (
            "still lifes and oscillators are counted in a box on the empty plane: give <box> in "
            "place of <width>, and leave out <background>"
        )
    elif query.box is None:
        what = AT_LEAST
    elif query.motion.travels:
        what = "still lifes and oscillators can be counted, ships cannot"
    elif query.motion.order > 1:
        what = "patterns that recur turned cannot be counted: leave out the transform"
    elif query.mask is not None:
        what = "only whole boxes can be counted: leave out the mask"
    elif query.constraints:
        what = "a count supports no conditions on cells, populations or pieces: leave them out"
    elif query.rules is not None:
        what = f"a count needs a completely known rule, not {query.rules}"
    elif populations and query.motion.period > 1 and not query.raw:
        what = (
            "an oscillator has a population in each phase: by population, the patterns of all "
            "phases are counted, so give <raw> as well"
        )
    return what or _not_joined(query)


def _joined(query: Periodic) -> bool:
    return query.torus or query.cylinder is not None


def _not_joined(query: PatternQuery) -> str:
    """Why patterns cannot be counted where sides are joined; empty if they can, or none are."""
    if not isinstance(query, Periodic) or not _joined(query) or query.box is None:
        return ""
    row = min(query.box) * query.motion.period
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


def _not_countable(query: Predecessor) -> str:
    if query.surrounded:
        return "predecessors are counted in a box with dead surroundings: leave out <orphan>"
    if query.constraints:
        return "a count supports no conditions on cells or populations: leave them out"
    if query.rules is not None:
        return f"a count needs a completely known rule, not {query.rules}"
    return "" if query.raw else "predecessors are counted each as it lies: give <raw>"


def count(query: Periodic, setting: Setting) -> Counted:
    (found,) = counts(CountQuestion(query), setting)
    return found


def counts(question: CountQuestion, setting: Setting) -> Iterator[Counted]:
    """Count the answers in the box of the query, or in all boxes as wide and at most as high."""
    query, boxes = question.query, boxes_of(question.query, lengths=question.lengths)
    _require_countable(question)
    if isinstance(query, Predecessor):
        vectors = _predecessors(query, setting)
    else:
        vectors = (_around if _joined(query) else _in_plane)(query, setting, boxes)
    for box, found in zip(boxes, vectors, strict=True):
        listed = [(cells, int(number)) for cells, number in enumerate(found) if number]
        yield Counted(box, int(found.sum()), tuple(listed) if setting.populations else None)


def _predecessors(query: Predecessor, setting: Setting) -> Iterator[Vector]:
    from lifesearch.counting.before import Before, predecessors

    target = query.target
    alive, dont_care = target.alive.cells, target.dont_care.cells
    box = Before(
        *query.box, query.generations, query.rule, alive=alive - dont_care, dont_care=dont_care
    )
    yield predecessors(box, setting)


def _in_plane(query: Periodic, setting: Setting, boxes: list[Size]) -> Iterator[Vector]:
    from lifesearch.counting.tight import Counter

    kind, longest, sides = asked_of_counter(query, setting, boxes)
    counter = Counter(kind, longest, setting)
    for width, height in sides:
        found = (counter.raw if query.raw else counter.different)(width, height)
        yield _with_empty(query, found)


def _around(query: Periodic, setting: Setting, boxes: list[Size]) -> Iterator[Vector]:
    from lifesearch.counting.joined import Joined
    from lifesearch.counting.rolled import JoinedCounter

    kind, shift = _kind(query), query.cylinder.shift if query.cylinder else 0
    for size in boxes:
        turned = query.torus and size[0] > size[1]
        width, height = reversed(size) if turned else size
        kind = kind.transposed() if turned else kind
        box = Joined(width, height, kind.period, kind.rule, torus=query.torus, shift=shift)
        counter = JoinedCounter(kind, box, setting)
        yield _with_empty(query, counter.raw() if query.raw else counter.different())


def _with_empty(query: Periodic, found: Vector) -> Vector:
    found = found.copy()
    found[0] += query.with_empty
    return found


def _kind(query: Periodic) -> CountedKind:
    from lifesearch.counting.tight import CountedKind

    return CountedKind(query.motion.period, query.rule, query.symmetry.group, query.any_period)


def _require_countable(question: CountQuestion) -> None:
    from lifesearch import rows

    if reason := rows.unavailable():
        raise InputError(f"without numba nothing can be counted: {reason}")
    if reason := not_countable(question.query, populations=question.populations):
        raise OptionError(reason)
    question.query.rule.require_plain("counts are")


def boxes_of(query: Periodic | Predecessor, *, lengths: bool) -> list[Size]:
    """The box of a query, or all that are as wide and at most as high."""
    width, height = query.box or (0, 0)
    return [(width, length) for length in range(1, height + 1)] if lengths else [(width, height)]


def asked_of_counter(
    query: Periodic, setting: Setting, boxes: list[Size]
) -> tuple[CountedKind, int, list[Size]]:
    """What a counter is asked, for boxes up to which length, and which ones: turned, if need be.

    Refused is what cannot be counted in the memory that it may take.
    """
    from lifesearch.counting.estimate import require_room
    from lifesearch.counting.region import Region

    question = _kind(query)
    width, height = boxes[-1]
    turned = width > height
    if turned:
        question, width, height = question.transposed(), height, width
    static = frozenset((g, 0) for g in question.symmetry)
    region = Region(width, height, question.period, question.rule, static)
    if not region.diagonal:  # the others are small
        require_room(region, setting)
    sides = [(b, a) if turned else (a, b) for a, b in boxes]
    return question, max(width, height), sides
