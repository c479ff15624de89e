"""Catalysts the slow way: every set of placements is simulated from the beginning, cell by cell.

Nothing of the engines is used: a `Dish` is what the words of a question say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, Symmetry

Cells = frozenset[Cell]
GLIDER = Pattern.parse(".O.\n..O\nOOO")
Found = tuple[str, int, int]
"""What happens, and from when to when."""


@dataclass(frozen=True)
class Dish:
    """An active part, still lifes that may be put around it, and what they must do."""

    active: Pattern
    catalysts: tuple[Pattern, ...]
    rule: Rule = LIFE
    most: int = 1
    symmetry: Symmetry = C1
    area: tuple[int, int] = (14, 14)
    generations: int = 20
    recovery: int = 8
    apart: int = 3
    transparent: bool = False
    periods: tuple[int, int] | None = None
    debris: bool = False

    @property
    def box(self) -> Box:
        """The area, with the active part in its middle, or half a cell from there."""
        box, (width, height) = self.active.box, self.area
        left, top = box.x + (box.width - width) // 2, box.y + (box.height - height) // 2
        return Box(left, top, width, height)


def step(cells: Cells, setting: Dish) -> Cells:
    births, survivals = setting.rule.births or (), setting.rule.survivals or ()
    near = Counter(
        (x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
    )
    born = {cell for cell, n in near.items() if n in births and cell not in cells}
    return frozenset(born | {cell for cell in cells if near[cell] in survivals})


@lru_cache(maxsize=1000)
def films(cells: Cells, setting: Dish, more: int = 0) -> list[Cells]:
    """All generations."""
    run = [cells]
    for _ in range(setting.generations + more):
        run.append(step(run[-1], setting))
    return run


@lru_cache(maxsize=1000)
def zone(cells: Cells, setting: Dish) -> Cells:
    """All cells that any generation comes so near to that they may have a neighbour in common."""
    return around(around(frozenset().union(*films(cells, setting))))


def around(cells: Cells) -> Cells:
    return frozenset((x + a, y + b) for x, y in cells for a in (-1, 0, 1) for b in (-1, 0, 1))


def apart(a: Cells, b: Cells) -> int:
    """The least distance of two sets of cells, counted as a king moves."""
    return min(max(abs(x - u), abs(y - v)) for x, y in a for u, v in b)


def turned(cells: Cells, g: Orientation, setting: Dish) -> Cells:
    """Cells turned about the middle of the active part."""
    box = setting.active.box
    mx, my = box.x + box.right, box.y + box.bottom
    images = (g.apply(2 * x - mx, 2 * y - my) for x, y in cells)
    return frozenset(((x + mx) // 2, (y + my) // 2) for x, y in images)


def placements(setting: Dish) -> Iterator[frozenset[Cells]]:
    """All places of all catalysts, each with its images; or all still lifes of any form."""
    seen = set()
    if not setting.catalysts:
        yield from (frozenset({cells}) for cells in still_lifes(setting))
    for catalyst in setting.catalysts:
        for g in setting.rule.symmetries:
            shape = catalyst.transform(g).normal()
            for x in range(setting.box.x, setting.box.right + 1):
                for y in range(setting.box.y, setting.box.bottom + 1):
                    cells = shape.translate(x, y).cells
                    orbit = frozenset(turned(cells, h, setting) for h in setting.symmetry.group)
                    if orbit not in seen and fits(orbit, setting):
                        seen.add(orbit)
                        yield orbit


def still_lifes(setting: Dish) -> Iterator[Cells]:
    """All of the area with no gap so wide that they would be two."""
    box, births, survivals = setting.box, setting.rule.births or (), setting.rule.survivals or ()
    inside = [(box.x + x, box.y + y) for x in range(box.width) for y in range(box.height)]
    free = [cell for cell in inside if apart(frozenset({cell}), setting.active.cells) > 1]
    near = {
        cell: [i for i, each in enumerate(free) if each in around(frozenset({cell}))]
        for cell in around(frozenset(free))
    }
    decided: list[list[Cell]] = [[] for _ in free]
    for cell, those in near.items():
        decided[max(those)].append(cell)

    def stays(cell: Cell, live: list[bool]) -> bool:
        alive = cell in free and live[free.index(cell)]
        count = sum(live[i] for i in near[cell]) - alive
        return count in survivals if alive else count not in births

    def filled(live: list[bool]) -> Iterator[list[bool]]:
        if len(live) == len(free):
            yield live
            return
        for value in (False, True):
            more = [*live, value]
            if all(stays(cell, more) for cell in decided[len(live)]):
                yield from filled(more)

    for live in filled([]):
        cells = frozenset(cell for cell, alive in zip(free, live, strict=True) if alive)
        left, piece = set(cells), set(list(cells)[:1])
        while piece:
            left -= piece
            piece = {c for c in left if apart(frozenset({c}), cells - left) < setting.apart}
        if cells and not left:
            yield cells


def fits(orbit: frozenset[Cells], setting: Dish) -> bool:
    """Whether a catalyst and its images are in the area, touch nothing, and are apart."""
    return (
        all(map(setting.box.holds, (cell for cells in orbit for cell in cells)))
        and all(apart(cells, setting.active.cells) > 1 for cells in orbit)
        and all(apart(a, b) >= setting.apart for a, b in combinations(orbit, 2))
    )


def everything(setting: Dish) -> tuple[int, dict[Cells, Found]]:
    """How many sets are touched one after another, and all that do: their cells, what happens."""
    places, tried = list(placements(setting)), 0
    found: dict[Cells, Found] = {}
    for count in range(1, setting.most + 1):
        for some in combinations(places, count):
            far = (apart(a, b) for p, q in combinations(some, 2) for a in p for b in q)
            if any(each < setting.apart for each in far):
                continue
            ways = [way for order in permutations(some) for way in happenings(order, setting)]
            tried += bool(ways)
            cells = frozenset().union(*(cells for orbit in some for cells in orbit))
            for way in filter(None, ways):
                found[cells] = way
    return tried, found


def happenings(order: Sequence[frozenset[Cells]], setting: Dish) -> Iterator[Found | None]:
    """What happens if catalysts are touched in this order, if they are; None if they do not do."""
    free = before = films(setting.active.cells, setting)
    times: list[int] = []
    for n, orbit in enumerate(order):
        still = frozenset().union(*orbit)
        if not still & zone(before[0], setting):
            return
        after = films(before[0] | still, setting)
        touched = [
            t
            for t in range(setting.generations)
            if before[t] & still or after[t + 1] != before[t + 1] | still
        ]
        if not touched or (times and touched[0] < times[-1]):
            return
        if times and over(before, free, order[:n], times, setting)[0] <= touched[0]:
            return
        times.append(touched[0])
        before = after
    yield over(before, free, order, times, setting)[1]


def over(
    run: list[Cells],
    free: list[Cells],
    orbits: Sequence[frozenset[Cells]],
    times: Sequence[int],
    setting: Dish,
) -> tuple[int, Found | None]:
    """When all is over, and what has happened then."""
    still = frozenset(cell for orbit in orbits for cells in orbit for cell in cells)
    for t in range(1, setting.generations + 1):
        if any(is_lost(run, frozenset().union(*orbit), t, setting) for orbit in orbits):
            return t, None
        if t > times[-1] and run[t] & around(still) == still:
            ends, found = outcome(run[t] - still, free, t, times[0], setting)
            if ends:
                return t, found
    end = setting.generations
    if setting.periods or run[end] & around(still) != still:
        return end, None
    return end, ("leaves", 0, end) if leaves(run, still, free, setting) else None


def is_lost(run: list[Cells], cells: Cells, t: int, setting: Dish) -> bool:
    """Whether a catalyst is not as it was for too long, or all its cells are dead."""
    zone = around(cells)
    gone = [run[s] & zone != cells for s in range(max(0, t - setting.recovery), t + 1)]
    if len(gone) > setting.recovery and all(gone):
        return True
    return not setting.transparent and not run[t] & cells


def outcome(
    rest: Cells, free: list[Cells], t: int, first: int, setting: Dish
) -> tuple[bool, Found | None]:
    """Whether this is an end, and which."""
    if setting.periods:
        for s in range(first, -1, -1):
            if rest == free[s]:
                right = setting.periods[0] <= t - s <= setting.periods[1]
                return True, ("recurs", s, t) if right else None
        return False, None
    if not rest:
        return True, ("nothing", 0, t)
    if not setting.catalysts:
        return False, None
    phases = all_phases(tuple(free), setting.rule)
    for some in (rest, rest - frozenset(cell for g in gliders(rest) for cell in g)):
        s = phases.get(Pattern(some).normal(), -1)
        if s >= 0 and some != free[t]:
            return True, ("again", s, t)
    return False, None


def leaves(run: list[Cells], still: Cells, free: list[Cells], setting: Dish) -> bool:
    """Whether only gliders are left at the end, and nothing happens to them later."""
    end = setting.generations
    rest = run[end] - still
    flying = [Pattern(each) for each in gliders(rest)]
    if not setting.catalysts:
        return False
    if setting.debris or rest == free[end]:
        return setting.debris
    if rest != frozenset(cell for each in flying for cell in each.cells):
        return False
    later = films(run[0], setting, 80)[-1] - still  # 20 periods of a glider later
    far = [each.translate(*(20 * d for d in step_of(each, setting))) for each in flying]
    return later == frozenset(cell for each in far for cell in each.cells)


def step_of(glider: Pattern, setting: Dish) -> Cell:
    """How far a glider is after four generations."""
    films = [glider.cells]
    for _ in range(4):
        films.append(step(films[-1], setting))
    after = Pattern(films[-1])
    return after.box.x - glider.box.x, after.box.y - glider.box.y


@lru_cache(maxsize=1)
def all_phases(free: tuple[Cells, ...], rule: Rule) -> dict[Pattern, int]:
    """All that the active part becomes by itself, however turned, and when it does so first."""
    return {
        Pattern(film).transform(g).normal(): t
        for t, film in reversed([*enumerate(free)])
        if 0 < len(film) < 64  # the limit of `questions.catalysts.course.small`
        for g in rule.symmetries
    }


def gliders(cells: Cells) -> list[Cells]:
    """The 5 cells of each glider with nothing else near."""
    shapes = {
        image
        for phase in (GLIDER, Pattern.parse("O.O\n.OO\n.O."))
        for image in phase.orientations()
    }
    found = []
    for x, y in {(x - a, y - b) for x, y in cells for a in range(3) for b in range(3)}:
        near = [(u, v) for u, v in cells if x - 1 <= u <= x + 3 and y - 1 <= v <= y + 3]
        shape = Pattern.of(near)
        if shape.normal() in shapes and shape.box[:2] == (x, y):
            found.append(frozenset(near))
    return found
