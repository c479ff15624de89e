"""The fields of the page's form: only those that make sense together are offered.

Which ones depends on the kind of search, which is the name of a `Form` (oscillator, spaceship,
...), and on the place: the box that is drawn, boxes of any size, or a strip. If cells are drawn in
the box, the search is for completions, and has fewer fields.

    >>> fields("oscillator", "strip", drawn=False)[:3]
    ('period', 'rule', 'symmetry')
    >>> "torus" in fields("oscillator", "box", drawn=False)
    True
    >>> "torus" in fields("oscillator", "box", drawn=True)
    False
"""

from __future__ import annotations

from typing import Any

from lifesearch.core.kind import Form
from lifesearch.core.options import names
from lifesearch.core.options.names import STRIP_SYMMETRIES
from lifesearch.core.options.option import Option
from lifesearch.running import option_table as table
from lifesearch.running.option_table import in_studio, options_of
from lifesearch.running.registry import command_named, forms

FORMS = forms()
WHERE = ("box", "any", "strip")
"""The places that a question may be about: see `core.kind.Form.places`."""
SPENT = ("time_limit", "jobs", "cluster")
"""Fields for the limits of the search."""
RUNNING = ("count", *SPENT)
"""These, and the field for the number of answers."""
_STRIP_SYMMETRIES_IN_PLACE = (*STRIP_SYMMETRIES, "C2", "D2-", "D4+")
"""For still lifes and oscillators. The last three exchange the two ends of the strip, so a ship,
which travels towards one of them, has none of them."""


def places(kind: str) -> tuple[str, ...]:
    return FORMS[kind].places


def fields(kind: str, where: str, *, drawn: bool) -> tuple[str, ...]:
    """The names of the fields of a question, in the order of the form.

    They are the argument of the command, the options whose `places` have this place, and RUNNING.
    The field `best` stands for the options `minimise` and `maximise`. These options have no places
    of their own: answers whose live cells can be bounded (`population`) are those that can be
    compared. A search row by row has no best answer, so there is none in a strip.
    """
    form = FORMS[kind]
    place = form.offers or where
    if form.drawing == "box" and where == "box" and drawn:
        place = "drawn"
    options = options_of(command(kind))
    offered = [key for key, option in options.items() if place in option.places.split()]
    first = form.needs[:1] if form.needs else ()
    best = ["best"] if "population" in offered and place != "strip" else []
    questions = [key for key in offered if key not in RUNNING]
    running = [key for key in RUNNING if key != "count" or form.counted_by]
    return (*first, *questions, *best, *running)


def command(kind: str) -> str:
    """The command that asks what a form asks."""
    return FORMS[kind].command or kind


def words() -> dict[str, dict[str, Any]]:
    """The label, the explanation and the type of each field, from the table of options.

    "usual" says whether the page shows a field at once, and not behind "Advanced", if the page
    itself does not say it: these are arguments, and options that the short help lists.
    """
    # Several options have the same key, each for other commands: the first one counts.
    fields = {o.key: o for o in reversed(table.all_options()) if o.label or o.places}
    fields["best"] = fields.pop("minimise")
    for form in FORMS.values():
        if form.needs and form.explained_by:
            fields[form.needs[0]] = fields[form.explained_by]
    explained = {key: _words(option) for key, option in fields.items()}
    return {
        form.needs[0]: _words_of_argument(form) for form in FORMS.values() if form.needs
    } | explained


def _words_of_argument(form: Form) -> dict[str, Any]:
    """The words of a field for the argument of the command, where no option explains it."""
    assert form.needs is not None
    name, example = form.needs
    argument = command_named(form.command or form.name).argument
    return {
        "label": name.replace("_", " "),
        "help": "" if argument is None else argument.help,
        "flag": False,
        "least": None,
        "usual": True,
        "example": example,
    }


def own_words(kind: str) -> dict[str, dict[str, Any]]:
    """Labels and explanations of the fields with another meaning in this kind of search."""
    usual, explained = words(), dict(FORMS[kind].explained)
    own = options_of(kind)  # empty if the form has another name than its command
    return {
        key: {
            **_words(option),
            "label": option.label or usual[key]["label"],
            **({"help": explained[key]} if key in explained else {}),
        }
        for key, option in own.items()
        if kind in option.places.split()
    }


def _words(option: Option) -> dict[str, Any]:
    return {
        "label": option.label or option.key.replace("_", " "),
        "help": option.explained(in_studio),
        "flag": option.is_flag,
        "least": option.value_type.start if isinstance(option.value_type, range) else None,
        "usual": bool(option.short),
        "example": option.example,
    }


def symmetries(kind: str, where: str) -> tuple[str, ...]:
    """The names of symmetries to choose from; `feedback` leaves out those that do not fit."""
    if where == "strip":
        return STRIP_SYMMETRIES if kind == "spaceship" else _STRIP_SYMMETRIES_IN_PLACE
    return tuple(names.symmetries())
