"""What a pattern is, found out from the pattern alone.

Its behaviour, its population in each phase, its symmetry, and its pieces. Two islands of
live cells belong to one piece when they influence each other: somewhere, in some
generation, a cell comes out differently than it would from each island by itself, or
one of them turns into the other.
A pattern of several pieces is a composite, such as two gliders flying side by side.

    >>> identify(Pattern.parse("OO...O\\nOO...O\\n.....O"), LIFE).summary()
    'composite of 2: still life, oscillator of period 2; 7 cells, C1'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lifesearch.life.evolve import Behaviour, behaviour, generations, phases
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry, symmetry_of
from lifesearch.words import plural

AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


@dataclass(frozen=True)
class Identity:
    """The facts about a pattern; `pieces` has one member unless it is a composite."""

    behaviour: Behaviour
    populations: tuple[int, ...]
    symmetry: Symmetry
    pieces: tuple[Pattern, ...]
    kinds: tuple[str, ...]

    @property
    def composite(self) -> bool:
        """Whether the pattern falls into pieces that never meet."""
        return len(self.pieces) > 1

    def summary(self) -> str:
        """One line: what it is, how many cells it has, how it is symmetric."""
        least, most = min(self.populations), max(self.populations)
        cells = plural(least, "cell")
        if least != most:
            cells = f"{self.populations[0]} cells ({least} to {most})"
        what = f"{self.name()}; " if self.behaviour.kind != "unknown" else ""
        return f"{what}{cells}, {self.symmetry.name}"

    def name(self) -> str:
        """What it is, in a few words."""
        if not self.composite:
            return self.behaviour.describe()
        kinds = Counter(self.kinds).most_common()
        listed = [kind if count == 1 else f"{count} x {kind}" for kind, count in kinds]
        return f"composite of {len(self.pieces)}: {', '.join(listed)}"


def identify(pattern: Pattern, rule: Rule = LIFE, limit: int = 1000) -> Identity:
    """Find out what a pattern is, following it for so many generations."""
    known = behaviour(pattern, rule, limit)
    period = known.period or 1
    populations = tuple(phase.population for phase in phases(pattern, rule, period))
    parts = pieces(pattern, rule, period) if known.period else (pattern,)
    kinds = tuple(behaviour(part, rule, period).describe() for part in parts)
    return Identity(known, populations, symmetry_of(pattern), parts, kinds)


def pieces(pattern: Pattern, rule: Rule, period: int) -> tuple[Pattern, ...]:
    """Split a periodic pattern into parts that evolve as if they were alone."""
    parts = islands(pattern)
    whole = list(generations(pattern, period, rule))
    while len(parts) > 1:
        meeting = _meeting(parts, whole, rule)
        if not meeting:
            break
        joined = Pattern.of(cell for part in meeting for cell in part.cells)
        parts = [part for part in parts if part not in meeting] + [joined]
    return tuple(sorted(parts, key=lambda part: (-part.population, sorted(part.cells))))


def islands(pattern: Pattern) -> list[Pattern]:
    """The sets of live cells that hang together, diagonals included."""
    left = set(pattern.cells)
    found = []
    while left:
        shore = [left.pop()]
        island = set(shore)
        while shore:
            near = {c for cell in shore for c in _around(cell)} & left
            left -= near
            island |= near
            shore = list(near)
        found.append(Pattern.of(island))
    return found


def _meeting(parts: list[Pattern], whole: list[Pattern], rule: Rule) -> list[Pattern]:
    """Parts that need each other; none if each could be alone."""
    lives = [list(generations(part, len(whole) - 1, rule)) for part in parts]
    for t, after in enumerate(whole[1:]):
        apart: set[Cell] = set()
        shared: set[Cell] = set()
        for life in lives:
            shared |= apart & life[t + 1].cells
            apart |= life[t + 1].cells
        for cell in shared | (apart ^ after.cells):
            block = _around(cell)
            meeting = [
                part
                for part, life in zip(parts, lives, strict=True)
                if not block.isdisjoint(life[t].cells)
            ]
            if len(meeting) > 1:
                return meeting
    # A spark may be left alone until it dies, but what makes the next one is its parent.
    dx, dy = whole[-1].box.x - whole[0].box.x, whole[-1].box.y - whole[0].box.y
    for part, life in zip(parts, lives, strict=True):
        back = life[-1].translate(-dx, -dy).cells
        made = [p for p in parts if p is part or not back.isdisjoint(p.cells)]
        if len(made) > 1:
            return made
    return []


def _around(cell: Cell) -> set[Cell]:
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND}


def class_key(phases_of_one: Iterable[Pattern], rule: Rule = LIFE) -> tuple[Cell, ...]:
    """The same for all patterns that differ only by place, phase, and orientation.

    Orientations are those that the rule does not notice.
    """
    same = rule.symmetries
    return min(tuple(sorted(phase.canonical(same).cells)) for phase in phases_of_one)
