"""Random soups and their census, as a kind of question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.limits import MOST_WANTED
from lifesearch.core.kind import Command, Form, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import LAST, NEXT
from lifesearch.core.options.option import COUNT, OUTPUT, WHAT
from lifesearch.core.options.shared import options_for, own, taken


def sides(value: Any) -> tuple[int, int]:
    """The least and the longest side of a soup: 16, 8-16 or (8, 16).

    >>> sides("16"), sides("8-16"), sides(16), sides([8, 16])
    ((16, 16), (8, 16), (16, 16), (8, 16))
    """
    if isinstance(value, str):
        number = "([0-9]{1,9})"
        advice = "is not a size of a soup: write 16, or 8-16 for a range"
        parts = readers.matched(rf"{number}\s*(?:-\s*{number})?", value, advice)
        return int(parts[1]), int(parts[2] or parts[1])
    both = readers.several(value) if isinstance(value, Sequence) else [value, value]
    if len(both) != 2:
        raise InputError(
            f"the size of soups is a number or two, such as (8, 16), not {require.shown(value)}"
        )
    # From Python anything may come. The size of numbers in a text is checked by `SoupQuery`.
    from lifesearch.engines.soups.limits import LARGEST_SOUP

    least, most = (readers.whole(side, "the side of a soup", 1, LARGEST_SOUP) for side in both)
    return least, most


# fmt: off
OPTIONS = options_for(
    "soup",
    own("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.", WHAT,
        default="B3/S23", completions=names.rules, short=True, offered=True),
    own("symmetry", "NAME,...", readers.symmetries, "Symmetries of soups, as on LifeWiki (C1, "
        "D2_+1, C4_4, D8_1, ...); may be repeated.", WHAT, many=True,
        usual="all symmetries of the rule", completions=names.symmetries, short=True, offered=True,
        in_python="a name or several"),
    own("size", "N|N-M", sides, "Side of the soups in cells, or a range.", WHAT,
        default="8-16", short=True, since=LAST, in_python="a number or two"),
    own("density", "X", readers.density, "The fraction of live cells.", WHAT, default="0.5",
        short=True, since=LAST),
    own("seed", "N", range(MOST_WANTED + 1), "Run the soups of this seed, the same each time.",
        WHAT, usual="a random one", short=True, offered=True, since=LAST, label="Seed"),
    own("soups", "N", range(1, MOST_WANTED + 1), "Run N soups.", COUNT,
        usual="100000, or unlimited with <time_limit>", since=LAST, short=True,
        door="cli"),
    own("show", "N", range(MOST_WANTED + 1), "Run nothing: print soup N of the <seed>, as RLE or "
        "in the given <form>.", OUTPUT, door="cli", since=NEXT, short=True),
    own("census", "", bool, "Print only the census, in full.", OUTPUT, door="cli",
        since=LAST, short=True),
    own("all_new", "", bool, "Report every object that is in no catalogue, not only ships and "
        "long periods.", OUTPUT, door="cli", since=LAST),
    *taken("form!", of="oscillator"),
    own("output", "FILE|DIR", str, "Write the spaceships, and the oscillators of periods other "
        "than 2, to a new file, as RLE or in the given <form>, or each to a file in DIR/.", OUTPUT,
        letter="-o", short=True, door="cli"),
    *taken("remember explain force quiet verbose time_limit!*", of="oscillator"),
    *taken("jobs*", of="survey"),
    *taken("cluster* session! no_progress progress", of="oscillator"),
)
# fmt: on

KIND = Kind(
    question="questions.soups.question.SoupQuery",
    engines=("questions.soups.engine.SoupEngine",),
    records="questions.soups.session.SoupRecords",
    commands=(
        Command(
            "soup",
            "Run random soups and take a census of the objects.",
            suggested_for=("census",),
            asks="questions.soups.asking.request",
        ),
    ),
    options=OPTIONS,
    resumes="questions.soups.asking.resumed",
    strategies=(
        ("soups", "questions.soups.strategy.SoupRanges"),
        ("soups", "questions.soups.strategy.RareSoupRanges"),
    ),
    does=(("soups", "random starts are run, to see what they leave"),),
    surveyed="surveys.soup_tasks.SOURCE",
    prints=(("show", "show.search.soup_text.soup_text"),),
    view="show.search.soups",
    forms=(
        Form(
            "soup",
            "Soups",
            "Random cells, run until they settle: a list of what is left.",
            offers="soup",
            counts=(("", "100,000 soups"), ("1000", "1,000 soups"), ("1000000", "1,000,000 soups")),
            counted_by="soups",
            endless="soups never end: ask for a number of answers, not for all",
            any_symmetry=True,
            by_lot="seed",
            found=("kind", " of objects"),
            provable=False,
        ),
    ),
)
