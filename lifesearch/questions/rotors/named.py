"""A rotor of which only the name is known, as `lifesearch identify` prints it.

The name has the cells, one phase and the period. The other phases depend on the still cells around,
which it does not have. A SAT solver tries fillings of these, until the phases have the four digits
of the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Clauses
from lifesearch.engines.sat.encoding.rule_clauses import implicates
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.motion import prime_divisors
from lifesearch.life.pattern import Cell
from lifesearch.life.rotor import NamedPhase, Rotor, number_of, read_name
from lifesearch.life.rules.neighbourhood import AROUND
from lifesearch.life.rules.rule import Rule

SOLVER = "cadical195"
RINGS = (2, 1)
"""Numbers of rings of still cells around the rotor's box, tried in this order.

Cells of the outermost ring need not follow the rule. With two rings, few rotors begin like the
name. Some rotors that are in no oscillator have a name, too: they are found with one ring.
"""
MOST_TRIED = 10_000
"""After this number of other rotors that begin with the same phase, no more are tried: the name has
four digits, 65,536 values, so that most of these do not have it by chance.
"""


@lru_cache(maxsize=64)
def rotor_named(name: str, rule: Rule) -> Rotor:
    """The rotor with a name; InputError if no rotor of the rule has it."""
    known = read_name(name)
    if known is None or not 2 <= known.period <= LONGEST_PERIOD:
        raise InputError(f"{name!r} is not the name of a rotor, such as p2 3x3 .o./O.O/.o. #f0e3")
    rule.require_plain("rotors are")
    for rings in RINGS:
        for tried, rotor in enumerate(_rotors(known, rule, rings)):
            if rotor.exact and rotor.canonical(rule.symmetries).name == name.strip():
                return rotor.canonical(rule.symmetries)
            if tried == MOST_TRIED:
                raise InputError(
                    f"more than {MOST_TRIED:,} rotors begin like {name!r}, and none of those that "
                    "were tried is called so: give a pattern instead"
                )
    raise InputError(f"no rotor in {rule} is called {name!r}: check it letter by letter")


def _rotors(known: NamedPhase, rule: Rule, rings: int) -> Iterator[Rotor]:
    """All rotors with these cells, this phase and this period, each once."""
    film = _Film(known, rings)
    with Solver(SOLVER, film.variables) as solver:
        for batch in film.clauses(rule):
            solver.load(batch)
        solver.add(film.changes())
        while [report for report in solver.solve() if isinstance(report, bool)] == [True]:
            model = solver.model()
            phases = film.phases(model)
            yield Rotor(known.cells, phases)
            solver.add([[-model[number - 1] for number in film.changing.values()]])


@dataclass(frozen=True)
class _Film:
    """The variables of a rotor's cells in each generation but the first, and of still cells.

    In generation 0 and again after a period the cells are as in the `known` phase.
    """

    known: NamedPhase
    rings: int

    @cached_property
    def changing(self) -> dict[tuple[Cell, int], int]:
        """The variable of each cell of the rotor in generations 1 to period - 1."""
        cells, period = self.known.cells, self.known.period
        return {
            (cell, t): 1 + (t - 1) * len(cells) + n
            for t in range(1, period)
            for n, cell in enumerate(cells)
        }

    @cached_property
    def still(self) -> dict[Cell, int]:
        """The variables of still cells, which follow those of the rotor."""
        cells = [cell for cell in self._box(self.rings) if cell not in self._live]
        return {cell: number for number, cell in enumerate(cells, len(self.changing) + 1)}

    @property
    def variables(self) -> int:
        return len(self.changing) + len(self.still)

    @cached_property
    def _live(self) -> dict[Cell, bool]:
        """The cells of the rotor, and whether they live in the phase that is known."""
        cells, last = self.known.cells, len(self.known.cells) - 1
        return {cell: bool(self.known.phase >> (last - n) & 1) for n, cell in enumerate(cells)}

    def _box(self, margin: int) -> list[Cell]:
        width, height = (max(side) + 1 for side in zip(*self.known.cells, strict=True))
        return [
            (x, y) for y in range(-margin, height + margin) for x in range(-margin, width + margin)
        ]

    def _literal(self, cell: Cell, t: int) -> int:
        if cell not in self._live:
            return self.still[cell]
        if t % self.known.period:
            return self.changing[cell, t]
        return TRUE if self._live[cell] else FALSE

    def clauses(self, rule: Rule) -> list[Clauses]:
        """Cells inside the outermost ring follow the rule; still cells stay as they are."""
        blocks, successors = [], []
        for x, y in self._box(self.rings - 1):
            block = [(x + dx, y + dy) for dx, dy in AROUND]
            for t in range(1 if self._live.keys().isdisjoint(block) else self.known.period):
                blocks.append([self._literal(cell, t) for cell in block])
                successors.append(self._literal((x, y), t + 1))
        return implicates(
            rule.plane_table, np.array(blocks, np.int32), np.array(successors, np.int32)
        )

    def changes(self) -> Iterator[Sequence[int]]:
        """Each cell of the rotor changes, and no shorter period than that of the name is one."""
        period = self.known.period
        for cell in self._live:
            yield [self._other(cell, t) for t in range(1, period)]
        for divisor in prime_divisors(period):
            if divisor < period:
                yield [self._other(cell, period // divisor) for cell in self._live]

    def _other(self, cell: Cell, t: int) -> int:
        """The literal that a cell in generation t is not as in the phase that is known."""
        number = self.changing[cell, t]
        return -number if self._live[cell] else number

    def phases(self, model: Sequence[int]) -> tuple[int, ...]:
        """All phases of the rotor in a model, each as a number (`life.rotor.number_of`)."""
        cells, period = self.known.cells, self.known.period
        later = (
            [cell for cell in cells if model[self.changing[cell, t] - 1] > 0]
            for t in range(1, period)
        )
        return (self.known.phase, *(number_of(cells, live) for live in later))
