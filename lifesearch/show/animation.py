"""The frames of an animation: one generation after another, and how long each cell has lived.

`terminal.player` plays the frames, and `pictures` draws them.

A cell's age is the number of generations before this one in which it lived without a
break. A pattern that recurs has always been there, so that ages are known from the
first generation on: of the three cells of a blinker the middle one is old, the others
were just born. Ages are counted up to OLDEST.

    >>> blinker = Subject(Pattern.parse("OOO"))
    >>> [next(frames(blinker)).ages[x, 0] for x in range(3)]
    [0, 16, 0]

Other patterns begin to exist with generation 0, where all their cells have age 0.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, repeat

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LARGEST_FILM
from lifesearch.common.text import plural, size_with_article, visible_line
from lifesearch.core.report import PatternReport
from lifesearch.formats.detect import PatternFile
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import evolve
from lifesearch.life.simulate.bitboard import LiveRows, evolve_forever
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.life.simulate.settling import Settling
from lifesearch.life.simulate.universe import Universe

OLDEST = 16
"""The first age with the last of the six inks for ages: see `colours`."""
MOST_GENERATIONS, LEAST_GENERATIONS = 1000, 10
"""The most and the fewest generations for which a pattern is followed to see whether it recurs."""
MOST_WORK = 200_000_000
"""Cells that are simulated for that, in all generations together: so large patterns get fewer.

Larger: longer periods of large patterns are recognised, and their first frame comes later; not
tuned.
"""
ON_TORUS, OF_SEVERAL_STATES = 500, 4000
"""How many times longer it takes to simulate a cell on a torus, or one with several states."""
KEPT_FRAMES = 2000
KEPT_CELLS = 1_000_000
"""Limits of a `FrameBuffer`, to bound its memory: the earlier frames that it keeps, and the cells
of all of them.
"""


@dataclass(frozen=True)
class Subject:
    """What is shown: a pattern on the plane, or on a torus (width, height), and its title.

    `goal` is a generation at which to pause, if the pattern does not recur.
    """

    pattern: Pattern
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    title: str = ""
    goal: int | None = None

    def __post_init__(self) -> None:
        _require_room(self, *(self.torus or self.pattern.box[2:]))

    @classmethod
    def of(cls, file: PatternFile, title: str, rule: Rule | None = None) -> Subject:
        """The pattern of a file; on a torus, its cells are wrapped around it."""
        pattern = file.pattern
        if file.torus:
            width, height = file.torus
            box = pattern.box
            if box.width > width or box.height > height:
                raise InputError(
                    f"{title} is {size_with_article(box.width, box.height)} pattern, "
                    f"larger than its torus of {width}x{height}"
                )
            pattern = pattern.wrapped(width, height)
        return cls(pattern, rule or file.rule or LIFE, file.torus, visible_line(title))

    @cached_property
    def report(self) -> PatternReport:
        """The facts of the pattern; one that is large or grows is not simulated for long."""
        left, generations = MOST_WORK, 0
        with suppress(InputError):  # it grows too large for the simulator
            for work in islice(self._work(), MOST_GENERATIONS):
                left -= work
                if left < 0:
                    break
                generations += 1
        limit = max(LEAST_GENERATIONS, generations)
        return PatternReport(self.pattern, self.rule, self.torus, limit, settle=False)

    def _work(self) -> Iterator[int]:
        """The work for each generation, in cells of the fastest simulator."""
        if self.rule.plain and self.torus is None:
            boards = evolve_forever(LiveRows.of(self.pattern), self.rule)
            yield from (board.stride * board.height for board in boards)
        elif self.torus:
            yield from repeat(ON_TORUS * self.torus[0] * self.torus[1])
        else:
            phases = evolve(self.pattern, self.rule)
            yield from (OF_SEVERAL_STATES * len(phase.cells) for phase in phases)

    @property
    def behaviour(self) -> Behaviour:
        return self.report.behaviour

    @property
    def outcome(self) -> Settling | None:
        """The fate of a pattern not known to recur or die; None for others, and on a torus."""
        return self.report.outcome if self.behaviour.kind == "unknown" else None

    def describe(self) -> str:
        """One line: its title, what it is, how large it is."""
        box = self.pattern.box
        where = f" on {size_with_article(*self.torus)} torus" if self.torus else ""
        rule = "" if self.rule == LIFE else f", {self.rule}"
        cells = plural(self.pattern.population, "cell")
        size = f" in {box.width}x{box.height}" if self.pattern else ""
        described = (self.outcome or self.behaviour).describe() + where
        title = f"{self.title}: " if self.title and not described.startswith(self.title) else ""
        return f"{title}{described}; {cells}{size}{rule}"


@dataclass(frozen=True)
class Frame:
    """One generation: its number, and the ages of its cells that are not dead.

    Where there are several states, `phase` is the generation with its states.
    """

    t: int
    ages: dict[Cell, int]
    phase: Pattern | None = None

    @cached_property
    def pattern(self) -> Pattern:
        return self.phase or Pattern.of(self.ages)


def frames(subject: Subject) -> Iterator[Frame]:
    """Generations 0, 1, 2, ... without end; InputError when the pattern has grown too large."""
    cycle = subject.behaviour
    earlier, start = 0, subject
    if cycle.period:
        # Begin whole periods earlier, so that ages are complete in generation 0.
        periods = -(-OLDEST // cycle.period)
        earlier = periods * cycle.period
        moved = subject.pattern.translate(-periods * cycle.dx, -periods * cycle.dy)
        start = Subject(moved, subject.rule, subject.torus, subject.title)
    ages: dict[Cell, int] = {}
    for t, phase in enumerate(_phases(start), -earlier):
        ages = {cell: min(OLDEST, ages.get(cell, -1) + 1) for cell in phase.cells}
        if t >= 0:
            yield Frame(t, ages, phase if subject.rule.states > 2 else None)


def first_frames(subject: Subject, count: int) -> list[Frame]:
    return list(islice(frames(subject), count))


def _phases(subject: Subject) -> Iterator[Pattern]:
    for phase in Universe(subject.rule, subject.torus).generations(subject.pattern):
        if subject.torus is None:
            _require_room(subject, phase.box.width, phase.box.height)
        yield phase


def _require_room(subject: Subject, width: int, height: int) -> None:
    if width * height > LARGEST_FILM:
        raise InputError(
            f"{subject.title or 'the pattern'} is {width:,} x {height:,} cells large, "
            f"too large to show: at most {LARGEST_FILM:,} cells can be shown"
        )


class FrameBuffer:
    """Frames by generation, forwards and backwards; a limited number of earlier ones is kept.

    `end` is the last generation, if the pattern grows too large after it.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.rewind()

    def rewind(self) -> None:
        self._coming = frames(self._subject)
        self._kept: deque[Frame] = deque([next(self._coming)])
        self._cells = len(self._kept[0].ages)
        self.end: int | None = None

    def frame(self, t: int) -> Frame:
        """Generation t, or the nearest one that is kept or can be simulated.

        Only generation 0 is simulated anew, which takes no time. A step back to any other that is
        no longer kept would simulate all before it: it gives the first that is kept.
        """
        while self._kept[-1].t < t and self.end is None:
            try:
                frame = next(self._coming)
            except InputError:
                self.end = self._kept[-1].t
                break
            self._kept.append(frame)
            self._cells += len(frame.ages)
            while len(self._kept) > 2 and (
                len(self._kept) > KEPT_FRAMES or self._cells > KEPT_CELLS
            ):
                self._cells -= len(self._kept.popleft().ages)
        if t < self._kept[0].t and t <= 0:
            self.rewind()
        first, last = self._kept[0].t, self._kept[-1].t
        return self._kept[min(max(t, first), last) - first]


