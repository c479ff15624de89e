"""A rotor: the cells that change in an oscillator, and how they do, without what is still.

    >>> blinker = [Pattern.parse("...\\nOOO\\n..."), Pattern.parse(".O.\\n.O.\\n.O.")]
    >>> rotor = Rotor.of(blinker)
    >>> rotor.name, len(rotor.cells)
    ('p2 3x3 .o./O.O/.o. #f0e3', 4)

It is the same rotor wherever it is, however it is turned, and in each of its phases; its name shows
one of them, with O for a live cell, o for a dead one, and . for a cell that does not change. The
four digits differ between rotors that have this phase in common.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern

Size = tuple[int, int]


@dataclass(frozen=True)
class Rotor:
    """Cells from (0, 0) on, in reading order, and for each generation which of them live.

    A generation is a number, the last cell its lowest digit.
    """

    cells: tuple[Cell, ...]
    phases: tuple[int, ...]

    def __post_init__(self) -> None:
        in_order = sorted(set(self.cells), key=lambda cell: cell[::-1])
        if list(self.cells) != in_order or self.cells != at_origin(self.cells):
            raise ValueError("the cells of a rotor are in reading order, from (0, 0) on")
        if not all(0 <= phase < 1 << len(self.cells) for phase in self.phases):
            raise ValueError("a rotor has no such phases")

    @classmethod
    def of(cls, phases: Sequence[Pattern]) -> Rotor:
        """The rotor of an oscillator, from all its phases."""
        states = [phase.cells for phase in phases]
        changing = frozenset.union(*states) - frozenset.intersection(*states)
        cells = sorted(changing, key=lambda cell: cell[::-1])
        return cls(at_origin(cells), tuple(number_of(cells, state) for state in states))

    @classmethod
    def parse(cls, text: str) -> Rotor:
        """Read what `str` writes: pictures of all phases."""
        pictures = [picture.split("/") for picture in text.split(" ")]
        letters = [
            {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
            for rows in pictures
        ]
        still = [{cell for cell, letter in each.items() if letter == "."} for each in letters]
        cells = [cell for cell in letters[0] if cell not in still[0]]
        same = all(each.keys() == letters[0].keys() for each in letters)
        same &= all(each == still[0] for each in still)
        if not same or not cells or not set(text) <= set(".oO/ "):
            raise ValueError("this is not a rotor")
        live = [{cell for cell, letter in each.items() if letter == "O"} for each in letters]
        return cls(at_origin(cells), tuple(number_of(cells, each) for each in live))

    def __str__(self) -> str:
        return " ".join(self.picture(t).replace("\n", "/") for t in range(self.period))

    @property
    def period(self) -> int:
        return len(self.phases)

    @property
    def exact(self) -> bool:
        """Whether its phases do not begin anew before the end."""
        return _period(self.phases) == self.period

    @cached_property
    def size(self) -> Size:
        """The width and height of the smallest window that holds it."""
        x, y = zip(*self.cells, strict=True)
        return max(x) + 1, max(y) + 1

    def fits(self, window: Size) -> bool:
        """Whether it fits in a window of some width and height, as it is or turned."""
        return any(
            width <= window[0] and height <= window[1]
            for width, height in (self.size, self.size[::-1])
        )

    def live(self, t: int) -> frozenset[Cell]:
        """The cells that live in a generation."""
        phase, last = self.phases[t % self.period], len(self.cells) - 1
        return frozenset(cell for n, cell in enumerate(self.cells) if phase >> (last - n) & 1)

    def turned(self, g: Orientation) -> Rotor:
        """The same rotor, turned or mirrored."""
        images = [g.apply(*cell) for cell in self.cells]
        order = sorted(range(len(images)), key=lambda n: images[n][::-1])
        last = len(images) - 1
        phases = tuple(
            sum((phase >> (last - n) & 1) << (last - place) for place, n in enumerate(order))
            for phase in self.phases
        )
        return Rotor(at_origin([images[n] for n in order]), phases)

    def canonical(self, symmetries: Iterable[Orientation] = Orientation) -> Rotor:
        """The one that stands for all its images under these symmetries and all its phases."""
        images = [self.turned(g) for g in symmetries]
        least = min(image.cells for image in images)
        phases = [_least_turn(image.phases) for image in images if image.cells == least]
        return Rotor(least, min(phases))

    @cached_property
    def parts(self) -> tuple[Rotor, ...]:
        """Rotors that do not touch each other, so that none depends on another one."""
        left, made = set(self.cells), []
        while left:
            part = _touching(left.pop(), left)
            left -= part
            cells = [cell for cell in self.cells if cell in part]
            phases = [number_of(cells, self.live(t)) for t in range(self.period)]
            made.append(Rotor(at_origin(cells), tuple(phases[: _period(phases)])))
        return tuple(sorted(made, key=lambda rotor: (-rotor.period, rotor.cells, rotor.phases)))

    @property
    def composite(self) -> bool:
        """Whether no part has the whole period: a 3 and a 4 beside each other make 12."""
        return all(part.period < self.period for part in self.parts)

    def picture(self, t: int = 0) -> str:
        """A phase: live cells O, dead ones o, and . for cells that do not change."""
        (width, height), live = self.size, self.live(t)
        return "\n".join(
            "".join(
                "." if (x, y) not in self.cells else "O" if (x, y) in live else "o"
                for x in range(width)
            )
            for y in range(height)
        )

    @property
    def name(self) -> str:
        """Its period, size and first phase, and four digits that depend on all phases."""
        (width, height), text = self.size, str(self)
        check = sha256(text.encode()).hexdigest()[:4]
        return f"p{self.period} {width}x{height} {text.split(maxsplit=1)[0]} #{check}"


def at_origin(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Cells moved so that the least x and y are 0."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple((x - left, y - top) for x, y in cells)


def number_of(cells: Sequence[Cell], live: Collection[Cell]) -> int:
    """Which of some cells live, as a number: the last cell is the lowest digit."""
    number = 0
    for cell in cells:
        number = number << 1 | (cell in live)
    return number


def _least_turn(phases: tuple[int, ...]) -> tuple[int, ...]:
    least = min(phases)
    starts = (t for t, phase in enumerate(phases) if phase == least)
    return min(phases[t:] + phases[:t] for t in starts)


def _period(phases: Sequence[int]) -> int:
    """After how many phases they begin anew."""
    count = len(phases)
    return next(
        n for n in range(1, count + 1) if count % n == 0 and phases[n:] == phases[: count - n]
    )


def _touching(cell: Cell, others: Collection[Cell]) -> set[Cell]:
    """A cell, and the others that it touches, or that those touch, and so on."""
    found, todo = {cell}, [cell]
    while todo:
        x, y = todo.pop()
        near = {other for other in others if max(abs(other[0] - x), abs(other[1] - y)) <= 1}
        todo += near - found
        found |= near
    return found


# Windows of Life of which the manual has the complete table, from a least period on.
COMPLETE: dict[Size, int] = {
    (3, 3): 3,
    (6, 2): 3,
    (4, 3): 3,
    (5, 3): 7,
    (4, 4): 8,
    (6, 3): 7,
    (5, 4): 8,
}


def table_of(rotor: Rotor) -> tuple[Size, int] | None:
    """The window and least period of a table of the manual that has a rotor of Life.

    >>> table_of(Rotor.parse("oo./oo./..o OO./Oo./..O oO./oO./..o"))
    ((3, 3), 3)
    """
    for size, least in COMPLETE.items():
        if rotor.fits(size) and rotor.period >= least:
            return size, least
    return None
