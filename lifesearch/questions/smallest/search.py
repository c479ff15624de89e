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

RANDOM_PATTERNS = 1000
"""Random patterns of a part, each with rules of its own; a part that is stopped is run anew."""
GENERATIONS_EACH = 3000
"""Generations for each of them: in its first rule, and in rules near that one. With more, fewer
patterns have a turn.
"""
LONGER = 3
"""Random runs last for this multiple of the longest period: a pattern needs some time to settle."""
SPARSE, DENSE = 0.1, 0.7
"""The least and the largest share of the rule's bits that are 1 at first: with nearly none or all,
patterns mostly die or grow.
"""


def walk_patterns(
    query: WalkQuestion, numbers: range, known: Sequence[SmallAnswer]
) -> Iterator[Report[Answer]]:
    """Walk patterns through all rules; report motions that no earlier pattern has.

    `numbers` are those of the patterns in the list of all; `known` are answers found before.

    A motion whose smallest pattern is not wanted is not reported again. Nothing is lost: later
    patterns have as many cells or more, and are not wanted, either (`WalkQuestion.wants`).
    """
    walk = RuleWalk(query.rule_class, query.states, query.square, query.max_period)
    patterns = query.patterns.all()
    # A known answer may have a pattern of this range, from a walk that was interrupted. It goes
    # through all rules once more: a rule for the same motion, turned, may have a lower rank. The
    # walk reports a motion only of patterns before the one with the known number, so this is the
    # number of the next pattern. All known answers are in the list (`Smallest._fits`).
    next_number = {placed: number for number, placed in enumerate(patterns, 1)}
    walk.know(
        entry
        for answer in known
        for entry in _images(query, answer.motion, next_number[answer.placed])
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
    query: WalkQuestion, number: int, known: Sequence[SmallAnswer]
) -> Iterator[Report[Answer]]:
    """Begin with random patterns and rules; report motions with fewer cells than any before.

    `number` is that of the part: it determines, with the seed, what is drawn. In a walk that looks
    for `cycles`, the numbers of motions are numbers of cells. `room` is for all motions that are
    known, each in all directions; without it, they could be reported again.
    """
    longest = LONGER * query.max_period
    room = len(query.rule_class.symmetries) * (len(query.known_cells) + len(known))
    walk = RuleWalk(query.rule_class, query.states, query.square, longest, cycles=True, room=room)
    fewest = dict(query.known_cells)
    fewest |= {answer.motion: answer.pattern.population for answer in known}
    walk.know(each for motion, cells in fewest.items() for each in _images(query, motion, cells))
    chance = Random(f"{query.seed} {number}")
    draw = RandomPatterns(query, chance)
    free = query.rule_class.free
    for _ in range(RANDOM_PATTERNS):
        share = chance.uniform(SPARSE, DENSE)
        walk.begin(draw.pattern(), {bit: int(chance.random() < share) for bit in free})
        found, _more = walk.run(0, GENERATIONS_EACH)  # rules that are left are not tried
        yield from _reported(query, found)
        yield walk.generations
    yield Exhausted(walk.generations)


class WalkQuestion(Protocol):
    """The part of a question (`question.Smallest`) that a search needs.

    It says which patterns go through which rules, and which of those that recur are wanted.
    """

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

    def __init__(self, query: WalkQuestion, chance: Random) -> None:
        self._most, self._states, self._chance = query.patterns.most, query.states, chance
        symmetry = query.patterns.symmetry
        self._boxes = []  # each size, with the orbit of each cell of such a box
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
    """A random state but 0: alive as often as dying, if the rule has states that die."""
    return 1 if states == 2 or chance.random() < 0.5 else chance.randrange(2, states)


def _images(
    query: WalkQuestion, motion: SpeedOrPeriod, number: int
) -> Iterator[tuple[int, int, int, int]]:
    """A motion in all directions, as `RuleWalk.know` takes it: dx, dy, period, number."""
    images = {g.apply(motion.dx, motion.dy) for g in query.rule_class.symmetries}
    return ((dx, dy, motion.period, number) for dx, dy in images)


def _reported(query: WalkQuestion, found: Iterable[RecurringPattern]) -> Iterator[Report[Answer]]:
    """The wanted patterns among those found, verified: for each motion the smallest."""
    group = query.rule_class.symmetries
    wanted = [each for each in found if query.wants(_motion(each, group), each.pattern.population)]
    if wanted:
        saved = [PatternInRule(each.pattern, each.rule) for each in wanted]
        yield [*best_of(query.smallest(saved))]


def _motion(each: RecurringPattern, group: frozenset[Orientation]) -> SpeedOrPeriod:
    """The motion that stands for those of all images of a pattern."""
    g = turned(each.dx, each.dy, group)
    return SpeedOrPeriod(each.period, *g.apply(each.dx, each.dy))
