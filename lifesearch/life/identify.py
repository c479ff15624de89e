"""Identify a pattern by simulation, without a catalogue.

`core.report` and `catalogue` call `identify`; `core.pieces` calls `pieces`.

The result is its behaviour, its population in each phase, its symmetry, and its pieces.
Two islands of live cells belong to one piece when they influence each other: somewhere, in some
generation, a cell has another state than it would have from each island by itself, or
one of them turns into the other.
A pattern of several pieces is a composite, such as two gliders flying side by side.

    >>> identify(Pattern.parse("OO...O\\nOO...O\\n.....O"), LIFE).summary()
    'composite of 2: still life, oscillator of period 2; 7 cells, C1'

With a function from codes to names, pieces are called by their names:

    >>> identify(Pattern.parse("OO.OO\\nOO.OO")).name({"xs4_33": "block"}.get)
    'composite of 2: 2 x block'

Facts that take time to compute, and are not always needed, are computed on first use:

    >>> toad = identify(Pattern.parse(".OOO\\nOOO."))
    >>> toad.apgcode, toad.activity.heat, toad.activity.volatility
    ('xp2_7e', 8.0, 0.8)

The *heat* is the mean number of cells that change from one generation to the next. The
cells that live in some phases and are dead in others are the *rotor* of an oscillator, those
that live in all phases its *stator*. Its *volatility* is the share of the rotor in both together;
the *strict* volatility counts only those rotor cells that need the full period to repeat. A
blinker turns about a cell that never dies:

    >>> blinker = Pattern.parse("OOO"), Pattern.parse("O\\nO\\nO").translate(1, -1)
    >>> activity = Activity.of(blinker)
    >>> activity.heat, activity.rotor, activity.stator, activity.volatility
    (4.0, 4, 1, 0.8)

A spaceship has a heat but no rotor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import Any

from lifesearch.common.limits import LARGEST_CODED_AREA, MOST_IDENTIFIED_CELLS
from lifesearch.common.text import plural
from lifesearch.life.apgcode import EMPTY
from lifesearch.life.motion import prime_divisors
from lifesearch.life.pattern import Cell, Pattern, groups
from lifesearch.life.rules.neighbourhood import AROUND
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.bitboard import LiveRows, evolve_forever
from lifesearch.life.simulate.evolve import Behaviour, behaviour, generations, phases
from lifesearch.life.state_code import object_code
from lifesearch.life.symmetry import Symmetry, symmetry_of


@dataclass(frozen=True)
class Activity:
    """The cells that change: heat, rotor, stator, and the rotor cells of full period.

    `heat` is a mean number of cells. The others are numbers of cells, or None for a spaceship.
    """

    heat: float
    rotor: int | None
    stator: int | None
    strict: int | None

    @classmethod
    def of(cls, phases: Sequence[Pattern], dx: int = 0, dy: int = 0) -> Activity:
        """Measure generations 0 to p-1 of a pattern that then recurs, moved by (dx, dy)."""
        cycle = [*phases, phases[0].translate(dx, dy)]
        heat = sum(len(a.cells ^ b.cells) for a, b in pairwise(cycle)) / len(phases)
        if dx or dy:
            return cls(heat, None, None, None)
        states = [phase.cells for phase in phases]
        stator = frozenset.intersection(*states)
        rotor = frozenset.union(*states) - stator
        return cls(heat, len(rotor), len(stator), len(_full_period(states, rotor)))

    @property
    def volatility(self) -> float | None:
        """The share of rotor cells among all cells of rotor and stator."""
        return self._among_all(self.rotor)

    @property
    def strict_volatility(self) -> float | None:
        """The share of cells whose own period is the full one, among cells of rotor and stator."""
        return self._among_all(self.strict)

    def _among_all(self, cells: int | None) -> float | None:
        if cells is None or self.rotor is None or self.stator is None:
            return None
        everything = self.rotor + self.stator
        return cells / everything if everything else 0.0


def _full_period(states: Sequence[frozenset[Cell]], rotor: frozenset[Cell]) -> frozenset[Cell]:
    """The rotor cells that have no shorter period: none that is the full one divided by a prime."""
    period = len(states)
    full = rotor
    for prime in prime_divisors(period):
        shift = period // prime
        changed: set[Cell] = set()
        for t in range(period):
            changed |= states[t] ^ states[(t + shift) % period]
        full &= changed
    return full


MOST_LIVES = 5000
"""Islands times generations, up to which a pattern is split into pieces: about a second.

