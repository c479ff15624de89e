"""What guns, puffers and rakes do, from generations alone, for the tests of the catalogue.

Nothing here is shared with `lifesearch.life.simulate.long_run`, which recognises them, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.simulate.evolve import behaviour, generations, step

MARGIN = 12
"""Cells around a gun in which what it emits is not yet a spaceship of its own."""
FRONT = 24
"""Rows or columns at the front of a puffer that are its engine, or enough of it."""
FAR = 72
"""Rows or columns behind the front of a puffer, farther than its engine."""
LONGEST_SHIP_PERIOD = 4


def clusters(cells: set[Cell]) -> Iterator[Pattern]:
    """Sets of cells that are at most two apart."""
    left = set(cells)
    while left:
        found, todo = set[Cell](), [left.pop()]
        while todo:
            x, y = todo.pop()
            found.add((x, y))
            near = {(x + i, y + j) for i in range(-2, 3) for j in range(-2, 3)} & left
            left -= near
            todo += near
        yield Pattern.of(found)


def is_ships(cells: set[Cell]) -> bool:
    """Whether some cells are spaceships, of a short period, and nothing else."""
    found = [behaviour(each, limit=LONGEST_SHIP_PERIOD) for each in clusters(cells)]
    return all(each.kind == "spaceship" for each in found)


def emits_ships(gun: Pattern, period: int, rounds: int) -> bool:
    """Whether a gun is the same again after its period, and not sooner, and ships leave it."""
    x, y, width, height = gun.box
    own = (range(x - MARGIN, x + width + MARGIN), range(y - MARGIN, y + height + MARGIN))

    def inside(pattern: Pattern) -> frozenset[Cell]:
        return frozenset(cell for cell in pattern.cells if cell[0] in own[0] and cell[1] in own[1])

    before = step(gun, generations=rounds * period)
    cycle = [*generations(before, period)]
    again = [inside(each) == inside(before) for each in cycle[1:]]
    outside = [set(each.cells - inside(each)) for each in (cycle[0], cycle[-1])]
    more = len(outside[1]) > len(outside[0])
    return again[-1] and not any(again[:-1]) and more and _are_ships(outside[1], gun.box)


def _are_ships(cells: set[Cell], box: Box) -> bool:
    """Whether cells are ships; what is just leaving is cut, and does not count."""
    near = box.grown(MARGIN + 4)
    away = [each for each in clusters(cells) if not any(map(near.holds, each.cells))]
    return bool(away) and all(is_ships(set(each.cells)) for each in away)


def front_of(pattern: Pattern, way: Cell) -> Pattern:
    """The cells at the front of a pattern that moves this way."""
    far = max(x * way[0] + y * way[1] for x, y in pattern.cells)
    return Pattern.of((x, y) for x, y in pattern.cells if x * way[0] + y * way[1] > far - FRONT)


def leaves_debris(puffer: Pattern, period: int, shift: Cell, rounds: int) -> bool:
    """Whether the front recurs after a period, moved, and there are more cells each time."""
    way, seen = direction(shift), [step(puffer, generations=rounds * period)]
    for _ in range(3):
        seen.append(step(seen[-1], generations=period))
    fronts = [front_of(each, way) for each in seen]
    same = all(b == a.translate(*shift) for a, b in pairwise(fronts))
    return same and all(a.population < b.population for a, b in pairwise(seen))


def direction(shift: Cell) -> Cell:
    return (shift[0] > 0) - (shift[0] < 0), (shift[1] > 0) - (shift[1] < 0)


def ways(far: Cell) -> set[Cell]:
    """All ways to move as far, across or down, in either direction."""
    some = {(x, y) for x in (far[0], -far[0]) for y in (far[1], -far[1])}
    return some | {(y, x) for x, y in some}


def rests_on_ships(puffer: Pattern, period: int, shift: Cell) -> bool:
    """Whether all that is far behind the front are ships, and there are some."""
    way, late = direction(shift), step(puffer, generations=max(5 * period, 300))
    far = max(x * way[0] + y * way[1] for x, y in late.cells)
    behind = {(x, y) for x, y in late.cells if x * way[0] + y * way[1] < far - FAR}
    return bool(behind) and is_ships(behind)
