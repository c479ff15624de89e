"""Which fields a question has: what makes sense together is offered, and nothing else.

A question is of a kind (oscillator, spaceship, ...), and about a place: the box that is drawn, any
size, or a strip. If cells are told in the box, it is about these, and fewer things can be asked.

    >>> fields("oscillator", "strip", drawn=False)[:3]
    ('period', 'rule', 'width')
    >>> "torus" in fields("oscillator", "box", drawn=False)
    True
    >>> "torus" in fields("oscillator", "box", drawn=True)
    False
"""

from __future__ import annotations

KINDS = ("oscillator", "spaceship", "still-life", "film", "predecessor", "soup")
WHERE = ("box", "any", "strip")
DRAWN_ONLY = ("film", "predecessor")
"""The kinds that are about told cells."""

_FIRST = {
    "oscillator": ("period",),
    "spaceship": ("velocity",),
    "film": ("generations",),
    "predecessor": ("generations", "pad", "orphan"),
}
_COUNTED = ("population", "population_of", "best")
_OTHERS = {
    "soup": ("symmetry", "seed"),
    "predecessor": _COUNTED,
    "film": ("symmetry", *_COUNTED),
}
_RUNNING = ("count", "time_limit", "jobs", "cluster")
_STRIP_SYMMETRIES = ("none", "even", "odd", "gutter", "glide")
_STILL_STRIP_SYMMETRIES = (*_STRIP_SYMMETRIES, "C2", "D2-", "D4+")


def places(kind: str) -> tuple[str, ...]:
    """Where a search of this kind can be."""
    if kind == "soup":
        return ()
    return ("box",) if kind in DRAWN_ONLY else WHERE


def fields(kind: str, where: str, *, drawn: bool) -> tuple[str, ...]:
    """The names of the fields of a question, in the order of the form."""
    first = _FIRST.get(kind, ())
    if kind in _OTHERS:
        return (*first, "rule", *_OTHERS[kind], *_RUNNING)
    turned = () if kind == "still-life" else ("transform", "any_period")
    pieces = ("connected", "new")
    if where == "strip":
        return (
            *first, "rule", "width", "max_length", "symmetry", "population", "population_of",
            *pieces, *_RUNNING,
        )  # fmt: skip
    if where == "any":
        return (*first, "rule", "symmetry", *turned, *_COUNTED, *pieces, "max_area", *_RUNNING)
    if drawn:
        return (*first, "rule", "symmetry", *turned, *_COUNTED, *_RUNNING)
    torus = () if kind == "spaceship" else ("torus",)
    return (*first, "rule", "symmetry", *turned, *torus, *_COUNTED, *pieces, *_RUNNING)


def symmetries(kind: str, where: str) -> tuple[str, ...]:
    """The names of symmetries that may be chosen, before it is known which of them fit."""
    from lifesearch.life.symmetry import SYMMETRIES

    if where == "strip" and kind != "soup":
        return _STRIP_SYMMETRIES if kind == "spaceship" else _STILL_STRIP_SYMMETRIES
    return tuple(symmetry.name for symmetry in SYMMETRIES)


def transforms() -> tuple[str, ...]:
    """The symbols of rotations and reflections."""
    from lifesearch.life.orientation import Orientation

    return tuple(orientation.symbol for orientation in Orientation)
