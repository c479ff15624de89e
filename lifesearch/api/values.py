"""Values of options: Python's own, or the texts that the command line takes.

>>> box("8x6"), box((8, 6)), seconds("5m"), seconds(300)
((8, 6), (8, 6), 300.0, 300.0)
>>> bounds((None, 20)), bounds("<=20"), bounds([">9", "<20"]), bounds(12)
((0, 20), (0, 20), (10, 19), (12, 12))
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lifesearch import require
from lifesearch.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import LARGEST_COUNT, LEAST_MEMORY, MOST_WANTED
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.life.rules.partial import PartialRule

MOST_JOBS = 256
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}

Whole = int | str
Size = tuple[int, int] | Sequence[int] | str
Seconds = float | str
Path = str | os.PathLike[str]
Population = int | str | tuple[int | None, int | None] | Sequence[str]


def whole(value: Whole, name: str, least: int, most: int = MOST_WANTED) -> int:
    """A whole number in a range."""
    number: object = value
    if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,18}\s*", value):
        number = int(value)
    elif not isinstance(value, str) and hasattr(value, "__index__"):
        number = value if isinstance(value, bool) else int(value)  # numpy has integers of its own
    require.whole(number, name, least, most)
    assert isinstance(number, int)
    return number


def flag(value: object, name: str) -> bool:
    """True or False."""
    require.flags(**{name: value})
    return bool(value)


def box(value: Size | None) -> tuple[int, int] | None:
    """A width and a height."""
    if value is None:
        return None
    if isinstance(value, str):
        sides = re.fullmatch(r"\s*([0-9]{1,18})\s*[x*]\s*([0-9]{1,18})\s*", value, re.IGNORECASE)
        if not sides:
            raise InputError(
                f"'{value[:20]}' is no box: write width x height, such as (8, 6) or '8x6'", "box"
            )
        return int(sides[1]), int(sides[2])
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a box has a width and a height, such as (8, 6), not {value!r:.40}")
    names = ("the width of a box", "the height of a box")
    width, height = map(whole, value, names, (1, 1))
    return width, height


def shift(value: Size | None) -> tuple[int, int]:
    """How far to the right and down."""
    if isinstance(value, str):
        parts = re.fullmatch(r"\s*\(?\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*\)?\s*", value)
        if not parts:
            raise InputError(f"'{value[:20]}' is no shift: write DX,DY, such as 0,-1")
        return int(parts[1]), int(parts[2])
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a shift is (DX, DY), such as (0, -1), not {value!r:.40}")
    across, down = (whole(each, "a shift", -(10**9), 10**9) for each in value)
    return across, down


def one_of(value: str, what: str, known: Sequence[str]) -> str:
    """A name from a list."""
    if not isinstance(value, str) or value.lower() not in known:
        raise InputError(f"there is no {what} '{value!s:.20}'; {suggestion(str(value), known)}")
    return value.lower()


def seconds(value: Seconds | None) -> float | None:
    """A time: a number of seconds, or 60s, 5m, 2h."""
    if value is None:
        return None
    number = math.nan
    if isinstance(value, str):
        if parts := re.fullmatch(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([smh]?)\s*", value):
            number = float(parts[1]) * UNITS[parts[2]]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number = float(value)
    if not 0 < number < math.inf:
        raise InputError(
            f"{value!r:.20} is no time limit: give seconds, such as 60, or '60s', '5m' or '2h'"
        )
    return number


def memory(value: Whole) -> int:
    """An amount of memory: a number of bytes, or 500M, 2G.

    >>> memory("500M"), memory(2**30)
    (524288000, 1073741824)
    """
    if not isinstance(value, str):
        return whole(value, "memory", LEAST_MEMORY)
    parts = re.fullmatch(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*([MGT])i?B?\s*", value, re.IGNORECASE)
    if not parts:
        raise InputError(f"'{value[:20]}' is no amount of memory: write 500M or 2G")
    size = float(parts[1]) * {"M": 2**20, "G": 2**30, "T": 2**40}[parts[2].upper()]
    return whole(int(size), "memory", LEAST_MEMORY)


def rules(value: str | Rule) -> tuple[Rule, PartialRule | None]:
    """A rule; or, if a part of it is unknown, all that it may be, with Life in its place."""
    from lifesearch.life.rules.parse import is_partial
    from lifesearch.life.rules.partial import PartialRule

    if not isinstance(value, str):
        return rule(value), None
    return (LIFE, PartialRule.parse(value)) if is_partial(value) else (rule(value), None)


def rule(value: str | Rule) -> Rule:
    """A rule of which all is known."""
    if isinstance(value, Rule):
        return value
    require.kind(value, "the rule", str)
    return Rule.parse(value)


def symmetry(value: str) -> Symmetry:
    """A static symmetry."""
    require.kind(value, "the symmetry", str)
    return Symmetry.parse(value)


def transform(value: str) -> Orientation:
    """How a pattern is turned."""
    require.kind(value, "the transform", str)
    return Orientation.parse(value)


def bounds(value: Population) -> tuple[int, int]:
    """The least and the largest population."""
    if isinstance(value, tuple) and len(value) == 2 and not any(isinstance(v, str) for v in value):
        low, high = value
        least = 0 if low is None else whole(low, "the least population", 0, LARGEST_COUNT)
        if high is None:
            return least, LARGEST_COUNT
        return least, whole(high, "the largest population", 0, LARGEST_COUNT)
    if isinstance(value, int) and not isinstance(value, bool):
        number = whole(value, "the population", 0, LARGEST_COUNT)
        return number, number
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable) or not all(isinstance(text, str) for text in texts):
        raise InputError(
            f"{value!r:.40} is no bound on the population: give (least, most), None where there "
            "is no bound, or a text such as '<=20'"
        )
    limits = [_limits(str(text)) for text in texts] or [(0, LARGEST_COUNT)]
    return max(low for low, _ in limits), min(high for _, high in limits)


def _limits(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"\s*(<=|>=|<|>|==?)\s*([0-9]{1,9})\s*", text)
    if not parts:
        raise InputError(
            f"'{text[:20]}' is no bound on the population: "
            "write '<=20', '<20', '=20', '>=20' or '>20', or give (least, most)"
        )
    number = int(parts[2])
    match parts[1]:
        case "<=":
            return 0, number
        case "<":
            return 0, number - 1
        case ">=":
            return number, LARGEST_COUNT
        case ">":
            return number + 1, LARGEST_COUNT
    return number, number


def cores() -> int:
    """How many solvers run at once, if nobody says otherwise."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)
