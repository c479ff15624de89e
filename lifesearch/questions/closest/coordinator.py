"""The coordinator of windows: each worker improves a patch of the picture at a time.

For a predecessor N generations back, the patches that workers improve at the same time are at
least 2N cells apart. No cell that decides about a patch changes while a worker has it, so each
result is an improvement, in whatever order results arrive. A patch surrounds a wrong cell, chosen
at random, and is as large as the patches of other workers allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Found
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.windows.kernel import ANYTHING
from lifesearch.engines.windows.patch import Improved, Patch, last_of
from lifesearch.engines.windows.window import Bytes, goal_of
from lifesearch.life.pattern import Box, Pattern
from lifesearch.questions.closest.question import Closest
from lifesearch.running.coordinator import Coordinator, Member
from lifesearch.running.process import Died

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST, LARGEST = 12, 96
"""Sides of patches, unless the box is smaller: small ones have little to improve, large ones take
long until the others see what has changed.
"""
TRIES = 20
"""Wrong cells that are tried until one has room for a patch; then a worker waits for a report: a
choice.
"""
FEW = 50
"""With this number of wrong cells or fewer, each better picture is an answer."""
SMALL_STEP = 0.98
"""Above FEW, an answer has at most this fraction of the wrong cells of the one before, since each
answer is a record of a session. Both are choices.
"""

Place: TypeAlias = "tuple[int, int]"
"""A cell, (x, y), or a width and a height."""


@dataclass
class WindowCoordinator(Coordinator[Closest, Member]):
    """The state of a search in windows: the picture so far, and who improves which patch.

    cells      the pattern so far, in the box
    goal       what it should become, with N cells around the box; its values are those of
               `engines.windows.kernel`
    outside    1 where cells are fixed, since they are not in the box; with 2N cells around it
    reported   the number of wrong cells of the last answer; None before the first
    """

    cells: Bytes = field(init=False)
    goal: Bytes = field(init=False)
    outside: Bytes = field(init=False)
    reported: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        query, generations = self.query, self.query.generations
        width, height = query.box
        across, down = (0 if joined else generations for joined in query.joined)
        frame = Box(-across, -down, width + 2 * across, height + 2 * down)
        ring = generations - down, generations - across
        self.goal = np.pad(goal_of(query.target, frame), [(n, n) for n in ring], mode="wrap")
        self.outside = self._surrounded(np.zeros((height, width), np.uint8), 2 * generations, 1)
        self.cells = np.zeros((height, width), np.uint8)
        for found in self.checkpoint.found:
            for answer in found.answers:
                self._begin_from(answer)
        self._random = np.random.default_rng(self.run_options.fixed.seed or 0)
        self._work = query.work
        self._tables = [np.frombuffer(table, np.uint8) for table in query.tables]

    def _surrounded(self, cells: Bytes, ring: int, beyond: int = 0) -> Bytes:
        """Cells of the box with a ring: beyond joined sides the cells there, else `beyond`."""
        across, down = self.query.joined
        for joined, widths in ((down, [(ring, ring), (0, 0)]), (across, [(0, 0), (ring, ring)])):
            if joined:
                cells = np.pad(cells, widths, mode="wrap")
            else:
                cells = np.pad(cells, widths, constant_values=beyond)
        return cells

    def _begin_from(self, answer: Answer) -> None:
        """Continue from an answer of an earlier run; the last one is the best."""
        width, height = self.query.box
        self.cells = answer.found.to_array(Box(0, 0, width, height))
        self.reported = self.best = self.query.cost(answer)

    @property
    def complete(self) -> bool:
        """Never: nothing proves that a picture cannot be better, unless nothing is wrong."""
        return False

    @property
    def work_is_left(self) -> bool:
        """Whether a cell is wrong; if none is, the answer is proved to be the best."""
        return self.best != 0

    def assign_work(self) -> Iterator[None]:
        if not self.work_is_left:
            return
        idle = [member for member in self.members if member.task is None]
        wrong = self._wrong_places()
        if not len(wrong) and self.reported is None:
            # The empty pattern is the answer: a worker that is given any cell reports it.
            wrong = np.zeros((1, 2), np.intp)
        while (idle or len(self.members) < self.jobs) and len(wrong):
            box = self._room(wrong)
            if box is None:
                return
            member = idle.pop() if idle else self._new_member()
            member.task = box
            member.worker.begin(self._patch(box))
            yield

    def _new_member(self) -> Member:
        member = Member(self.workplace.start(self._work), "windows", Part((0, 0)))
        self.members.append(member)
        return member

    def _wrong_places(self) -> NDArray[np.intp]:
        """The places of cells that are wrong now, as rows of (row, column), each once."""
        generations = self.query.generations
        then = last_of(self._surrounded(self.cells, 2 * generations), self._tables)
        wrong = (then != self.goal) & (self.goal != ANYTHING)
        # Beyond joined sides are cells of the box once more.
        across, down = (generations if joined else 0 for joined in self.query.joined)
        wrong = wrong[down : len(wrong) - down, across : wrong.shape[1] - across]
        places: NDArray[np.intp] = np.argwhere(wrong) - (generations - down, generations - across)
        return places

    def _room(self, wrong: NDArray[np.intp]) -> Box | None:
        """A patch around a wrong cell, far enough from those in work; None if there is no room."""
        ring = 2 * self.query.generations
        taken = [m.task.grown(ring) for m in self.members if m.task is not None]
        # Beyond joined sides all is repeated, and with it each patch.
        (width, height), (across, down) = self.query.box, self.query.joined
        columns, rows = (
            (-length, 0, length) if joined else (0,)
            for length, joined in ((width, across), (height, down))
        )
        taken = [box.moved(*shift) for box in taken for shift in product(columns, rows)]
        for _ in range(TRIES):
            y, x = self._random.choice(wrong).tolist()
            box = self._around(x, y)
            if across and x < box.x:  # a patch goes on beyond joined sides: where it has the cell
                x += width
            if down and y < box.y:
                y += height
            for other in taken:
                box = cut(box, other, (x, y))
            if min(box.width, box.height) >= min(SMALLEST, *self._longest):
                return box
        return None

    @property
    def _longest(self) -> Place:
        """Width and height of the largest patch: across joined sides it must not meet itself."""
        ring, (width, height) = 2 * self.query.generations, self.query.box
        across, down = self.query.joined
        return width - ring * across, height - ring * down

    def _around(self, x: int, y: int) -> Box:
        """A patch of the usual size around a cell, within the box.

        With more jobs than one, as many patches of this size would fill the box.
        """
        sides, joined = self.query.box, self.query.joined
        side = isqrt(sides[0] * sides[1] // self.jobs) if self.jobs > 1 else LARGEST
        side = max(SMALLEST, min(side, LARGEST))
        width, height = (min(each, side) for each in self._longest)
        starts = x - int(self._random.integers(width)), y - int(self._random.integers(height))
        left, top = (
            start % whole if around else min(max(0, start), whole - length)
            for start, length, whole, around in zip(
                starts, (width, height), sides, joined, strict=True
            )
        )
        return Box(left, top, width, height)

    def _patch(self, box: Box) -> Patch:
        """The patch in a box: copies of the arrays there, with the rings that its kernel reads."""
        generations = self.query.generations
        cells = self._surrounded(self.cells, 2 * generations)
        return Patch(
            self._with_ring(cells, box, 2 * generations),
            self._with_ring(self.goal, box, generations),
            self._with_ring(self.outside, box, 2 * generations),
            int(self._random.integers(1 << 62)),
        )

    def _with_ring(self, array: Bytes, box: Box, ring: int) -> Bytes:
        """An array's cells in a box with a ring around it; the array has this ring, too."""
        rows = np.arange(box.y, box.y + box.height + 2 * ring)
        columns = np.arange(box.x, box.x + box.width + 2 * ring)
        (across, down), (width, height) = self.query.joined, self.query.box
        # The array begins `ring` cells before the first row and column.
        if down:
            rows = (rows - ring) % height + ring
        if across:
            columns = (columns - ring) % width + ring
        copy: Bytes = array[np.ix_(rows, columns)]
        return copy

    def _receive(self, member: Member, report: Improved) -> Iterator[Event]:
        box: Box = member.task
        self.losses = 0
        self.spent += report.windows
        member.task, member.conflicts = None, 0
        width, height = self.query.box
        rows = np.arange(box.y, box.y + box.height) % height
        columns = np.arange(box.x, box.x + box.width) % width
        self.cells[np.ix_(rows, columns)] = report.cells
        yield from self._found()

    def _found(self, *, last: bool = False) -> Iterator[Event]:
        """The picture so far as an answer, if it is better than the last one by a step."""
        wrong = len(self._wrong_places())
        self.best = wrong
        before = self.reported
        if before is None or wrong < before:
            if before is not None and not last and wrong > max(FEW, SMALL_STEP * before):
                return
            self.reported = wrong
            # `seen` only counts answers here: no two have the same number of wrong cells.
            self.seen.add(wrong)
            y, x = np.nonzero(self.cells)
            pattern = Pattern.of(zip(x.tolist(), y.tolist(), strict=True))
            answers = self.query.answers_in_known_rule([pattern], self.query.box)
            yield Found(Part(self.query.box), tuple(answers))

    def held_back(self) -> Iterator[Event]:
        return self._found(last=True)

    def _take_back(self, member: Member, died: Died) -> None:
        # Its patch is as it was, and free, since its member is gone: another may be put there.
        self._count_in_a_row(died)


def cut(box: Box, other: Box, cell: Place) -> Box:
    """The largest part of a box that keeps a cell and does not overlap another box.

    Without such a part it is empty.

    >>> cut(Box(0, 0, 10, 10), Box(6, 2, 10, 10), (1, 1))
    Box(x=0, y=0, width=6, height=10)
    >>> cut(Box(0, 0, 10, 10), Box(0, 0, 4, 4), (1, 1)).area
    0
    """
    x, y, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    far_right, far_bottom = other.x + other.width, other.y + other.height
    if x >= far_right or other.x >= right or y >= far_bottom or other.y >= bottom:
        return box
    left_of = Box(x, y, max(0, other.x - x), box.height)
    right_of = Box(far_right, y, max(0, right - far_right), box.height)
    above = Box(x, y, box.width, max(0, other.y - y))
    below = Box(x, far_bottom, box.width, max(0, bottom - far_bottom))
    # A wrong cell may be one cell outside of the patch that can mend it. (N cells, for N
    # generations: then some of the possible patches are not used.)
    parts = [each for each in (left_of, right_of, above, below) if each.grown(1).holds(cell)]
    return max(parts, key=lambda each: each.area, default=Box(x, y, 0, 0))
