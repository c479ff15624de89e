"""The colours of cells, by their age or by whether they ever change.

An ink is a number, an index into a palette of colours. Ages double from ink to ink,
0, 1, 2 and 3, 4 to 7 and so on. Of an oscillator's live cells, those that live in all
generations are its stator (ink 1), the others belong to its rotor (ink 0). In rules of several
states the state takes the place of the age: ink 0 for live cells, and the others for dying ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lifesearch.life.pattern import Cell
from lifesearch.life.rules.rule import Rule
from lifesearch.ui.animation import Frame, Subject, frames

Inks = Mapping[Cell, int]
Colouring = Callable[[Frame], Inks]

COLOURINGS = ("age", "rotor", "none")
ON_SCREEN = {
    "age": ("#f0a030", "#c8b030", "#80b838", "#38b060", "#28a098", "#4880d0"),
    "rotor": ("#f0a030", "#4880d0"),
    "none": ("",),
    "states": ("#f8e878", "#f0a030", "#d86830", "#b04038", "#803850", "#583868"),
}
ON_PAPER = {
    "age": ("#69b578", "#4f9d72", "#3b856c", "#2f6e66", "#27585e", "#214452"),
    "rotor": ("#e07b39", "#214452"),
    "none": ("#214452",),
    "states": ("#214452", "#c8553d", "#e07b39", "#eda65d", "#f2c48d", "#f6dfc0"),
}


def palette_name(name: str, rule: Rule) -> str:
    """The name of the palette for a colouring: with several states, ages give way to them."""
    return "states" if name == "age" and rule.states > 2 else name


def ink_of(state: int, states: int) -> int:
    """The ink of a cell in one of the given number of states.

    >>> [ink_of(state, 4) for state in (1, 2, 3)], [ink_of(state, 9) for state in range(1, 9)]
    ([0, 1, 3], [0, 1, 1, 2, 3, 3, 4, 5])
    """
    return 0 if state < 2 else 1 + (state - 2) * 5 // (states - 2)


def colouring(name: str, subject: Subject) -> Colouring:
    """A function that gives each cell of a frame its ink."""
    if palette_name(name, subject.rule) == "states":
        number = subject.rule.states
        return lambda frame: {
            cell: ink_of(state, number) for cell, state in frame.pattern.states.items()
        }
    if name == "age":
        return lambda frame: {cell: age.bit_length() for cell, age in frame.ages.items()}
    if name == "none":
        return lambda frame: dict.fromkeys(frame.ages, 0)
    constant = stator(subject)
    return lambda frame: {cell: int(cell in constant) for cell in frame.ages}


def stator(subject: Subject) -> frozenset[Cell]:
    """The cells that live in all generations; none unless the pattern recurs in place.

    >>> from lifesearch.life.pattern import Pattern
    >>> sorted(stator(Subject(Pattern.parse("OOO"))))
    [(1, 0)]
    """
    known = subject.behaviour
    if not known.period or known.dx or known.dy:
        return frozenset()
    constant = subject.pattern.cells
    for frame in frames(subject):
        if frame.t >= known.period:
            break
        constant &= frame.ages.keys()
    return constant
