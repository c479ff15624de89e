"""The engine for rotors."""

from __future__ import annotations

from lifesearch.questions.rotors.question import Rotors
from lifesearch.running.options import RunOptions
from lifesearch.running.part_by_part import PartByPart


class RotorSearch(PartByPart[Rotors]):
    """All rotors of a window, ring by ring."""

    name = "rotors"
    continued_from = "rings that are done"
    why = "what changes in a window depends only on the still cells next to it"

    def what(self, query: Rotors, options: RunOptions) -> str:
        if query.rotor is not None:
            return "the still cells around the rotor, farther and farther out"
        return "all ways to fill the ring of still cells around the window"
