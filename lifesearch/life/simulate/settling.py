"""The fate of a pattern: it dies, becomes periodic, or is not decided within some generations.

`evolve.behaviour` finds out whether a pattern recurs; this module, whether any of its generations
does. A row of four cells never recurs, but the beehive that it becomes stays; and a pattern that
recurs after some generations has been periodic all the time.

    >>> fate = run_until_periodic(Pattern.parse("OOOO"))
    >>> fate.describe()
    'settles in generation 2'
    >>> print(fate.settled.picture())
    .OO.
    O..O
    .OO.
    >>> run_until_periodic(Pattern.parse("OO")).describe()
    'dies in generation 1'
    >>> run_until_periodic(Pattern.parse("OOO")).periodic_from
    0

Two generations are the same if one is the other moved somewhere else. All are remembered by a hash
of 64 bits each, and what looks like a repetition is simulated again to be sure. A pattern that
emits gliders never repeats itself as a whole: for such a pattern the result says only how long it
was followed (see `long_run`). The work is bounded, by a number of cells for each generation
requested: a pattern that grows too large is followed less long, and the result says so.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from lifesearch.common.errors import InputError
from lifesearch.common.text import plural
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import evolve, require_states
from lifesearch.life.simulate.bitboard import LiveRows, evolve_forever
from lifesearch.life.simulate.evolve import Behaviour, step

CELLS_A_GENERATION = 4_000_000
"""Cells of frames (see `bitboard`) that are simulated, for each generation requested, at most.

A generation of so large a pattern takes up to 50 milliseconds.
"""
SLOW_CELLS_A_GENERATION = 1_000
"""Cells that are not dead, of patterns that are simulated cell by cell, for each generation
requested, at most; about 30,000 take a second.
"""
LEAST_GENERATIONS = 1000
"""A request for fewer generations may cost as much as one for this number."""


@dataclass(frozen=True)
class Settling:
    """The fate of a pattern, from generations 0 to `seen`.

    From generation `periodic_from` on the pattern is periodic; None if that is not known. `settled`
    is that generation, `behaviour` what it does. `population` and `box` are those of the last
    generation that was seen, and `limit` is the number of generations requested.
    """

    limit: int
    seen: int
    population: int
    box: Box
    behaviour: Behaviour
    periodic_from: int | None = None
    settled: Pattern | None = None

    @property
    def known(self) -> bool:
        """Whether the whole future of the pattern is known."""
        return self.periodic_from is not None or self.behaviour.died is not None

    def describe(self) -> str:
        """The fate in words; for a pattern that is periodic from the beginning, its behaviour."""
        if self.periodic_from is None and self.behaviour.died is None:
            if not self.seen and self.limit:
                return "too large to follow"
            tired = "" if self.seen == self.limit else ", where it is too large to continue"
            return f"not periodic within {plural(self.seen, 'generation')}{tired}"
        if not self.periodic_from:
            return self.behaviour.describe()
        return f"settles in generation {self.periodic_from:,}"


def run_until_periodic(pattern: Pattern, rule: Rule = LIFE, limit: int = 1000) -> Settling:
    """Follow a pattern until it dies or repeats itself, but not beyond the limit."""
    require_states(pattern, rule)  # before the errors below, which mean that it is too large
    if not rule.plain:
        return _any_outcome(pattern, rule, limit)
    seen: dict[int, int] = {}
    cells_left = CELLS_A_GENERATION * max(limit, LEAST_GENERATIONS)
    generation = 0
    last = LiveRows(0, 0, ())
    population = pattern.population
    try:
        for generation, board in enumerate(
            islice(evolve_forever(LiveRows.of(pattern), rule), limit + 1)
        ):
            last, population = board.rows(), board.population
            if not population:
                dead = Behaviour(limit, died=generation)
                return Settling(limit, generation, 0, Box(0, 0, 0, 0), dead)
            before = seen.setdefault(_digest(last), generation)
            if before < generation:
                fate = _repeated(pattern, rule, limit, before, generation, last)
                if fate is not None:
                    return fate
            cells_left -= board.stride * board.height
            if cells_left < 0:
                break
    except InputError:
        # Too large for the simulator: what was seen before is all that is known.
        if not last.rows:
            return Settling(limit, 0, population, pattern.box, Behaviour(0))
    return Settling(limit, generation, population, last.box, Behaviour(generation))


def _any_outcome(pattern: Pattern, rule: Rule, limit: int) -> Settling:
    """How a pattern ends, under rules of several states and rules that alternate."""
    seen: dict[tuple[int, Pattern], tuple[int, Pattern]] = {}
    cells_left = SLOW_CELLS_A_GENERATION * max(limit, LEAST_GENERATIONS)
    steps, generation, last = len(rule.steps), 0, pattern
    with suppress(InputError):  # too large for the simulator
        for generation, last in enumerate(islice(evolve(pattern, rule), limit + 1)):
            if not last:
                dead = Behaviour(limit, died=generation)
                return Settling(limit, generation, 0, Box(0, 0, 0, 0), dead)
            moment = generation % steps, last.normal()
            before, settled = seen.setdefault(moment, (generation, last))
            if before < generation:
                shift = last.box.x - settled.box.x, last.box.y - settled.box.y
                cycle = Behaviour(limit, generation - before, *shift)
                number = settled.population
                return Settling(limit, generation, number, last.box, cycle, before, settled)
            cells_left -= last.population
            if cells_left < 0:
                break
    return Settling(limit, generation, last.population, last.box, Behaviour(generation))


def _digest(live: LiveRows) -> int:
    """A hash of the rows, as bytes: numbers that differ by 2^61 - 1 have the same hash in Python.

    So a ship would seem to be where it was 61 columns before.
    """
    octets = (live.box.width + 7) // 8
    return hash(b"".join([row.to_bytes(octets, "little") for row in live.rows]))


def _repeated(
    pattern: Pattern, rule: Rule, limit: int, before: int, now: int, last: LiveRows
) -> Settling | None:
    """The fate if generation `before` equals generation `now`, which is `last`; None if not."""
    first = LiveRows.of(step(pattern, rule, before))
    if first.rows != last.rows:
        return None
    settled = first.pattern()
    cycle = Behaviour(limit, now - before, last.x - first.x, last.y - first.y)
    return Settling(limit, now, settled.population, last.box, cycle, before, settled)
