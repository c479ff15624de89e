"""Search soups for objects, or count all objects that they leave: the entry of this folder.

`worker` calls `censuses`, and `questions.soups.strategy` calls `search`. Both run batches of soups:
`seeds` makes them, `settle` follows each and takes what is left apart into components, and
`objects` identifies these. Soups have numbers, and what comes out of each depends on its number
alone. So a search can be stopped anywhere and continued with the next number, and be divided among
several workers: the counts of disjoint ranges add up to those of the whole range.

    >>> done = take_census(Soups.of(LIFE, ("D8_1",), seed=1), 0, 200)
    >>> [row.name for row in done.rows(LIFE)][:2]
    ['blinker', 'block']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.engines.soups.boards import Workspace
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.engines.soups.kernel import WORD, transition
from lifesearch.engines.soups.limits import GENERATIONS
from lifesearch.engines.soups.objects import REMEMBERED, Object, Recogniser, recogniser
from lifesearch.engines.soups.records import new_records, read_records
from lifesearch.engines.soups.seeds import (
    DENSITY,
    LEAST_SIDE,
    MOST_SIDE,
    Shapes,
    make_soups,
    shape_of,
)
from lifesearch.engines.soups.settle import Limits, Outcome, run_batch
from lifesearch.life.rules.rule import LIFE, Rule

FIRST_BATCH = 16
BATCH = 512
"""Soups in the first call of the kernel, and the most in later ones; each has twice as many as the
one before, so that objects show soon. Both are choices.
"""
LARGEST_BOARD = 256
"""Cells a side of the usual largest board."""
# Room for the components of one batch, 4 MB: a choice. If it is full, the batch ends early.
_RECORD_WORDS = 1 << 19


@dataclass(frozen=True)
class Soups:
    """An endless sequence of soups, and how long each is followed.

    `board` is the side of the largest square on which a soup may spread: 64, 128 or 256.
    """

    rule: Rule
    shapes: Shapes
    seed: int = 0
    generations: int = GENERATIONS
    board: int = LARGEST_BOARD

    def __post_init__(self) -> None:
        if len(self.rule.steps) > 1:
            self.rule.require_plain("soups are")
        if not 0 <= self.seed < 2**64:
            raise InputError(f"a seed of {self.seed}: give a number from 0 to 2^64 - 1")
        if self.generations < 1:
            raise InputError(f"{self.generations} generations: give at least 1")
        if self.board not in (64, 128, 256):
            raise InputError(f"a board of {self.board} cells a side: choose 64, 128 or 256")
        if self.shapes.side > self.board // 2:
            raise InputError(
                f"soups of {self.shapes.side} cells a side on a board of {self.board}: "
                f"they may be half as long at most, {self.board // 2} cells"
            )

    @classmethod
    def of(
        cls,
        rule: Rule = LIFE,
        symmetries: Iterable[str] | None = None,
        seed: int = 0,
        *,
        least: int = LEAST_SIDE,
        most: int = MOST_SIDE,
        density: float = DENSITY,
        generations: int = GENERATIONS,
        board: int = LARGEST_BOARD,
    ) -> Soups:
        """Make soups of these symmetries, or of all that the rule has."""
        shapes = Shapes.of(rule, symmetries, least, most, density)
        return cls(rule, shapes, seed, generations, board)

    @property
    def limits(self) -> Limits:
        """The limits in the form that the kernel takes."""
        # The first board is at least twice as long as a soup: nearly all soups spread.
        words = 1
        while self.shapes.side > words * WORD // 2:
            words *= 2
        return Limits(self.generations, words, self.board // WORD)


@dataclass(frozen=True)
class FoundObject:
    """An object, and the number and symmetry of the first soup that left it."""

    number: int
    symmetry: str
    object: Object


@dataclass(frozen=True)
class SearchProgress:
    """All soups before `next_number` are done; the tally is of this search alone."""

    next_number: int
    tally: Tally


def search(
    soups: Soups,
    start: int = 0,
    stop: int | None = None,
    *,
    wanted: Callable[[Object], bool],
    worth: Callable[[int, bool], bool] = lambda period, moving: True,
    batch: int = BATCH,
) -> Iterator[FoundObject | SearchProgress]:
    """Yield wanted objects, each the first time it comes out, and the progress.

    `worth` is called first, as it costs nothing: whether a component with this period, moving or
    not, may hold a wanted object. An object's period divides that of its component. The unresolved
    components are counted once each, and only those that are `worth` it.
    """
    tally = Tally()
    reported: set[str] = set()
    examined: set[bytes] = set()
    recognise = recogniser(soups.rule)
    for first, outcomes, components in _batches(soups, start, stop, batch):
        unresolved = 0
        for place, component in components:
            # Most components are the same few objects: each is examined once.
            if component in examined:
                continue
            examined.add(component)
            moving, period = (int.from_bytes(component[at : at + 8], "little") for at in (0, 8))
            if not worth(period, bool(moving)):
                continue
            objects = recognise(component)
            unresolved += not objects
            for item in objects:
                if item.apgcode not in reported and wanted(item):
                    reported.add(item.apgcode)
                    yield _found(soups, first + place, item)
        tally += _tally(outcomes, unresolved)
        yield SearchProgress(first + len(outcomes), tally)
        if len(examined) > REMEMBERED:
            examined.clear()


def take_census(soups: Soups, start: int, stop: int, batch: int = BATCH) -> Census:
    """The census of soups start to stop - 1."""
    *_, last = Census(), *(census for census, _ in censuses(soups, start, stop, batch))
    return last


def censuses(
    soups: Soups,
    start: int = 0,
    stop: int | None = None,
    batch: int = BATCH,
    recognise: Recogniser | None = None,
) -> Iterator[tuple[Census, list[FoundObject]]]:
    """After each batch, yield the census of all soups from `start` on, and the batch's new objects.

    Each object is yielded once, with the first soup that has it. A recogniser that was used
    before knows some components already.
    """
    recognise = recognise or recogniser(soups.rule)
    total = Census()
    for begin, outcomes, components in _batches(soups, start, stop, batch):
        counts, first, new = Counter[str](), dict[str, int](), list[FoundObject]()
        unresolved = 0
        often = Counter(component for _, component in components)
        for place, component in components:
            times = often.pop(component, 0)
            if not times:
                continue  # it was in a soup before this one, and all of them are counted
            objects = recognise(component)
            unresolved += 0 if objects else times
            for item in objects:
                counts[item.apgcode] += times
                if item.apgcode not in first:
                    first[item.apgcode] = begin + place
                    if item.apgcode not in total.first:
                        new.append(_found(soups, begin + place, item))
        total += Census(_tally(outcomes, unresolved), counts, first)
        yield total, new


def _found(soups: Soups, number: int, item: Object) -> FoundObject:
    return FoundObject(number, shape_of(soups.shapes, soups.seed, number).symmetry.name, item)


def _tally(outcomes: list[int], unresolved: int) -> Tally:
    """The numbers of soups by outcome, and that of unresolved components."""
    ends = Counter(outcomes)
    return Tally(
        died=ends[Outcome.DIED],
        settled=ends[Outcome.SETTLED],
        growing=ends[Outcome.GROWING],
        running=ends[Outcome.RUNNING],
        border=ends[Outcome.BORDER],
        unresolved=unresolved,
    )


Batch = tuple[int, list[int], list[tuple[int, bytes]]]
"""The number of the first soup, the `Outcome` of each, and components: see `_batches`."""


def _batches(soups: Soups, start: int, stop: int | None, batch: int) -> Iterator[Batch]:
    """Run soups; yield the number of the first, their outcomes, and components.

    Each component has the place of its soup in the batch.
    """
    limits, planes = soups.limits, soups.rule.states - 1
    space = Workspace.of(limits.last_words, planes, transition(Rule(soups.rule.table)))
    records = new_records(_RECORD_WORDS)
    size = min(FIRST_BATCH, batch)
    while stop is None or start < stop:
        count = size if stop is None else min(size, stop - start)
        numbers = range(start, start + count)
        boards, _ = make_soups(soups.shapes, soups.seed, numbers, limits.first_words, planes)
        outcomes = np.zeros(count, np.uint8)
        done = run_batch(boards, space, limits, records, outcomes)
        # The kernel stops before a soup whose components find no room: it is the first of the next
        # batch.
        yield start, outcomes[:done].tolist(), read_records(records)
        start += done
        size = min(2 * size, batch)
