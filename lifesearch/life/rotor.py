"""A rotor: the cells that change in an oscillator, and their states, without the still cells.

    >>> blinker = [Pattern.parse("...\\nOOO\\n..."), Pattern.parse(".O.\\n.O.\\n.O.")]
    >>> rotor = Rotor.of(blinker)
    >>> rotor.name, len(rotor.cells)
    ('p2 3x3 .o./O.O/.o. #f0e3', 4)

It is the same rotor at any place, in any orientation and in each of its phases: of all these,
`Rotor.canonical` chooses one, and its name is that of the rotor. The name shows a phase, with O for
a live cell, o for a dead one, and . for a cell that does not change. The four digits tell apart
rotors that have this phase in common.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule

if TYPE_CHECKING:
    from lifesearch.life.identify import Identified

Size = tuple[int, int]
WIDEST_WINDOW = 16
"""Cells a side of the window of a rotor: in a larger one no search would end, in any symmetry."""
_NAME = re.compile(r"p([1-9][0-9]{0,5}) ([0-9]{1,2})x([0-9]{1,2}) ([.oO/]{1,1000}) #([0-9a-f]{4})")


@dataclass(frozen=True)
class Rotor:
    """Cells that change, in reading order, and for each generation which of them live.

    The least x and y are 0. A phase is a number whose bits are cells, the last cell the lowest.
    Images and delayed rotors are equal only if both are `canonical`. Cells and phases that make no
    rotor are a ValueError, here and in `parse`.
    `questions.rotors` makes answers of rotors, and `identify` names them.
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
        """Whether its phases do not repeat before the end of the period."""
        return _period(self.phases) == self.period

    @cached_property
    def size(self) -> Size:
        """The width and height of the smallest window that holds it."""
        x, y = zip(*self.cells, strict=True)
        return max(x) + 1, max(y) + 1

    def fits(self, window: Size) -> bool:
        """Whether the rotor, or the rotor turned, fits in a window of this width and height."""
        return any(
            width <= window[0] and height <= window[1]
            for width, height in (self.size, self.size[::-1])
        )

    def live(self, t: int) -> frozenset[Cell]:
        """The cells that live in a generation."""
        phase, last = self.phases[t % self.period], len(self.cells) - 1
        return frozenset(cell for n, cell in enumerate(self.cells) if phase >> (last - n) & 1)

    def turned(self, g: Orientation) -> Rotor:
        """The image of the rotor under an orientation."""
        images = [g.apply(*cell) for cell in self.cells]
        order = sorted(range(len(images)), key=lambda n: images[n][::-1])
        last = len(images) - 1
        phases = tuple(
            sum((phase >> (last - n) & 1) << (last - place) for place, n in enumerate(order))
            for phase in self.phases
        )
        return Rotor(at_origin([images[n] for n in order]), phases)

    def canonical(self, symmetries: Iterable[Orientation] = Orientation) -> Rotor:
        """The least of its images under these symmetries, each beginning with any of its phases."""
        images = [self.turned(g) for g in symmetries]
        least = min(image.cells for image in images)
        phases = [_least_cyclic_shift(image.phases) for image in images if image.cells == least]
        return Rotor(least, min(phases))

    @cached_property
    def parts(self) -> tuple[Rotor, ...]:
        """The rotor split into rotors that do not touch, so that none depends on another one.

        A cell's next state depends on its neighbours, and cells between two parts never change.
        """
        left, made = set(self.cells), []
        while left:
            component = _touching(left.pop(), left)
            left -= component
            cells = [cell for cell in self.cells if cell in component]
            phases = [number_of(cells, self.live(t)) for t in range(self.period)]
            made.append(Rotor(at_origin(cells), tuple(phases[: _period(phases)])))
        return tuple(sorted(made, key=lambda rotor: (-rotor.period, rotor.cells, rotor.phases)))

    @property
    def composite(self) -> bool:
        """Whether no separate rotor in it has the whole period: 3 and 4 side by side make 12."""
        return all(component.period < self.period for component in self.parts)

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
        """The name: period, size, first phase, and four digits that depend on all phases.

        That of the rotor if this is the canonical one, as those of `rotor_of` and of answers are.
        """
        (width, height), text = self.size, str(self)
        check = sha256(text.encode()).hexdigest()[:4]
        return f"p{self.period} {width}x{height} {text.split(maxsplit=1)[0]} #{check}"


