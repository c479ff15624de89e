"""The colours of cells, by their age or by whether they ever change.

An ink is a number, an index into a palette of colours. Ages double from ink to ink,
0, 1, 2 and 3, 4 to 7 and so on. Of an oscillator's live cells, those that live in all
generations are its stator (ink 1), the others belong to its rotor (ink 0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lifesearch.life.pattern import Cell
from lifesearch.ui.animation import Frame, Subject, frames

Inks = Mapping[Cell, int]
Colouring = Callable[[Frame], Inks]

COLOURINGS = ("age", "rotor", "none")
ON_SCREEN = {
    "age": ("#f0a030", "#c8b030", "#80b838", "#38b060", "#28a098", "#4880d0"),
    "rotor": ("#f0a030", "#4880d0"),
    "none": ("",),
}
ON_PAPER = {
    "age": ("#69b578", "#4f9d72", "#3b856c", "#2f6e66", "#27585e", "#214452"),
    "rotor": ("#e07b39", "#214452"),
    "none": ("#214452",),
}


def colouring(name: str, subject: Subject) -> Colouring:
    """A function that gives each cell of a frame its ink."""
    if name == "age":
        return lambda frame: {cell: age.bit_length() for cell, age in frame.ages.items()}
    if name == "none":
        return lambda frame: dict.fromkeys(frame.ages, 0)
    constant = stator(subject)
    return lambda frame: {cell: int(cell in constant) for cell in frame.ages}


def stator(subject: Subject) -> frozenset[Cell]:
    """The cells that live in all generations; none unless the pattern comes back in place.

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
