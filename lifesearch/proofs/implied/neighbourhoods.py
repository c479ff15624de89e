"""What the rule says of nine cells: a clause that they cannot make false is implied.

A world is a way to fill a block of nine cells, with the state of its centre if that is dying; what
the centre becomes follows from the rule's table. Worlds are numbered, and a set of worlds is one
large integer: bit i is set if world i is in it. A literal has two such sets: where it may be true,
and where it may be false. A clause is implied if in no world all its literals may be false.

In a partly unknown rule, a block for which the rule is unknown is two worlds: in one its centre
lives afterwards, in the other not. In each it is known whether the rule has the part that decides
this block; of the rule's other unknown parts nothing is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from lifesearch.life.rules.neighbourhood import BLOCKS, alive
from lifesearch.proofs.implied.cells import TRUE, Cells
from lifesearch.proofs.implied.definitions import Definition

Worlds = int
May = tuple[Worlds, Worlds]
"""The worlds in which a literal may be true, and those in which it may be false."""

FIRST_PART, INVERTED = 2, 255
"""Entries of a table from 2 on are unknown parts of the rule: with entry n the cell lives if the
rule has part n, with entry 255 - n if it has not.
"""


def opposite(entry: int) -> int:
    """The entry by which a cell lives where it would be dead by this one, and is dead where not."""
    return INVERTED - entry if entry >= FIRST_PART else 1 - entry


def part_of(entry: int) -> int:
    """The unknown part of the rule that an entry is about."""
    return min(entry, INVERTED - entry)


@dataclass(frozen=True)
class RuleWorlds:
    """A rule's table as sets of worlds: all of them, and those with a certain property.

    In `places` each of the nine cells lives, row by row from the top left; in `dying` the centre is
    in state 2, 3 and so on; in `lives` and `dies` the centre lives a generation later, or has just
    died. `parts` has, for each unknown part, the worlds in which the rule may have it or not.
    """

    everything: Worlds
    places: tuple[Worlds, ...]
    dying: tuple[Worlds, ...]
    lives: Worlds
    dies: Worlds
    parts: tuple[May, ...]

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, entries: bytes, states: int) -> RuleWorlds:
        """Go through all worlds: a block, the state of its centre, and its successor."""
        worlds = [
            (block, state, after)
            for block in range(BLOCKS)
            for state in ([1] if alive(block) else [0, *range(2, states)])
            for after in ([0, 1] if entries[block] >= FIRST_PART else [entries[block]])
        ]

        def those(which: Iterable[bool]) -> Worlds:
            return int("".join("1" if true else "0" for true in which)[::-1], 2)

        everything = those(True for _ in worlds)
        parts = []
        for part in range(FIRST_PART, max(map(part_of, entries)) + 1):
            about = [part_of(entries[b]) == part for b, _, _ in worlds]
            has = [a == (entries[b] == part) for b, _, a in worlds]
            with_it = those(one and it for one, it in zip(about, has, strict=True))
            without = those(one and not it for one, it in zip(about, has, strict=True))
            parts.append((everything & ~without, everything & ~with_it))
        return cls(
            everything,
            tuple(those(bool(b >> 8 - i & 1) for b, _, _ in worlds) for i in range(9)),
            tuple(those(s == state for _, s, _ in worlds) for state in range(2, states)),
            those(s < 2 and a == 1 for _, s, a in worlds),
            those(states > 2 and s == 1 and a == 0 for _, s, a in worlds),
            tuple(parts),
        )


class Neighbourhood:
    """Nine cells of the suspect (see the package), and the successor of the middle one.

    `legal` are the worlds that agree with cells that are known, or are the same by symmetry.
    """

    def __init__(self, table: RuleWorlds, literals: Iterable[tuple[int, Worlds]]) -> None:
        """`literals` has each cell's literal, with the worlds in which it is true."""
        self.legal = table.everything
        self._true: dict[int, Worlds] = {}
        for literal, where in literals:
            if abs(literal) == TRUE:
                self.legal &= where if literal > 0 else ~where
                continue
            lives = where if literal > 0 else table.everything & ~where
            first = self._true.setdefault(abs(literal), lives)
            self.legal &= ~(first ^ lives)

    @property
    def atoms(self) -> Iterable[int]:
        return self._true.keys()

    def may_be_false(self, literal: int, definitions: Mapping[int, Definition]) -> Worlds:
        """The worlds in which a literal is false; all its cells are here."""
        true = self._where(abs(literal), definitions)
        return self.legal & (~true if literal > 0 else true)

    def _where(self, variable: int, definitions: Mapping[int, Definition]) -> Worlds:
        if variable not in self._true:
            self._true[variable] = self._defined(definitions[variable], definitions)
        return self._true[variable]

    def _defined(self, definition: Definition, definitions: Mapping[int, Definition]) -> Worlds:
        """The worlds in which a variable is true: all literals of one of its cases are."""
        true = 0
        for case in definition.cases:
            worlds = self.legal
            for literal in case:
                worlds &= self.may_be_false(-literal, definitions)
            true |= worlds
        return self.legal & ~true if definition.negated else true


