"""Windows of Life of which the manual has the complete table, from a least period on.

>>> table_of(Rotor.parse("oo./oo./..o OO./Oo./..O oO./oO./..o"))
((3, 3), 3)
"""

from __future__ import annotations

from lifesearch.rotor_search.rotor import Rotor, Size

COMPLETE: dict[Size, int] = {
    (3, 3): 3,
    (6, 2): 3,
    (4, 3): 3,
    (5, 3): 7,
    (4, 4): 8,
    (6, 3): 7,
    (5, 4): 8,
}


def table_of(rotor: Rotor) -> tuple[Size, int] | None:
    """The window and least period of a table of the manual that has a rotor of Life."""
    for size, least in COMPLETE.items():
        if rotor.fits(size) and rotor.period >= least:
            return size, least
    return None
