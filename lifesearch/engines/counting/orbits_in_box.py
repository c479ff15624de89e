"""Count orbits: patterns of a box up to translation, rotation, reflection and phase.

A number of patterns is a vector: entry n counts those of n cells (see `transfer_matrix`), or entry
0 counts all, if the count is not by population.

Patterns are sorted by the smallest box around all their generations. The number that touch all
sides of a box follows from the counts of this box and of smaller ones: a pattern of n columns has
w - n + 1 places in a box of w columns, so the second difference of the counts is this number; a
pattern that a symmetry keeps in the middle of the box has one place, if it fits by parity, and the
number is the difference to the box that is two columns narrower.

Burnside's lemma turns these into numbers of orbits: the average, over all orientations and delays,
of the number of patterns that each leaves unchanged. To have period p exactly is to have a period
that divides p and no smaller one: Moebius inversion subtracts the others.

`questions.counts` calls `Counter`; `sweep_counts` chooses the fastest method for each region:
`pairs`, `cycles` or `by_height`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from lifesearch.common.errors import VerificationError
from lifesearch.engines.counting import cycles, pairs
from lifesearch.engines.counting.by_height import count, counts_by_height
from lifesearch.engines.counting.checkpoint import SnapshotSlot
from lifesearch.engines.counting.quotient import QuotientRegion, count_quotient
from lifesearch.engines.counting.region import Group, Region, generated, swaps_axes, turned_rule
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    FastMethodOverflow,
    SweepOptions,
    Vector,
)
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1
from lifesearch.life.symmetry import Group as Orientations

Size = tuple[int, int]
"""Columns and rows."""


@dataclass(frozen=True)
class PatternClass:
    """The patterns to count: a period, a rule and a symmetry.

    With `any_period` patterns whose period is a divisor of it are counted, too.
    """

    period: int = 1
    rule: Rule = LIFE
    symmetry: Orientations = C1.group
    any_period: bool = False

    def transposed(self) -> PatternClass:
        turn = Orientation.TRANSPOSE
        symmetry = frozenset(turn.then(g).then(turn) for g in self.symmetry)
        return replace(self, rule=turned_rule(self.rule, turn), symmetry=symmetry)

    def periods(self) -> Iterator[tuple[int, int]]:
        """Divisors of the period, each with its sign in the Moebius inversion."""
        if self.any_period:
            yield self.period, 1
            return
        for divisor in range(1, self.period + 1):
            if self.period % divisor == 0 and (sign := moebius(self.period // divisor)):
                yield divisor, sign


def moebius(n: int) -> int:
    """The Moebius function: 1 or -1 for a product of an even or odd number of primes; else 0.

    >>> [moebius(n) for n in range(1, 11)]
    [1, -1, -1, 0, -1, 1, -1, 0, 0, 1]
    """
    sign = 1
    for prime in range(2, n + 1):
        if n % prime == 0:
            n //= prime
            sign = 0 if n % prime == 0 else -sign
    return sign


@dataclass
class Counter:
    """Counts for boxes of many sizes, with sides up to `longest`; each sweep is made once.

    `made` has the counts of each sweep by region: a list with one, or with one for each height.
    `sizes` has the numbers of orbits of exactly a size, by size and symmetries.
    """

    question: PatternClass
    longest: int
    options: SweepOptions = DEFAULT
    made: dict[Any, list[Vector]] = field(default_factory=dict)
    sizes: dict[Any, Vector] = field(default_factory=dict)

    def raw(self, width: int, height: int) -> Vector:
        """The number of nonempty patterns in a box, each place and orientation counted."""
        found = ZERO
        for period, times in self.question.periods():
            static = generated(((g, 0) for g in self.question.symmetry), period)
            found = total([found, times * self._patterns(width, height, period, static)])
        return found

    def orbits(self, width: int, height: int) -> Vector:
        """The number of orbits of nonempty patterns that fit in a box."""
        return total([ZERO, *self._of_sizes(width, height)])

    def _of_sizes(self, width: int, height: int) -> Iterator[Vector]:
        sides = range(1, max(width, height) + 1)
        turning = any(map(swaps_axes, self.question.rule.symmetries))
        for size in ((w, h) for w in sides for h in sides):
            # Patterns of this size are those of the transposed size, turned, which are counted
            # already.
            if size[0] > size[1] and turning:
                continue
            yield self._of_size(size, self._symmetries(size, (width, height)))

    def _symmetries(self, size: Size, box: Size) -> list[Orientations]:
        """The conjugates of the symmetry that patterns of a size can have so as to fit in a box."""
        wanted = self.question.symmetry
        found: dict[Orientations, None] = {}
        for g in Orientation:
            if g in self.question.rule.symmetries and _fits(_turned(size, g), box, wanted):
                found[frozenset(g.then(h).then(g.inverse) for h in wanted)] = None
        return list(found)

    def _of_size(self, size: Size, symmetries: list[Orientations]) -> Vector:
        """The number of orbits of patterns of exactly a size with one of some symmetries."""
        key = size, frozenset(symmetries)
        if symmetries and key not in self.sizes:
            self.sizes[key] = self._orbits_of_size(size, symmetries)
        return self.sizes[key] if symmetries else ZERO

    def _orbits_of_size(self, size: Size, symmetries: list[Orientations]) -> Vector:
        """The orbits of exactly a size: Burnside's averages, with Moebius signs."""
        found = ZERO
        # Turns that keep the size: the others make patterns of the transposed size.
        turns = [g for g in self.question.rule.symmetries if _turned(size, g) == size]
        for period, times in self.question.periods():
            fixed = [
                self._fixed(size, period, (g, delay), symmetries)
                for g in turns
                for delay in range(period)
            ]
            found = total([found, times * average(fixed, len(fixed))])
        return found

    def _fixed(
        self, size: Size, period: int, element: tuple[Orientation, int], one_of: list[Orientations]
    ) -> Vector:
        """The number of patterns of a size, fixed by an element, that have any of some symmetries.

        By inclusion and exclusion over the sets of symmetries.
        """
        found = ZERO
        for number in range(1, len(one_of) + 1):
            for some in combinations(one_of, number):
                static = [(g, 0) for group in some for g in group]
                group = generated([*static, element], period)
                sign = 1 if number % 2 else -1
                found = total([found, sign * self._touching_all_sides(size, period, group)])
        return found

    def _touching_all_sides(self, size: Size, period: int, group: Group) -> Vector:
        """The number of patterns fixed by a group that touch all sides of a box."""
        region = Region(*size, period, group=group)  # for its movements, which no rule changes
        width, height = size
        if region.diagonal:
            if width != height:
                return ZERO
            slides = region.movable(1, 1) or region.movable(1, -1)
            return total(
                [
                    times * self._patterns(width - less, width - less, period, group)
                    for less, times in differences(slides)
                ]
            )
        return total(
            [
                a * b * self._patterns(width - x, height - y, period, group)
                for x, a in differences(region.movable(1, 0))
                for y, b in differences(region.movable(0, 1))
            ]
        )

    def _patterns(self, width: int, height: int, period: int, group: Group) -> Vector:
        """The number of nonempty patterns in a box that are fixed by a group."""
        if min(width, height) < 1:
            return ZERO
        region = Region(width, height, period, self.question.rule, group)
        # One sweep serves all images of a region: the narrowest, since states have two rows.
        forms = [region.turned(g) for g in Orientation if g in region.rule.symmetries]
        region = min(forms, key=lambda form: (form.width, form.height, form.key))
        all_heights = region.counts_all_heights
        key = (region.width, None if all_heights else region.height, period, region.group)
        if key not in self.made:
            self.made[key] = cached_counts(region, self.longest, self.options)
        found = self.made[key][region.height if all_heights else 0].copy()
        found[0] -= 1  # the empty pattern
        return found


