"""The fate of a pattern that may emit spaceships, and so never be periodic as a whole.

`core.report` and `surveys` use it. Spaceships that fly away from all other cells are removed from
the board, so that it stays small, and are put back if the board grows towards them. If every object
recurs and none will meet another, the pattern has settled: its objects are its ash, and the first
generation of which this is true is its lifespan. Some patterns never settle. A gun recurs at its
place with additional spaceships; a puffer recurs somewhere else, and leaves objects behind each
time; a rake is a puffer that leaves spaceships only.

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

from lifesearch.common.limits import MOST_SETTLED_CELLS
from lifesearch.common.text import plural
from lifesearch.life.pattern import NEAR, Box, Pattern, groups
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.ash import Ash, AshObject, ash_object, may_meet, separate
from lifesearch.life.simulate.bitboard import LiveRows, evolve_forever
from lifesearch.life.simulate.evolve import Behaviour, generations, step, velocity

EPOCH = 64
"""Generations between two removals of spaceships from the board.

Measured: 32, 64 and 128 take the same time for the R-pentomino; 16 takes half as long again, since
looking for ships takes time, and 256 twice as long, since ships make the board large. FAR follows
from it, and nothing else.
"""
FAR = EPOCH
"""The least distance in cells of a removed spaceship from the board.

A pattern grows by at most one cell a generation, so the board cannot reach it within an epoch.
"""
# With larger numbers, more patterns would be recognised, and others would take longer. EDGE is
# different. All of them are choices.
LARGEST_SHIP = 100
"""Spaceships with more live cells stay on the board."""
MOST_ACTIVE = 600
"""Guns and puffers with more live cells are not recognised."""
LONGEST_PERIOD = 1000
"""The longest period of guns and puffers that is recognised."""
MOST_CANDIDATES = 20
"""Possible recurrences (see `_possible_recurrences`) that are examined in full."""
EDGE = 20
"""Columns or rows at a side of a puffer that must recur before all of it is compared.

With fewer, more candidates are examined in vain; with more, debris close to the front hides more
puffers, since it is not among the active cells.
"""


@dataclass(frozen=True)
class LongRun:
    """The fate of a pattern in the long run; `population` is that in `generation`.

    It `settles` in `generation`, with the given ash; or from that generation on it is a gun, a
    puffer or a rake, which recurs as `cycle` says (period and displacement), each time with the
    `emitted` objects in addition; or what it does after that generation is `unknown`.
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
    """One generation: the cells on the board, and the spaceships that were removed from it."""

    generation: int
    board: Pattern
    removed: tuple[AshObject, ...] = ()

    @property
    def population(self) -> int:
        return self.board.population + sum(ship.pattern.population for ship in self.removed)

    def ash(self, rule: Rule) -> Ash:
        return Ash((*separate(self.board, rule).objects, *self.removed))

    def after(self, count: int, rule: Rule) -> _Scene:
        """The scene `count` generations later."""
        now = self
        while count:
            steps = min(count, EPOCH)
            now, count = now._after_steps(steps, rule), count - steps
        return now

    def _after_steps(self, count: int, rule: Rule) -> _Scene:
        """The scene after `count` generations, at most an epoch.

        If the board comes near a removed spaceship in that time, the spaceship is put back, and the
        generations are run again.
        """
        board, away = self.board, list(self.removed)
        while near := _met(board, away, count, rule):
            board = Pattern.of(board.cells.union(*(ship.pattern.cells for ship in near)))
            away = [ship for ship in away if ship not in near]
        removed = tuple(_later(ship, count, rule) for ship in away)
        return _Scene(self.generation + count, step(board, rule, count), removed)

    def without_leaving_ships(self, rule: Rule) -> _Scene:
        """This scene with the spaceships that fly away from all other cells moved to `removed`."""
        leaving = [
            ship
            for ship in _leaving(self.board, rule)
            if not any(_near(ship.home, a.home) or may_meet(ship, a) for a in self.removed)
        ]
        gone = {cell for ship in leaving for cell in ship.pattern.cells}
        return replace(
            self, board=Pattern.of(self.board.cells - gone), removed=(*self.removed, *leaving)
        )


