"""Replicators: patterns that after some generations are several copies of themselves.

    >>> pattern = Pattern.parse("..OOO\\n.O..O\\nO...O\\nO..O.\\nOOO..")
    >>> found = replicator(pattern, Rule.parse("B36/S23"))
    >>> found.generations, found.copies
    (12, 2)

Their copies make copies. Unless these happen to destroy each other, they never recur, and no search
for periods finds them. So a task of a survey simulates the smallest symmetric patterns. If none of
them is a replicator, that proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lifesearch.common.errors import VerificationError
from lifesearch.life.pattern import Pattern, groups
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations, step
from lifesearch.life.symmetry import rule_symmetries

# Choices: of Life's 2,762 patterns with these bounds, all are followed in 20 CPU s; with HighLife's
# rule the replicator is the 1,494th.
LARGEST_SIDE = 6  # cells of the patterns tried
MOST_ORBITS = 9  # of cells that are alive or dead together: 2^9 patterns of each symmetry
FOLLOWED = 48  # generations
MOST_CELLS_OF_COPIES = 150  # a pattern with more is taken to explode


@dataclass(frozen=True)
class Replicator:
    """A pattern that becomes several copies of itself, and nothing else, after some generations."""

    pattern: Pattern
    generations: int
    copies: int

    @classmethod
    def of(cls, pattern: Pattern, generations: int, rule: Rule) -> Replicator:
        """Simulate a replicator; a VerificationError if it is none."""
        copies = copies_in(step(pattern, rule, generations), pattern)
        if copies < 2:
            raise VerificationError("the pattern does not make copies of itself")
        return cls(pattern, generations, copies)


def small_patterns(rule: Rule) -> Iterator[Pattern]:
    """The smallest symmetric patterns, those of the fewest orbits first."""
    shapes = []
    for side in range(1, LARGEST_SIDE + 1):
        for symmetry in rule_symmetries(rule):
            if not symmetry.lacks(side, side):
                orbits = symmetry.orbits(side, side)
                shapes.append((len(set(orbits)), side, orbits))
    seen: set[Pattern] = set()
    for count, side, orbits in sorted(shapes):
        if count > MOST_ORBITS:
            break
        names = sorted(set(orbits))
        for number in range(1, 2**count):
            live = {name for bit, name in enumerate(names) if number >> bit & 1}
            cells = [(i % side, i // side) for i, name in enumerate(orbits) if name in live]
            pattern = Pattern.of(cells).normal()
            if pattern not in seen:
                seen.add(pattern)
                yield pattern


def replicator(pattern: Pattern, rule: Rule) -> Replicator | None:
    """The replicator that a pattern becomes; None if its copies are not apart within FOLLOWED.

    It is one if all that is left are several copies of one of its generations before.
    """
    earlier: dict[Pattern, int] = {}
    for t, now in enumerate(generations(pattern, FOLLOWED, rule)):
        if not now or now.population > MOST_CELLS_OF_COPIES or now.normal() in earlier:
            return None
        parts = {Pattern.of(group).normal() for group in groups(set(now.cells))}
        one = next(iter(parts))
        if t and len(parts) == 1 and one in earlier:
            return _soonest(one, t - earlier[one], rule)
        earlier[now.normal()] = t
    return None


def _soonest(one: Pattern, later: int, rule: Rule) -> Replicator:
    """The phase of a replicator that becomes copies of itself soonest; the copies may touch.

    There is one: generation 0, which is `one`, has become copies of itself in generation `later`.
    """
    life = list(generations(one, 2 * later, rule))
    recurrences = [
        (then - now, life[now].population, now)
        for now in range(later)
        for then in range(now + 1, now + later + 1)
        if copies_in(life[then], life[now]) > 1
    ]
    after, _, now = min(recurrences)
    return Replicator.of(life[now].normal(), after, rule)


def copies_in(pattern: Pattern, one: Pattern) -> int:
    """The number of copies of one pattern that make up another; 0 if it has other cells."""
    if not one or pattern.population % one.population:
        return 0
    left, (x, y) = set(pattern.cells), min(one.cells)
    copies = 0
    while left:
        across, down = min(left)
        copy = one.translate(across - x, down - y).cells
        if not copy <= left:
            return 0
        left -= copy
        copies += 1
    return copies
