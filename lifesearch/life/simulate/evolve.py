"""How patterns evolve: the simulator that checks every answer.

It knows nothing of clauses and solvers, only rules and cells on the unbounded
plane. The glider recurs after four generations, one cell further down and to
the right:

    >>> glider = Pattern.parse(".O.\\n..O\\nOOO")
    >>> step(glider, generations=4) == glider.translate(1, 1)
    True
    >>> behaviour(glider).describe()
    'spaceship of velocity c/4 diagonal'

A pattern's behaviour is what becomes of the pattern itself, not of its
descendants: two cells die, and a block stays; a row of four turns into a beehive,
but never recurs.

    >>> [behaviour(Pattern.parse(picture)).describe() for picture in ("OO", "OO\\nOO", "OOOO")]
    ['dies in generation 1', 'still life', 'not periodic within 1000 generations']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from lifesearch.common.errors import InputError
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import evolve, next_generation, require_states
from lifesearch.life.simulate.bitboard import BitBoard, LiveRows, evolve_forever

MOST_FOLLOWED_CELLS = 300_000
"""Cells of all generations together after which the slow simulator gives up: some ten seconds."""


def step(pattern: Pattern, rule: Rule = LIFE, generations: int = 1) -> Pattern:
    """Return the pattern after this number of generations on the unbounded plane."""
    require_forwards(generations)
    if not rule.plain:
        return next(islice(evolve(pattern, rule), generations, None))
    return next(islice(_boards(pattern, rule), generations, None)).rows().pattern()


def generations(pattern: Pattern, count: int, rule: Rule = LIFE) -> Iterator[Pattern]:
    """Go through generations 0 to count, both included.

    >>> [phase.box for phase in generations(Pattern.parse("OOO"), 1)]
    [Box(x=0, y=0, width=3, height=1), Box(x=1, y=-1, width=1, height=3)]
    """
    require_forwards(count)
    return islice(without_end(pattern, rule), count + 1)


def without_end(pattern: Pattern, rule: Rule) -> Iterator[Pattern]:
    """Go through generations 0, 1, 2, ..."""
    if not rule.plain:
        return evolve(pattern, rule)
    later = islice(_boards(pattern, rule), 1, None)
    return chain((pattern,), (board.rows().pattern() for board in later))


def phases(pattern: Pattern, rule: Rule, period: int) -> tuple[Pattern, ...]:
    """Generations 0 to period - 1."""
    if period == 1:
        return (pattern,)
    return tuple(generations(pattern, period - 1, rule))


def step_torus(pattern: Pattern, width: int, height: int, rule: Rule = LIFE) -> Pattern:
    """Return the next generation on a torus: columns 0 to width - 1, rows 0 to height - 1.

    A cell counts as a neighbour as often as it is met: on a torus one cell wide every
    cell is its own neighbour on the left and on the right. With no plane around,
    rules with B0 are allowed.

    >>> print(step_torus(Pattern.parse("OOO"), 3, 3).picture())
    OOO
    OOO
    OOO
    """
    if width < 1 or height < 1:
        raise InputError(f"a torus of {width} x {height} cells is impossible: give at least 1 x 1")
    box = Box(0, 0, width, height)
    if stray := next((cell for cell in pattern if not box.holds(cell)), None):
        raise InputError(f"the cell {stray} is not on the torus of {width} x {height} cells")
    require_states(pattern, rule)
    if rule.states > 2:  # a choice: `step_batch` supports several states, too
        return next_generation(pattern, rule, (width, height))
    from lifesearch.life.simulate.batch import stack_patterns, step_batch

    return Pattern.from_array(step_batch(stack_patterns([pattern], box), rule, torus=True)[0])


def behaviour(pattern: Pattern, rule: Rule = LIFE, limit: int = 1000) -> Behaviour:
    """Find the first generation, up to the limit, that is the pattern again or is empty."""
    if not rule.plain:
        return _any_behaviour(pattern, rule, limit)
    require_forwards(limit)
    require_states(pattern, rule)
    start, first = LiveRows.of(pattern), None
    for generation, board in enumerate(islice(evolve_forever(start, rule), limit + 1)):
        if not board.bits:
            return Behaviour(limit=limit, died=generation)
        # The cheap tests first: equal boards in the same frame, then equal populations.
        if board == first:
            return Behaviour(limit, generation)
        first = first or board
        if generation and board.population == pattern.population:
            now = board.rows()
            if now.rows == start.rows:
                return Behaviour(limit, generation, now.x - start.x, now.y - start.y)
    return Behaviour(limit)


@dataclass(frozen=True)
class Behaviour:
    """The behaviour of a pattern within `limit` generations.

    Either it recurred after `period` generations, moved by (dx, dy), or it was gone in generation
    `died`, or neither happened.
    """

    limit: int
    period: int | None = None
    dx: int = 0
    dy: int = 0
    died: int | None = None

    @property
    def kind(self) -> str:
        """One of 'still life', 'oscillator', 'spaceship', 'dies' and 'unknown'."""
        if self.died is not None:
            return "dies"
        if self.period is None:
            return "unknown"
        if self.dx or self.dy:
            return "spaceship"
        return "still life" if self.period == 1 else "oscillator"

    def describe(self) -> str:
        """The behaviour in a few words.

        >>> Behaviour(limit=100, period=3).describe()
        'oscillator of period 3'
        """
        match self.kind:
            case "spaceship":
                return f"spaceship of velocity {velocity(self.dx, self.dy, self.period or 0)}"
            case "oscillator":
                return f"oscillator of period {self.period}"
            case "dies":
                return f"dies in generation {self.died}" if self.died else "empty"
            case "unknown":
                plural = "" if self.limit == 1 else "s"
                return f"not periodic within {self.limit} generation{plural}"
            case kind:
                return kind


def velocity(dx: int, dy: int, period: int) -> str:
    """Name a velocity, whatever the direction, without reducing the fraction.

    >>> velocity(0, -2, 4), velocity(1, 1, 4), velocity(-1, 2, 6), velocity(0, 1, 3)
    ('2c/4', 'c/4 diagonal', '(2,1)c/6', 'c/3')
    """
    less, more = sorted((abs(dx), abs(dy)))
    if 0 < less < more:
        return f"({more},{less})c/{period}"
    speed = f"{'' if more == 1 else more}c/{period}"
    return f"{speed} diagonal" if less else speed


def _boards(pattern: Pattern, rule: Rule) -> Iterator[BitBoard]:
    require_states(pattern, rule)
    return evolve_forever(LiveRows.of(pattern), rule)


def require_forwards(count: int) -> None:
    if count < 0:
        raise InputError(f"{count} generations: evolution runs forwards only: give 0 or more")


def _any_behaviour(pattern: Pattern, rule: Rule, limit: int) -> Behaviour:
    """The behaviour of a pattern under a rule of several states, or under alternating rules.

    Patterns are followed cell by cell here, so one that keeps growing is given up before the limit.
    """
    start, steps, followed = pattern.normal(), len(rule.steps), 0
    for t, now in enumerate(islice(evolve(pattern, rule), limit + 1)):
        if not now:
            return Behaviour(limit=limit, died=t)
        followed += now.population
        if t and followed > MOST_FOLLOWED_CELLS:
            return Behaviour(limit=t)
        # Where rules alternate, a generation recurs only if the same rule comes next.
        back = t and t % steps == 0 and now.population == pattern.population
        if back and now.normal() == start:
            return Behaviour(limit, t, now.box.x - pattern.box.x, now.box.y - pattern.box.y)
    return Behaviour(limit)