class Neighbourhoods:
    """All neighbourhoods of a question, and the numbers of those that contain each cell."""

    def __init__(self, cells: Cells, definitions: Mapping[int, Definition]) -> None:
        q = cells.question
        self._definitions = definitions
        # A clause about more cells than one neighbourhood has cannot follow from one: nine cells,
        # the dying states of the middle one, and at most two literals of its successor.
        self._most = 9 + q.states
        self._parts = {cells.new(("rule", name)): i for i, name in enumerate(q.rule_parts)}
        self._tables = [RuleWorlds.of(table, q.states) for table in q.tables]
        self._all: list[tuple[RuleWorlds, Neighbourhood]] = []
        self._containing: dict[int, set[int]] = defaultdict(set)
        self._supports: dict[int, frozenset[int] | None] = {}
        seen = set()
        for t in range(q.steps):
            table = self._tables[t % len(self._tables)]
            for x, y in cells.around():
                then = t + 1
                # An exempt cell need not follow the rule. Where something arrives, one thing is
                # known all the same: the rule would leave the cell as it is in generation t. So
                # that generation stands for the next one.
                if cells.exempt(then, x, y):
                    if not cells.arrives(then, x, y):
                        continue
                    then = t
                literals = self._literals(cells, table, t, then, x, y)
                key = (t % len(self._tables), tuple(literal for literal, _ in literals))
                if key not in seen:
                    seen.add(key)
                    self._add(table, Neighbourhood(table, literals))

    @staticmethod
    def _literals(
        cells: Cells, table: RuleWorlds, t: int, then: int, x: int, y: int
    ) -> list[tuple[int, Worlds]]:
        """The cells of a neighbourhood; the rule makes its centre what it is at time `then`."""
        near = [(x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1)]
        now = [cells.alive(t, *cell) for cell in near] + cells.states(t, x, y)[1:]
        next_states = cells.states(then, x, y)[:2]
        becomes = (table.lives, table.dies)[: len(next_states)]
        return list(zip(now + next_states, (*table.places, *table.dying, *becomes), strict=True))

    def _add(self, table: RuleWorlds, neighbourhood: Neighbourhood) -> None:
        for atom in neighbourhood.atoms:
            self._containing[atom].add(len(self._all))
        self._all.append((table, neighbourhood))

    def implies(self, clause: Iterable[int]) -> bool:
        """Whether the rule makes a clause true by what it says of nine cells."""
        parts = [literal for literal in clause if abs(literal) in self._parts]
        others = [literal for literal in clause if abs(literal) not in self._parts]
        support = self._support_of(map(abs, others))
        if support is None:
            return False
        containing = [self._containing.get(atom, set()) for atom in support]
        if not containing:
            return any(self._without_a_world(i, parts, others) for i in range(len(self._all)))
        # Only neighbourhoods that contain all cells of the clause.
        candidates = set.intersection(*sorted(containing, key=len))
        return any(self._without_a_world(i, parts, others) for i in candidates)

    def _without_a_world(self, index: int, parts: list[int], others: list[int]) -> bool:
        """Whether no world of a neighbourhood makes all these literals false."""
        table, neighbourhood = self._all[index]
        left = neighbourhood.legal
        for literal in others:
            left &= neighbourhood.may_be_false(literal, self._definitions)
        for literal in parts:
            true, false = table.parts[self._parts[abs(literal)]]
            left &= false if literal > 0 else true
        return not left

    def _support(self, variable: int) -> frozenset[int] | None:
        """The cells that a variable depends on; None if these are too many."""
        if variable not in self._definitions:
            return frozenset({variable})
        if variable not in self._supports:
            cases = self._definitions[variable].cases
            self._supports[variable] = self._support_of(
                abs(literal) for case in cases for literal in case
            )
        return self._supports[variable]

    def _support_of(self, variables: Iterable[int]) -> frozenset[int] | None:
        support = frozenset[int]()
        for variable in variables:
            more = self._support(variable)
            if more is None or len(support | more) > self._most:
                return None
            support |= more
        return support
