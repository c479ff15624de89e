"""What happens to an active part with some catalysts, by simulation alone.

Catalysts come in the order in which they are touched. A catalyst is touched in the first generation
after which the whole is not the run without it plus the untouched catalyst. `question` verifies by
`course` what the kernel finds; `solving` asks `touched_in_order` about the still cells of a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from lifesearch.engines.catalysts.limits import BOARD_SIDE
from lifesearch.engines.catalysts.problem import CatalystProblem, far, grown
from lifesearch.life.identify import islands
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.simulate.ash import separate
from lifesearch.life.simulate.evolve import behaviour, generations

LONGEST_FLIGHT = 60
"""Generations within which a ship must recur; `life.simulate.ash` follows objects for as many."""
TURNS_FIRST = (
    Orientation.IDENTITY,
    Orientation.R90,
    Orientation.R180,
    Orientation.R270,
    Orientation.FLIP_X,
    Orientation.FLIP_Y,
    Orientation.TRANSPOSE,
    Orientation.ANTITRANSPOSE,
)
"""The turns that `_again` tries: if several fit, as for a symmetric phase, the first is given.

They are spelt out because answers depend on this order: that of the enum does not matter.
"""


@dataclass(frozen=True)
class Ship:
    """A spaceship that leaves.

    pattern       its cells, at their places, in generation `seen`
    displacement  how far it moves in a `period`, to the right and down
    """

    pattern: Pattern
    displacement: Cell
    period: int
    seen: int


@dataclass(frozen=True)
class Course:
    """The outcome of an active part, from generation `since` to generation `end`.

    outcome  `recurs`: the whole is as in generation `since`
             `nothing`: only the catalysts are left
             `again`: the active part is as in generation `since`, but turned and moved
             `leaves`: ships fly off, or debris is left if the question allows it, or both
    touched  the generation in which the first catalyst is touched
    turn     `again`: how the active part is turned
    moved    `again`: the displacement of the middle of the active part's box since generation 0
    ships    `again` and `leaves`: the ships that fly off
    debris   `leaves`: the objects that are left beside the catalysts
    """

    outcome: str
    since: int
    end: int
    touched: int
    turn: Orientation = Orientation.IDENTITY
    moved: Cell = (0, 0)
    ships: tuple[Ship, ...] = ()
    debris: tuple[Pattern, ...] = ()

    @property
    def delay(self) -> int:
        """The generations from `since` to `end`; if all recurs, the period."""
        return self.end - self.since


def course(problem: CatalystProblem, catalysts: Sequence[Pattern]) -> Course | None:
    """The outcome with these catalysts; None if the question does not ask for it."""
    # `run` is with the catalysts placed so far, `free` without any. The first one is touched in
    # generation `first`, the last one in generation `since`; the outcome is in generation `over`.
    run = free = list(generations(problem.active, problem.generations, problem.rule))
    placed: list[tuple[Pattern, ...]] = []
    since, first, over, found = 0, 0, problem.generations, None
    if len(catalysts) > problem.most:
        return None
    for catalyst in catalysts:
        if problem.catalysts and catalyst.normal() not in problem.shapes:
            return None
        if not problem.fits(catalyst):
            return None
        images = problem.images(catalyst)
        if not all(far(a, b, problem.apart) for a in images for b in chain(*placed)):
            return None
        still = union(images)
        after = list(generations(run[0] | still, problem.generations, problem.rule))
        touched = first_touch(run, after, still)
        if touched is None or touched < since or over <= touched:
            return None
        first = first if placed else touched
        placed.append(images)
        run, since = after, touched
        over, found = _followed(problem, (run, free), placed, first, since)
    return found


def touched_in_order(
    problem: CatalystProblem, catalysts: Iterable[Pattern]
) -> tuple[tuple[Pattern, ...], Sequence[Pattern]]:
    """The catalysts that are touched before the outcome, in that order, and the generations."""
    run = free = list(generations(problem.active, problem.generations, problem.rule))
    left, placed = list(catalysts), list[Pattern]()
    first, over = 0, problem.generations
    while left:
        tried = []
        for n, each in enumerate(left):
            still = union(problem.images(each))
            after = list(generations(run[0] | still, problem.generations, problem.rule))
            touched = first_touch(run, after, still)
            if touched is not None and touched < over:
                tried.append((touched, n, after))
        if not tried:
            break
        since, n, run = min(tried, key=lambda each: each[:2])
        first = first if placed else since
        placed.append(left.pop(n))
        images = [problem.images(each) for each in placed]
        over, _ = _followed(problem, (run, free), images, first, since)
    return tuple(placed), run[: over + 1]


def first_touch(without: Sequence[Pattern], run: Sequence[Pattern], still: Pattern) -> int | None:
    """The generation in which a catalyst is touched, from runs without and with it, or None."""
    for t in range(len(run) - 1):
        if without[t].cells & still.cells or run[t + 1] != without[t + 1] | still:
            return t
    return None


def union(patterns: Iterable[Pattern]) -> Pattern:
    return Pattern.of(cell for pattern in patterns for cell in pattern.cells)


def _followed(
    problem: CatalystProblem,
    runs: tuple[Sequence[Pattern], Sequence[Pattern]],
    placed: Sequence[tuple[Pattern, ...]],
    first: int,
    since: int,
) -> tuple[int, Course | None]:
    """The last generation of a run, and the outcome there; None if there is none that counts.

    `runs` are the run with catalysts and the one without; of the catalysts, each with its images,
    the first is touched in generation `first`, the last one in generation `since`.
    """
    run, free = runs
    away = [0] * len(placed)  # for how many generations each catalyst has been changed
    still = union(chain(*placed))
    zones = [[(image.cells, grown(image)) for image in images] for images in placed]
    # The first generation of each phase.
    phases = {film.normal(): t for t, film in reversed([*enumerate(free)]) if small(film)}
    for t in range(1, problem.generations + 1):
        now = run[t].cells
        for n, images in enumerate(zones):
            same = all(now & around == cells for cells, around in images)
            away[n] = 0 if same else away[n] + 1
            gone = not any(now & cells for cells, _ in images)
            if away[n] > problem.recovery or (gone and not problem.transparent):
                return t, None
        if t <= since or any(away):
            continue
        rest = run[t] - still
        if not problem.catalysts and problem.periods is None and rest:
            continue
        if problem.periods is not None:
            least, longest = problem.periods
            # Until `first` the whole is the active part alone and untouched catalysts. The latest
            # of these generations gives the exact period; with another one it is no answer.
            for s in range(first, -1, -1):
                if rest == free[s]:
                    right = least <= t - s <= longest
                    return t, Course("recurs", s, t, first) if right else None
        elif not rest:
            return t, Course("nothing", 0, t, first)
        elif again := _again(problem, rest, free, t, phases):
            return t, replace(again, touched=first)
    end = problem.generations
    if problem.periods is not None or not problem.catalysts or any(away):
        return end, None
    leaving = _leaving(problem, run[end], still, free[end])
    return end, leaving and replace(leaving, touched=first)


def small(pattern: Pattern) -> bool:
    """Whether a phase of the active part is small enough to be searched for on the board.

    The limit is a choice, and has to be that of `engines.catalysts.tables`. There it saves time:
    the number of live cells is the kernel's first test, and fewer boards pass it.
    """
    return 0 < pattern.population < BOARD_SIDE


def _again(
    problem: CatalystProblem,
    rest: Pattern,
    free: Sequence[Pattern],
    t: int,
    phases: Mapping[Pattern, int],
) -> Course | None:
    """The course if in generation t the `rest`, all but catalysts, is one of `phases` elsewhere.

    Phases are those of the active part alone, each with its generation. Gliders may fly off.
    """
    gliders = _gliders(rest, problem)
    for flying in ((), gliders) if gliders else ((),):
        left = rest - union(flying)
        if left == free[t]:  # the catalysts have changed nothing
            continue
        for g in TURNS_FIRST:
            back = left.transform(g.inverse)
            s = phases.get(back.normal()) if g in problem.rule.symmetries else None
            if s is not None:
                before, after, box = free[s].transform(g).box, left.box, free[0].box
                # How far generation 0, turned, is to be moved for its generation s to be this one.
                middle = box.x + box.width // 2, box.y + box.height // 2
                x, y = g.apply(*middle)
                moved = x + after.x - before.x - middle[0], y + after.y - before.y - middle[1]
                ships = tuple(_ship(each, problem, t) for each in flying)
                return Course("again", s, t, 0, g, moved, ships)
    return None


def _gliders(pattern: Pattern, problem: CatalystProblem) -> tuple[Pattern, ...]:
    """The gliders of a pattern that have nothing else in the 5x5 cells around their middle."""
    return tuple(
        island
        for island in islands(pattern)
        if len(island) == 5
        and island.box[2:] == (3, 3)
        and sum(map(island.box.grown(1).holds, pattern.cells)) == 5
        and behaviour(island, problem.rule, 4).kind == "spaceship"
    )


def _leaving(
    problem: CatalystProblem, last: Pattern, still: Pattern, free: Pattern
) -> Course | None:
    """The course that ends with ships leaving and perhaps debris; None if that is not the end."""
    rest = last - still
    gliders = _gliders(rest, problem)
    if rest == free or (not problem.debris and union(gliders) != rest):
        return None
    ash = separate(last, problem.rule)
    if not ash.settled:
        return None
    ships = [each.pattern for each in ash.objects if each.behaviour.kind == "spaceship"]
    debris = [
        each.pattern - still
        for each in ash.objects
        if each.behaviour.kind != "spaceship" and each.pattern - still
    ]
    if debris and not problem.debris:
        return None
    end = problem.generations
    flying = tuple(_ship(ship, problem, end) for ship in ships)
    return Course("leaves", 0, end, 0, ships=flying, debris=tuple(debris))


def _ship(pattern: Pattern, problem: CatalystProblem, t: int) -> Ship:
    cycle = behaviour(pattern, problem.rule, LONGEST_FLIGHT)
    return Ship(pattern, (cycle.dx, cycle.dy), cycle.period or 1, t)
