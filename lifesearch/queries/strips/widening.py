"""Ships and oscillators, however wide and however long: strips that grow wider.

Each part is a strip with one symmetry, searched by row tables for ships of any length. What a
strip costs depends on the free cells of a row, half of its width if it is mirrored; so strips
with fewer free cells come first, and a mirrored strip is twice as wide as one without symmetry
that costs as much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from math import inf
from operator import or_
from typing import TYPE_CHECKING

from lifesearch import require
from lifesearch.encoding.motion import Motion
from lifesearch.errors import InputError, LifesearchError
from lifesearch.life.identify import pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import NO_CONSTRAINTS
from lifesearch.queries.strips import wording
from lifesearch.queries.strips.base import StripQuery
from lifesearch.queries.strips.composites import may_be_multiple
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.folds import Fold
from lifesearch.rows.problem import WIDEST, Mirror
from lifesearch.solving.configuration import BY_TABLES, Configuration
from lifesearch.solving.enumerate import Exhausted, Glimpse, Report
from lifesearch.solving.parts import Part
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.rows.problem import Problem
    from lifesearch.rows.search import Search

MEMORY = 2 << 30
ROWS_AT_ONCE = 500_000
ROWS_PER_CONFLICT = 256
"""Rows tried in the time of one conflict: the schedule shares time by conflicts."""

NONE, MIRRORED, GUTTER, GLIDE = "none", "mirrored", "gutter", "glide"
WORDS = {
    NONE: "",
    MIRRORED: "mirrored ",
    GUTTER: "gutter-symmetric ",
    GLIDE: "glide-symmetric ",
}


class StripTooLarge(LifesearchError):  # noqa: N818 - it reads as what happened
    """A strip needs more memory than it may have."""


@dataclass(frozen=True)
class Widening(StripQuery):
    """A query for ships that travel straight up, or oscillators, in strips that grow wider."""

    kind = "widening"
    unit = "step"

    motion: Motion
    rule: Rule = LIFE

    constraints = NO_CONSTRAINTS

    def __post_init__(self) -> None:
        require.kind(self.motion, "the motion", Motion)
        if self.motion.orientation is not Orientation.IDENTITY:
            raise InputError("strips that grow have glides of their own: leave out the transform")
        if reason := Strip(1, self.motion, rule=self.rule).unsuitable():
            raise InputError(reason)

    @property
    def grows(self) -> bool:
        """Strips that are hard to decide must not hold up others."""
        return True

    def configurations(self) -> tuple[Configuration, ...]:
        """No solver is needed."""
        return (BY_TABLES,)

    def symmetries(self) -> tuple[str, ...]:
        """What strips can be symmetric by: the rule may not have mirrors, the motion no half."""
        if Orientation.FLIP_X not in self.rule.symmetries:
            return (NONE,)
        halves = self.motion.period % 2 == 0 and self.motion.dy % 2 == 0
        return (GUTTER, MIRRORED, NONE, GLIDE) if halves else (GUTTER, MIRRORED, NONE)

    def parts(self, depth: int) -> Iterator[Part]:
        """Strips by the free cells of a row: the widest with the fewest of them first."""
        for cells in range(1, WIDEST + 1):
            widths = {
                GUTTER: (2 * cells + 1,),
                MIRRORED: (2 * cells, 2 * cells - 1),
                NONE: (cells,),
                GLIDE: (cells,),
            }
            for symmetry in self.symmetries():
                yield from (Part((width, 0), name=symmetry) for width in widths[symmetry])

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is a strip with a symmetry that is asked for."""
        return part in self.parts(depth)

    def strip(self, part: Part) -> Strip:
        """The query about one strip."""
        motion, width = self.motion, part.box[0]
        if part.name == GLIDE:
            half = Motion(motion.period // 2, Orientation.FLIP_X, 0, motion.dy // 2)
            return Strip(width, half, rule=self.rule)
        mirror = Mirror.NONE if part.name == NONE else Mirror(part.name)
        return Strip(width, motion, mirror, self.rule)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer]
    ) -> Iterator[Report[Answer]]:
        """Search one strip: rows tried now and then, ships, and the end."""
        from lifesearch.rows.problem import pattern
        from lifesearch.rows.search import Search

        strip = self.strip(part)
        problem = self._also_folded(strip.table_problem())
        search = Search(problem, MEMORY)
        longest = 0
        while not (search.finished or search.out_of_memory):
            found = search.advance(ROWS_AT_ONCE)
            if found:
                ships = [strip.answer(pattern(problem, rows)).pattern for rows in found]
                single = [each for ship in ships for each in self._single_ships(ship)]
                yield self.answers(single, *part.box)
            elif len(rows := search.partial()) > longest * problem.period:
                front = pattern(problem, rows)
                if front and front.box.height > longest:
                    longest = front.box.height
                    yield Glimpse(f"the longest beginning, {plural(longest, 'row')}", front)
            yield _spent(search)
        if search.out_of_memory:
            raise StripTooLarge(
                f"the strip {part} needs more memory than {MEMORY // 2**20:,} MB; nothing is "
                f"known about the rest; a strip of a given width may have more"
            )
        yield Exhausted(_spent(search))

    def _also_folded(self, problem: Problem) -> Problem:
        """What stays where it is may be found by its first half, if it is the same upside down."""
        if self.motion.travels:
            return problem
        turns = problem.mirror is Mirror.NONE
        folds = [fold for fold in Fold if fold.orientation in self.rule.symmetries]
        return replace(problem, folds=tuple(f for f in folds if turns or not f.turns))

    def _single_ships(self, ship: Pattern) -> list[Pattern]:
        """The pieces of a composite that are such ships by themselves; else the whole."""
        period = self.motion.period
        parts = pieces(ship, self.rule, period)
        travel = (period, self.motion.dx, self.motion.dy)
        lives = [behaviour(part, self.rule, period) for part in parts]
        single = [
            part
            for part, life in zip(parts, lives, strict=True)
            if (life.period, life.dx, life.dy) == travel
        ]
        return single or [ship]

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify ships: whatever their symmetry, they are ships of a strip without one."""
        strip = Strip(width, self.motion, rule=self.rule)
        return strip.answers(saved, width, height)

    def describe(self) -> str:
        """Name what is sought: 'c/4 spaceship of period 4'."""
        return wording.kind(self.motion, Mirror.NONE, self.rule)

    def where(self) -> str:
        """There are no bounds."""
        return ""

    def endless(self) -> str:
        """There is no end of ships."""
        return "--box WxH, or --width W and --max-length N: without them there is no end"

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Say, for each symmetry, up to which width there is no ship.

        A ship may have been found first in a strip of another symmetry, and is not told again;
        so what is known of a strip that is done is that it has no others. If a period may come
        about as a multiple of those of pieces, which do not count, nothing is proved at all.
        """
        if may_be_multiple(self.motion):
            return []
        sentences = []
        best = 0
        for symmetry in (NONE, MIRRORED, GUTTER, GLIDE):
            found = [
                _width(image)
                for answer in answers
                for image in _images(answer, self.motion)
                if _has(image, symmetry)
            ]
            empty = 0
            for width in count(3, 2) if symmetry == GUTTER else count(1):
                if Part((width, 0), name=symmetry) not in parts or width >= min(found, default=inf):
                    break
                empty = width
            if empty > best:
                what = f"no {WORDS[symmetry]}{self.describe()}"
                sentences.append(f"proved: {what} up to {empty} wide, of any length")
            best = max(best, empty if symmetry in (NONE, MIRRORED) else 0)
        return sentences


def _images(answer: Answer, motion: Motion) -> list[Answer]:
    """An answer in all orientations in which it moves as asked: what stays may lie or stand."""
    way = (motion.dx, motion.dy)
    turns = [g for g in Orientation if g in answer.rule.symmetries and g.apply(*way) == way]
    return [replace(answer, pattern=answer.pattern.transform(g)) for g in turns]


def _width(answer: Answer) -> int:
    """How wide a strip must be for a ship that travels straight up."""
    return reduce(or_, answer.history()).box.width


def _has(answer: Answer, symmetry: str) -> bool:
    """Whether a ship has this symmetry of a strip."""
    life = answer.history()
    half = life[(len(life) - 1) // 2 if symmetry == GLIDE else 0]
    return symmetry == NONE or life[0].transform(Orientation.FLIP_X).normal() == half.normal()


def _spent(search: Search) -> int:
    progress = search.progress
    return (progress.tried + progress.states) // ROWS_PER_CONFLICT
