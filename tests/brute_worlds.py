"""Every filling of a small box and its future, from the words of a command alone.

Nothing of the package is used, not even its words: rules are tables of 512 blocks written as MAP
strings, orientations are matrices, patterns are sets of cells. So these tests outlive the moving
of modules, and what is wrong in a value that queries and brute force share is seen here.

A world is the box with what surrounds it: dead cells, an agar, or its own other side. States are
arrays (fillings, cells), where a cell is a number; the last one stands for all that is far away.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
Cells = frozenset[Cell]
Life = tuple[Cells, ...]
Size = tuple[int, int]
Matrix = tuple[int, int, int, int]
States = NDArray[np.uint8]
Bits = NDArray[np.bool_]

AROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
TURNS: dict[str, Matrix] = {
    "Id": (1, 0, 0, 1),
    "R90": (0, -1, 1, 0),
    "R180": (-1, 0, 0, -1),
    "R270": (0, 1, -1, 0),
    "F|": (-1, 0, 0, 1),
    "F-": (1, 0, 0, -1),
    "F\\": (0, 1, 1, 0),
    "F/": (0, -1, -1, 0),
}
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "C1": ("Id",),
    "C2": ("Id", "R180"),
    "C4": ("Id", "R90", "R180", "R270"),
    "D2|": ("Id", "F|"),
    "D2-": ("Id", "F-"),
    "D2\\": ("Id", "F\\"),
    "D2/": ("Id", "F/"),
    "D4+": ("Id", "R180", "F|", "F-"),
    "D4x": ("Id", "R180", "F\\", "F/"),
    "D8": tuple(TURNS),
}


def turned(turn: Matrix, cell: Cell) -> Cell:
    (a, b, c, d), (x, y) = turn, cell
    return a * x + b * y, c * x + d * y


def order_of(turn: Matrix) -> int:
    """After how many times all is as it was."""
    return next(n for n in (1, 2, 4) if _power(turn, n) == TURNS["Id"])


def _power(turn: Matrix, n: int) -> Matrix:
    columns = [(1, 0), (0, 1)]
    for _ in range(n):
        columns = [turned(turn, cell) for cell in columns]
    (a, c), (b, d) = columns
    return a, b, c, d


def image_of_block(turn: Matrix, block: int) -> int:
    """The block of nine cells that is turned about the middle one."""
    alive = [cell for i, cell in enumerate(AROUND) if block >> (8 - i) & 1]
    return sum(1 << (8 - AROUND.index(turned(turn, cell))) for cell in alive)


# Rules


@dataclass(frozen=True)
class PlainRule:
    """What becomes of each block, and how the rule is written."""

    table: bytes
    text: str

    @cached_property
    def turns(self) -> list[Matrix]:
        """The orientations that the rule does not notice."""
        return [
            turn
            for turn in TURNS.values()
            if all(self.table[image_of_block(turn, b)] == self.table[b] for b in range(512))
        ]

    @property
    def drawn(self) -> tuple[bytes, ...]:
        """The tables that take turns on the plane: of a full plane the dead cells are drawn."""
        table = self.table
        if not table[0]:
            return (table,)
        if table[-1]:
            return (bytes(1 - table[511 - block] for block in range(512)),)
        return (
            bytes(1 - table[block] for block in range(512)),
            bytes(table[511 - block] for block in range(512)),
        )


def by_counting(births: Sequence[int], stays: Sequence[int], letter: str = "") -> PlainRule:
    """A rule that counts neighbours: all eight, six (H) or four (V)."""
    corners = {"": (), "H": ((1, -1), (-1, 1)), "V": ((-1, -1), (1, -1), (-1, 1), (1, 1))}[letter]
    bits = [8 - i for i, cell in enumerate(AROUND) if cell != (0, 0) and cell not in corners]
    table = bytearray()
    for block in range(512):
        count = sum(block >> bit & 1 for bit in bits)
        table.append(count in (stays if block >> 4 & 1 else births))
    digits = ["".join(map(str, numbers)) for numbers in (births, stays)]
    return PlainRule(bytes(table), f"B{digits[0]}/S{digits[1]}{letter}")


def by_table(table: Sequence[int]) -> PlainRule:
    """Any rule, written as Golly writes it."""
    packed = np.packbits(np.array(list(table), np.uint8)).tobytes()
    return PlainRule(bytes(table), "MAP" + b64encode(packed).decode().rstrip("="))


def alike(random: Random, turns: Sequence[Matrix], density: float) -> PlainRule:
    """A rule at random that does not notice these orientations."""
    chosen = [random.random() < density for _ in range(512)]
    chosen[0] = False
    return by_table([chosen[min(image_of_block(g, b) for g in turns)] for b in range(512)])


def moving(random: Random, bit: int, odd: float = 0.03) -> PlainRule:
    """Each cell becomes its neighbour of this bit, with exceptions: so patterns travel."""
    table = [(block >> bit & 1) ^ (random.random() < odd) for block in range(512)]
    return by_table([0, *table[1:]])


def _some(random: Random, numbers: Sequence[int], share: float) -> list[int]:
    return [n for n in numbers if random.random() < share]


FAMILIES: dict[str, Callable[[Random], PlainRule]] = {
    "outer-totalistic": lambda r: by_counting(_some(r, range(1, 9), 0.3), _some(r, range(9), 0.45)),
    "isotropic": lambda r: alike(r, list(TURNS.values()), r.choice((0.25, 0.4))),
    "hexagonal": lambda r: by_counting(_some(r, range(1, 7), 0.35), _some(r, range(7), 0.45), "H"),
    "von Neumann": lambda r: by_counting(_some(r, range(1, 5), 0.4), _some(r, range(5), 0.45), "V"),
    "without symmetry": lambda r: (
        moving(r, r.randrange(9)) if r.random() < 0.5 else alike(r, [TURNS["Id"]], 0.3)
    ),
    "with one mirror": lambda r: alike(r, [TURNS["Id"], TURNS["F|"]], 0.3),
    "B0 without S8": lambda r: _full(r, stays=False),
    "B0 with S8": lambda r: _full(r, stays=True),
    "Life": lambda r: by_counting([3], [2, 3]),
}


def _full(random: Random, *, stays: bool) -> PlainRule:
    """A rule with B0."""
    turns = random.choice((list(TURNS.values()), [TURNS["Id"], TURNS["R180"]], [TURNS["Id"]]))
    table = bytearray(alike(random, turns, 0.4).table)
    table[0], table[-1] = 1, stays
    return by_table(table)


# Worlds


@dataclass(frozen=True)
class World:
    """A box, what is around it, and the rule.

    With `joins` the left and the right side meet (`cylinder`), each turn `shift` rows lower, or all
    four sides do (`torus`). The `tile` is that of an agar around the box.
    """

    size: Size
    rule: PlainRule
    pad: int
    joins: str = ""
    shift: int = 0
    tile: tuple[str, ...] = (".",)

    @property
    def tables(self) -> tuple[bytes, ...]:
        return (self.rule.table,) if self.joins == "torus" else self.rule.drawn

    def wound(self, cell: Cell) -> Cell:
        """Where a cell is, of the many names that it may have."""
        (x, y), (width, height) = cell, self.size
        if self.joins == "torus":
            return x % width, y % height
        if self.joins == "cylinder":
            return x % width, y - x // width * self.shift
        return x, y

    @cached_property
    def cells(self) -> list[Cell]:
        """The box and a frame around it."""
        (width, height), pad = self.size, self.pad
        across = 0 if self.joins else pad
        down = 0 if self.joins == "torus" else pad * (1 + abs(self.shift))
        return list(product(range(-across, width + across), range(-down, height + down)))

    @cached_property
    def index(self) -> dict[Cell, int]:
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def near(self) -> NDArray[np.intp]:
        """The nine cells around each."""
        far, found = len(self.cells), []
        for x, y in self.cells:
            around = [self.wound((x + dx, y + dy)) for dx, dy in AROUND]
            found.append([self.index.get(cell, far) for cell in around])
        return np.array(found)

    @cached_property
    def box(self) -> list[int]:
        width, height = self.size
        return [self.index[cell] for cell in product(range(width), range(height))]

    def agar(self, generations: int) -> list[States]:
        """The cells of the world in each generation if only the agar is there."""
        if self.tile == (".",):  # of a full plane the dead cells are drawn
            return [np.zeros(len(self.cells), np.uint8)] * (generations + 1)
        high, wide = len(self.tile), len(self.tile[0])
        small = World((wide, high), self.rule, 0, "torus")
        now = np.array([[self.tile[y][x] == "o" for x, y in small.cells]], np.uint8)
        phases = [now]
        for _ in range(generations):
            phases.append(small.step(phases[-1], self.rule.table))
        at = [small.index[x % wide, y % high] for x, y in self.cells]
        return [phase[0, at] for phase in phases]

    def step(self, states: States, table: bytes, at: Sequence[int] | None = None) -> States:
        """One generation, of some cells alone if they are given; what is far away is dead."""
        beyond = np.pad(states, ((0, 0), (0, 1)))
        near = self.near if at is None else self.near[at]
        blocks = np.zeros((len(states), len(near)), np.uint16)
        for i in range(9):
            blocks <<= 1
            blocks |= beyond[:, near[:, i]]
        return np.frombuffer(table, np.uint8)[blocks]

    def turned(self, turn: Matrix, cell: Cell) -> Cell:
        """Where an orientation about the middle of the box takes a cell."""
        across, down = self.size[0] - 1, self.size[1] - 1
        u, v = turned(turn, (2 * cell[0] - across, 2 * cell[1] - down))
        return (u + across) // 2, (v + down) // 2

    def fits(self, turn: Matrix) -> bool:
        """Whether the box, and how its sides are joined, is its own image."""
        (width, height), (a, b, _, _) = self.size, turn
        if self.joins == "cylinder":
            way = turned(turn, (width, self.shift))
            return way in ((width, self.shift), (-width, -self.shift))
        return width == height or not (b and not a)

    def follow(self, states: States, generations: int) -> list[States]:
        """All generations."""
        life, agar = [states], self.agar(generations)
        for t in range(generations):
            life.append(self.next(life[-1], t, agar[t + 1]))
        return life

    def next(self, states: States, t: int, agar: States) -> States:
        """Generation t + 1; at the edge of the frame is the agar, which nothing has reached yet."""
        now = self.step(states, self.tables[t % len(self.tables)])
        now[:, self.edge] = agar[self.edge]
        return now

    @cached_property
    def edge(self) -> NDArray[np.intp]:
        if self.tile == (".",):
            return np.zeros(0, np.intp)
        return np.flatnonzero((self.near == len(self.cells)).any(axis=1))

    @cached_property
    def close(self) -> list[int]:
        """The box and the cells that touch it: where it can be seen soon what leaves it."""
        return sorted({int(i) for i in self.near[self.box].ravel() if i < len(self.cells)})


# Questions


@dataclass(frozen=True)
class Motion:
    """After `period` generations all is back, turned and moved."""

    period: int
    dx: int = 0
    dy: int = 0
    turn: str = "Id"

    @property
    def order(self) -> int:
        return order_of(TURNS[self.turn])

    @property
    def full(self) -> int:
        return self.period * self.order


@dataclass(frozen=True)
class Wanted:
    """What recurs in a world, and what else must be true of it."""

    motion: Motion
    symmetry: str = "C1"
    any_period: bool = False
    with_empty: bool = False
    allowed: Cells | None = None
    also: Sequence[Callable[[Life], bool]] = field(default=())


def world_for(
    wanted: Wanted, size: Size, rule: PlainRule, joins: str = "", **more: object
) -> World:
    return World(size, rule, wanted.motion.full + 2, joins, **more)  # type: ignore[arg-type]


def lives(world: World, wanted: Wanted) -> set[Life]:
    """Everything in a world that is wanted: the cells of all generations of the full period.

    In an agar, these are the live cells of the box.
    """
    motion, agar = wanted.motion, world.agar(wanted.motion.full)
    free = [i for i in world.box if wanted.allowed is None or world.cells[i] in wanted.allowed]
    now = np.repeat(agar[0][None], 1 << len(free), axis=0)
    for bit, i in enumerate(free):
        now[:, i] = np.arange(len(now)) >> bit & 1
    for name in SYMMETRIES[wanted.symmetry]:
        there = [world.wound(world.turned(TURNS[name], world.cells[i])) for i in world.box]
        at = [world.index[cell] for cell in there]
        now = now[(now[:, world.box] == now[:, at]).all(axis=1)]
    now = now[(now != agar[0]).any(axis=1) | wanted.with_empty]
    history, others = [now], [i for i in world.close if i not in free]
    for t in range(motion.period):
        last, at = t + 1 == motion.period, world.close if t + 1 == motion.period else others
        then = world.step(history[-1], world.tables[t % len(world.tables)], at)
        right = then == (_moved(world, history[0], motion)[:, at] if last else agar[t + 1][at])
        history = [states[right.all(axis=1)] for states in history]
        history.append(world.next(history[-1], t, agar[t + 1]))
    right = (history[-1] == _moved(world, history[0], motion)).all(axis=1)
    history = [states[right] for states in history]
    for t in range(motion.period, motion.full):
        history.append(world.next(history[-1], t, agar[t + 1]))
    if not wanted.any_period:
        exact = _has_period(world, history, motion)
        history = [states[exact] for states in history]
    shown = world.box if world.tile != (".",) else range(len(world.cells))
    found = set()
    for i in range(len(history[0])):
        life = tuple(
            frozenset(world.cells[j] for j in shown if states[i, j]) for states in history[:-1]
        )
        if all(condition(life) for condition in wanted.also):
            found.add(life)
    return found


def _moved(world: World, states: States, motion: Motion) -> States:
    """The whole world turned about the middle of the box and moved, with its agar."""
    high, wide = len(world.tile), len(world.tile[0])
    back = next(g for g in TURNS.values() if _both(g, TURNS[motion.turn]) == TURNS["Id"])
    result = np.zeros_like(states)
    for i, (x, y) in enumerate(world.cells):
        cell = world.wound(world.turned(back, (x - motion.dx, y - motion.dy)))
        if cell in world.index:
            result[:, i] = states[:, world.index[cell]]
        else:
            result[:, i] = world.tile[cell[1] % high][cell[0] % wide] == "o"
    return result


def _both(g: Matrix, h: Matrix) -> Matrix:
    (a, c), (b, d) = turned(g, turned(h, (1, 0))), turned(g, turned(h, (0, 1)))
    return a, b, c, d


def _has_period(world: World, history: list[States], motion: Motion) -> Bits:
    """Which are back for the first time, moved by their part of the way, when they should be."""
    full, order = motion.full, motion.order
    first = np.full(len(history[0]), full)
    for t in range(full - 1, 0, -1):
        dx, dy = motion.dx * order * t, motion.dy * order * t
        if full % t or dx % full or dy % full or t % len(world.tables):
            continue
        there = _moved(world, history[0], Motion(t, dx // full, dy // full))
        first[(history[t] == there).all(axis=1)] = t
    if order == 1:
        return np.asarray(first == full)
    return np.asarray((first > motion.period) & (first % motion.period == 0))


def classes(world: World, found: set[Life]) -> set[Hashable]:
    """One name for all that differ by place, orientation and phase alone."""
    return {kind(world, life) for life in found}


def kind(world: World, life: Life) -> Hashable:
    """The least of all images of all phases."""
    return min(
        image
        for cells in life[:: len(world.tables)]
        for turn in world.rule.turns
        for image in _images(world, turn, cells)
    )


def _images(world: World, turn: Matrix, cells: Cells) -> Iterator[tuple[Cell, ...]]:
    if world.joins and not world.fits(turn):
        return
    there = [turned(turn, cell) for cell in cells]
    across = range(world.size[0]) if world.joins else range(1)
    down = range(world.size[1]) if world.joins == "torus" else range(1)
    for dx, dy in product(across, down):
        moved = [world.wound((x + dx, y + dy)) for x, y in there]
        if not world.joins:
            left = min((x for x, _ in moved), default=0)
            moved = [(x - left, y) for x, y in moved]
        if world.joins != "torus":
            top = min((y for _, y in moved), default=0)
            moved = [(x, y - top) for x, y in moved]
        yield tuple(sorted(moved))


# Patterns as text


def cells_of(rle: str, x: int = 0, y: int = 0) -> Cells:
    """The live cells of an RLE without its header, whose corner is at (x, y)."""
    found, u, v, number = [], x, y, ""
    for letter in rle:
        times = int(number or 1)
        if letter.isdigit():
            number += letter
            continue
        if letter == "o":
            found += [(u + i, v) for i in range(times)]
        u, v = (x, v + times) if letter == "$" else (u + times * (letter in "bo"), v)
        number = ""
    return frozenset(found)


def picture(cells: Cells) -> str:
    """Drawn from (0, 0) on."""
    wide, high = (max(cell[i] for cell in cells) + 1 for i in (0, 1))
    rows = ("".join(".*"[(x, y) in cells] for x in range(wide)) for y in range(high))
    return "\n".join(rows) + "\n"