def extent(subject: Subject, shown: list[Frame]) -> Box:
    """The bounding box of all the frames; a torus is shown wholly."""
    if subject.torus:
        return Box(0, 0, *subject.torus)
    return Box.around([frame.pattern.box for frame in shown if frame.ages] or [Box(0, 0, 1, 1)])


def drift(cycle: Behaviour, t: int) -> tuple[int, int]:
    """How far a window that follows a ship has moved by generation t.

    A spaceship that moves by (dx, dy) in p generations has drifted by t * (dx, dy) / p, rounded
    down, in generation t. A window that drifts along shows it going through its phases on the spot,
    and after p generations the picture is the same again:

    >>> ship = Behaviour(limit=10, period=4, dx=-1, dy=2)
    >>> [drift(ship, t) for t in range(5)]
    [(0, 0), (-1, 0), (-1, 1), (-1, 1), (-1, 2)]
    """
    period = cycle.period or 1
    return t * cycle.dx // period, t * cycle.dy // period


def close_up(subject: Subject, shown: list[Frame]) -> Box:
    """The smallest box that holds all the frames if it drifts along with the pattern."""
    still = []
    for frame in shown:
        dx, dy = drift(subject.behaviour, frame.t)
        still.append(Frame(frame.t, {(x - dx, y - dy): 0 for x, y in frame.ages}))
    return extent(subject, still)


def aim(size: tuple[int, int], box: Box, focus: Cell, before: Box | None) -> Box:
    """A window of this size on the pattern in `box`; around `focus` if the box is larger.

    The window `before` is kept while the box is inside it or, if the box is larger, overlaps it.

    >>> first = aim((10, 10), Box(0, 0, 4, 4), (1, 1), None)
    >>> first, aim((10, 10), Box(2, 2, 5, 4), (3, 3), first)
    (Box(x=-3, y=-3, width=10, height=10), Box(x=-3, y=-3, width=10, height=10))
    >>> aim((10, 10), Box(5, 2, 5, 4), (6, 3), first)
    Box(x=3, y=-3, width=10, height=10)
    """
    x = _along(size[0], box.x, box.width, focus[0], before.x if before else None)
    y = _along(size[1], box.y, box.height, focus[1], before.y if before else None)
    return Box(x, y, *size)


def _along(length: int, start: int, size: int, focus: int, before: int | None) -> int:
    """Where a window of some length begins along one axis, for a box of some size: see `aim`."""
    end = start + size
    if size <= length:
        if before is not None and before <= start and end <= before + length:
            return before
        return start - (length - size) // 2
    if before is not None and before < end and start < before + length:
        return before
    return min(max(focus - length // 2, start), end - length)


def focus_of(pattern: Pattern) -> Cell:
    """The live cell nearest to the middle of all live cells."""
    if not pattern:
        return 0, 0
    count = pattern.population
    x = sum(cell[0] for cell in pattern.cells) / count
    y = sum(cell[1] for cell in pattern.cells) / count
    return min(pattern.cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def cropped(window: Box, pattern: Pattern) -> bool:
    """Whether some live cells are outside the window."""
    return not all(map(window.holds, pattern.cells))