def long_run(pattern: Pattern, rule: Rule = LIFE, limit: int = 10_000) -> LongRun:
    """Follow a pattern until it has settled, but not beyond the limit."""
    unsettled, now, next_look = None, _Scene(0, pattern), 0
    while now.board.population <= MOST_SETTLED_CELLS:
        now = now.without_leaving_ships(rule)
        if now.generation >= min(next_look, limit):
            if (ash := now.ash(rule)).settled:
                return _settling(unsettled, now, ash, rule)
            # An eighth later: the number of examinations grows with the logarithm of the run only.
            unsettled, next_look = now, now.generation * 9 // 8
        if now.generation >= limit:
            if growing := _gun_or_puffer(now, rule, min(limit, LONGEST_PERIOD)):
                return growing
            break
        now = now.after(min(EPOCH, limit - now.generation), rule)
    return LongRun("unknown", now.generation, now.population, Ash(()))


def _settling(unsettled: _Scene | None, settled: _Scene, ash: Ash, rule: Rule) -> LongRun:
    """Find the first settled generation by bisection: between `unsettled` and `settled`.

    Objects that never meet stay as they are, so all generations after the first are settled, too.
    If no examined generation was unsettled, the result is `settled` itself.
    """
    while unsettled and settled.generation - unsettled.generation > 1:
        half = (settled.generation - unsettled.generation) // 2
        between = unsettled.after(half, rule)
        between_ash = between.ash(rule)
        if between_ash.settled:
            settled, ash = between, between_ash
        else:
            unsettled = between
    return LongRun("settles", settled.generation, settled.population, ash)


def _gun_or_puffer(now: _Scene, rule: Rule, longest: int) -> LongRun | None:
    """The gun, puffer or rake that a pattern is, if it recurs with additional objects.

    Periods up to `longest` generations are tried.
    """
    ash = now.ash(rule)
    active = ash.active
    candidates = _possible_recurrences(now.board, active, rule, longest)
    for period, dx, dy in islice(candidates, MOST_CANDIDATES):
        later = now.after(period, rule).without_leaving_ships(rule)
        after = later.ash(rule)
        if after.active != active.translate(dx, dy):
            continue
        emitted = _additional_objects(after, ash, rule)
        if not emitted:  # it recurs, but is none of the three kinds
            continue
        only_ships = all(each.behaviour.kind == "spaceship" for each in emitted)
        kind: Literal["gun", "rake", "puffer"] = "puffer"
        if only_ships:
            kind = "rake" if dx or dy else "gun"
        cycle = Behaviour(LONGEST_PERIOD, period, dx, dy)
        return LongRun(kind, now.generation, now.population, ash, cycle, emitted)
    return None


def _possible_recurrences(
    board: Pattern, active: Pattern, rule: Rule, longest: int
) -> Iterator[tuple[int, int, int]]:
    """Periods after which the active part may recur, and how far it has moved then (dx, dy).

    Only a few cells are compared: those of a gun with all cells on the board, those at one side of
    a puffer with the same side of the board, since a puffer is ahead of all that it leaves behind.
    """
    if not 0 < active.population <= MOST_ACTIVE:
        return
    edges = {side: _edge(active, side) for side in range(4)}
    for period, phase in enumerate(generations(board, longest, rule)):
        if not period:
            continue
        if phase.population > MOST_SETTLED_CELLS:
            return
        if active.cells <= phase.cells:
            yield period, 0, 0
        for side, (edge, x, y) in edges.items():
            later_edge, later_x, later_y = _edge(phase, side)
            if later_edge == edge and (later_x, later_y) != (x, y):
                yield period, later_x - x, later_y - y


