"""All cycles of a window by plain exhaustion: every ring, every window, one step after another.

It knows nothing of levels, sets and orders: only windows and rules are those of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from lifesearch.life.rules.rule import Rule
from lifesearch.rotor_search.window import Cell, Window

Board = tuple[tuple[int, ...], ...]
AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]


def normal_cycles(window: Window, least: int) -> dict[Board, int]:
    """The periods of all cycles in which the ring may be still, by their normal forms."""
    found = {}
    firsts = sorted(set(window.orbits.values()))
    inner = [orbit for orbit in firsts if window.changes(orbit)]
    outer = [orbit for orbit in firsts if not window.changes(orbit)]
    states = np.array(list(product((0, 1), repeat=len(inner))), np.uint8)
    for ring in product((0, 1), repeat=len(outer)):
        boards = np.zeros((len(states), window.rows, window.columns), np.uint8)
        for (x, y), orbit in window.orbits.items():
            known = orbit in outer
            boards[:, y, x] = ring[outer.index(orbit)] if known else states[:, inner.index(orbit)]
        after = _after(boards, window, inner)
        for cycle in _cycles(after):
            if len(cycle) >= least:
                films = boards[cycle]
                if _still(films, window):
                    found[normal(films, window)] = len(cycle)
    return found


def _after(boards: NDArray[np.uint8], window: Window, inner: list[Cell]) -> NDArray[np.int64]:
    """The number of the state that follows each state."""
    blocks = np.zeros((len(boards), window.height, window.width), np.int64)
    for dx, dy in AROUND:
        rows = slice(1 + dy, 1 + dy + window.height)
        blocks = blocks << 1 | boards[:, rows, 1 + dx : 1 + dx + window.width]
    table = np.frombuffer(window.rule.plane_table, np.uint8)
    following = table[blocks]
    number = np.zeros(len(boards), np.int64)
    for x, y in inner:
        number = number << 1 | following[:, y - 1, x - 1]
    return number


def _cycles(after: NDArray[np.int64]) -> Iterator[list[int]]:
    """All cycles of a map."""
    reached = np.unique(after)
    while len(fewer := np.unique(after[reached])) < len(reached):
        reached = fewer
    left = set(reached.tolist())
    while left:
        start = state = left.pop()
        cycle = [start]
        while (state := int(after[state])) != start:
            cycle.append(state)
            left.discard(state)
        yield cycle


def _still(films: NDArray[np.uint8], window: Window) -> bool:
    """Whether each cell of the ring can stay as it is with some cells outside."""
    table = window.rule.plane_table
    for x, y in (cell for cell in window.cells if not window.changes(cell)):
        outside = [
            place for place, (dx, dy) in enumerate(AROUND) if (x + dx, y + dy) not in window.orbits
        ]
        blocks = set()
        for film in films:
            block = [
                int(film[y + dy, x + dx]) if (x + dx, y + dy) in window.orbits else 0
                for dx, dy in AROUND
            ]
            blocks.add(tuple(block))
        for ways in product((0, 1), repeat=len(outside)):
            if all(_stays(table, block, dict(zip(outside, ways, strict=True))) for block in blocks):
                break
        else:
            return False
    return True


def _stays(table: bytes, block: tuple[int, ...], filled: dict[int, int]) -> bool:
    number = 0
    for place, cell in enumerate(block):
        number = number << 1 | filled.get(place, cell)
    return table[number] == block[4]


def normal(films: NDArray[np.uint8], window: Window) -> Board:
    """The least of all images of all phases."""
    images = []
    for film in films:
        for g in window.turns:
            image = np.zeros_like(film)
            for x, y in window.cells:
                to = window.turned((x, y), g)
                image[to[1], to[0]] = film[y, x]
            images.append(tuple(map(tuple, image.tolist())))
    return min(images)


def random_rule(seed: int, kind: str) -> Rule:
    """A rule without B0, of a kind: counting, hexagonal, isotropic, or any table."""
    dice = np.random.default_rng(seed)
    if kind == "counting":
        births = [n for n in range(1, 9) if dice.random() < 0.35]
        return Rule.totalistic(births, [n for n in range(9) if dice.random() < 0.4])
    if kind == "hexagonal":
        born = "".join(str(n) for n in range(1, 7) if dice.random() < 0.4)
        return Rule.parse(f"B{born}/S{''.join(str(n) for n in range(7) if dice.random() < 0.4)}H")
    table = dice.integers(0, 2, 512).astype(np.uint8)
    table[dice.random(512) < 0.3] = 0
    table[0] = 0
    if kind == "isotropic":
        from lifesearch.life.orientation import Orientation
        from lifesearch.life.rules.neighbourhood import turned

        for block in range(512):
            table[block] = table[min(turned(g)[block] for g in Orientation)]
    return Rule(table.tobytes())
