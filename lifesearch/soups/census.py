"""Search soups for objects, or count all objects that come out of them.

Soups have numbers, and what comes out of each depends on its number alone. So a search can be
stopped anywhere and continued with the next number, and be divided among several workers: the
counts of disjoint ranges add up to those of the whole range.

    >>> done = take_census(Soups.of(LIFE, ("D8_1",), seed=1), 0, 200)
    >>> [row.name for row in done.rows(LIFE)][:2]
    ['blinker', 'block']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lifesearch.compiled import ask_for
from lifesearch.errors import InputError
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.soups.boards import Desk
from lifesearch.soups.counts import Census, Tally
from lifesearch.soups.kernel import WORD, empty_board, transition
from lifesearch.soups.objects import REMEMBERED, Object, Recogniser, recogniser
from lifesearch.soups.records import new_records, read_records
from lifesearch.soups.seeds import DENSITY, LEAST_SIDE, MOST_SIDE, Shapes, make_soups, shape_of
from lifesearch.soups.settle import GENERATIONS, Limits, Outcome, run_batch

FIRST_BATCH = 16
BATCH = 512
LARGEST_BOARD = 256
_ROOM = 1 << 19  # words for the parts of one batch


@dataclass(frozen=True)
class Soups:
    """An endless row of soups, and how far each is followed.

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
        """The limits as the kernel wants them."""
        words = 1
        while self.shapes.side > words * WORD // 2:
            words *= 2
        return Limits(self.generations, words, self.board // WORD)


@dataclass(frozen=True)
class FoundObject:
    """An object that was wanted, and the soup that it comes from."""

    index: int
    symmetry: str
    object: Object


@dataclass(frozen=True)
class CensusProgress:
    """All soups before `next_index` are done; the tally is of this search alone."""

    next_index: int
    tally: Tally


def search(
    soups: Soups,
    start: int = 0,
    stop: int | None = None,
    *,
    wanted: Callable[[Object], bool],
    worth: Callable[[int, bool], bool] = lambda period, moving: True,
    batch: int = BATCH,
) -> Iterator[FoundObject | CensusProgress]:
    """Yield the objects that are wanted, each the first time it comes out, and how far it got.

    `worth` is asked first, for it costs nothing: whether a part that has this period, and moves
    or not, may hold something that is wanted. An object's period divides that of its part.
    """
    tally = Tally()
    reported: set[str] = set()
    dull: set[bytes] = set()
    recognise = recogniser(soups.rule)
    for first, outcomes, parts in _batches(soups, start, stop, batch):
        unresolved = 0
        for number, part in parts:
            if part in dull:
                continue
            dull.add(part)
            moving, period = (int.from_bytes(part[at : at + 8], "little") for at in (0, 8))
            if not worth(period, bool(moving)):
                continue
            objects = recognise(part)
            unresolved += not objects
            for thing in objects:
                if thing.apgcode not in reported and wanted(thing):
                    reported.add(thing.apgcode)
                    yield _found(soups, first + number, thing)
        tally += _tally(outcomes, unresolved)
        yield CensusProgress(first + len(outcomes), tally)
        if len(dull) > REMEMBERED:
            dull.clear()


def take_census(soups: Soups, start: int, stop: int, batch: int = BATCH) -> Census:
    """Count everything that comes out of soups start to stop - 1."""
    *_, last = Census(), *(census for census, _ in censuses(soups, start, stop, batch))
    return last


def censuses(
    soups: Soups,
    start: int = 0,
    stop: int | None = None,
    batch: int = BATCH,
    recognise: Recogniser | None = None,
) -> Iterator[tuple[Census, list[FoundObject]]]:
    """Yield the census of all soups from start on, ever more of them, and objects as they come.

    Each object is yielded once, with the first soup that has it. A recogniser that was used
    before knows some parts already.
    """
    recognise = recognise or recogniser(soups.rule)
    total = Census()
    for begin, outcomes, parts in _batches(soups, start, stop, batch):
        counts, first, new = Counter[str](), dict[str, int](), list[FoundObject]()
        unresolved = 0
        often = Counter(part for _, part in parts)
        for number, part in parts:
            times = often.pop(part, 0)
            if not times:
                continue  # it was in a soup before this one, and all of them are counted
            objects = recognise(part)
            unresolved += 0 if objects else times
            for thing in objects:
                counts[thing.apgcode] += times
                if thing.apgcode not in first:
                    first[thing.apgcode] = begin + number
                    if thing.apgcode not in total.first:
                        new.append(_found(soups, begin + number, thing))
        total += Census(_tally(outcomes, unresolved), counts, first)
        yield total, new


def _found(soups: Soups, index: int, thing: Object) -> FoundObject:
    return FoundObject(index, shape_of(soups.shapes, soups.seed, index).symmetry.name, thing)


def _tally(outcomes: list[int], unresolved: int) -> Tally:
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


def _batches(soups: Soups, start: int, stop: int | None, batch: int) -> Iterator[Batch]:
    """Run soups; yield the index of the first, their outcomes, and parts with their soup's number.

    The first batches are small, so that something is seen soon.
    """
    limits, planes = soups.limits, soups.rule.states - 1
    desk = Desk.of(limits.last_words, planes, transition(Rule(soups.rule.table)))
    records = new_records(_ROOM)
    size = min(FIRST_BATCH, batch)
    ask_for(run_batch, empty_board(1), desk, limits, records, np.zeros(size, np.uint8))
    while stop is None or start < stop:
        count = size if stop is None else min(size, stop - start)
        numbers = range(start, start + count)
        boards, _ = make_soups(soups.shapes, soups.seed, numbers, limits.first_words, planes)
        outcomes = np.zeros(count, np.uint8)
        done = run_batch(boards, desk, limits, records, outcomes)
        yield start, outcomes[:done].tolist(), read_records(records)
        start += done
        size = min(2 * size, batch)
