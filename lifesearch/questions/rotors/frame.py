"""The frame of a rotor: the still cells around it, as far as they are known."""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rotor import Rotor

MOST_RINGS = 8
"""Rings of still cells around a rotor's box that are tried before its frame is undecided.

With more rings, fewer rotors stay undecided, and each that does takes longer.
"""


@dataclass(frozen=True)
class StatorFrame:
    """The frame of a rotor within a number of `rings` around its box, or that there is none.

    cells    the live cells, relative to the rotor; None if there is no frame in these rings
    settled  whether it is decided: if there is no frame here, there is none of any size
    least    whether no frame in these rings has fewer live cells
    """

    rings: int
    cells: tuple[Cell, ...] | None = None
    settled: bool = True
    least: bool = False

    def around(self, rotor: Rotor) -> Pattern:
        """The oscillator that the frame makes of a rotor."""
        return Pattern.of(rotor.live(0) | set(self.cells or ()))


def film(rotor: Rotor, rings: int, *, free: bool = True) -> str:
    """All phases of a rotor among unknown still cells, for `lifesearch complete`.

    If the cells of the outermost ring are `free`, they need not follow the rule; around it are dead
    ones that need not either. So there is an answer if the rotor is in any oscillator. Otherwise
    all follow the rule, and the answers are oscillators.
    """
    exempt = "'" if free else ""
    width, height = rotor.size
    names: dict[Cell, str] = {}
    grids = []
    for t in (*range(rotor.period), 0):
        live, rows = rotor.live(t), []
        for y in range(-rings - 1, height + rings + 1):
            row = []
            for x in range(-rings - 1, width + rings + 1):
                far = max(-x, x - width + 1, -y, y - height + 1)
                if (x, y) in rotor.cells:
                    row.append(str(int((x, y) in live)))
                elif far > rings:
                    row.append(f"0{exempt}")
                else:
                    name = names.setdefault((x, y), f"s{len(names)}")
                    row.append(f"{name}{exempt}" if far == rings else name)
            rows.append(" ".join(row))
        grids.append("\n".join(rows))
    return "\n\n".join(grids) + "\n"