def _edge(pattern: Pattern, side: int) -> tuple[Pattern, int, int]:
    """The cells near one side of the pattern's box, moved to the origin, and where they were.

    Sides 0 to 3 are left, top, right and bottom.
    """
    # Of a box, entry `axis` is its first column or row, and `axis + 2` its width or height.
    axis, last = side % 2, side // 2
    start, length = pattern.box[axis], pattern.box[axis + 2]
    first = start + length - EDGE if last else start
    edge = Pattern.of(cell for cell in pattern.cells if first <= cell[axis] < first + EDGE)
    return edge.normal(), edge.box.x, edge.box.y


def _additional_objects(after: Ash, before: Ash, rule: Rule) -> tuple[AshObject, ...]:
    """The periodic objects of `after` that are not in `before`, or not as often."""
    count = Counter(_key(each, rule) for each in before.objects if each.periodic)
    more = []
    for each in after.objects:
        if each.periodic:
            count[_key(each, rule)] -= 1
            if count[_key(each, rule)] < 0:
                more.append(each)
    return tuple(more)


def _key(each: AshObject, rule: Rule) -> Hashable:
    """A key, equal for objects that differ only by place and phase."""
    phases = generations(each.pattern, (each.behaviour.period or 1) - 1, rule)
    return min(tuple(sorted(phase.normal().cells)) for phase in phases)


def _leaving(board: Pattern, rule: Rule) -> list[AshObject]:
    """The spaceships that are far from all other cells, fly away from them, and meet no other ship.

    Empty if there is nothing but spaceships: they have settled, unless some of them will meet.
    """
    small = [group for group in groups(set(board.cells)) if len(group) <= LARGEST_SHIP]
    objects = [ash_object(Pattern.of(group), rule) for group in small]
    ships = [each for each in objects if each.behaviour.kind == "spaceship"]
    others = Pattern.of(board.cells - {cell for ship in ships for cell in ship.pattern.cells})
    if not others:
        return []
    # All that stays, as if it were one still object that fills a box with a margin of FAR.
    around = AshObject(others, Behaviour(0, 1), others.box.grown(FAR))
    return [
        ship
        for ship in ships
        if not _near(around.home, ship.home)
        and not may_meet(ship, around)
        and not any(_near(ship.home, a.home) or may_meet(ship, a) for a in ships if a is not ship)
    ]


def _met(board: Pattern, ships: list[AshObject], count: int, rule: Rule) -> list[AshObject]:
    """The ships that come near the board within some generations, if both evolve alone."""
    # Cells spread by at most one cell a generation: most ships are beyond their reach.
    reached = board.box.grown(count)
    within = [ship for ship in ships if _near(reached, Box.around([ship.home, _home(ship, count)]))]
    if not (within and board):
        return []
    boards = islice(evolve_forever(LiveRows.of(board), rule), count + 1)
    boxes = [each.rows().box for each in boards if each.bits]
    return [
        ship for ship in within if any(_near(box, _home(ship, t)) for t, box in enumerate(boxes))
    ]


def _home(ship: AshObject, t: int) -> Box:
    """The box of the ship in the period that generation t belongs to."""
    periods = t // (ship.behaviour.period or 1)
    return ship.home.moved(periods * ship.behaviour.dx, periods * ship.behaviour.dy)


def _later(ship: AshObject, count: int, rule: Rule) -> AshObject:
    """The ship after `count` generations: moved by whole periods, then run for the others."""
    times, remaining = divmod(count, ship.behaviour.period or 1)
    dx, dy = ship.displacement
    moved = ship.pattern.translate(times * dx, times * dy)
    if remaining:
        return ash_object(step(moved, rule, remaining), rule)
    return replace(ship, pattern=moved, home=_home(ship, count))


def _near(a: Box, b: Box) -> bool:
    """Whether cells of two boxes may have a neighbour in common."""
    return all(
        a[axis] - NEAR <= b[axis] + b[axis + 2] - 1 and b[axis] - NEAR <= a[axis] + a[axis + 2] - 1
        for axis in (0, 1)
    )
