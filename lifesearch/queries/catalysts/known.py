"""Active parts that have names, and the catalysts that are tried if none are given."""

from __future__ import annotations

from lifesearch.life.pattern import Pattern

ACTIVE = {
    "queen bee": "OO..\n..O.\n...O\n...O\n...O\n..O.\nOO..",
    "twin bees": "OO.\nO.O\n..O\nOOO\n...\n...\n...\nOOO\n..O\nO.O\nOO.",
    "B-heptomino": "O.OO\nOOO.\n.O..",
    "Herschel": "O..\nO.O\nOOO\n..O",
    "pi-heptomino": "OOO\nO.O\nO.O",
    "R-pentomino": ".OO\nOO.\n.O.",
    "century": "..OO\nOOO.\n.O..",
}
"""They do not recur, so the catalogue does not have them."""

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
"""Names in the catalogue."""


def plain(name: str) -> str:
    """A name without what people write differently."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def active_named(name: str) -> Pattern | None:
    """The active part with this name, if there is one."""
    for known, picture in ACTIVE.items():
        if plain(known) == plain(name):
            return Pattern.parse(picture)
    return None
