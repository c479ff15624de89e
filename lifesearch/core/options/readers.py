"""Values of options, read: one function a type, for texts and for Python's own values alike.

Each returns a value that was read already unchanged, so that a value may be read more than once.
In the name of an option that a message is about, `<box>` stands for how the option is spelt: see
`OptionError`. Modules that take long to import are imported when they are needed.

>>> box("8x6"), box((8, 6)), shift("0,-1"), seconds("5m"), seconds(300), memory("500M")
((8, 6), (8, 6), (0, -1), 300.0, 300.0, 524288000)
>>> bounds((None, 20)), bounds("<=20"), bounds([">9", "<20"]), bounds(12)
((0, 20), (0, 20), (10, 19), (12, 12))
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, cast

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.lazy_import import imported
from lifesearch.common.limits import (
    LARGEST_COUNT,
    LEAST_MEMORY,
    LONGEST_PERIOD,
    MOST_CLUSTER_JOBS,
    MOST_JOBS,
    MOST_VALUES,
    MOST_WANTED,
)
from lifesearch.common.text import size_with_article, suggestion

if TYPE_CHECKING:
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.simulate.cylinder import Cylinder
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.life.velocity import Velocity

Whole = int | str
Size = tuple[int, int] | Sequence[int] | str
Seconds = float | str
Path = str | os.PathLike[str]
Population = int | str | tuple[int | None, int | None] | Sequence[str]

LONGEST_QUOTE = 20  # characters
LONGEST_NUMBER = 18  # digits: all such numbers fit in 64 bits
LONGEST_NAME = 255  # of a file, without its folders, on all systems
LONGEST_PATH = 4095  # as on Linux, whose limit of 4,096 bytes has a null character at the end
LONGEST_TIME = 3.6e12  # seconds: as long as a text can say, 999999999h


@dataclass(frozen=True)
class Names:
    """Names to choose from; `choices` imports the module that lists them, and is called late.

    `what` is the kind of name, for messages, as in `one_of`.
    """

    what: str
    choices: Callable[[], Iterable[str]]

    def __call__(self, value: Any) -> str:
        return one_of(value, self.what, list(self.choices()))

    def several(self, values: Any) -> list[str]:
        return [self(value) for value in several(values)]

    def complete(self, incomplete: str) -> list[str]:
        return [name for name in self.choices() if name.lower().startswith(incomplete.lower())]


def one_of(value: object, what: str, choices: Sequence[str]) -> str:
    """One of some names, in upper or lower case; of plurals, the singular will do.

    `what` is the kind of name, or a sentence with {} for the value.

    >>> one_of("Row", "strategy", ["boxes", "rows"])
    'rows'
    """
    text = value if isinstance(value, str) else ""
    for name in (text.lower(), f"{text.lower()}s"):
        if name in choices:
            return name
    given = quoted(text) if isinstance(value, str) else require.shown(value)
    wrong = what.replace("{}", given) if "{}" in what else f"there is no {what} {given}"
    raise InputError(f"{wrong}; {suggestion(text, choices)}")


def whole(value: Any, name: str, least: int, most: int = MOST_WANTED) -> int:
    """A whole number from `least` to `most`; messages call it `name`."""
    if isinstance(value, str):
        cleaned = value.strip()
        if not re.fullmatch("-?[0-9]+", cleaned):
            digits = " (with the digits 0 to 9)" if cleaned.isnumeric() else ""
            after_letters = re.fullmatch("[A-Za-z]+([0-9]{1,9})", cleaned)  # p4, as people write it
            meant = f": did you mean {after_letters[1]}?" if after_letters else ""
            wrong = f"{name} must be a whole number{digits}, not {{}}{meant}"
            raise OptionError(wrong, quoted(value))
        if len(cleaned) > LONGEST_NUMBER:
            many = f"a number of {len(cleaned):,} digits"
            raise OptionError(f"{name} must be at most {most:,}, not {many}")
        value = int(cleaned)
    elif hasattr(value, "__index__") and not isinstance(value, bool | type):
        with suppress(TypeError):  # of numpy's arrays, which all have it, few are numbers
            value = index(value)  # numpy has integers of its own
    require.whole(value, name, least, most)
    return int(cast(Any, value))


def text(value: Any, name: str) -> str:
    require.instance(value, name, str)
    return str(value)


def path(value: Any) -> str:
    """The name of a file, which need not exist, as a text."""
    if not isinstance(value, str | os.PathLike):
        raise InputError(f"the name of a file is a text or a path, not {require.shown(value)}")
    name = os.fspath(value)
    if not isinstance(name, str):
        raise InputError(f"the name of a file is a text or a path, not {require.shown(value)}")
    try:
        length = len(os.fsencode(name))
    except UnicodeEncodeError:
        raise InputError("the name of a file has a character that files cannot have") from None
    if length > LONGEST_PATH or max(map(len, name.split("/"))) > LONGEST_NAME:
        raise InputError(f"'{name[:20]}...' is too long for the name of a file")
    if "\0" in name:
        raise InputError("the name of a file cannot have a null character")
    return name


def flag(value: object, name: str) -> bool:
    require.instance(value, name, bool)
    return bool(value)


def matched(pattern: str, value: str, otherwise: str) -> re.Match[str]:
    """Match a text, blanks aside; InputError if it differs: the text, followed by `otherwise`."""
    found = re.fullmatch(rf"\s*{pattern}\s*", value)
    if not found:
        raise InputError(f"{quoted(value)} {otherwise}")
    return found


def quoted(text: str) -> str:
    """A text in quotation marks, for messages; of a long one, how it begins.

    >>> quoted("<=20"), quoted("=999999999999999999999")
    ("'<=20'", "'=9999999999999999999...'")
    """
    return f"'{text}'" if len(text) <= LONGEST_QUOTE else f"'{text[:LONGEST_QUOTE]}...'"


def box(value: Any) -> tuple[int, int] | None:
    """A width and a height, such as 8x6."""
    if value is None:
        return None
    if isinstance(value, str):
        number = r"([0-9]{1,18})"
        sides = matched(
            rf"{number}\s*[xX×*]\s*{number}",  # noqa: RUF001
            value,
            "is not a box: write width x height, such as 8x6",
        )
        return int(sides[1]), int(sides[2])
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(
            f"a box has a width and a height, such as (8, 6), not {require.shown(value)}"
        )
    width, height = map(whole, value, ("the width of a box", "the height of a box"), (0, 0))
    if not width * height:
        raise InputError(f"{size_with_article(width, height)} box has no cells: give at least 1x1")
    return width, height


def by(function: str) -> Callable[[Any], Any]:
    """A reader of one kind of question, by its name: it is imported when a value is read."""

    def read(value: Any) -> Any:
        return imported(function)(value)

    return read


def shift(value: Any) -> tuple[int, int]:
    """How far to the right and down: 'DX,DY'."""
    if isinstance(value, str):
        number = r"([+-]?[0-9]{1,9})"
        parts = matched(
            rf"\(?\s*{number}\s*,\s*{number}\s*\)?",
            value,
            "is not a shift: write DX,DY, such as 0,-1",
        )
        return int(parts[1]), int(parts[2])
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a shift is (DX, DY), such as (0, -1), not {require.shown(value)}")
    across, down = (whole(each, "a shift", -(10**9), 10**9) for each in value)
    return across, down


def cylinder(value: Any) -> Cylinder:
    """A cylinder by its circumference and its shift: 8, (8, 2), '8+2' or '8-2'.

    >>> [str(cylinder(each)) for each in ("8", "8+2", (8, -2), 8)]
    ['8', '8+2', '8-2', '8']
    """
    from lifesearch.life.simulate.cylinder import Cylinder

    if isinstance(value, Cylinder):
        return value
    if isinstance(value, str):
        advice = "is not a cylinder: write its circumference, such as 8, or with a shift, 8+2"
        parts = matched(r"(0*[1-9][0-9]{0,8})\s*(?:([+-])\s*([0-9]{1,9}))?", value, advice)
        shift_in_rows = int(parts[3] or 0)
        return Cylinder(int(parts[1]), -shift_in_rows if parts[2] == "-" else shift_in_rows)
    if isinstance(value, Sequence):
        if len(value) != 2:
            given = require.shown(value)
            raise InputError(f"a cylinder is W or (W, SHIFT), such as 8 or (8, 2), not {given}")
        return Cylinder(*shift(value))
    return Cylinder(whole(value, "the circumference of a cylinder", 1))


def seconds(value: Any) -> float | None:
    """A time: a number of seconds, or 60s, 5m, 2h."""
    if value is None:
        return None
    if isinstance(value, str):
        advice = "is not a time limit: write 60s, 5m or 2h"
        parts = matched(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([smh])?", value, advice)
        value = float(parts[1]) * {"s": 1, "m": 60, "h": 3600}[parts[2] or "s"]
        if not value:
            raise InputError(f"{quoted(parts[0])} {advice}")
        return float(value)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value < LONGEST_TIME:
        raise InputError(
            f"{require.shown(value)} is not a time limit: give seconds, such as 60, or '60s', "
            "'5m' or '2h'"
        )
    return float(value)


def memory(value: Any) -> int:
    """An amount of memory: a number of bytes, or 500M, 2G."""
    if not isinstance(value, str):
        return whole(value, "<memory>", LEAST_MEMORY)
    size = r"([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*((?i:[KMGT]?))(?i:i?B?)"
    parts = matched(size, value, "is not an amount of memory: write 500M or 2G")
    found = int(float(parts[1]) * 1024 ** " KMGT".index(parts[2].upper() or " "))
    if found < LEAST_MEMORY:
        least = f"{LEAST_MEMORY // 2**20}M"
        raise OptionError("<memory> {} is too little: give {} or more", value.strip(), least)
    return found


class Jobs(int):
    """How many solvers run at once; with `!` after the number, more than are useful."""

    insists = False


def jobs(value: Any) -> Jobs:
    """A number of solvers; how many there may be depends on where they run.

    >>> jobs("64!"), jobs("64!").insists, jobs(2).insists
    (64, True, False)
    """
    if isinstance(value, Jobs):
        return value
    insists = isinstance(value, str) and value.rstrip().endswith("!")
    number = value.rstrip().removesuffix("!") if isinstance(value, str) else value
    many = Jobs(whole(number, "<jobs>", 1, MOST_CLUSTER_JOBS))
    many.insists = insists
    return many


def rules(value: Any) -> tuple[Rule, PartialRule | None]:
    """A known rule and None; or, if it is partly unknown, Life and the set of possible rules."""
    from lifesearch.life.rules.parse import is_partial
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import LIFE

    if isinstance(value, PartialRule):
        return LIFE, value
    if isinstance(value, str) and is_partial(value):
        return LIFE, PartialRule.parse(value)
    return rule(value), None


def any_rule(value: Any) -> Rule | PartialRule:
    """A rule, which may be partly unknown."""
    complete, partial = rules(value)
    return partial or complete


def rule(value: Any) -> Rule:
    """A rule without unknown parts."""
    from lifesearch.life.rules.rule import Rule

    return value if isinstance(value, Rule) else Rule.parse(text(value, "the rule"))


def symmetry(value: Any) -> Symmetry:
    from lifesearch.life.symmetry import Symmetry

    return value if isinstance(value, Symmetry) else Symmetry.parse(text(value, "the symmetry"))


def symmetry_name(value: Any) -> str:
    """The name of a symmetry, of a pattern or of a strip."""
    from lifesearch.life.symmetry import Symmetry

    return value.name if isinstance(value, Symmetry) else text(value, "the symmetry")


def symmetries(value: Any) -> tuple[Symmetry, ...]:
    """Symmetries, each once; names in a text have commas between them."""
    names = [
        name
        for item in several(value)
        for name in (item.split(",") if isinstance(item, str) else [item])
    ]
    return tuple(dict.fromkeys(map(symmetry, names)))


def transform(value: Any) -> Orientation:
    from lifesearch.life.orientation import Orientation

    if isinstance(value, Orientation):
        return value
    return Orientation.parse(text(value, "the transform"))


def velocity(value: Any) -> Velocity:
    from lifesearch.life.velocity import Velocity

    return value if isinstance(value, Velocity) else Velocity.parse(text(value, "the velocity"))


def solver(value: Any) -> str:
    from lifesearch.engines.sat.solving.solver import solver_name

    return solver_name(text(value, "<solver>"))


def bounds(value: Any) -> tuple[int, int]:
    """The least and the largest population: (least, most), a number, '<=20', or several texts."""
    if isinstance(value, tuple) and len(value) == 2 and not any(isinstance(v, str) for v in value):
        low, high = value
        least = 0 if low is None else whole(low, "the least population", 0, LARGEST_COUNT)
        if high is None:
            return least, LARGEST_COUNT
        return least, whole(high, "the largest population", 0, LARGEST_COUNT)
    if isinstance(value, int) and not isinstance(value, bool):
        number = whole(value, "the population", 0, LARGEST_COUNT)
        return number, number
    # An iterator gives its texts only once.
    texts: list[Any] = [None] if value is None else several(value)
    if not all(isinstance(each, str) for each in texts):
        raise InputError(
            f"{require.shown(value)} is not a bound on the population: give (least, most), None "
            "where there is no bound, or a text such as '<=20'"
        )
    limits = [_limits(each) for each in texts] or [(0, LARGEST_COUNT)]
    return max(low for low, _ in limits), min(high for _, high in limits)


def _limits(bound: str) -> tuple[int, int]:
    """The least and the largest population that a bound such as '<=20' allows."""
    advice = "is not a bound on the population: write '<=20', '<20', '=20', '>=20' or '>20'"
    parts = matched(r"(<=|>=|<|>|==?|≤|≥|)\s*([0-9]+)", bound, advice)
    number = whole(parts[2], "the population", 0, LARGEST_COUNT)
    match parts[1]:
        case "<=" | "≤":
            return 0, number
        case "<":
            return (0, number - 1) if number else (1, 0)  # '<0' holds for no number
        case ">=" | "≥":
            return number, LARGEST_COUNT
        case ">":
            return number + 1, LARGEST_COUNT
    return number, number


def periods(value: Any) -> tuple[int, ...]:
    """Periods of oscillators: a number, several, or a text with ranges.

    >>> periods("2-4, 7"), periods(range(2, 4)), periods(5)
    ((2, 3, 4, 7), (2, 3), (5,))
    """
    numbers: dict[int, None] = {}
    given = value.split(",") if isinstance(value, str) else several(value)
    for each in given:
        first, dash, last = each.partition("-") if isinstance(each, str) else (each, "", "")
        least = whole(first, "a period", 2, LONGEST_PERIOD)
        most = whole(last if dash else first, "a period", 2, LONGEST_PERIOD)
        if most < least:
            raise InputError(
                f"'{each.strip()[:20]}' is not a range of periods: write {most}-{least}"
            )
        numbers |= dict.fromkeys(range(least, most + 1))
    return tuple(numbers)


def speeds(value: Any) -> tuple[Velocity, ...]:
    """Speeds of spaceships: one, several, or a text with commas; brackets keep theirs.

    >>> [str(speed) for speed in speeds("c/2, (2,1)c/6")]
    ['c/2', '(2,1)c/6']
    """
    given = re.split(r",(?![^(]*\))", value) if isinstance(value, str) else several(value)
    return tuple(map(velocity, given))


def density(value: Any) -> float:
    """The fraction of cells that live: a number between 0 and 1."""
    if isinstance(value, str):
        number = float(value) if re.fullmatch(r"\s*[0-9]*\.?[0-9]{1,9}\s*", value) else 0.0
    else:
        number = value if isinstance(value, float) else 0.0
    if not 0 < number < 1:
        given = quoted(value) if isinstance(value, str) else require.shown(value)
        raise InputError(f"{given} is not a density: give a number between 0 and 1, such as 0.5")
    return number


def darkness(value: Any) -> float:
    """A darkness of pixels: from 0 (white) to less than 1 (black), as nothing is darker than 1."""
    if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{0,9}\.?[0-9]{1,9}\s*", value):
        value = float(value)
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    if not 0 <= number < 1:
        given = quoted(value) if isinstance(value, str) else require.shown(value)
        raise InputError(f"{given} is no threshold: give a number from 0 to 1, such as 0.5")
    return float(number)


def cluster_address(value: Any) -> str:
    """Where a Ray cluster is: auto, HOST:PORT or ray://HOST:PORT."""
    address = text(value, "<cluster>").strip()
    if address != "auto" and not re.fullmatch(r"(ray://)?[^\s/:]+:[0-9]{1,5}", address):
        raise InputError(
            f"'{address[:40]}' is not an address of a Ray cluster: give auto, ray://HOST:10001 "
            "or, on a machine of the cluster, HOST:6379"
        )
    return address


def cores() -> int:
    """The cores that this process may use: how many solvers run at once by default."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)


def later(value: Any) -> Any:
    """The value unchanged, for options that are read later, such as files."""
    return value


def shown_or_not(value: Any) -> bool:
    """Whether progress is shown, given in Python."""
    if not isinstance(value, bool):
        raise InputError(
            f"progress is shown (True), not shown (False), or as usual (None), and not "
            f"{require.shown(value)}"
        )
    return value


def function(value: Any) -> Callable[..., Any]:
    """A function, given in Python."""
    if not callable(value) or isinstance(value, type):  # `int` is a mistake for a number
        raise InputError(f"a function is needed here, not {require.shown(value)}")
    return cast(Callable[..., Any], value)


def several(given: Any) -> list[Any]:
    """A list of the given values: of none for None, of one for a text or a single value.

    An InputError if they are more than MOST_VALUES: they might be an iterator without an end.
    """
    if given is None:
        return []
    if isinstance(given, str) or not isinstance(given, Iterable):
        return [given]
    values = list(islice(given, MOST_VALUES + 1))
    if len(values) > MOST_VALUES:
        raise InputError(f"more than {MOST_VALUES:,} values are given for one option")
    return values
