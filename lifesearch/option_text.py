"""Texts of options as values: what the command line is given, and Python may be.

>>> box("8x6"), shift("0,-1"), seconds("5m"), memory("500M"), limits("<=20")
((8, 6), (0, -1), 300.0, 524288000, (0, 20))
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from lifesearch.errors import InputError
from lifesearch.limits import (
    LARGEST_COUNT,
    LEAST_MEMORY,
    LONGEST_PERIOD,
    MOST_JOBS,
    MOST_WANTED,
)
from lifesearch.text import suggestion

GENERATIONS = ("first", "all", "min", "max")
"""In which generations a population may be counted."""

LEAST, LARGEST = ("population", "box"), ("population",)
"""What may be minimised, and what may be maximised."""

LONGEST_NUMBER = 18
MOST_SEEDS = 100


def one_of(text: str, what: str, known: Sequence[str]) -> str:
    """One of some names, in upper or lower case; of plurals, the singular will do.

    >>> one_of("Soup", "way", ["boxes", "soups", "rows"])
    'soups'
    """
    for name in (text.lower(), f"{text.lower()}s"):
        if name in known:
            return name
    raise InputError(f"there is no {what} '{text[:20]}'; {suggestion(text, known)}")


def whole(text: str, name: str, least: int, most: int = MOST_WANTED) -> int:
    """A whole number in a range."""
    cleaned = text.strip()
    if not re.fullmatch("-?[0-9]+", cleaned):
        digits = " (with the digits 0 to 9)" if cleaned.isnumeric() else ""
        raise InputError(f"{name} must be a whole number{digits}, not '{text[:20]}'")
    if len(cleaned) > LONGEST_NUMBER:
        raise InputError(
            f"{name} must be at most {most:,}, not a number of {len(cleaned):,} digits"
        )
    value = int(cleaned)
    if value > most:
        raise InputError(f"{name} must be at most {most:,}, not {value:,}")
    if value < least:
        raise InputError(f"{name} must be at least {least}, not {value}")
    return value


def box(text: str) -> tuple[int, int]:
    """A size such as 8x6: width times height."""
    sides = re.fullmatch(r"\s*([0-9]{1,18})\s*[x×*]\s*([0-9]{1,18})\s*", text, re.IGNORECASE)  # noqa: RUF001
    if not sides:
        raise InputError(f"'{text[:20]}' is no box: write width x height, such as 8x6")
    return int(sides[1]), int(sides[2])


def shift(text: str) -> tuple[int, int]:
    """How far to the right and down: 'DX,DY'."""
    parts = re.fullmatch(r"\s*\(?\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*\)?\s*", text)
    if not parts:
        raise InputError(f"'{text[:20]}' is no shift: write DX,DY, such as 0,-1")
    return int(parts[1]), int(parts[2])


def cylinder(text: str) -> tuple[int, int]:
    """How far it is around a cylinder, and its shift: 8, 8+2 or 8-2.

    >>> cylinder("8"), cylinder("8+2"), cylinder("8-2")
    ((8, 0), (8, 2), (8, -2))
    """
    parts = re.fullmatch(r"\s*([0-9]{1,9})\s*([+-]\s*[0-9]{1,9})?\s*", text)
    if not parts or not int(parts[1]):
        raise InputError(
            f"'{text[:20]}' is no cylinder: write how far it is around, such as 8, and its shift "
            "if it has one, such as 8+2"
        )
    return int(parts[1]), int((parts[2] or "0").replace(" ", ""))


def seconds(text: str) -> float:
    """A time such as 60, 60s, 5m or 2h."""
    parts = re.fullmatch(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(s|m|h)?\s*", text)
    if not parts or not float(parts[1]):
        raise InputError(f"'{text[:20]}' is no time limit: write 60s, 5m or 2h")
    return float(parts[1]) * {None: 1, "s": 1, "m": 60, "h": 3600}[parts[2]]


def memory(text: str) -> int:
    """An amount of memory such as 500M or 2G, in bytes."""
    size = r"\s*([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*([KMGT]?)i?B?\s*"
    parts = re.fullmatch(size, text, re.IGNORECASE)
    if not parts:
        raise InputError(f"'{text[:20]}' is no amount of memory: write 500M or 2G")
    found = int(float(parts[1]) * 1024 ** " KMGT".index(parts[2].upper() or " "))
    if found < LEAST_MEMORY:
        least = f"{LEAST_MEMORY // 2**20}M"
        raise InputError(f"{text.strip()} is too little memory: write {least} or more", "memory")
    return found


def limits(text: str) -> tuple[int, int]:
    """The least and the largest population that a bound such as '<=20' allows."""
    parts = re.fullmatch(r"\s*(<=|>=|<|>|==?|≤|≥)\s*([0-9]{1,9})\s*", text)
    if not parts:
        raise InputError(
            f"'{text[:20]}' is no bound on the population: "
            "write '<=20', '<20', '=20', '>=20' or '>20'"
        )
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


def sides(text: str) -> tuple[int, int]:
    """The least and the longest side of a soup: 16, or 8-16.

    >>> sides("16"), sides("8-16")
    ((16, 16), (8, 16))
    """
    parts = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?", text)
    if not parts:
        raise InputError(f"'{text[:20]}' is no size of a soup: write 16, or 8-16 for a range")
    return int(parts[1]), int(parts[2] or parts[1])


def seeds(text: str) -> tuple[int, ...]:
    """Several seeds: 1-20, or 3,5,8.

    >>> seeds("2-4"), seeds("3, 5,8-9")
    ((2, 3, 4), (3, 5, 8, 9))
    """
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,18})\s*(?:-\s*([0-9]{1,18})\s*)?", part)
        if not ends or int(ends[2] or ends[1]) - int(ends[1]) not in range(MOST_SEEDS):
            raise InputError(
                f"'{text[:20]}' are no seeds: write 1-20, or 3,5,8, and no more than {MOST_SEEDS}"
            )
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    if len(found) > MOST_SEEDS:
        raise InputError(f"{len(found)} seeds are too many: give {MOST_SEEDS} at most")
    return tuple(dict.fromkeys(found))


def periods(text: str) -> tuple[int, ...]:
    """Periods of oscillators, and ranges of them.

    >>> periods("2-4, 7")
    (2, 3, 4, 7)
    """
    numbers: dict[int, None] = {}
    for each in text.split(","):
        first, _, last = each.partition("-")
        least = whole(first, "a period", 2, LONGEST_PERIOD)
        most = whole(last or first, "a period", 2, LONGEST_PERIOD)
        if most < least:
            raise InputError(f"'{each.strip()[:20]}' is no range of periods: write {most}-{least}")
        numbers |= dict.fromkeys(range(least, most + 1))
    return tuple(numbers)


def speeds(text: str) -> list[str]:
    """Speeds with commas between them; those in brackets stay together.

    >>> speeds("c/2, (2,1)c/6")
    ['c/2', '(2,1)c/6']
    """
    pieces, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces]


def density(text: str) -> float:
    """What part of a soup lives: a number between 0 and 1."""
    value = float(text) if re.fullmatch(r"\s*[0-9]*\.?[0-9]{1,9}\s*", text) else 0.0
    if not 0 < value < 1:
        raise InputError(f"'{text[:20]}' is no density: give a number between 0 and 1, such as 0.5")
    return value


def cluster_address(text: str) -> str:
    """Where a Ray cluster is: auto, HOST:PORT or ray://HOST:PORT."""
    address = text.strip()
    if address != "auto" and not re.fullmatch(r"(ray://)?[^\s/:]+:[0-9]{1,5}", address):
        raise InputError(
            f"'{text[:40]}' is no address of a Ray cluster: give auto, ray://HOST:10001 or, on a "
            f"machine of the cluster, HOST:6379"
        )
    return address


def cores() -> int:
    """The cores that this process may use: so many solvers run at once, unless told otherwise."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)
