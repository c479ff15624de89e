"""Patterns that touch all sides of a box, and how many of them are different.

A pattern that is moved, turned, mirrored or delayed is the same pattern. So patterns are sorted
by the smallest box around all their generations. The patterns that touch all sides of a
box come from the counts of this box and of smaller ones: a pattern of a columns stands in w - a + 1
places in a box of w columns, so the second difference of the counts is what is wanted; if a
symmetry puts its middle in the middle of the box it stands in one place, if it fits by parity, and
the difference to the box that is two columns narrower is what is wanted.

Of these, Burnside's lemma says how many are different: as many as, on average, are left
unchanged by an orientation and a delay. To have period p exactly is to have a period that divides
p and no other divisor of it: Moebius's inversion takes the others away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from lifesearch.counting import cycles, pairs
from lifesearch.counting.heights import count, counts_by_height, is_little
from lifesearch.counting.joined import Joined, count_joined
from lifesearch.counting.region import Group, Region, generated, swaps_axes, turned_rule
from lifesearch.counting.unfinished import KeptSweep
from lifesearch.counting.ways import DEFAULT, Setting, TooMany, Vector
from lifesearch.errors import VerificationError
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1
from lifesearch.life.symmetry import Group as Orientations

Size = tuple[int, int]


@dataclass(frozen=True)
class CountedKind:
    """Patterns whose period is, or divides, a given one, in a rule and with a symmetry."""

    period: int = 1
    rule: Rule = LIFE
    symmetry: Orientations = C1.group
    any_period: bool = False

    def transposed(self) -> CountedKind:
        turn = Orientation.TRANSPOSE
        symmetry = frozenset(turn.then(g).then(turn) for g in self.symmetry)
        return replace(self, rule=turned_rule(self.rule, turn), symmetry=symmetry)

    def periods(self) -> Iterator[tuple[int, int]]:
        """The divisors of the period, and how often what divides them is to be counted."""
        if self.any_period:
            yield self.period, 1
            return
        for divisor in range(1, self.period + 1):
            if self.period % divisor == 0 and (sign := moebius(self.period // divisor)):
                yield divisor, sign


def moebius(n: int) -> int:
    """1 or -1 for a product of different primes, by whether they are even or odd; else 0.

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
    """Counts of many boxes up to a longest, each made once."""

    question: CountedKind
    longest: int
    setting: Setting = DEFAULT
    made: dict[Any, list[Vector]] = field(default_factory=dict)
    sizes: dict[Any, Vector] = field(default_factory=dict)

    def raw(self, width: int, height: int) -> Vector:
        """All patterns in a box that are not empty, wherever they are."""
        found = ZERO
        for period, times in self.question.periods():
            static = generated(((g, 0) for g in self.question.symmetry), period)
            found = total([found, times * self._patterns(width, height, period, static)])
        return found

    def different(self, width: int, height: int) -> Vector:
        """The patterns in a box that are different, the empty one not counted."""
        return total([ZERO, *self._of_sizes(width, height)])

    def _of_sizes(self, width: int, height: int) -> Iterator[Vector]:
        sides = range(1, max(width, height) + 1)
        turning = any(map(swaps_axes, self.question.rule.symmetries))
        for size in ((w, h) for w in sides for h in sides):
            if size[0] > size[1] and turning:
                continue  # turned, it is counted already
            yield self._of_size(size, self._symmetries(size, (width, height)))

    def _symmetries(self, size: Size, box: Size) -> list[Orientations]:
        """What is the same as the symmetry, for patterns of a size that fit if they are turned."""
        wanted = self.question.symmetry
        found: dict[Orientations, None] = {}
        for g in Orientation:
            if g in self.question.rule.symmetries and _fits(_turned(size, g), box, wanted):
                found[frozenset(g.then(h).then(g.inverse) for h in wanted)] = None
        return list(found)

    def _of_size(self, size: Size, symmetries: list[Orientations]) -> Vector:
        """How many different patterns have a size and one of some symmetries."""
        key = size, frozenset(symmetries)
        if symmetries and key not in self.sizes:
            self.sizes[key] = self._different(size, symmetries)
        return self.sizes[key] if symmetries else ZERO

    def _different(self, size: Size, symmetries: list[Orientations]) -> Vector:
        found = ZERO
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
        """Patterns of a size that an element leaves unchanged and that have a symmetry of some."""
        found = ZERO
        for number in range(1, len(one_of) + 1):
            for some in combinations(one_of, number):
                static = [(g, 0) for group in some for g in group]
                group = generated([*static, element], period)
                sign = 1 if number % 2 else -1
                found = total([found, sign * self._tight(size, period, group)])
        return found

    def _tight(self, size: Size, period: int, group: Group) -> Vector:
        """Patterns that a group leaves unchanged and that touch all sides of a box."""
        region = Region(*size, period, group=group)
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
        """Patterns in a box that a group leaves unchanged, not the empty one."""
        if min(width, height) < 1:
            return ZERO
        region = Region(width, height, period, self.question.rule, group)
        forms = [region.turned(g) for g in Orientation if g in region.rule.symmetries]
        region = min(forms, key=lambda form: (form.width, form.height, form.key))
        whole = not region.diagonal
        key = (region.width, None if whole else region.height, period, region.group)
        if key not in self.made:
            self.made[key] = remembered(region, self.longest, self.setting)
        found = self.made[key][region.height if whole else 0].copy()
        found[0] -= 1
        return found


