"""Cells of an oscillator in two colours: those that change, and those that always live.

`kind` names `COLOURING`, and `show` uses it for pictures and the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.life.simulate.universe import Universe

ROTOR, STATOR = 0, 1
"""The inks of cells that change, and of those that live in all generations: indices of colours."""
ON_SCREEN = ("#f0a030", "#4880d0")
ON_PAPER = ("#e07b39", "#214452")


class ColouredPattern(Protocol):
    """A pattern that is shown: what colouring must know of an answer."""

    @property
    def pattern(self) -> Pattern: ...

    @property
    def rule(self) -> Rule: ...

    @property
    def torus(self) -> tuple[int, int] | None: ...

    @property
    def behaviour(self) -> Behaviour: ...


def stator(subject: ColouredPattern) -> frozenset[Cell]:
    """The cells that live in all generations; none unless the pattern recurs in place."""
    cycle = subject.behaviour
    if not cycle.period or cycle.dx or cycle.dy:
        return frozenset()
    universe = Universe(subject.rule, subject.torus)
    phases = universe.history(subject.pattern, cycle.period - 1)
    return frozenset.intersection(*(phase.cells for phase in phases))


def inks(subject: ColouredPattern) -> Callable[[Mapping[Cell, int]], Mapping[Cell, int]]:
    """A function from the live cells of a generation, with their ages, to their inks."""
    constant = stator(subject)
    return lambda ages: {cell: STATOR if cell in constant else ROTOR for cell in ages}


COLOURING = (ON_SCREEN, ON_PAPER, inks)
"""The colours of inks 0 and 1, on the screen and on paper, and the function that assigns inks."""
