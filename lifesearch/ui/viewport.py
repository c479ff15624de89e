"""The part of the plane that is shown: a window that stays with a pattern, however it moves.

A spaceship that moves by (dx, dy) in p generations has drifted by t * (dx, dy) / p, rounded
down, in generation t. A window that drifts along shows it going through its phases on
the spot, and after p generations the picture is the same again:

    >>> ship = Behaviour(limit=10, period=4, dx=-1, dy=2)
    >>> [drift(ship, t) for t in range(5)]
    [(0, 0), (-1, 0), (-1, 1), (-1, 1), (-1, 2)]

Whatever else happens is best watched with a window at rest. It moves only when the
pattern, though small enough, is no longer inside.

    >>> first = aim((10, 10), Box(0, 0, 4, 4), (1, 1), None)
    >>> first, aim((10, 10), Box(2, 2, 5, 4), (3, 3), first)
    (Box(x=-3, y=-3, width=10, height=10), Box(x=-3, y=-3, width=10, height=10))
    >>> aim((10, 10), Box(5, 2, 5, 4), (6, 3), first)
    Box(x=3, y=-3, width=10, height=10)
"""

from __future__ import annotations

from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.ui.animation import Frame, Subject, extent


def drift(known: Behaviour, t: int) -> tuple[int, int]:
    """How far a window that follows a ship has moved by generation t."""
    period = known.period or 1
    return t * known.dx // period, t * known.dy // period


def close_up(subject: Subject, shown: list[Frame]) -> Box:
    """The smallest box that holds all the frames if it drifts along with the pattern."""
    still = []
    for frame in shown:
        dx, dy = drift(subject.behaviour, frame.t)
        still.append(Frame(frame.t, {(x - dx, y - dy): 0 for x, y in frame.ages}))
    return extent(subject, still)


def aim(size: tuple[int, int], box: Box, focus: Cell, before: Box | None) -> Box:
    """A window of this size on what is in the box; around the focus if that is too much."""
    x = _along(size[0], box.x, box.width, focus[0], before.x if before else None)
    y = _along(size[1], box.y, box.height, focus[1], before.y if before else None)
    return Box(x, y, *size)


def _along(length: int, start: int, extent: int, focus: int, before: int | None) -> int:
    end = start + extent
    if extent <= length:
        if before is not None and before <= start and end <= before + length:
            return before
        return start - (length - extent) // 2
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
    return not all(map(window.holds, pattern.cells))
