"""What becomes of a pattern that throws spaceships, and so is never periodic as a whole.

Spaceships that fly away from all the rest are taken off the board, so that it stays small, and
are put back should the rest come near them. If at last every object recurs and none will
meet another, the pattern has settled: what it left is its ash, and the first generation of which
this is true its lifespan. Some never settle. A gun recurs at its place with a spaceship more, a
puffer recurs somewhere else, and leaves something behind each time (a rake, spaceships only).

    >>> run = long_run(Pattern.parse(".OO\\nOO.\\n.O."), LIFE, 2000)  # the R-pentomino
    >>> run.kind, run.generation, run.population, len(run.ash.objects)
    ('settles', 1103, 116, 25)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.ash import (
    NEAR,
    Ash,
    AshObject,
    ash_object,
    groups,
    may_meet,
    separate,
)
from lifesearch.life.simulate.evolve import Behaviour, generations, step, velocity
from lifesearch.limits import MOST_SETTLED_CELLS
from lifesearch.text import plural

EPOCH = 64
"""For so many generations the board is followed before it is looked at."""
FAR = EPOCH
"""How far a spaceship must be from all the rest to be taken off the board."""
LARGEST_SHIP = 100
MOST_ACTIVE = 600
"""Guns and puffers with more live cells are not looked for."""
LONGEST = 1000
"""The longest period of guns and puffers that is looked for."""
MOST_TRIES = 20
EDGE = 20
"""How much of the front of a puffer must be as before, to look whether all of it is."""


@dataclass(frozen=True)
class LongRun:
    """What a pattern does in the long run.

    It `settles` in a generation, and this is its ash; or from that generation on it is a gun, a
    puffer or a rake, back after `cycle`, and each time there are these objects more; or it is
    `unknown` what it does after that generation.
    """

    kind: Literal["settles", "gun", "puffer", "rake", "unknown"]
    generation: int
    population: int
    ash: Ash
    cycle: Behaviour | None = None
    emitted: tuple[AshObject, ...] = ()

    def describe(self) -> str:
        if self.cycle is None:
            many = plural(len(self.ash.objects), "object")
            what = f"settles in generation {self.generation:,}: {many}"
            return what if self.kind == "settles" else f"unknown after {self.generation:,}"
        period, dx, dy = self.cycle.period or 1, self.cycle.dx, self.cycle.dy
        speed = f", velocity {velocity(dx, dy, period)}" if dx or dy else ""
        return f"{self.kind} of period {period}{speed}"


@dataclass(frozen=True)
class _Scene:
    """A generation: what is on the board, and the spaceships that have left it, as they are now."""

    generation: int
    rest: Pattern
    flown: tuple[AshObject, ...] = ()

    @property
    def population(self) -> int:
        return self.rest.population + sum(ship.pattern.population for ship in self.flown)

    def ash(self, rule: Rule) -> Ash:
        return Ash((*separate(self.rest, rule).objects, *self.flown))

    def after(self, count: int, rule: Rule) -> _Scene:
        now = self
        while count:
            some = min(count, EPOCH)
            now, count = now._soon(some, rule), count - some
        return now

    def _soon(self, count: int, rule: Rule) -> _Scene:
        """The scene after an epoch at most; the rest grows by a cell a generation at most."""
        rest = step(self.rest, rule, count)
        reached = Box.around([self.rest.box, rest.box]).grown(count // 2 + 1)
        flown = tuple(_later(ship, count, rule) for ship in self.flown)
        for before, later in zip(self.flown, flown, strict=True):
            if _near(reached, Box.around([before.home, later.home])):
                others = tuple(ship for ship in self.flown if ship is not before)
                back = self.rest | before.pattern
                return _Scene(self.generation, back, others)._soon(count, rule)
        return _Scene(self.generation + count, rest, flown)

    def without_leaving_ships(self, rule: Rule) -> _Scene:
        """The same without spaceships that fly away from all the rest."""
        leaving = _leaving(self.rest, rule)
        gone = {cell for ship in leaving for cell in ship.pattern.cells}
        return replace(self, rest=Pattern.of(self.rest.cells - gone), flown=(*self.flown, *leaving))


def long_run(pattern: Pattern, rule: Rule = LIFE, limit: int = 10_000) -> LongRun:
    """Follow a pattern until it has settled, but not beyond the limit."""
    unsettled, now, next_look = None, _Scene(0, pattern), 0
    while now.rest.population <= MOST_SETTLED_CELLS:
        now = now.without_leaving_ships(rule)
        if now.generation >= min(next_look, limit):
            if (ash := now.ash(rule)).settled:
                return _settling(unsettled, now, ash, rule)
            unsettled, next_look = now, now.generation * 9 // 8
        if now.generation >= limit:
            if growing := _growing(now, rule, min(limit, LONGEST)):
                return growing
            break
        now = now.after(min(EPOCH, limit - now.generation), rule)
    return LongRun("unknown", now.generation, now.population, Ash(()))


def _settling(unsettled: _Scene | None, settled: _Scene, ash: Ash, rule: Rule) -> LongRun:
    """The first generation that has settled, between one that has not and one that has."""
    while unsettled and settled.generation - unsettled.generation > 1:
        half = (settled.generation - unsettled.generation) // 2
        between = unsettled.after(half, rule)
        between_ash = between.ash(rule)
        if between_ash.settled:
            settled, ash = between, between_ash
        else:
            unsettled = between
    return LongRun("settles", settled.generation, settled.population, ash)


def _growing(now: _Scene, rule: Rule, longest: int) -> LongRun | None:
    """What a pattern is that has not settled, if it is seen to recur with something more.

    It is followed for as long again, at most.
    """
    ash = now.ash(rule)
    active = ash.active
    for period, dx, dy in islice(_returns(now.rest, active, rule, longest), MOST_TRIES):
        later = now.after(period, rule).without_leaving_ships(rule)
        after = later.ash(rule)
        if after.active != active.translate(dx, dy):
            continue
        more = _difference(after, ash, rule)
        if not more:
            continue
        moving = all(each.behaviour.kind == "spaceship" for each in more)
        kind: Literal["gun", "rake", "puffer"] = "puffer"
        if moving:
            kind = "rake" if dx or dy else "gun"
        cycle = Behaviour(LONGEST, period, dx, dy)
        return LongRun(kind, now.generation, now.population, ash, cycle, more)
    return None


def _returns(
    rest: Pattern, active: Pattern, rule: Rule, longest: int
) -> Iterator[tuple[int, int, int]]:
    """After how many generations the active part may recur, and how far it has moved then."""
    if not 0 < active.population <= MOST_ACTIVE:
        return
    films = generations(rest, longest, rule)
    first = {side: _edge(active, side) for side in range(4)}
    for period, phase in enumerate(films):
        if not period:
            continue
        if phase.population > MOST_SETTLED_CELLS:
            return
        if active.cells <= phase.cells:
            yield period, 0, 0
        for side, (edge, x, y) in first.items():
            now, there_x, there_y = _edge(phase, side)
            if now == edge and (there_x, there_y) != (x, y):
                yield period, there_x - x, there_y - y


def _edge(pattern: Pattern, side: int) -> tuple[Pattern, int, int]:
    """The cells near one side of the pattern's box, put at the origin, and where they are."""
    axis, last = side % 2, side // 2
    start, length = pattern.box[axis], pattern.box[axis + 2]
    first = start + length - EDGE if last else start
    part = Pattern.of(cell for cell in pattern.cells if first <= cell[axis] < first + EDGE)
    return part.normal(), part.box.x, part.box.y


