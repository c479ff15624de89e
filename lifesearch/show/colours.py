"""The colours of cells, by their age or as a kind of question says.

`terminal` and `pictures` ask it for the ink of each cell.

An ink is a number, an index into a palette of colours. Ages double from ink to ink,
0, 1, 2 and 3, 4 to 7 and so on. In rules of several states the state takes the place of the age:
ink 0 for live cells, and the others for dying ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.lazy_import import imported
from lifesearch.life.pattern import Cell
from lifesearch.life.rules.rule import Rule
from lifesearch.running.registry import listed

if TYPE_CHECKING:
    from lifesearch.show.animation import Frame, Subject

Inks = Mapping[Cell, int]
"""The ink of each cell that is drawn: of all that are not dead."""
Colouring = Callable[["Frame"], Inks]
"""Gives the inks of a frame."""


class Palette(NamedTuple):
    """The colour of each ink, on a screen and on paper; "" is the terminal's own colour."""

    on_screen: tuple[str, ...]
    on_paper: tuple[str, ...]


PALETTES = {
    "age": Palette(
        ("#f0a030", "#c8b030", "#80b838", "#38b060", "#28a098", "#4880d0"),
        ("#69b578", "#4f9d72", "#3b856c", "#2f6e66", "#27585e", "#214452"),
    ),
    "states": Palette(
        ("#f8e878", "#f0a030", "#d86830", "#b04038", "#803850", "#583868"),
        ("#214452", "#c8553d", "#e07b39", "#eda65d", "#f2c48d", "#f6dfc0"),
    ),
    "none": Palette(("",), ("#214452",)),
}


def colourings() -> tuple[str, ...]:
    """The names of colourings, those of kinds of questions among them."""
    return ("age", *listed("colourings"), "none")


def palette(name: str, rule: Rule) -> Palette:
    """The colours for a colouring: with several states, ages give way to them."""
    if name == "age" and rule.states > 2:
        return PALETTES["states"]
    if name in PALETTES:
        return PALETTES[name]
    # A kind's colouring is a triple: both lists of colours, and what makes the inks of a subject.
    on_screen, on_paper, _ = imported(listed("colourings")[name])
    return Palette(on_screen, on_paper)


def ink_of(state: int, states: int) -> int:
    """The ink of a cell in one of the given number of states: 0, or one of five for dying cells.

    >>> [ink_of(state, 4) for state in (1, 2, 3)], [ink_of(state, 9) for state in range(1, 9)]
    ([0, 1, 3], [0, 1, 1, 2, 3, 3, 4, 5])
    """
    return 0 if state < 2 else 1 + (state - 2) * 5 // (states - 2)


def colouring(name: str, subject: Subject) -> Colouring:
    """A function that gives each cell of a frame its ink."""
    if name == "age" and (number := subject.rule.states) > 2:
        return lambda frame: {
            cell: ink_of(state, number) for cell, state in frame.pattern.states.items()
        }
    if name == "age":
        return lambda frame: {cell: age.bit_length() for cell, age in frame.ages.items()}
    if name == "none":
        return lambda frame: dict.fromkeys(frame.ages, 0)
    *_, inks = imported(listed("colourings")[name])
    inked = inks(subject)
    return lambda frame: inked(frame.ages)
