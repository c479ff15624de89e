"""Read and write rules, in all the notations that people use.

Outer-totalistic rules say how many live neighbours bring a cell to life and how many keep
it alive. There are several notations for the same rule:

    >>> life = read_rule("B3/S23")
    >>> for text in ("b3s23", "S23/B3", "23/3", " b 3 / s 23 ", "Conway's Life"):
    ...     assert read_rule(text) == life

A third part is a number of states (see `generations`), which is 2 otherwise.

    >>> read_rule("Star Wars") == read_rule("B2/S345/C4"), read_rule("345/2/4")[1]
    (True, 4)

In the form without letters survivals come first, as in Golly. Either part may be
empty: `B2/S` and `/2` are Seeds. An H or V at the end counts the neighbours of a hexagon,
or of von Neumann's neighbourhood. Letters after a number select arrangements of neighbours
(see `hensel`), and MAP is followed by the whole table (see `map_string`).

Whatever was written, a rule is its table of 512 blocks, and one table is always written in
the same way: by numbers alone if that is possible, otherwise with V or H, otherwise with
Hensel's letters and, if nothing else describes it, as a MAP.

    >>> for text in ("23/3", "B1e2ak3inqy4ny5e/S", "B2cekin/S1ce2", "map/////w"):
    ...     print(write_rule(*read_rule(text)))
    B3/S23
    B1/SV
    B2-a/S12
    B012345678/S012345678
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NoReturn

from lifesearch.common.errors import InputError
from lifesearch.common.text import did_you_mean
from lifesearch.life.rules.generations import split_states, with_states
from lifesearch.life.rules.names import named, nearest_names
from lifesearch.life.rules.neighbourhood import (
    BLOCKS,
    CENTRE,
    HEXAGONAL,
    MOORE,
    VON_NEUMANN,
    alive,
    neighbours,
)

# Births or survivals: digits, and letters but b and s, which begin the other part; perhaps nothing.
_PART = "([0-9][0-9ac-rt-z?-]*|)"
_BIRTHS_FIRST = re.compile(f"b{_PART}[/_]?(?:s{_PART})?")
_SURVIVALS_FIRST = re.compile(f"s{_PART}[/_]?(?:b{_PART})?")
_NO_LETTERS = re.compile(f"{_PART}[/_]{_PART}")
_NUMBERS = re.compile("[0-8]*")
HOODS = {"": MOORE, "v": VON_NEUMANN, "h": HEXAGONAL}
"""Neighbourhoods by the letter at the end of a rule."""
_ADVICE = "write a rule as B3/S23"


def read_rule(text: str) -> tuple[bytes, int]:
    """The table of a rule and its number of states, by its name or written down."""
    try:
        return _read(named(text) or text)
    except InputError as error:
        shown = repr(text if len(text) <= 40 else text[:40] + "...")
        complaint = f"the rule {shown} {error}"
        # A complaint that ends in a question proposes a name, which is advice enough.
        advice = "" if complaint.endswith("?") else f": {_ADVICE}"
        raise InputError(complaint + advice) from None


ANY = {
    "any": "pB12345678/S012345678",
    "any-outer": "B1?2?3?4?5?6?7?8?/S0?1?2?3?4?5?6?7?8?",
    "any-hex": "B1?2?3?4?5?6?/S0?1?2?3?4?5?6?H",
    "any-phoenix": "pB12345678/S",
    "any-b0": "pB012345678/S01234567",
    "any-outer-b0": "B01?2?3?4?5?6?7?8?/S0?1?2?3?4?5?6?7?",
}
"""Names for classes of rules: isotropic, outer-totalistic, hexagonal, without survival, with B0."""


def is_partial(text: str) -> bool:
    """Whether something in a rule is unknown: `partial_parse` reads those."""
    compact = "".join(text.split()).lower()
    with suppress(InputError):  # of a wrong number of states, which `read_rule` explains
        if split_states(compact)[0] in ANY:
            return True
    if compact.startswith("map"):
        return False
    return "?" in compact or bool(re.match("p[bs]([0-9/_bs]|$)", compact) and not named(text))


def _read(text: str) -> tuple[bytes, int]:
    if is_partial(text):
        raise InputError("is partly unknown, but must be completely known here")
    compact = "".join(text.split())
    if not compact:
        raise InputError("is empty")
    if ":" in compact:
        raise InputError("asks for a bounded grid, but the plane has no bounds")
    compact, states = split_states(compact)
    return _table(compact), states


def _table(compact: str) -> bytes:
    """The table of a rule, whose number of states has been removed."""
    if compact[:3].lower() == "map":
        from lifesearch.life.rules.map_string import read_map

        return read_map(compact[3:])
    lower = compact.lower()
    hood = lower[-1] if lower.endswith(("h", "v")) else ""
    body = lower.removesuffix(hood)
    births, survivals = births_and_survivals(body) or _refuse(compact)
    if hood:
        return counting_table(_numbers(births, hood), _numbers(survivals, hood), HOODS[hood])
    if _NUMBERS.fullmatch(births + survivals):
        return counting_table(map(int, births), map(int, survivals))
    from lifesearch.life.rules.hensel import read_arrangements

    parts = (read_arrangements(births), read_arrangements(survivals))
    return bytes(block & ~CENTRE in parts[alive(block)] for block in range(BLOCKS))


def births_and_survivals(body: str) -> tuple[str, str] | None:
    """The texts of births and survivals, in lower case; None if this is no such rule."""
    if match := _BIRTHS_FIRST.fullmatch(body):
        births, survivals = match.groups(default="")
    elif match := _SURVIVALS_FIRST.fullmatch(body) or _NO_LETTERS.fullmatch(body):
        survivals, births = match.groups(default="")
    else:
        return None
    return births, survivals


def _numbers(digits: str, hood: str) -> set[int]:
    most = neighbours(MOORE, HOODS[hood])
    for digit in digits:
        if not digit.isdigit():
            raise InputError(f"has {digit!r}, but with {hood.upper()} there are numbers alone")
        if int(digit) > most:
            raise InputError(f"has {digit}, but with {hood.upper()} a cell has 0 to {most}")
    return set(map(int, digits))


def counting_table(births: Iterable[int], survivals: Iterable[int], hood: int = MOORE) -> bytes:
    """The table of the rule by which only the number of live neighbours matters."""
    numbers = (frozenset(births), frozenset(survivals))
    return bytes(neighbours(block, hood) in numbers[alive(block)] for block in range(BLOCKS))


def counts(table: bytes, hood: int = MOORE) -> tuple[frozenset[int], frozenset[int]] | None:
    """The numbers of neighbours for births and survivals; None if numbers do not decide."""
    fates: dict[tuple[bool, int], int] = {}
    for block, fate in enumerate(table):
        if fates.setdefault((alive(block), neighbours(block, hood)), fate) != fate:
            return None
    births, survivals = (
        frozenset(n for (lives, n), fate in fates.items() if fate and lives == centre)
        for centre in (False, True)
    )
    return births, survivals


def write_rule(table: bytes, states: int = 2) -> str:
    """The name of a table with the given number of states."""
    return with_states(_two_states(table), states)


def _two_states(table: bytes) -> str:
    for letter, hood in HOODS.items():
        if found := counts(table, hood):
            births, survivals = ("".join(map(str, sorted(counted))) for counted in found)
            return f"B{births}/S{survivals}{letter.upper()}"
    from lifesearch.life.rules.hensel import write_arrangements
    from lifesearch.life.rules.map_string import write_map

    ones = [block for block in range(BLOCKS) if table[block]]
    born = write_arrangements({block for block in ones if not alive(block)})
    stay = write_arrangements({block & ~CENTRE for block in ones if alive(block)})
    return write_map(table) if born is None or stay is None else f"B{born}/S{stay}"


def _refuse(compact: str) -> NoReturn:
    """Raise an error that says what is wrong with a rule of no known form."""
    if re.match("[Rr][0-9]+,", compact):
        raise InputError(
            "is Larger than Life; only neighbours at a distance of one cell are supported"
        )
    if re.fullmatch("[Ww][0-9]+", compact):
        raise InputError(
            "is a one-dimensional rule of Wolfram's; lifesearch supports two dimensions"
        )
    lower = compact.lower()
    if near := nearest_names(compact):
        raise InputError(f"is unknown; {did_you_mean(near)}")
    if not re.match("[bs]?[0-9/]", lower):
        raise InputError("is neither B.../S... nor the name of a rule")
    if stranger := re.search("[^0-9a-z/_-]", lower):
        raise InputError(f"contains {stranger.group()!r}")
    raise InputError("is neither B.../S... nor .../...")
