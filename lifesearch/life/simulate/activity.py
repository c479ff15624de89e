"""How much of a periodic pattern changes: heat, rotor and stator, volatility.

The *heat* is the mean number of cells that change from one generation to the next. The
cells that live in some phases and are dead in others are the *rotor* of an oscillator, those
that live in all phases its *stator*. Its *volatility* is the part that the rotor has in both
together, and the *strict* volatility counts of the rotor only those cells that need the full
period to repeat. A blinker turns about a cell that never dies:

    >>> blinker = Pattern.parse("OOO"), Pattern.parse("O\\nO\\nO").translate(1, -1)
    >>> activity = Activity.of(blinker)
    >>> activity.heat, activity.rotor, activity.stator, activity.volatility
    (4.0, 4, 1, 0.8)

A spaceship has a heat but no rotor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from lifesearch.life.motion import prime_divisors
from lifesearch.life.pattern import Cell, Pattern


@dataclass(frozen=True)
class Activity:
    """The cells that change: heat, rotor, stator, and the rotor cells of full period."""

    heat: float
    rotor: int | None
    stator: int | None
    strict: int | None

    @classmethod
    def of(cls, phases: Sequence[Pattern], dx: int = 0, dy: int = 0) -> Activity:
        """Measure generations 0 to p-1 of a pattern that is then back, moved by (dx, dy)."""
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
        """Rotor cells among all cells of rotor and stator."""
        return self._among_all(self.rotor)

    @property
    def strict_volatility(self) -> float | None:
        """Cells whose own period is the full period, among all cells of rotor and stator."""
        return self._among_all(self.strict)

    def _among_all(self, cells: int | None) -> float | None:
        if cells is None or self.rotor is None or self.stator is None:
            return None
        everything = self.rotor + self.stator
        return cells / everything if everything else 0.0


def _full_period(states: Sequence[frozenset[Cell]], rotor: frozenset[Cell]) -> frozenset[Cell]:
    """The cells that have no shorter period: none that is the full one divided by a prime."""
    period = len(states)
    full = rotor
    for prime in prime_divisors(period):
        shift = period // prime
        changed: set[Cell] = set()
        for t in range(period):
            changed |= states[t] ^ states[(t + shift) % period]
        full &= changed
    return full
