"""Ships and oscillators of any width and length: strips that grow wider, for races and surveys.

`questions.race.strips` searches them in races, and `surveys.tasks` in surveys.

Each part is a strip with one symmetry, searched by row tables for ships of any length. What a
strip costs depends on the free cells of a row, half of its width if it is mirrored; so strips
with fewer free cells come first, and a mirrored strip is twice as wide as one without symmetry
that costs as much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from math import inf
from operator import or_
from typing import TYPE_CHECKING

from lifesearch.common import require
from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer
from lifesearch.engines.rows.problem import WIDEST, StripProblem, pattern
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.strip_symmetry import Fold, Mirror
from lifesearch.questions.strips import names
from lifesearch.questions.strips.composites import may_be_multiple
from lifesearch.questions.strips.names import mirror_named, motion_named
from lifesearch.questions.strips.question import Strip

if TYPE_CHECKING:
    from lifesearch.engines.rows.search import RowSearch

MEMORY = 2 << 30
"""Bytes for the row tables and states of one strip; with more, wider strips could be searched."""
ROWS_AT_ONCE = 500_000
"""Rows that are tried between two reports; with fewer, reports would come more often."""
ROWS_PER_CONFLICT = 256
"""Rows tried in the time of one conflict, roughly: the schedule shares time by conflicts."""

# Symmetries by their names in parts. WORDS has them in the order of the sentences that
# `empty_widths` leads to: the later ones are left out if NONE or MIRRORED reaches as wide. They are
# special cases of one of these; GLIDE of NONE, which is searched first in each width.
NONE, MIRRORED, GUTTER, GLIDE, EVEN, ODD = "none", "mirrored", "gutter", "glide", "even", "odd"
WORDS = {
    NONE: "",
    MIRRORED: "mirror-symmetric ",
    EVEN: "even-symmetric ",
    ODD: "odd-symmetric ",
    GUTTER: "gutter-symmetric ",
    GLIDE: "glide-symmetric ",
}
SYMMETRIES = (EVEN, ODD, GUTTER, GLIDE)
"""The symmetries that can be asked for; MIRRORED is even or odd, as the width is."""


class StripTooLarge(LifesearchError):  # noqa: N818 - it reads as what happened
    """A strip needs more memory than MEMORY."""


@dataclass(frozen=True)
class Widening:
    """Strips that grow wider, for ships that travel straight up and for oscillators.

    With a `symmetry` (even, odd, gutter or glide) all strips have it. Without one there are strips
    of each symmetry that is possible (`symmetries`).
    """

    motion: Motion
    rule: Rule = LIFE
    symmetry: str = ""

    def __post_init__(self) -> None:
        require.instance(self.motion, "the motion", Motion)
        if self.motion.orientation is not Orientation.IDENTITY:
            raise InputError("growing strips include glide symmetry: leave out the transform")
        if reason := Strip(1, self.motion, rule=self.rule).unsuitable():
            raise InputError(reason)
        if self.symmetry:
            motion = motion_named(self.motion, self.symmetry)
            # A strip of any width, for its errors: motion and rule must allow the symmetry.
            width = 2 if self.symmetry == EVEN else 3
            Strip(width, motion, mirror_named(self.symmetry, width, motion), self.rule)

    def symmetries(self) -> tuple[str, ...]:
        """The symmetries that strips can have under this rule and motion.

        Those come first whose strips are wider for as many free cells (`parts`).
        """
        if self.symmetry:
            return (self.symmetry,)
        if Orientation.FLIP_X not in self.rule.symmetries:
            return (NONE,)
        halves = self.motion.period % 2 == 0 and self.motion.dy % 2 == 0
        return (GUTTER, MIRRORED, NONE, GLIDE) if halves else (GUTTER, MIRRORED, NONE)

    def parts(self) -> Iterator[Part]:
        """Strips with the fewest free cells in a row first; of equally many, wider ones first."""
        for cells in range(1, WIDEST + 1):
            widths = {
                GUTTER: (2 * cells + 1,),
                MIRRORED: (2 * cells, 2 * cells - 1),
                EVEN: (2 * cells,),
                ODD: (2 * cells - 1,),
                NONE: (cells,),
                GLIDE: (cells,),
            }
            for symmetry in self.symmetries():
                yield from (Part((width, 0), name=symmetry) for width in widths[symmetry])

    def strip(self, part: Part) -> Strip:
        mirrors = {NONE: Mirror.NONE, GLIDE: Mirror.NONE, GUTTER: Mirror.GUTTER}
        mirror = mirrors.get(part.name, Mirror.MIRRORED)
        return Strip(part.box[0], motion_named(self.motion, part.name), mirror, self.rule)

    def search(self, part: Part) -> Iterator[Report[Answer]]:
        """Search one strip: work done now and then, in conflicts, ships, and the end.

        Ships may be composites, or not wanted, and others may be hidden behind them. So if there
        are any, the end alone is no proof: see `race.question.Race.proved_empty`.
        """
        from lifesearch.engines.rows.search import RowSearch

        strip = self.strip(part)
        problem = self._also_folded(strip.table_problem())
        search = RowSearch(problem, MEMORY)
        longest = 0
        while not (search.finished or search.out_of_memory):
            found = search.advance(ROWS_AT_ONCE)
            if found:
                yield [strip.answer(pattern(problem, rows)) for rows in found]
            elif len(rows := search.partial()) > longest * problem.period:
                front = pattern(problem, rows)
                if front and front.box.height > longest:
                    longest = front.box.height
                    yield Preview(f"the longest partial result, {plural(longest, 'row')}", front)
            yield _spent(search)
        if search.out_of_memory:
            raise StripTooLarge(
                f"the strip {part} needs more memory than {MEMORY // 2**20:,} MB; the rest is "
                "undecided; a strip of a given width may use more memory"
            )
        yield Exhausted(_spent(search))

    def _also_folded(self, problem: StripProblem) -> StripProblem:
        """At speed zero, the problem that also finds top-to-bottom symmetric patterns by a half."""
        if self.motion.travels:
            return problem
        turns = problem.mirror is Mirror.NONE
        folds = [fold for fold in Fold if fold.orientation in self.rule.symmetries]
        return replace(problem, folds=tuple(f for f in folds if turns or not f.turns))

    def describe(self) -> str:
        """Name what is searched for: 'c/4 spaceship of period 4'."""
        return names.patterns_in_words(self.motion, Mirror.NONE, self.rule)

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Sentences, for each symmetry: the width up to which there is no pattern."""
        return [
            f"proved: no {WORDS[symmetry]}{self.describe()} up to {width} wide, of any length"
            for symmetry, width in self.empty_widths(parts, answers)
        ]

    def empty_widths(
        self, parts: frozenset[Part], answers: Sequence[Answer]
    ) -> list[tuple[str, int]]:
        """The width up to which there is no pattern, for each symmetry for which that is proved.

        A pattern may have been found first in a strip of another symmetry: so strips that are as
        wide as one of these `answers` with their symmetry are not empty, whatever `parts` says. If
        the period may be a common multiple of those of pieces, which do not count, nothing is
        proved at all.
        """
        if may_be_multiple(self.motion):
            return []
        widths = []
        best = 0
        for symmetry in WORDS:
            found = [
                _width(image)
                for answer in answers
                for image in _images(answer, self.motion)
                if has_symmetry(image.history(), symmetry)
            ]
            empty = 0
            for width in _widths(symmetry):
                if Part((width, 0), name=symmetry) not in parts or width >= min(found, default=inf):
                    break
                empty = width
            if empty > best:
                widths.append((symmetry, empty))
            best = max(best, empty if symmetry in (NONE, MIRRORED) else 0)
        return widths

    def narrower(self, parts: Iterable[Part], answers: Iterable[Answer]) -> frozenset[Part]:
        """The strips that are narrower than all these answers, in any orientation."""
        images = (image for answer in answers for image in _images(answer, self.motion))
        least = min(map(_width, images), default=inf)
        return frozenset(part for part in parts if part.box[0] < least)


