"""What becomes of a pattern in the long run: it dies, it comes to repeat itself, or who knows.

`behaviour` asks whether a pattern comes back. Here the question is whether any of its
generations does. A row of four cells is never seen again, but the beehive that it becomes
stays; and a pattern that is back after some generations has been periodic all the time.

    >>> fate = follow(Pattern.parse("OOOO"))
    >>> fate.describe()
    'settles in generation 2'
    >>> print(fate.settled.picture())
    .OO.
    O..O
    .OO.
    >>> follow(Pattern.parse("OO")).describe(), follow(Pattern.parse("OOO")).since
    ('dies in generation 1', 0)

Two generations are the same if one is the other moved somewhere else. All are remembered by
a number of 64 bits each, and what looks like a repetition is simulated again to be sure.
A pattern that throws gliders never repeats itself as a whole: of such a one nothing is said
but how long it was followed. The work is bounded, by so many cells for each generation
asked for: what grows out of all proportion is followed less long, and that is said, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from lifesearch.errors import InputError
from lifesearch.life.board import Rows, run
from lifesearch.life.evolve import Behaviour, step
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rule import LIFE, Rule
from lifesearch.words import plural

LEAST_PATIENCE = 1000
CELLS_A_GENERATION = 4_000_000


@dataclass(frozen=True)
class Fate:
    """What was seen in generations 0 to `seen`.

    From generation `since` on the pattern is periodic; if it is not known to be, there is
    none. `settled` is that generation, `behaviour` what it does. `population` and `box` are
    those of the last generation that was seen, and `limit` is how many were to be seen.
    """

    limit: int
    seen: int
    population: int
    box: Box
    behaviour: Behaviour
    since: int | None = None
    settled: Pattern | None = None

    @property
    def known(self) -> bool:
        """Whether the whole future of the pattern is known."""
        return self.since is not None or self.behaviour.died is not None

    def describe(self) -> str:
        """Say what happens to the pattern, unless it is periodic from the beginning."""
        if self.since is None and self.behaviour.died is None:
            if not self.seen and self.limit:
                return "too large to follow"
            tired = "" if self.seen == self.limit else ", where it is too large to go on"
            return f"not periodic within {plural(self.seen, 'generation')}{tired}"
        if not self.since:
            return self.behaviour.describe()
        return f"settles in generation {self.since:,}"


def follow(pattern: Pattern, rule: Rule = LIFE, limit: int = 1000) -> Fate:
    """Follow a pattern until it dies or repeats itself, but not beyond the limit."""
    rule.require_no_b0()
    seen: dict[int, int] = {}
    left = CELLS_A_GENERATION * max(limit, LEAST_PATIENCE)
    generation = 0
    last = Rows(0, 0, ())
    population = pattern.population
    try:
        for generation, board in enumerate(islice(run(Rows.of(pattern), rule), limit + 1)):
            last, population = board.rows(), board.population
            if not population:
                dead = Behaviour(limit, died=generation)
                return Fate(limit, generation, 0, Box(0, 0, 0, 0), dead)
            before = seen.setdefault(hash(last.rows), generation)
            if before < generation:
                fate = _repeated(pattern, rule, limit, before, generation, last)
                if fate is not None:
                    return fate
            left -= board.stride * board.height
            if left < 0:
                break
    except InputError:
        # Too large for the simulator: what was seen before is all that is known.
        if not last.rows:
            return Fate(limit, 0, population, pattern.box, Behaviour(0))
    return Fate(limit, generation, population, _box(last), Behaviour(generation))


def _repeated(
    pattern: Pattern, rule: Rule, limit: int, before: int, now: int, last: Rows
) -> Fate | None:
    first = Rows.of(step(pattern, rule, before))
    if first.rows != last.rows:
        return None
    settled = first.pattern()
    cycle = Behaviour(limit, now - before, last.x - first.x, last.y - first.y)
    return Fate(limit, now, settled.population, _box(last), cycle, before, settled)


def _box(live: Rows) -> Box:
    width = max((row.bit_length() for row in live.rows), default=0)
    return Box(live.x, live.y, width, len(live.rows))