class NamedPhase(NamedTuple):
    """What the name of a rotor says: its cells, its period, one phase, and four digits."""

    period: int
    cells: tuple[Cell, ...]
    phase: int
    digits: str


def read_name(text: str) -> NamedPhase | None:
    """Read what `Rotor.name` writes; None if this is no such name.

    >>> read_name("p2 3x3 .o./O.O/.o. #f0e3")
    NamedPhase(period=2, cells=((1, 0), (0, 1), (2, 1), (1, 2)), phase=6, digits='f0e3')
    """
    found = _NAME.fullmatch(text.strip())
    if found is None:
        return None
    period, width, height, picture, digits = found.groups()
    rows = picture.split("/")
    letters = {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}
    cells = tuple(letters)
    sizes = {len(row) for row in rows}
    if not cells or at_origin(cells) != cells or sizes != {int(width)} or len(rows) != int(height):
        return None
    live = [cell for cell, letter in letters.items() if letter == "O"]
    return NamedPhase(int(period), cells, number_of(cells, live), digits)


def at_origin(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Cells moved so that the least x and y are 0."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple((x - left, y - top) for x, y in cells)


def number_of(cells: Sequence[Cell], live: Collection[Cell]) -> int:
    """Which of some cells live, as a number: the last cell is the lowest bit."""
    number = 0
    for cell in cells:
        number = number << 1 | (cell in live)
    return number


def _least_cyclic_shift(phases: tuple[int, ...]) -> tuple[int, ...]:
    """The phases in cyclic order, from the one on that makes the sequence least."""
    least = min(phases)
    starts = (t for t, phase in enumerate(phases) if phase == least)
    return min(phases[t:] + phases[:t] for t in starts)


def _period(phases: Sequence[int]) -> int:
    """The number of phases after which they repeat."""
    count = len(phases)
    return next(
        n for n in range(1, count + 1) if count % n == 0 and phases[n:] == phases[: count - n]
    )


def _touching(cell: Cell, others: Collection[Cell]) -> set[Cell]:
    """A cell, and those of the others that are connected with it by steps to neighbours."""
    found, todo = {cell}, [cell]
    while todo:
        x, y = todo.pop()
        near = {other for other in others if max(abs(other[0] - x), abs(other[1] - y)) <= 1}
        todo += near - found
        found |= near
    return found


COMPLETE_TABLES: dict[Size, int] = {
    (3, 3): 3,
    (6, 2): 3,
    (4, 3): 3,
    (5, 3): 7,
    (4, 4): 8,
    (6, 3): 7,
    (5, 4): 8,
}
"""Windows for which the manual (rotors.md) lists all rotors of Life, from this period on.

It leaves out combinations (`Rotor.composite`).
"""


def table_of(rotor: Rotor) -> tuple[Size, int] | None:
    """The window and least period of the table in the manual that lists a rotor of Life.

    >>> table_of(Rotor.parse("oo./oo./..o OO./Oo./..O oO./oO./..o"))
    ((3, 3), 3)
    """
    if rotor.composite:
        return None
    for size, least in COMPLETE_TABLES.items():
        if rotor.fits(size) and rotor.period >= least:
            return size, least
    return None


def rotor_of(identified: Identified | None, rule: Rule) -> Rotor | None:
    """The canonical rotor of an oscillator; None if it is none, or too large to be searched for."""
    if identified is None or identified.behaviour.kind != "oscillator" or not rule.plain:
        return None
    if not identified.phases:
        return None
    rotor = Rotor.of(identified.phases)
    small = max(rotor.size) <= WIDEST_WINDOW
    return rotor.canonical(rule.symmetries) if small else None


def table_words(rotor: Rotor | None, rule: Rule) -> str | None:
    """The table of the manual that lists an oscillator's rotor, in words."""
    if rotor is None or rule != LIFE or (table := table_of(rotor)) is None:
        return None
    (width, height), least = table
    return f"the complete table of {width}x{height}, period {least} and up"