def _images(answer: Answer, motion: Motion) -> list[Answer]:
    """An answer in all orientations that keep its motion: an oscillator may also be rotated."""
    shift = (motion.dx, motion.dy)
    turns = [g for g in Orientation if g in answer.rule.symmetries and g.apply(*shift) == shift]
    return [replace(answer, pattern=answer.pattern.transform(g)) for g in turns]


def _width(answer: Answer) -> int:
    """The least width of a strip that holds a ship that travels straight up."""
    return reduce(or_, answer.history()).box.width


def _widths(symmetry: str) -> Iterator[int]:
    """The widths of strips with this symmetry, which rise without end."""
    first = {GUTTER: 3, EVEN: 2}.get(symmetry, 1)
    return count(first, 2 if symmetry in (GUTTER, EVEN, ODD) else 1)


def has_symmetry(life: Sequence[Pattern], symmetry: str) -> bool:
    """Whether a pattern has this symmetry, given its generations 0 to p.

    >>> blinker = [Pattern.parse("OOO"), Pattern.parse("O\\nO\\nO"), Pattern.parse("OOO")]
    >>> [has_symmetry(blinker, name) for name in ("odd", "even", "gutter", "glide")]
    [True, False, False, False]
    """
    if symmetry == NONE:
        return True
    half = life[(len(life) - 1) // 2 if symmetry == GLIDE else 0]  # the last one is the first again
    if life[0].transform(Orientation.FLIP_X).normal() != half.normal():
        return False
    if symmetry in (MIRRORED, GLIDE):
        return True
    middle = 2 * life[0].box.x + life[0].box.width - 1  # twice the column of the mirror
    empty = all(2 * x != middle for phase in life for x, _ in phase.cells)
    return (middle % 2 == 1) if symmetry == EVEN else middle % 2 == 0 and (symmetry == ODD or empty)


def _spent(search: RowSearch) -> int:
    progress = search.progress
    return (progress.tried + progress.states) // ROWS_PER_CONFLICT
