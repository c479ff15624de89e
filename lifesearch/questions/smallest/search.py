"""The search of a part, by a worker: patterns of a range, or random ones, through rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol

from lifesearch.core.answer import Answer, PatternInRule
from lifesearch.engines.on_demand.classes import RuleClass
from lifesearch.engines.on_demand.patterns import Patterns
from lifesearch.engines.on_demand.walk import SLICE, RecurringPattern, RuleWalk
from lifesearch.engines.sat.solving.enumerate import Exhausted, Report
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.questions.smallest.answer import SmallAnswer, SpeedOrPeriod, best_of, turned

TRIES = 1000
"""Random patterns of a part, each with rules of its own."""
TRIED = 3000
"""Generations for one of them: rules near the one it begins with are tried, too."""
LONGER = 3
"""Random runs last for this multiple of the longest period."""
SPARSE, DENSE = 0.1, 0.7
"""The least and the largest share of bits that are 1 at first."""


def walked(query: Walked, numbers: range, known: Sequence[SmallAnswer]) -> Iterator[Report[Answer]]:
    """Walk patterns through all rules; report motions that no earlier pattern has."""
    walk = RuleWalk(query.rule_class, query.states, query.square, query.max_period)
    patterns = query.patterns.all()
    # What is known may be of a pattern in this range, from a walk that was interrupted. It goes
    # through all rules once more: a rule for the same motion, turned, may have a lower rank.
    after = {placed: number for number, placed in enumerate(patterns, 1)}
    walk.know(
        entry
        for answer in known
        for entry in _images(query, answer.motion, after.get(answer.placed, 0))
    )
    for number in numbers:
        walk.begin(patterns[number].pattern)
        more = True
        while more:
            found, more = walk.run(number, SLICE)
            yield from _reported(query, found)
            yield walk.generations
    yield Exhausted(walk.generations)


def random_runs(
    query: Walked, number: int, known: Sequence[SmallAnswer]
) -> Iterator[Report[Answer]]:
    """Begin with random patterns and rules; report motions with fewer cells than any before."""
    longest = LONGER * query.max_period
    room = len(query.rule_class.symmetries) * (len(query.known_cells) + len(known))
    walk = RuleWalk(query.rule_class, query.states, query.square, longest, cycles=True, room=room)
    fewest = dict(query.known_cells)
    fewest |= {answer.motion: answer.pattern.population for answer in known}
    walk.know(each for motion, cells in fewest.items() for each in _images(query, motion, cells))
    chance = Random(f"{query.seed} {number}")
    draw = RandomPatterns(query, chance)
    free = query.rule_class.free
    for _ in range(TRIES):
        share = chance.uniform(SPARSE, DENSE)
        walk.begin(draw.pattern(), {bit: int(chance.random() < share) for bit in free})
        found, _more = walk.run(0, TRIED)
        yield from _reported(query, found)
        yield walk.generations
    yield Exhausted(walk.generations)


class Walked(Protocol):
    """A question: which patterns in which rules, and what counts of what recurs."""

    @property
    def rule_class(self) -> RuleClass: ...
    @property
    def patterns(self) -> Patterns: ...
    @property
    def states(self) -> int: ...
    @property
    def square(self) -> int: ...
    @property
    def max_period(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def known_cells(self) -> Mapping[SpeedOrPeriod, int]: ...

    def wants(self, motion: SpeedOrPeriod, cells: int) -> bool:
        """Whether a pattern with this motion counts."""
        ...

    def smallest(self, saved: Sequence[PatternInRule]) -> list[SmallAnswer]:
        """Verified answers."""
        ...


class RandomPatterns:
    """Draws patterns with the symmetry of a question, in boxes up to the largest."""

    def __init__(self, query: Walked, chance: Random) -> None:
        self._most, self._states, self._chance = query.patterns.most, query.states, chance
        symmetry = query.patterns.symmetry
        self._boxes = []
        width, height = query.patterns.size
        for size in ((w, h) for w in range(1, width + 1) for h in range(1, height + 1)):
            if not symmetry.lacks(*size):
                self._boxes.append((size, symmetry.orbits(*size)))

    def pattern(self) -> Pattern:
        """A pattern of at least one live cell, and at most as many cells as are asked for."""
        chance = self._chance
        while True:
            (width, _), orbits = chance.choice(self._boxes)
            wanted = chance.randint(1, self._most)
            states: dict[tuple[int, int], int] = {}
            order = list(set(orbits))
            chance.shuffle(order)
            for orbit in order:
                cells = [n for n, each in enumerate(orbits) if each == orbit]
                if len(states) + len(cells) <= wanted:
                    state = _state(chance, self._states)
                    states |= {(n % width, n // width): state for n in cells}
            if 1 in states.values():
                return Pattern.of_states(states).normal()


def _state(chance: Random, states: int) -> int:
    """Alive as often as dying."""
    return 1 if states == 2 or chance.random() < 0.5 else chance.randrange(2, states)


def _images(
    query: Walked, motion: SpeedOrPeriod, number: int
) -> Iterator[tuple[int, int, int, int]]:
    """A motion in all directions, with its period and a number."""
    images = {g.apply(motion.dx, motion.dy) for g in query.rule_class.symmetries}
    return ((dx, dy, motion.period, number) for dx, dy in images)


def _reported(query: Walked, found: Iterable[RecurringPattern]) -> Iterator[Report[Answer]]:
    """What counts of what recurs, verified; of those with the same motion the smallest."""
    group = query.rule_class.symmetries
    wanted = [each for each in found if query.wants(_motion(each, group), each.pattern.population)]
    if wanted:
        saved = [PatternInRule(each.pattern, each.rule) for each in wanted]
        yield [*best_of(query.smallest(saved))]


def _motion(each: RecurringPattern, group: frozenset[Orientation]) -> SpeedOrPeriod:
    g = turned(each.dx, each.dy, group)
    return SpeedOrPeriod(each.period, *g.apply(each.dx, each.dy))
