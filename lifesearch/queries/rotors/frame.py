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


def film(rotor: Rotor, rings: int) -> str:
    """All phases of a rotor among unknown still cells, for `lifesearch complete`.

    The cells of the outermost ring need not follow the rule; around it are dead ones that need not
    either. So there is an answer if the rotor is in any oscillator.
    """
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
                    row.append("0'")
                else:
                    name = names.setdefault((x, y), f"s{len(names)}")
                    row.append(f"{name}'" if far == rings else name)
            rows.append(" ".join(row))
        grids.append("\n".join(rows))
    return "\n\n".join(grids) + "\n"
