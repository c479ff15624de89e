"""Boxes in races: the more symmetric a pattern, the larger a box can be searched for it.

`kind` names the two strategies, `SymmetricBoxes` and `GrowingBoxes`; `question.Race` uses them. The
name of a part of the first has two words, symmetry and turn, such as "D8_1 Id"; that of the second
is empty.

What a box costs depends on its free cells, in all generations that must be known: a box of 13x13
with all symmetries has 28 free cells, and one of 6x6 without any has 36. A pattern may also be its
own image, turned or mirrored, after a part of its period; then fewer generations must be known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from heapq import merge
from itertools import count

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_AREA
from lifesearch.core.answer import Answer
from lifesearch.core.pieces import PieceFilter
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import Report
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import C1, SYMMETRIES, Symmetry, closure
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.race.strategy import RaceStrategy, Shares

NAMES = frozenset(symmetry.name for symmetry in SYMMETRIES)
SMALLEST_SIDE = 3  # smaller boxes hold little, and `GrowingBoxes` begin with them
MOST_NAMED = 2
"""How many symmetric squares are named as ruled out, the largest first."""
TURNS = (
    Orientation.IDENTITY,
    Orientation.R180,
    Orientation.R90,
    Orientation.FLIP_X,
    Orientation.TRANSPOSE,
)
"""Turns of a pattern after a part of its period. Others (R270, F-, F/) give images of the same
patterns, in turned and mirrored boxes; under a rule that is not symmetric, patterns of their own,
which are left to `GrowingBoxes`.
"""


class Boxes(RaceStrategy):
    """The base of strategies that search boxes by SAT."""

    name = "boxes"
    engine = "SAT (cadical195)"
    noun, ending = "box", "es"

    @property
    def configuration(self) -> Strategy:
        """The solver: CaDiCaL, which is best at proofs, since most boxes are empty."""
        return Configuration("cadical195", seed=self.seed)

    def place(self, part: Part) -> str:
        symmetry, _, turn = part.name.partition(" ")
        box = f"{part.box[0]}x{part.box[1]} box"
        named = f" with symmetry {symmetry}" if symmetry not in ("", "C1") else ""
        return f"{box}{named}{f', turned by {turn}' if turn not in ('', 'Id') else ''}"

    def query(self, part: Part) -> Periodic:
        """The question that the search of a part answers; subclasses make it."""
        raise NotImplementedError

    def search(self, part: Part, strategy: Strategy) -> Iterator[Report[Answer]]:
        """Search one box; excluded pieces are forbidden at every place."""
        assert isinstance(strategy, Configuration)
        query, wanted = self.query(part), self.wanted
        box, problem = query.in_box(*part.box), query.problem(part, strategy)
        pieces = PieceFilter(
            problem.layout,
            wanted.rule,
            connected=not wanted.composite,
            unwanted=wanted.excluded_keys,
            is_answer=lambda piece: wanted.turned(piece) is not None,
        )
        found = replace(
            box.enumeration(problem, ""),
            verify=lambda patterns: wanted.answers(
                [piece for pattern in patterns for piece in wanted.patterns_in(pattern)]
            ),
            examine=pieces.examine,
        )
        return found.run(strategy, ())


class SymmetricBoxes(Boxes):
    """Squares of all symmetries, or nearly (`Symmetry.mixed`), by the number of free cells."""

    shares = Shares(2, 1, 2)
    what = "symmetric boxes"
    why = "the more symmetric a pattern, the larger a box can be searched"

    def owns(self, part: Part) -> bool:
        symmetry, _, turn = part.name.partition(" ")
        return bool(part.box[1] and turn) and symmetry in NAMES

    def parts(self) -> Iterator[Part]:
        streams = [self._growing(*each) for each in self._kinds()]
        return (part for _, part in merge(*streams))

    def _growing(self, symmetry: Symmetry, motion: Motion) -> Iterator[tuple[int, Part]]:
        """Larger and larger boxes, each after the number of its free cells in all generations."""
        for side in count(SMALLEST_SIDE):
            size = (side + 1, side) if symmetry.mixed else (side, side)
            if not symmetry.lacks(*size):
                part = Part(size, name=f"{symmetry.name} {motion.orientation.symbol}")
                yield free_cells(symmetry, size) * motion.period, part

    def ruled_out(self, parts: Collection[Part]) -> list[str]:
        """The largest squares that have no pattern in one piece, by symmetry."""
        largest: dict[str, Size] = {}
        for part in filter(self.owns, parts):
            symmetry, _, turn = part.name.partition(" ")
            if turn == Orientation.IDENTITY.symbol:
                largest[symmetry] = max(part.box, largest.get(symmetry, part.box))
        of_any = largest.pop("C1", None)
        wide = sorted(largest.items(), key=lambda item: (item[1], item[0]), reverse=True)
        squares = [] if of_any is None else [f"{of_any[0]}x{of_any[1]}"]
        squares += [f"{w}x{h} with symmetry {name}" for name, (w, h) in wide[:MOST_NAMED]]
        return [f"patterns in one piece in boxes of {', '.join(squares)}"] if squares else []

    def _kinds(self) -> list[tuple[Symmetry, Motion]]:
        """All symmetries, with a place for their centre, and the motions that go with each."""
        symmetries = [s for s in SYMMETRIES if s.name == "C1" or "_" in s.name]
        kinds = ((s, g) for s in symmetries for g in TURNS)
        return [(s, motion) for s, g in kinds if (motion := self._motion(s, g)) is not None]

    def _motion(self, symmetry: Symmetry, turn: Orientation) -> Motion | None:
        """The motion to ask for, if patterns with this symmetry recur after a part of the period,
        turned like this; None if they cannot.
        """
        whole = self.wanted.motion
        order = Motion(1, turn).order
        if any(number % order for number in (whole.period, whole.dx, whole.dy)):
            return None
        if _is_shortened(turn, symmetry):
            return None
        if symmetry.mixed and turn.apply(1, 0)[0] == 0:
            return None  # it needs a square
        motion = Motion(whole.period // order, turn, whole.dx // order, whole.dy // order)
        try:
            Periodic(motion, None, symmetry, self.wanted.rule)
        except InputError:
            return None
        return motion

    def holds(self, part: Part) -> bool:
        try:
            self.query(part)
        except (InputError, ValueError):
            return False
        return part.box[0] * part.box[1] <= LARGEST_AREA

    def query(self, part: Part) -> Periodic:
        name, turn = part.name.split(" ")
        symmetry = Symmetry.parse(name)
        motion = self._motion(symmetry, Orientation.parse(turn))
        if motion is None:
            raise InputError(f"{part} is not a box of this search")
        return Periodic(motion, part.box, symmetry, self.wanted.rule)


class GrowingBoxes(Boxes):
    """Boxes without symmetry, by their area."""

    shares = Shares(1, 1, 2)
    what = "boxes without symmetry, smallest first"
    why = "they miss nothing"

    def owns(self, part: Part) -> bool:
        return bool(part.box[1]) and not part.name

    def parts(self) -> Iterator[Part]:
        return self._all().parts(0)

    def holds(self, part: Part) -> bool:
        return self._all().has_part(part, 0)

    def query(self, part: Part) -> Periodic:
        return self._all()

    def _all(self) -> Periodic:
        return Periodic(self.wanted.motion, rule=self.wanted.rule)


def _is_shortened(turn: Orientation, symmetry: Symmetry) -> bool:
    """Whether a pattern with this symmetry that recurs turned has a shorter period than wanted.

    It has, if the turn, or the turn twice, does not change the pattern: if that is in its group. A
    pattern keeps its symmetries in all generations. When it recurs turned, its symmetries are
    turned as well, so it has both the symmetries and their turned images.
    """
    images = {turn.inverse.then(g).then(turn) for g in symmetry.group}
    group = closure(symmetry.group | images)
    return turn is not Orientation.IDENTITY and bool(group & {turn, turn.then(turn)} - C1.group)


@cache
def free_cells(symmetry: Symmetry, size: Size) -> int:
    """The number of free cells of a box; the others follow by symmetry.

    >>> free_cells(Symmetry.parse("D8_1"), (13, 13)), free_cells(Symmetry.parse("C1"), (6, 6))
    (28, 36)
    """
    return len(set(symmetry.orbits(*size)))
