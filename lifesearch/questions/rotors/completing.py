"""A rotor as known cells: `questions.completion.asking` calls this for the name of a rotor."""

from __future__ import annotations

from lifesearch.common.errors import OptionError
from lifesearch.formats.detect import read_known_cells
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.rotor import read_name
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.rotors.frame import film
from lifesearch.questions.rotors.named import rotor_named
from lifesearch.questions.rotors.question import frame_found
from lifesearch.running.option_table import Options


def known_cells(name: str, options: Options) -> tuple[KnownCells, Rule | None] | None:
    """The known cells around the rotor with this name; None if it is no rotor's name."""
    if read_name(name) is None:
        return None
    rule = options.rule or LIFE
    if not isinstance(rule, Rule):
        raise OptionError("a rotor's name needs a completely known <rule>, not {}", rule)
    return around_rotor(name, rule), None


def around_rotor(name: str, rule: Rule) -> KnownCells:
    """The rotor of this name in all generations, among rings of unknown still cells.

    There are as many rings as the nearest stator needs. If there is no stator of any size, cells of
    the outermost ring need not follow the rule: so the completion proves that there is none. Where
    that is undecided, there are `MOST_RINGS` rings, and all their cells follow the rule.
    """
    rotor = rotor_named(name, rule)
    frame = frame_found(rotor, rule)
    free = frame.cells is None and frame.settled
    return read_known_cells(film(rotor, frame.rings, free=free))[0]