def average(fixed: list[Vector], number: int) -> Vector:
    """Burnside's average of what each element of a group of this size leaves unchanged."""
    summed = total(fixed)
    if (summed % number).any() or (summed < 0).any():
        raise VerificationError(
            "the numbers of this count contradict each other: its session, if it has one, was "
            "changed"
        )
    found: Vector = summed // number
    return found


def remembered(region: Region, longest: int, setting: Setting) -> list[Vector]:
    """The counts of a region, or of all heights, as they are known or as they are made."""
    memo, key = setting.memo, region.key
    if memo and (known := memo.recall(key)) is not None:
        return [np.array(vector, object) for vector in known]
    made = (setting.make or swept)(region, longest, setting)
    if memo:
        memo.keep(key, [vector.tolist() for vector in made])
    return made


def swept(region: Region, longest: int, setting: Setting) -> list[Vector]:
    """Make a sweep: the counts of a region, or of all its heights up to the longest."""
    kept = KeptSweep(setting.memo, region.key)
    if not region.heights:
        return [_swept_once(region, setting, kept)]
    tall = Region(region.width, longest, region.period, region.rule, region.group)
    with suppress(TooMany):
        if is_little(tall, setting):
            return counts_by_height(tall, setting, kept)
        if pairs.suits(tall, setting):
            return pairs.counts_by_height(tall, setting, kept)
        if cycles.suits(tall, setting):
            return cycles.counts_by_height(tall, setting, kept)
    return counts_by_height(tall, setting, kept)


def _swept_once(region: Region, setting: Setting, kept: KeptSweep) -> Vector:
    """The count of a region of which other heights are not known along with it."""
    if isinstance(region, Joined):
        return count_joined(region, setting, kept)
    if region.vanishes and pairs.suits(region, setting):
        with suppress(TooMany):
            return pairs.counts_by_height(region, setting, kept)[-1]
    return count(region, setting, kept)


ZERO: Vector = np.zeros(1, object)


def total(vectors: Iterable[Vector]) -> Vector:
    """The sum of vectors, the shorter ones filled up."""
    terms = list(vectors)
    summed = np.zeros(max(map(len, terms)), object)
    for term in terms:
        summed[: len(term)] += term
    return summed


def differences(slides: bool) -> tuple[tuple[int, int], ...]:
    """By how much boxes are narrower, and how often each is to be counted."""
    return ((0, 1), (1, -2), (2, 1)) if slides else ((0, 1), (2, -1))


def _turned(size: Size, g: Orientation) -> Size:
    return (size[1], size[0]) if swaps_axes(g) else size


def _fits(size: Size, box: Size, symmetry: Orientations) -> bool:
    """Whether patterns of a size with a symmetry about the middle of a box can lie in it."""
    region = Region(*box, group=frozenset((g, 0) for g in symmetry))
    if size[0] > box[0] or size[1] > box[1] or (region.diagonal and size[0] != size[1]):
        return False
    centred = [g.apply(1, 1) for g in symmetry if not swaps_axes(g)]
    return all(
        signs[axis] == 1 or size[axis] % 2 == box[axis] % 2 for signs in centred for axis in (0, 1)
    )