def _difference(after: Ash, before: Ash, rule: Rule) -> tuple[AshObject, ...]:
    """The objects that are there more often than before."""
    count = Counter(_key(each, rule) for each in before.objects if each.periodic)
    more = []
    for each in after.objects:
        if each.periodic:
            count[_key(each, rule)] -= 1
            if count[_key(each, rule)] < 0:
                more.append(each)
    return tuple(more)


def _key(each: AshObject, rule: Rule) -> Hashable:
    """The same for objects that differ only by place and phase."""
    phases = generations(each.pattern, (each.behaviour.period or 1) - 1, rule)
    return min(tuple(sorted(phase.normal().cells)) for phase in phases)


def _leaving(rest: Pattern, rule: Rule) -> list[AshObject]:
    """The spaceships that are far from all the rest, fly away from it, and will meet no other."""
    small = [group for group in groups(set(rest.cells)) if len(group) <= LARGEST_SHIP]
    objects = [ash_object(Pattern.of(group), rule) for group in small]
    ships = [each for each in objects if each.behaviour.kind == "spaceship"]
    others = Pattern.of(rest.cells - {cell for ship in ships for cell in ship.pattern.cells})
    if not others:
        return []
    around = AshObject(others, Behaviour(0, 1), others.box.grown(FAR))
    return [
        ship
        for ship in ships
        if not _near(around.home, ship.home)
        and not may_meet(ship, around)
        and not any(_near(ship.home, a.home) or may_meet(ship, a) for a in ships if a is not ship)
    ]


def _later(ship: AshObject, count: int, rule: Rule) -> AshObject:
    times, more = divmod(count, ship.behaviour.period or 1)
    dx, dy = ship.way
    moved = step(ship.pattern.translate(times * dx, times * dy), rule, more)
    return (
        ash_object(moved, rule)
        if more
        else replace(ship, pattern=moved, home=ship.home.moved(times * dx, times * dy))
    )


def _near(a: Box, b: Box) -> bool:
    """Whether cells of two boxes may have a neighbour in common."""
    return all(
        a[axis] - NEAR <= b[axis] + b[axis + 2] - 1 and b[axis] - NEAR <= a[axis] + a[axis + 2] - 1
        for axis in (0, 1)
    )
