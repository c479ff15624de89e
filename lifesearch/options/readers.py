"""Values of options, read: one function a type, for texts and for Python's own values alike.

What is read already is returned as it is, so that a value may be read by whoever gets it first.
In the name of an option that a message is about, `<box>` stands for how the option is spelt: see
`OptionError`. Modules that take long to import are imported when they are needed.

>>> box("8x6"), box((8, 6)), shift("0,-1"), seconds("5m"), seconds(300), memory("500M")
((8, 6), (8, 6), (0, -1), 300.0, 300.0, 524288000)
>>> bounds((None, 20)), bounds("<=20"), bounds([">9", "<20"]), bounds(12)
((0, 20), (0, 20), (10, 19), (12, 12))
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from lifesearch import require
from lifesearch.errors import InputError, OptionError
from lifesearch.limits import (
    LARGEST_COUNT,
    LARGEST_SOUP,
    LEAST_MEMORY,
    LONGEST_PERIOD,
    MOST_CLUSTER_JOBS,
    MOST_JOBS,
    MOST_SEEDS,
    MOST_WANTED,
)
from lifesearch.text import size_with_article, suggestion

if TYPE_CHECKING:
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.simulate.cylinder import Cylinder
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.life.velocity import Velocity
    from lifesearch.running.places.place import Place

Whole = int | str
Size = tuple[int, int] | Sequence[int] | str
Seconds = float | str
Path = str | os.PathLike[str]
Population = int | str | tuple[int | None, int | None] | Sequence[str]

LONGEST_NUMBER = 18


@dataclass(frozen=True)
class Names:
    """Names to choose from, which the module that knows them has; it is imported when needed."""

    what: str
    known: Callable[[], Iterable[str]]

    def __call__(self, value: Any) -> str:
        return one_of(value, self.what, list(self.known()))

    def several(self, values: Any) -> list[str]:
        return [self(value) for value in several(values)]

    def complete(self, incomplete: str) -> list[str]:
        return [name for name in self.known() if name.lower().startswith(incomplete.lower())]


def one_of(value: object, what: str, known: Sequence[str]) -> str:
    """One of some names, in upper or lower case; of plurals, the singular will do.

    `what` is the kind of name, or a sentence with {} for the value.

    >>> one_of("Soup", "strategy", ["boxes", "soups", "rows"])
    'soups'
    """
    text = value if isinstance(value, str) else ""
    for name in (text.lower(), f"{text.lower()}s"):
        if name in known:
            return name
    given = f"'{text[:20]}'" if isinstance(value, str) else f"{value!r:.20}"
    wrong = what.replace("{}", given) if "{}" in what else f"there is no {what} {given}"
    raise InputError(f"{wrong}; {suggestion(str(value), known)}")


def whole(value: Any, name: str, least: int, most: int = MOST_WANTED) -> int:
    if isinstance(value, str):
        cleaned = value.strip()
        if not re.fullmatch("-?[0-9]+", cleaned):
            digits = " (with the digits 0 to 9)" if cleaned.isnumeric() else ""
            raise OptionError(f"{name} must be a whole number{digits}, not '{{}}'", value[:20])
        if len(cleaned) > LONGEST_NUMBER:
            many = f"a number of {len(cleaned):,} digits"
            raise OptionError(f"{name} must be at most {most:,}, not {many}")
        value = int(cleaned)
    elif hasattr(value, "__index__") and not isinstance(value, bool):
        value = int(value)  # numpy has integers of its own
    require.whole(value, name, least, most)
    return int(value)


def lines_to_check(value: Any) -> int:
    """How many lines of the atlas are to be checked: a number, or 'all'."""
    most = MOST_WANTED
    return most if value == "all" else whole(value, "the number of lines", 1, most)


def text(value: Any, name: str) -> str:
    require.kind(value, name, str)
    return str(value)


def path(value: Any) -> str:
    if not isinstance(value, str | os.PathLike):
        raise InputError(f"the name of a file is a text or a path, not {value!r:.40}")
    return os.fspath(value)


def flag(value: object, name: str) -> bool:
    require.kind(value, name, bool)
    return bool(value)


def _match(pattern: str, value: str, otherwise: str) -> re.Match[str]:
    """What a text says, blanks aside; `otherwise` says what it is not, and what would be right."""
    found = re.fullmatch(rf"\s*{pattern}\s*", value)
    if not found:
        raise InputError(f"'{value[:20]}' {otherwise}")
    return found


def box(value: Any) -> tuple[int, int] | None:
    """A width and a height, such as 8x6."""
    if value is None:
        return None
    if isinstance(value, str):
        number = r"([0-9]{1,18})"
        sides = _match(
            rf"{number}\s*[xX×*]\s*{number}",  # noqa: RUF001
            value,
            "is not a box: write width x height, such as 8x6",
        )
        return int(sides[1]), int(sides[2])
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a box has a width and a height, such as (8, 6), not {value!r:.40}")
    width, height = map(whole, value, ("the width of a box", "the height of a box"), (0, 0))
    if not width * height:
        raise InputError(f"{size_with_article(width, height)} box has no cells: give at least 1x1")
    return width, height


def orphan_search(value: Any) -> NoReturn:
    """Refuse a search for orphans in a box; a box that is none is refused as such."""
    size = box(value)
    assert size is not None
    raise OptionError(
        "a search for orphans is not supported: each pattern in {} box would need a proof of its "
        "own; to test one pattern: lifesearch predecessor FILE <orphan>",
        size_with_article(*size),
    )


def shift(value: Any) -> tuple[int, int]:
    """How far to the right and down: 'DX,DY'."""
    if isinstance(value, str):
        number = r"([+-]?[0-9]{1,9})"
        parts = _match(
            rf"\(?\s*{number}\s*,\s*{number}\s*\)?",
            value,
            "is not a shift: write DX,DY, such as 0,-1",
        )
        return int(parts[1]), int(parts[2])
    if not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"a shift is (DX, DY), such as (0, -1), not {value!r:.40}")
    across, down = (whole(each, "a shift", -(10**9), 10**9) for each in value)
    return across, down


def cylinder(value: Any) -> Cylinder:
    """How far it is around a cylinder, and its shift: 8, (8, 2), '8+2' or '8-2'.

    >>> [str(cylinder(each)) for each in ("8", "8+2", (8, -2), 8)]
    ['8', '8+2', '8-2', '8']
    """
    from lifesearch.life.simulate.cylinder import Cylinder

    if isinstance(value, Cylinder):
        return value
    if isinstance(value, str):
        advice = "is not a cylinder: write its circumference, such as 8, or with a shift, 8+2"
        parts = _match(r"(0*[1-9][0-9]{0,8})\s*([+-]\s*[0-9]{1,9})?", value, advice)
        return Cylinder(int(parts[1]), int((parts[2] or "0").replace(" ", "")))
    if isinstance(value, Sequence):
        return Cylinder(*shift(value))
    return Cylinder(whole(value, "the circumference of a cylinder", 1))


def seconds(value: Any) -> float | None:
    """A time: a number of seconds, or 60s, 5m, 2h."""
    if value is None:
        return None
    if isinstance(value, str):
        advice = "is not a time limit: write 60s, 5m or 2h"
        parts = _match(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([smh])?", value, advice)
        value = float(parts[1]) * {"s": 1, "m": 60, "h": 3600}[parts[2] or "s"]
        if not value:
            raise InputError(f"'{parts[0][:20]}' {advice}")
        return float(value)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value < math.inf:
        raise InputError(
            f"{value!r:.20} is not a time limit: give seconds, such as 60, or '60s', '5m' or '2h'"
        )
    return float(value)


def memory(value: Any) -> int:
    """An amount of memory: a number of bytes, or 500M, 2G."""
    if not isinstance(value, str):
        return whole(value, "<memory>", LEAST_MEMORY)
    size = r"([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*((?i:[KMGT]?))(?i:i?B?)"
    parts = _match(size, value, "is not an amount of memory: write 500M or 2G")
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
    """A rule; or, if it is partly unknown, Life in its place and all rules that it may be."""
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
    known, partial = rules(value)
    return partial or known


def rule(value: Any) -> Rule:
    """A rule of which everything is known."""
    from lifesearch.life.rules.rule import Rule

    return value if isinstance(value, Rule) else Rule.parse(text(value, "the rule"))


def symmetry(value: Any) -> Symmetry:
    from lifesearch.life.symmetry import Symmetry

    return value if isinstance(value, Symmetry) else Symmetry.parse(text(value, "the symmetry"))


def symmetries(value: Any) -> tuple[Symmetry, ...]:
    """Symmetries, each once; names in a text have commas between them."""
    each = [
        name
        for one in several(value)
        for name in (one.split(",") if isinstance(one, str) else [one])
    ]
    return tuple(dict.fromkeys(symmetry(one) for one in each))


def transform(value: Any) -> Orientation:
    from lifesearch.life.orientation import Orientation

    if isinstance(value, Orientation):
        return value
    return Orientation.parse(text(value, "the transform"))


def velocity(value: Any) -> Velocity:
    from lifesearch.life.velocity import Velocity

    return value if isinstance(value, Velocity) else Velocity.parse(text(value, "the velocity"))


def solver(value: Any) -> str:
    from lifesearch.solving.solver import solver_name

    return solver_name(str(value))


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
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable) or not all(isinstance(text, str) for text in texts):
        raise InputError(
            f"{value!r:.40} is not a bound on the population: give (least, most), None where there "
            "is no bound, or a text such as '<=20'"
        )
    limits = [_limits(text) for text in texts] or [(0, LARGEST_COUNT)]
    return max(low for low, _ in limits), min(high for _, high in limits)


def _limits(text: str) -> tuple[int, int]:
    """The least and the largest population that a bound such as '<=20' allows."""
    advice = "is not a bound on the population: write '<=20', '<20', '=20', '>=20' or '>20'"
    parts = _match(r"(<=|>=|<|>|==?|≤|≥)\s*([0-9]{1,9})", text, advice)
    number = int(parts[2])
    match parts[1]:
        case "<=" | "≤":
            return 0, number
        case "<":
            return 0, number - 1
        case ">=" | "≥":
            return number, LARGEST_COUNT
        case ">":
            return number + 1, LARGEST_COUNT
    return number, number


def sides(value: Any) -> tuple[int, int]:
    """The least and the longest side of a soup: 16, 8-16 or (8, 16).

    >>> sides("16"), sides("8-16"), sides(16), sides([8, 16])
    ((16, 16), (8, 16), (16, 16), (8, 16))
    """
    if isinstance(value, str):
        number = "([0-9]{1,9})"
        advice = "is not a size of a soup: write 16, or 8-16 for a range"
        parts = _match(rf"{number}\s*(?:-\s*{number})?", value, advice)
        return int(parts[1]), int(parts[2] or parts[1])
    both = (value, value) if isinstance(value, int) else tuple(value)
    if len(both) != 2:
        raise InputError(
            f"the size of soups is a number or two, such as (8, 16), not {value!r:.40}"
        )
    least, most = (whole(side, "the side of a soup", 1, LARGEST_SOUP) for side in both)
    return least, most


def seeds(value: Any) -> tuple[int, ...]:
    """Several seeds: 1-20, or 3,5,8; in Python also numbers.

    >>> seeds("2-4"), seeds("3, 5,8-9"), seeds([1, 2]), seeds(7)
    ((2, 3, 4), (3, 5, 8, 9), (1, 2), (7,))
    """
    found: list[int] = []
    given = ",".join(map(str, several(value)))
    for part in given.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,18})\s*(?:-\s*([0-9]{1,18})\s*)?", part)
        if not ends or int(ends[2] or ends[1]) - int(ends[1]) not in range(MOST_SEEDS):
            raise InputError(
                f"'{given[:20]}' are no seeds: write 1-20, or 3,5,8, and no more than {MOST_SEEDS}"
            )
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    if len(found) > MOST_SEEDS:
        raise InputError(f"{len(found)} seeds are too many: give {MOST_SEEDS} at most")
    return tuple(dict.fromkeys(found))


def periods(value: Any) -> tuple[int, ...]:
    """Periods of oscillators: a number, several, or a text with ranges.

    >>> periods("2-4, 7"), periods(range(2, 4)), periods(5)
    ((2, 3, 4, 7), (2, 3), (5,))
    """
    numbers: dict[int, None] = {}
    given = value.split(",") if isinstance(value, str) else several(value)
    for each in given:
        first, _, last = each.partition("-") if isinstance(each, str) else (each, "", "")
        least = whole(first, "a period", 2, LONGEST_PERIOD)
        most = whole(last or first, "a period", 2, LONGEST_PERIOD)
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
    if isinstance(value, str | int):
        number = float(value) if re.fullmatch(r"\s*[0-9]*\.?[0-9]{1,9}\s*", str(value)) else 0.0
        if not 0 < number < 1:
            raise InputError(
                f"'{str(value)[:20]}' is not a density: give a number between 0 and 1, such as 0.5"
            )
        return number
    require.kind(value, "the density", float)
    return float(value)


def cluster_address(value: Any) -> str:
    """Where a Ray cluster is: auto, HOST:PORT or ray://HOST:PORT."""
    address = str(value).strip()
    if address != "auto" and not re.fullmatch(r"(ray://)?[^\s/:]+:[0-9]{1,5}", address):
        raise InputError(
            f"'{str(value)[:40]}' is not an address of a Ray cluster: give auto, "
            f"ray://HOST:10001 or, "
            f"on a machine of the cluster, HOST:6379"
        )
    return address


def place(address: str | None) -> Place:
    """Where work runs: here, or on the cluster with this address, which is connected to."""
    if address is None:
        from lifesearch.running.places.here import HERE

        return HERE
    from lifesearch.running.places.cluster import Cluster

    there = Cluster(cluster_address(address))
    there.connect()
    return there


def cores() -> int:
    """The cores that this process may use: how many solvers run at once by default."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)


def given(value: Any) -> Any:
    """A value as it was given: it is read later, such as a file."""
    return value


def several(given: Any) -> list[Any]:
    if given is None:
        return []
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]
