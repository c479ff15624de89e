"""Find all patterns of a box by tables of states: no solver, and microseconds for each.

`question` calls `listed` for a part whose strategy is a table; the lists are made by
`engines.counting.listing`.

A solver is faster where a box is wide, and only a solver supports conditions on cells and pieces.

Answers come by the thousand. A pattern is a set of pairs of numbers, which takes long to make, to
send and to make again. So here answers are layers of an array. These are verified as they are, sent
as bits, and become patterns only where they are received.

Patterns always come in the same order, so that a list that was stopped goes on after the batches
that are done. A later batch may have images of answers of those batches: the coordinator, which
has the keys of all answers, drops them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from lifesearch import __version__
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim
from lifesearch.engines.sat.solving.enumerate import (
    Exhausted,
    Packed,
    PartCheckpoint,
    Report,
    TableSnapshot,
)
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.periodic.box import PeriodicBox

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lifesearch.engines.counting.region import Region

    Lives = NDArray[np.uint8]  # all generations: [pattern, generation, y, x]
    Layers = NDArray[np.uint8]  # one generation of each: [pattern, y, x]

Search = Callable[[], Iterator[Report[Answer]]]

MEMORY = 512 << 20
"""Bytes for tables: boxes that need more are left to a solver."""
KEPT_EVERY = 1.0
"""Seconds between two snapshots: each is only a number, and spares verifying batches again."""
WORD = 64
"""Bits of the numbers by which images are compared: many cells at a time."""
IMAGES = 1 << 26
"""Cells of images that are compared at once, a byte each: in some steps there are three copies."""
BATCH = 1024
"""Answers of one report: it takes about a tenth of a second to write them."""


@dataclass(frozen=True)
class PackedAnswers(Packed):
    """Verified answers of one box and one period.

    bits         generation 0 of all answers, cell by cell
    shape        the number of answers, the height and the width of the box
    generations  the period
    """

    bits: bytes
    shape: tuple[int, ...]
    generations: int
    rule: Rule

    @classmethod
    def of(cls, layers: Layers, generations: int, rule: Rule) -> PackedAnswers:
        """Generation 0 of each answer is a layer."""
        return cls(np.packbits(layers).tobytes(), layers.shape, generations, rule)

    def unpack(self) -> list[Answer]:
        number, height, width = self.shape
        bits = np.frombuffer(self.bits, np.uint8)
        layers = np.unpackbits(bits, count=number * height * width).reshape(self.shape)
        rule = _one_object(self.rule)
        return [Answer(p, self.generations, rule) for p in patterns_of(layers)]


@lru_cache(maxsize=4)
def _one_object(rule: Rule) -> Rule:
    """One object for equal rules of all batches, so that what a rule caches is computed once."""
    return rule


def patterns_of(layers: Layers) -> list[Pattern]:
    """The live cells of layers; equal cells are one object, which saves memory."""
    number, height, width = layers.shape
    grid = [(x, y) for y in range(height) for x in range(width)]
    layer, place = np.nonzero(layers.reshape(number, -1))
    cells = [grid[i] for i in place.tolist()]
    ends = np.searchsorted(layer, np.arange(number + 1)).tolist()
    return [Pattern(frozenset(cells[a:b])) for a, b in pairwise(ends)]


def listed(
    box: PeriodicBox, otherwise: Search | None = None, kept: PartCheckpoint | None = None
) -> Iterator[Report[Answer]]:
    """Batches of verified answers, and the end; reports of `otherwise` if tables are too large.

    `kept` is the checkpoint after which the list continues, and says when snapshots are wanted.
    """
    from lifesearch.engines.counting.transfer_matrix import OutOfMemory

    try:
        yield from _best(box) if box.query.constraints.objective else _listed(box, kept)
    except OutOfMemory:  # before the first answer
        if otherwise is None:
            raise
        yield from otherwise()


def batches_in(snapshot: bytes | None) -> int | None:
    """The number of finished batches in a snapshot; None if the snapshot is not of a list.

    Another version may divide the list in another way: none of its batches counts as finished.
    """
    said = re.fullmatch(rb"listed ([0-9]{1,18}) by ([\w.+-]{1,40})", snapshot or b"")
    if said is None:
        return None
    return int(said[1]) if said[2].decode() == __version__ else 0


def _listed(box: PeriodicBox, kept: PartCheckpoint | None) -> Iterator[Report[Answer]]:
    """Batches of answers after those of the checkpoint, snapshots if they are due, and the end."""
    from lifesearch.engines.counting.listing import patterns
    from lifesearch.engines.counting.transfer_matrix import SweepOptions

    different = _Different(box)
    done = batches_in(kept.snapshot) or 0 if kept else 0
    since = monotonic()
    batches = enumerate(patterns(_region(box), SweepOptions(MEMORY), BATCH), 1)
    for number, lives in islice(batches, done, None):
        right = lives[_wanted(box, lives)]
        if not box.query.raw:
            right = different.first_seen(right)
        if len(right):
            yield _verified(box, right[:, 0])
        yield 0
        if kept is not None and kept.due(time=monotonic() - since > KEPT_EVERY):
            since = monotonic()
            yield TableSnapshot(f"listed {number} by {__version__}".encode())
    yield Exhausted(0)


def _best(box: PeriodicBox) -> Iterator[Report[Answer]]:
    """The still life of the least or the greatest population, if there is one, and the end."""
    from lifesearch.engines.counting.extremal import extremal_pattern
    from lifesearch.engines.counting.transfer_matrix import SweepOptions

    assert box.query.constraints.objective is not None
    fullest = box.query.constraints.objective.aim is Aim.LARGEST_POPULATION
    life = extremal_pattern(
        _region(box), SweepOptions(MEMORY), fullest=fullest, with_empty=box.query.with_empty
    )
    if len(life):
        yield box.answers(patterns_of(life[:1]))
    yield Exhausted(0)


def _region(box: PeriodicBox) -> Region:
    from lifesearch.engines.counting.region import Region

    group = frozenset((g, 0) for g in box.query.symmetry.group)
    return Region(box.width, box.height, box.motion.period, box.rule, group)


def _wanted(box: PeriodicBox, lives: Lives) -> Any:
    """A mask of the patterns that have the period of the box, without the empty one if unwanted."""
    right = np.ones(len(lives), np.bool_)
    if not box.query.with_empty:
        right &= lives[:, 0].any(axis=(1, 2))
    period = box.motion.period
    for divisor in range(1, period):
        if period % divisor == 0 and not box.query.any_period:
            right &= (lives[:, 0] != lives[:, divisor]).any(axis=(1, 2))
    return right


def _verified(box: PeriodicBox, layers: Lives) -> Report[Answer]:
    """Answers that simulation confirms; if each has its own period, one by one."""
    if box.query.any_period:
        return box.answers(patterns_of(layers))
    box.require_layers(layers)
    return PackedAnswers.of(layers, box.motion.full_period, box.rule)


class _Different:
    """Keeps the first of patterns that differ by place, orientation and phase only."""

    def __init__(self, box: PeriodicBox) -> None:
        self.turns = [g for g in Orientation if g in box.rule.symmetries]
        self.symmetries = box.symmetries
        self.seen: set[bytes] = set()

    def first_seen(self, lives: Lives) -> Lives:
        """The patterns to which no earlier one is equivalent."""
        lives = lives[self._at_the_corner(lives)]
        new = []
        for number, code in enumerate(self._codes(lives)):
            if code not in self.seen:
                self.seen.add(code)
                new.append(number)
        found: Lives = lives[np.array(new, int)]
        return found

    def _codes(self, lives: Lives) -> list[bytes]:
        """For each pattern its least image, as bytes: equal for equivalent patterns only.

        Only a pattern that fits into the square of the shorter side fits into the box when its rows
        and columns change places. The codes of the others are a byte longer.
        """
        lives, side = _moved_to_the_corner(lives), min(lives.shape[2:])
        beyond = lives[:, :, side:].any(axis=(1, 2, 3)) | lives[:, :, :, side:].any(axis=(1, 2, 3))
        upright = [g for g in self.turns if g.apply(1, 0)[1] == 0]
        codes = [b""] * len(lives)
        kinds = (
            (b"", ~beyond, lives[:, :, :side, :side], self.turns),
            (b"|", beyond, lives, upright),
        )
        for mark, of_this_kind, cells, turns in kinds:
            numbers = np.flatnonzero(of_this_kind)
            at_once = max(1, IMAGES // (len(turns) * cells[:1].size)) if len(numbers) else 1
            for start in range(0, len(numbers), at_once):
                some = numbers[start : start + at_once]
                images = _least_images(cells[some], turns)
                for number, image in zip(some.tolist(), images, strict=True):
                    codes[number] = mark + image.tobytes()
        return codes

    def _at_the_corner(self, lives: Lives) -> Any:
        """A mask of the patterns that touch the top and the left side, and of the empty one.

        Of the patterns that differ by place only, one is there. If patterns cannot be moved up, or
        to the left, since a symmetry fixes their centre, that side does not matter.
        """
        right = np.ones(len(lives), np.bool_)
        if self.symmetries.movable(0, 1):
            right &= lives[:, :, 0].any(axis=(1, 2))
        if self.symmetries.movable(1, 0):
            right &= lives[:, :, :, 0].any(axis=(1, 2))
        return right | ~lives.any(axis=(1, 2, 3))


def _least_images(lives: Lives, turns: Sequence[Orientation]) -> Any:
    """For each pattern the least of all generations turned in these ways, as words of 64 bits."""
    images = np.concatenate([_moved_to_the_corner(_turned(lives, g)) for g in turns], axis=1)
    images = images.reshape(*images.shape[:2], -1)
    images = np.pad(images, ((0, 0), (0, 0), (0, -images.shape[2] % WORD)))
    return _least(np.packbits(images, axis=2).view(">u8").astype(np.uint64))


def _turned(lives: Lives, g: Orientation) -> Lives:
    """All generations, turned with their box; it is a square if rows and columns change places."""
    a, b, c, d = g.value  # cell (x, y) goes to (ax + by, cx + dy)
    if a == 0:
        lives, a, d = lives.transpose(0, 1, 3, 2), b, c
    return np.flip(lives, tuple(axis for axis, sign in ((3, a), (2, d)) if sign < 0))


def _moved_to_the_corner(lives: Lives) -> Lives:
    """Move all generations of each pattern as far up and to the left as they can be."""
    height, width = lives.shape[2:]
    rows, columns = lives.any(axis=(1, 3)), lives.any(axis=(1, 2))
    down = (rows.argmax(axis=1)[:, None] + np.arange(height)) % height
    right = (columns.argmax(axis=1)[:, None] + np.arange(width)) % width
    lives = np.take_along_axis(lives, down[:, None, :, None], axis=2)
    return np.take_along_axis(lives, right[:, None, None, :], axis=3)


def _least(images: Any) -> Any:
    """The least of the images of each pattern; the first words that differ decide."""
    least = np.empty((len(images), images.shape[2]), np.uint64)
    in_question = np.ones(images.shape[:2], np.bool_)
    for word in range(images.shape[2]):
        values = np.where(in_question, images[:, :, word], np.iinfo(np.uint64).max)
        least[:, word] = values.min(axis=1)
        in_question &= values == least[:, word, None]
    return least
