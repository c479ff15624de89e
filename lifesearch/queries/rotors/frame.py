"""What is known of the still cells around a rotor: its frame."""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.life.pattern import Cell, Pattern
from lifesearch.rotor_search.rotor import Rotor

MOST_RINGS = 8
"""How far from a rotor's box still cells are looked for before its frame is undecided."""


@dataclass(frozen=True)
class StatorFrame:
    """What is known of the frame of a rotor, from still cells in so many `rings` around its box.

    `cells` are the live ones, relative to the rotor; None if there is no frame. If that is
    `settled`, there is none of any size. `least`: none in these rings has fewer live cells.
    """

    rings: int
    cells: tuple[Cell, ...] | None = None
    settled: bool = True
    least: bool = False

    def around(self, rotor: Rotor) -> Pattern:
        """The oscillator that it makes of a rotor."""
        return Pattern.of(rotor.live(0) | set(self.cells or ()))