def average(fixed: list[Vector], number: int) -> Vector:
    """Burnside's average: the numbers fixed by each element, over the size of the group."""
    summed = total(fixed)
    if (summed % number).any() or (summed < 0).any():
        raise VerificationError(
            "the numbers of this count contradict each other: its session, if it has one, was "
            "changed"
        )
    found: Vector = summed // number
    return found


def cached_counts(region: Region, longest: int, options: SweepOptions) -> list[Vector]:
    """The counts of a region, or of all its heights, from the memo or else from a new sweep."""
    # A memo is kept in a session, so that a stopped count repeats no finished sweep.
    memo, key = options.memo, region.key
    if memo and (known := memo.recall(key)) is not None:
        return [np.array(vector, object) for vector in known]
    made = (options.make or sweep_counts)(region, longest, options)
    if memo:
        memo.keep(key, [vector.tolist() for vector in made])
    return made


def sweep_counts(region: Region, longest: int, options: SweepOptions) -> list[Vector]:
    """The counts of a region, or of all its heights up to `longest`, by the fastest sweep."""
    kept = SnapshotSlot(options.memo, region.key)
    if not region.counts_all_heights:
        return [_sweep_one_height(region, options, kept)]
    tall = Region(region.width, longest, region.period, region.rule, region.group)
    # The faster methods first: for still lifes `pairs` is 12 to 24 times as fast as cell by cell.
    with suppress(FastMethodOverflow):
        if pairs.suits(tall, options):
            return pairs.counts_by_height(tall, options, kept)
        if cycles.suits(tall, options):
            return cycles.counts_by_height(tall, options, kept)
    return counts_by_height(tall, options, kept)


def _sweep_one_height(region: Region, options: SweepOptions, kept: SnapshotSlot) -> Vector:
    """The count of a region whose other heights need sweeps of their own."""
    if isinstance(region, QuotientRegion):
        return count_quotient(region, options, kept)
    if region.vanishes and pairs.suits(region, options):
        with suppress(FastMethodOverflow):
            return pairs.counts_by_height(region, options, kept)[-1]
    return count(region, options, kept)


ZERO: Vector = np.zeros(1, object)


def total(vectors: Iterable[Vector]) -> Vector:
    """The sum of vectors, the shorter ones padded with zeros."""
    terms = list(vectors)
    summed = np.zeros(max(map(len, terms)), object)
    for term in terms:
        summed[: len(term)] += term
    return summed


def differences(slides: bool) -> tuple[tuple[int, int], ...]:
    """Pairs (columns less, coefficient) of boxes; second differences if patterns slide."""
    return ((0, 1), (1, -2), (2, 1)) if slides else ((0, 1), (2, -1))


def _turned(size: Size, g: Orientation) -> Size:
    return (size[1], size[0]) if swaps_axes(g) else size


def _fits(size: Size, box: Size, symmetry: Orientations) -> bool:
    """Whether patterns of a size with a symmetry about the middle of a box fit in it."""
    region = Region(*box, group=frozenset((g, 0) for g in symmetry))
    if size[0] > box[0] or size[1] > box[1] or (region.diagonal and size[0] != size[1]):
        return False
    centred = [g.apply(1, 1) for g in symmetry if not swaps_axes(g)]
    return all(
        signs[axis] == 1 or size[axis] % 2 == box[axis] % 2 for signs in centred for axis in (0, 1)
    )
