"""Partly unknown rules: the search decides which of them has the pattern.

Their notation and their tables are those of `partial_parse`. There are four rules between Life
and B36/S238:

    >>> some = PartialRule.parse("B36?/S238?")
    >>> some.names, str(some.least), str(some.greatest)
    (('B6', 'S8'), 'B3/S23', 'B36/S238')

In all of these rules the empty plane stays empty, or in all of them it alternates; and all
directions are alike, unless neighbours are counted on hexagons.

Groups of which no block ever occurs in the life of a pattern do not matter to it. So it does not
live in one rule, but in a whole range: from the least rule, without those groups, to the
greatest, with all of them. A block of four cells needs that its cells stay (three neighbours) and
that nothing is born beside it (one and two neighbours, in certain arrangements):

    >>> still = PartialRule.parse("pB12345678/S012345678")
    >>> matter = still.occurring([Pattern.parse("OO\\nOO")])
    >>> least, greatest = still.between(Rule.parse("B3/S23"), matter)
    >>> str(least), str(greatest)
    ('B/S3a', 'B1e2-a345678/S012345678')

With B0 two tables alternate, as in a known rule: one gives the complement of the next generation,
the other takes it back. In the complement a group is what it is not in the rule. In rules of
several states cells that are dying are not born, whatever is around them.

    >>> [step.negated for step in PartialRule.parse("B02?/S3?").steps]
    [True, False]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lifesearch.common.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.generations import MOST_STATES
from lifesearch.life.rules.neighbourhood import BLOCKS, FIRST_GROUP, OFF, ON, blocks_with, turned
from lifesearch.life.rules.rule import Rule


class PartialStep(NamedTuple):
    """The table of one of the rules that alternate.

    If its groups are `negated`, a cell in a block of a group lives where the rule lacks that group.
    """

    table: bytes
    negated: bool


@dataclass(frozen=True)
class PartialRule:
    """All rules that agree with a table; entries from 2 on are groups of unknown blocks."""

    table: bytes
    states: int = 2

    def __post_init__(self) -> None:
        if len(self.table) != BLOCKS or self.table[0] not in (OFF, ON):
            raise ValueError("a partial rule's table has 512 entries, of which the first is known")
        if not 2 <= self.states <= MOST_STATES:
            raise ValueError(f"a rule has 2 to {MOST_STATES} states")
        if self.table[0] == ON and (self.table[-1] != OFF or self.states > 2):
            raise ValueError("a partial rule with B0 has two states, and not S8")

    @classmethod
    def parse(cls, text: str) -> PartialRule:
        from lifesearch.life.rules.partial_parse import read_partial

        return cls(*read_partial(text))

    @cached_property
    def names(self) -> tuple[str, ...]:
        from lifesearch.life.rules.partial_parse import names

        return names(self.table)

    def rule(self, values: Sequence[bool]) -> Rule:
        """The rule that has some of the groups: a value for each, in the order of `names`."""
        known = bytes((False, True, *values)).ljust(256)  # `translate` needs 256 entries
        return Rule(self.table.translate(known), self.states)

    def values(self, rule: Rule) -> list[bool]:
        """For each group, whether a rule has it; an InputError if it is none of these rules."""
        values = [bool(rule.table[self.table.index(g + FIRST_GROUP)]) for g in self._groups]
        if self.rule(values) != rule:
            raise InputError(f"{rule} is not one of the rules {self}")
        return values

    @property
    def _groups(self) -> range:
        return range(len(self.names))

    @cached_property
    def steps(self) -> tuple[PartialStep, ...]:
        """The tables that alternate, from one generation of the plane to the next: see `Rule`."""
        if self.table[0] == OFF:
            return (PartialStep(self.table, negated=False),)
        complement = bytes(entry if entry >= FIRST_GROUP else 1 - entry for entry in self.table)
        back = bytes(reversed(self.table))
        return PartialStep(complement, negated=True), PartialStep(back, negated=False)

    @cached_property
    def symmetries(self) -> frozenset[Orientation]:
        """The orientations under which all these rules are symmetric, as far as the table says."""
        return frozenset(
            g
            for g in Orientation
            if all(self.table[turned(g)[block]] == self.table[block] for block in range(BLOCKS))
        )

    @cached_property
    def example(self) -> Rule:
        """The rule that stands for all of these where a question needs one (`core.question`).

        It has no symmetry that another one lacks, or is the greatest if no such rule is found.
        """
        single = (self.rule([g == one for g in self._groups]) for one in self._groups)
        candidates = (self.greatest, self.least, *single)
        alike = (rule for rule in candidates if rule.symmetries == self.symmetries)
        return next(alike, self.greatest)

    @property
    def least(self) -> Rule:
        return self.rule([False for _ in self._groups])

    @property
    def greatest(self) -> Rule:
        return self.rule([True for _ in self._groups])

    def occurring(
        self,
        history: Iterable[Pattern],
        torus: tuple[int, int] | None = None,
        besides: Collection[Cell] = (),
        first: int = 0,
    ) -> frozenset[int]:
        """The groups of which a block occurs in some generation, except around cells `besides`.

        The generations are those from `first` on. A dying cell does not depend on the rule.
        """
        entries = set[int]()
        for t, pattern in enumerate(history, first):
            complement = torus is None and t % len(self.steps)
            blocks = {
                block
                for cell, block in blocks_with(pattern.live, torus).items()
                if cell not in besides and (cell in pattern.live or cell not in pattern.cells)
            }
            entries |= {self.table[BLOCKS - 1 - b if complement else b] for b in blocks}
        return frozenset(entry - FIRST_GROUP for entry in entries if entry >= FIRST_GROUP)

    def between(self, rule: Rule, matter: Collection[int]) -> tuple[Rule, Rule]:
        """The least and the greatest rule that equal this one in the groups that matter."""
        values = self.values(rule)
        least = [value and g in matter for g, value in enumerate(values)]
        greatest = [value or g not in matter for g, value in enumerate(values)]
        return self.rule(least), self.rule(greatest)

    def __str__(self) -> str:
        return self._name

    @cached_property
    def _name(self) -> str:
        from lifesearch.life.rules.partial_parse import write_partial

        return write_partial(self.table, self.states)
