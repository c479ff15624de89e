"""Active parts that have names, and the catalysts that are tried if none are given."""

from __future__ import annotations

from lifesearch.catalogue.names import builtin_name
from lifesearch.common.text import plural
from lifesearch.life.identify import identify
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule

LONGEST_KNOWN = 100
"""Generations within which an active part must recur to be looked up in the catalogue; a choice."""

ACTIVE = {
    "queen bee": "OO..\n..O.\n...O\n...O\n...O\n..O.\nOO..",
    "twin bees": "OO.\nO.O\n..O\nOOO\n...\n...\n...\nOOO\n..O\nO.O\nOO.",
    "B-heptomino": "O.OO\nOOO.\n.O..",
    "Herschel": "O..\nO.O\nOOO\n..O",
    "pi-heptomino": "OOO\nO.O\nO.O",
    "R-pentomino": ".OO\nOO.\n.O.",
    "century": "..OO\nOOO.\n.O..",
}
"""Active parts by name; those that are methuselahs are in the catalogue, too."""

USUAL = (
    "block",
    "tub",
    "boat",
    "ship",
    "beehive",
    "loaf",
    "pond",
    "long boat",
    "snake",
    "aircraft carrier",
    "eater 1",
    "hat",
    "eater 2",
)
"""The catalysts that are tried if none are given: common still lifes and eaters, by their names in
the catalogue.
"""


CONDUITS = {
    "R64": ((11, 9), 1995),
    "Fx77": ((25, -8), 1996),
    "L112": ((12, -33), 1996),
    "F116": ((32, 1), 1997),
    "F117": ((40, -6), 1996),
    "Fx119": ((20, 14), 1996),
    "Bx125": ((-9, -17), 1998),
    "Fx153": ((48, -4), 1997),
    "L156": ((17, -41), 1996),
    "Fx158": ((27, -5), 1996),
    "F166": ((49, 3), 1997),
    "Fx176": ((45, 0), 1997),
    "R190": ((24, 16), 1996),
    "Lx200": ((17, -40), 1997),
    "Rx202": ((7, 32), 1997),
    "Bx222": ((-6, -16), 1998),
}
"""The first conduits of Herschels: how far each moves it, to the right and down, and the year from
which it is known. The Herschel is as in ACTIVE.

By D. Buckingham and P. Callahan: https://conwaylife.com/wiki/Herschel_conduit
"""


def plain(name: str) -> str:
    """A name without case, spaces and marks, which people write differently."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def name_of_active(active: Pattern, rule: Rule) -> str:
    """An active part by its name, with an article, or by its number of cells.

    >>> from lifesearch.life.rules.rule import LIFE
    >>> name_of_active(Pattern.parse("OOO\\nO.O\\nO.O"), LIFE)
    'the pi-heptomino'
    >>> name_of_active(Pattern.parse("OO\\n.O\\n.OO"), LIFE)
    'an active part of 5 cells'
    """
    images = {active.transform(g).normal() for g in Orientation}
    known = next((name for name, text in ACTIVE.items() if Pattern.parse(text) in images), None)
    name = known or builtin_name(identify(active, rule, LONGEST_KNOWN).apgcode, rule)
    return f"the {name}" if name else f"an active part of {plural(active.population, 'cell')}"


def active_named(name: str) -> Pattern | None:
    """The active part with a name, however it is spelt; None if there is none."""
    for known, picture in ACTIVE.items():
        if plain(known) == plain(name):
            return Pattern.parse(picture)
    return None
