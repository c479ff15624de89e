"""The names of patterns by their apgcodes: the built-in ones, and those of one's own catalogue.

Naming what a search finds needs this module alone. A catalogue that cannot be read must not stop a
search: `name_of` then knows the built-in names only, and `why_unreadable` gives the reason.

    >>> builtin_name("xq4_153", LIFE), builtin_name("xq4_153", Rule.parse("B36/S23"))
    ('glider', None)
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from lifesearch.catalogue.store import read
from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.life.rules.rule import LIFE, Rule

RECURRING_KINDS = ("still life", "oscillator", "spaceship")
"""Patterns that recur, which searches find: each is known by its apgcode."""
OTHER_KINDS = ("gun", "puffer", "rake", "methuselah")
"""Patterns that do not recur, which only the built-in catalogue has."""
INDEX = "index.csv"
LOCK_SECONDS = 2.0
"""How long to wait for a catalogue that another process writes, a choice.

Shorter than `store.LOCK_TIMEOUT`, as a search goes on without the names.
"""


def name_of(code: str | None, rule: Rule) -> str | None:
    """The name of the object with this code: the built-in one, or else one's own."""
    if code is None:
        return None
    return builtin_name(code, rule) or own_names(rule).get(code)


def builtin_name(code: str | None, rule: Rule) -> str | None:
    """The built-in name of the object with this code; only objects of Life have one."""
    return None if code is None or rule != LIFE else builtin_names().get(code)


@cache
def builtin_names() -> Mapping[str, str]:
    """The built-in names by codes."""
    rows = [*csv.DictReader(read_builtin(INDEX).splitlines())]
    return {row["apgcode"]: row["name"] for row in reversed(rows) if row["apgcode"]}


@cache
def own_names(rule: Rule) -> Mapping[str, str]:
    """The names in one's own catalogue, by codes; none if it cannot be read. Read once a run."""
    try:
        rows = read("SELECT apgcode, name FROM pattern WHERE rule = ?", [str(rule)], LOCK_SECONDS)
    except InputError:
        return {}
    return {str(code): str(name) for code, name in rows}


def why_unreadable() -> str | None:
    """The error that hides the user's own names; None if they can be read."""
    try:
        read("SELECT apgcode, name FROM pattern LIMIT 1", lock_timeout=LOCK_SECONDS)
    except InputError as error:
        return str(error)
    return None


def patterns_in(package: Path, repository: Path) -> Path:
    """Where the patterns are: in the installed package, or beside it in the repository.

    A LifesearchError if they are in neither.
    """
    for place in (package / "patterns", repository / "patterns"):
        if (place / INDEX).is_file():
            return place
    raise LifesearchError("the catalogue of patterns is missing: install lifesearch again")


def patterns_folder() -> Path:
    package, repository = Path(__file__).parents[1:3]
    return patterns_in(package, repository)


def read_builtin(name: str) -> str:
    """The text of a file of the built-in catalogue."""
    return (patterns_folder() / name).read_text(encoding="utf-8")
