"""Which fields a question has: what makes sense together is offered, and nothing else.

A question is of a kind (oscillator, spaceship, ...), and about a place: the box that is drawn, any
size, or a strip. If cells are given in the box, it is about these, and fewer things can be asked.

    >>> fields("oscillator", "strip", drawn=False)[:3]
    ('period', 'rule', 'symmetry')
    >>> "torus" in fields("oscillator", "box", drawn=False)
    True
    >>> "torus" in fields("oscillator", "box", drawn=True)
    False
"""

from __future__ import annotations

from typing import Any

from lifesearch.options import names, table
from lifesearch.options.names import STRIP_SYMMETRIES
from lifesearch.options.option import Option
from lifesearch.options.table import in_studio, options_of

RETURNING = ("oscillator", "spaceship", "still-life")
KINDS = (*RETURNING, "film", "predecessor", "soup", "rotors", "catalyse")
WHERE = ("box", "any", "strip")
SPENT = ("time_limit", "jobs", "cluster")
RUNNING = ("count", *SPENT)
"""How many answers, and what may be spent on them."""
NEEDED = {
    "oscillator": ("period", "3"),
    "spaceship": ("velocity", "c/4"),
    "rotors": ("window", "4x3"),
}
"""What a kind of search cannot do without, and an example of it."""
DRAWN_ONLY = ("film", "predecessor", "catalyse")
"""The kinds that are about known cells."""

_HELP = {
    "of": "Catalysts to try, with commas between them: names or apgcodes. any: still lifes of any "
    "form, in a small area.  [default: common still lifes and eaters]"
}
"""Explanations of fields in which files cannot be given."""
_STILL_STRIP_SYMMETRIES = (*STRIP_SYMMETRIES, "C2", "D2-", "D4+")


def places(kind: str) -> tuple[str, ...]:
    if kind in ("soup", "rotors"):
        return ()
    return ("box",) if kind in DRAWN_ONLY else WHERE


def fields(kind: str, where: str, *, drawn: bool) -> tuple[str, ...]:
    """The names of the fields of a question: the options that the table offers there."""
    place = "box" if kind == "predecessor" else where
    place = kind if kind in ("film", "soup", "rotors", "catalyse") else place
    if kind in RETURNING and where == "box" and drawn:
        place = "drawn"
    options = options_of("complete" if kind == "film" else kind)
    offered = [key for key, option in options.items() if place in option.places.split()]
    first = NEEDED.get(kind, ())[:1]
    best = ["best"] if "population" in offered and place != "strip" else []
    asked = [key for key in offered if key not in RUNNING]
    running = [key for key in RUNNING if key != "count" or kind != "rotors"]
    return (*first, *asked, *best, *running)


def words() -> dict[str, dict[str, Any]]:
    """The label and the explanation of each field, and what it takes, from the table of options."""
    fields = {o.key: o for o in reversed(table.OPTIONS) if o.label or o.places}
    fields["best"] = fields.pop("minimise")
    fields["window"] = fields["rotor"]
    return {key: _words(option) for key, option in fields.items()}


def own_words(kind: str) -> dict[str, dict[str, Any]]:
    """The same of those fields that mean something else in this kind of search.

    >>> own_words("catalyse")["of"]["help"].split(":")[0]
    'Catalysts to try, with commas between them'
    """
    usual = words()
    own = {} if kind == "film" else options_of(kind)
    return {
        key: {**_words(option), "label": option.label or usual[key]["label"]}
        for key, option in own.items()
        if kind in option.places.split()
    }


def _words(option: Option) -> dict[str, Any]:
    return {
        "label": option.label or option.key.replace("_", " "),
        "help": _HELP.get(option.key) or option.explained(in_studio),
        "flag": option.is_flag,
        "least": option.kind.start if isinstance(option.kind, range) else None,
    }


def symmetries(kind: str, where: str) -> tuple[str, ...]:
    """The names of symmetries that may be chosen, before it is known which of them fit."""
    if where == "strip" and kind != "soup":
        return STRIP_SYMMETRIES if kind == "spaceship" else _STILL_STRIP_SYMMETRIES
    return tuple(name for name in names.symmetries() if name not in STRIP_SYMMETRIES)
