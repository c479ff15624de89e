"""Messages to the page while a question is composed: its title, or why it cannot be asked yet.

`server` calls `check` whenever the form or the drawing has changed.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lifesearch.common.errors import InputError, LifesearchError, OptionError
from lifesearch.core.options.names import transforms
from lifesearch.core.words import WITH_CELLS
from lifesearch.doors.studio.asking import fields as offers
from lifesearch.doors.studio.asking.drawing import Drawing
from lifesearch.doors.studio.asking.query import plan_of, query_of, steps_of
from lifesearch.doors.studio.asking.question import PageQuestion, command_line
from lifesearch.engines.sat.encoding.variable_grid import Spacetime
from lifesearch.life.symmetry import Symmetry
from lifesearch.running.option_table import in_studio

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery

NOTHING_LEFT = (
    "every cell is known, so that nothing is left to find: run the pattern, or make cells unknown"
)
"""Why a drawing cannot be searched, if every cell is alive or dead."""
DRAWN = {
    "oscillator": "oscillator of period {period}",
    "spaceship": "{velocity} spaceship",
    "still-life": "still life",
}
"""What is searched for with drawn cells, by the name of the form, with its fields in braces."""


def check(question: PageQuestion) -> dict[str, Any]:
    """The state of the form as an object; `problem` says why no search can begin yet.

    If every cell is known, it is `over`: nothing is left to find.
    """
    drawn = not question.drawing.is_blank
    reply: dict[str, Any] = {
        "fields": offers.fields(question.kind, question.where, drawn=drawn),
        "places": offers.places(question.kind),
        "words": offers.own_words(question.kind),
        "drawn": drawn,
        "problem": "",
        "over": False,
        "unused": "" if question.where == "box" else "This search does not use the drawing.",
    }
    with suppress(InputError):
        reply["rule"] = rule_of(question)
    try:
        reply["command"] = command_line(question)
        plan = plan_of(question)
        title = title_of(question, plan.query)
        if (lot := question.form.by_lot) and lot not in question.given:
            # A random value, such as a seed: the search will have another one than this plan.
            title = title.split(f", {lot} ", maxsplit=1)[0]
        reply |= {"title": title, "steps": steps_of(plan), **_motion(question, plan.query)}
        if question.completes and question.drawing.is_known:
            reply |= {"title": NOTHING_LEFT, "steps": [], "over": True}
    except InputError as error:
        reply["problem"] = in_plain_words(error)
        reply |= _motion_without_cells(question)
    reply["symmetries"] = _fitting(question, "symmetry", offers.symmetries)
    reply["transforms"] = _fitting(question, "transform", lambda *_: transforms())
    return reply


def title_of(question: PageQuestion, query: PatternQuery) -> str:
    """The title of a question, in words for a drawing."""
    if not question.completes or question.kind not in DRAWN:
        return query.title
    conditions = query.title.partition(WITH_CELLS)[2]
    return f"{DRAWN[question.kind].format(**question.given)} with the drawn cells{conditions}"


def rule_of(question: PageQuestion) -> dict[str, Any]:
    """The rule by which the drawing runs; nothing if a part of it is unknown.

    >>> rule_of(PageQuestion.of({"rule": "HighLife"}))["name"]
    'B36/S23'
    """
    from lifesearch.life.rules.rule import Rule
    from lifesearch.show.gallery.page import rule_data

    rule = Rule.parse(str(question.given.get("rule", "B3/S23")))
    return {"name": str(rule), "states": rule.states, "table": rule_data(rule)}


def in_plain_words(error: LifesearchError) -> str:
    """A sentence that names fields and not options.

    >>> in_plain_words(OptionError("<max_area N> is for boxes that grow"))
    "'Cells in a box, at most' is for boxes that grow"
    """
    return error.spelt(in_studio) if isinstance(error, OptionError) else str(error)


def _motion(question: PageQuestion, query: PatternQuery) -> dict[str, Any]:
    """Which cells are equal to each other: by the symmetry, and because the pattern recurs.

    The symmetry of a search around an active part is one about that part, wherever it is drawn: so
    there is nothing to show in the box.
    """
    if question.form.drawing == "active":
        return {}
    symmetry, motion = getattr(query, "symmetry", None), getattr(query, "motion", None)
    reply: dict[str, Any] = {}
    group = getattr(symmetry, "group", None)
    if group is not None:  # a motion with a turn makes the group larger
        whole = group if motion is None else Spacetime(1, 1, motion, group).group()
        reply["group"] = sorted(orientation.value for orientation in whole)
    if motion is not None and getattr(query, "returns", True):
        reply["motion"] = {
            "period": motion.period,
            "turn": motion.orientation.value,
            "dx": motion.dx,
            "dy": motion.dy,
        }
    return reply


def _motion_without_cells(question: PageQuestion) -> dict[str, Any]:
    """The symmetry and motion of a question whose drawn cells contradict each other."""
    try:
        return _motion(question, query_of(replace(question, drawing=_blank(question))))
    except InputError:
        return {}


def _blank(question: PageQuestion) -> Drawing:
    return Drawing.blank(question.drawing.width, question.drawing.height)


def _fitting(question: PageQuestion, name: str, options: Any) -> list[str]:
    """The values of a field that are possible in this box, whatever cells are drawn."""
    form, names = question.form, list(options(question.kind, question.where))
    fields = offers.fields(question.kind, question.where, drawn=False)
    # These have no such field, search all symmetries that fit, or are no question without cells.
    if name not in fields or form.any_symmetry or form.drawing == "grids":
        return [each for each in names if _fits_box(question, name, each)]
    drawing = question.drawing if form.drawing == "active" else _blank(question)
    # A question must be complete to be tried: these fill in what it needs, any values would do.
    usual = {"velocity": "c/4", "period": "2", "width": "8", "window": "3x3"}
    if form.needs:
        usual.setdefault(*form.needs)
    # Other fields are left out: they may be half filled in.
    plain = {k: v for k, v in question.given.items() if k in usual or k == "rule"}
    needed = {k: v for k, v in usual.items() if k in fields and k not in plain}
    return [
        each
        for each in names
        if _is_possible(replace(question, drawing=drawing, given={**needed, **plain, name: each}))
    ] or names[:1]


def _fits_box(question: PageQuestion, name: str, value: str) -> bool:
    if name != "symmetry" or question.form.any_symmetry:
        return True
    return not Symmetry.parse(value).lacks(question.drawing.width, question.drawing.height)


def _is_possible(question: PageQuestion) -> bool:
    try:
        query_of(question)
    except InputError:
        return False
    return True