Each island is simulated alone.
"""

Naming = Callable[[str | None], str | None]


def _nameless(_: str | None) -> None:
    """The naming that has no names."""


@dataclass(frozen=True)
class Identified:
    """The facts about a pattern; `pieces` has one member unless it is a composite.

    `populations` has a number for each phase, or that of generation 0 alone if the pattern is not
    periodic. `phases` are all of a periodic pattern; without them it is not periodic, or has too
    many cells, and then `pieces` are not looked for.
    """

    behaviour: Behaviour
    populations: tuple[int, ...]
    symmetry: Symmetry
    pieces: tuple[Pattern, ...]
    phases: tuple[Pattern, ...] = ()
    rule: Rule = LIFE

    @cached_property
    def parts(self) -> tuple[Identified, ...]:
        """The facts about the pieces of a composite, each by itself."""
        if not self.composite:
            return ()
        period = self.behaviour.period or 1
        each = ((piece, behaviour(piece, self.rule, period)) for piece in self.pieces)
        return tuple(identify_known(piece, self.rule, cycle) for piece, cycle in each)

    @cached_property
    def apgcode(self) -> str | None:
        """The code of the object in all its phases and orientations; of a whole composite, too.

        If cells are dying it is that of `state_code`; under rules that alternate there is none.
        """
        if self.behaviour.died == 0:
            return EMPTY
        if len(self.rule.steps) > 1:
            return None
        if not self.phases or any(phase.box.area > LARGEST_CODED_AREA for phase in self.phases):
            return None
        return object_code(self.phases, moving=self.behaviour.kind == "spaceship")

    @cached_property
    def activity(self) -> Activity | None:
        """Heat, rotor and stator of a periodic pattern; None except under plain rules.

        These words are defined for cells that are alive or dead, under one rule at all times.
        """
        if not self.phases or not self.rule.plain:
            return None
        return Activity.of(self.phases, self.behaviour.dx, self.behaviour.dy)

    @property
    def composite(self) -> bool:
        """Whether the pattern falls into pieces that never meet."""
        return len(self.pieces) > 1

    def summary(self, named: Naming = _nameless) -> str:
        """One line: its description, its number of cells, its symmetry."""
        least, most = min(self.populations), max(self.populations)
        cells = plural(least, "cell")
        if least != most:
            cells = f"{plural(self.populations[0], 'cell')} ({least} to {most})"
        what = f"{self.name(named)}; " if self.behaviour.kind != "unknown" else ""
        return f"{what}{cells}, {self.symmetry.name}"

    def name(self, named: Naming = _nameless) -> str:
        """A description in a few words; of a composite, the names of its pieces."""
        if not self.composite:
            return self.behaviour.describe()
        kinds = Counter(named(p.apgcode) or p.name() for p in self.parts).most_common()
        listed = [name if count == 1 else f"{count} x {name}" for name, count in kinds]
        return f"composite of {len(self.pieces)}: {', '.join(listed)}"


def identify(pattern: Pattern, rule: Rule = LIFE, limit: int = 1000) -> Identified:
    """Identify a pattern, following it for the given number of generations."""
    return identify_known(pattern, rule, behaviour(pattern, rule, limit))


def identify_known(pattern: Pattern, rule: Rule, recurrence: Behaviour) -> Identified:
    """The other facts about a pattern whose period and displacement are known."""
    symmetry = symmetry_of(pattern)
    if not recurrence.period:
        return Identified(recurrence, (pattern.population,), symmetry, (pattern,), rule=rule)
    if pattern.population * recurrence.period > MOST_IDENTIFIED_CELLS:
        populations = _populations(pattern, rule, recurrence.period)
        return Identified(recurrence, populations, symmetry, (pattern,), rule=rule)
    cycle = phases(pattern, rule, recurrence.period)
    populations = tuple(phase.population for phase in cycle)
    split = pieces(pattern, rule, recurrence.period)
    return Identified(recurrence, populations, symmetry, split, cycle, rule)


def _populations(pattern: Pattern, rule: Rule, period: int) -> tuple[int, ...]:
    if not rule.plain:
        return tuple(phase.population for phase in generations(pattern, period - 1, rule))
    return tuple(
        board.population for board in islice(evolve_forever(LiveRows.of(pattern), rule), period)
    )


def pieces(pattern: Pattern, rule: Rule, period: int) -> tuple[Pattern, ...]:
    """Split a periodic pattern into pieces that evolve as if they were alone.

    If there are too many islands for that (MOST_LIVES), the pattern is one piece. A cell may be
    decided by three islands, two of which belong together for another reason: then it says nothing
    about the third. So of all islands that meet in a generation the smallest sets are joined first.
    Their places and order do not matter: the pieces of a rotated pattern are its pieces, rotated.
    """
    parts = islands(pattern)
    if len(parts) * period > MOST_LIVES:
        return (pattern,)
    if len(parts) > 1:
        whole = list(generations(pattern, period, rule))
        lives = [list(generations(piece, period, rule)) for piece in parts]
        while meetings := _meetings(lives, whole):
            joined = [pattern.restricted(_cells(lives, meeting)) for meeting in meetings]
            apart = set(range(len(lives))) - set(chain.from_iterable(meetings))
            lives = [lives[i] for i in sorted(apart)]
            lives += [list(generations(piece, period, rule)) for piece in joined]
        parts = [life[0] for life in lives]
    return tuple(sorted(parts, key=lambda piece: (-piece.population, piece.key())))


Life = list[Pattern]


def _cells(lives: list[Life], which: Iterable[int]) -> Iterable[Cell]:
    return (cell for i in which for cell in lives[i][0].cells)


def islands(pattern: Pattern) -> list[Pattern]:
    """The sets of live cells that hang together, diagonals included."""
    return [pattern.restricted(group) for group in groups(set(pattern.cells), 1)]


def _meetings(lives: list[Life], whole: Life) -> list[set[int]]:
    """Which pieces need each other, in the first generation that shows it; empty if none do."""
    for t, after in enumerate(whole[1:]):
        before = [life[t] for life in lives]
        disputed = _disputed([life[t + 1] for life in lives], after)
        if found := _fewest(_having_a_say(before, cell) for cell in disputed):
            return found
    # A spark may evolve as if it were alone until it dies. It belongs to the piece that makes the
    # next one: after a period, that piece has cells where the spark was at first.
    dx, dy = whole[-1].box.x - whole[0].box.x, whole[-1].box.y - whole[0].box.y
    back = [life[-1].translate(-dx, -dy).cells for life in lives]
    return _fewest(
        {i for i, life in enumerate(lives) if i == parent or not cells.isdisjoint(life[0].cells)}
        for parent, cells in enumerate(back)
    )


def _fewest(meetings: Iterable[set[int]]) -> list[set[int]]:
    """The smallest of the sets with several members, joined where they overlap.

    >>> _fewest([{1}, {1, 2}, {4, 5, 6}, {2, 3}, {5, 6}])
    [{1, 2, 3}, {5, 6}]
    """
    several = [meeting for meeting in meetings if len(meeting) > 1]
    fewest = min(map(len, several), default=0)
    joined: list[set[int]] = []
    for meeting in several:
        if len(meeting) == fewest:
            near = [other for other in joined if not meeting.isdisjoint(other)]
            joined = [other for other in joined if meeting.isdisjoint(other)]
            joined.append(meeting.union(*near))
    return joined


def _disputed(parts: list[Pattern], whole: Pattern) -> set[Cell]:
    """Cells of several pieces, or whose state differs from that in their piece's own evolution."""
    if any(each.dying for each in (whole, *parts)):
        states: dict[Cell, int] = {}
        shared: set[Cell] = set()
        for piece in parts:
            states_here = piece.states
            shared |= states.keys() & states_here.keys()
            states |= states_here
        return shared | {cell for cell, _ in states.items() ^ whole.states.items()}
    apart, several = set[Cell](), set[Cell]()
    for piece in parts:
        several |= apart & piece.cells
        apart |= piece.cells
    return several | (apart ^ whole.cells)


def _having_a_say(parts: list[Pattern], cell: Cell) -> set[int]:
    """The pieces that influence a cell's next state; dying neighbours do not."""
    block = {(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND}
    return {
        i
        for i, piece in enumerate(parts)
        if cell in piece.cells or not block.isdisjoint(piece.live)
    }


def canonical_key(phases_of_one: Iterable[Pattern], rule: Rule = LIFE) -> tuple[Any, ...]:
    """A canonical key: equal for patterns that differ only by place, phase and orientation.

    Orientations are the symmetries of the rule. Where two rules alternate, only
    every second phase can come first.
    """
    same = rule.symmetries
    first = islice(phases_of_one, 0, None, len(rule.steps))
    return min(phase.canonical(same).key() for phase in first)
