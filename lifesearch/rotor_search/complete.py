"""Windows of Life of which the manual has the complete table, from a least period on.

>>> table_of(Rotor.parse("oo./oo./..o OO./Oo./..O oO./oO./..o"))
'lifesearch rotors 3x3'
"""

from __future__ import annotations

from lifesearch.rotor_search.rotor import Rotor

COMPLETE = {
    (3, 3): 3,
    (6, 2): 3,
    (4, 3): 3,
    (5, 3): 7,
    (4, 4): 8,
    (6, 3): 7,
    (5, 4): 8,
}
USUAL = 3


def table_of(rotor: Rotor) -> str | None:
    """The command that lists a rotor of Life, if the manual has its table."""
    for (width, height), least in COMPLETE.items():
        fits = any(w <= width and h <= height for w, h in (rotor.size, rotor.size[::-1]))
        if fits and rotor.period >= least:
            options = "" if least == USUAL else f" --least {least}"
            return f"lifesearch rotors {width}x{height}{options}"
    return None
