"""Read and write partly unknown rules.

There are two notations. A question mark after a number means that it is unknown whether it belongs
to the rule; a number without one does, and a number that is not written does not.

    >>> names(read_partial("B36?/S238?")[0])
    ('B6', 'S8')

A number stands for all its arrangements together: each of them belongs to the rule, or none
does. Letters (see `hensel`) are arrangements that are unknown one by one:

    >>> names(read_partial("B3ce3ai?/S23")[0])
    ('B3a', 'B3i')

Where most is unknown, a p in front, as in LLS, says that all arrangements of the numbers
written are unknown, one by one, but for letters: those after a number belong to the rule, and
those after a minus sign do not.

    >>> names(read_partial("pB1/S0")[0])
    ('B1c', 'B1e', 'S0')
    >>> names(read_partial("pB2c-aeik/S")[0])
    ('B2n',)

B0 is never unknown. If it is not written, the empty plane stays empty. If it is, the rule has it
and has no S8, so that the background alternates. With H or V at the end numbers are those of a
hexagon, or of von Neumann's neighbourhood:

    >>> names(read_partial("B2?/S34?H")[0]), write_partial(*read_partial("B2?/S34?H"))
    (('B2', 'S4'), 'B2?/S34?H')

Of `any` rule nothing is known, but that directions are alike; of `any-outer`, that numbers of
neighbours decide; of `any-hex`, that numbers of neighbours on hexagons do. Rules of `any-phoenix`
have no survival, those of `any-b0` and `any-outer-b0` have B0:

    >>> from lifesearch.life.rules.parse import ANY
    >>> [len(names(read_partial(name)[0])) for name in ANY]
    [101, 17, 13, 50, 100, 16]

A number of states stands behind it, as in rules that are known:

    >>> write_partial(*read_partial("any/C3")), write_partial(*read_partial("b2?s345/4"))
    ('any/3', 'B2?/S345/C4')

Unknown arrangements that share a fate are a group. The table of a partial rule has an entry
for each block: 0 or 1 where it is known what becomes of the centre, 2 for the first group, 3
for the second and so on. It is written in the shorter of the two notations:

    >>> write_partial(*read_partial("pB1c-e/S0"))
    'B1c/S0?'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from lifesearch.common.errors import InputError
from lifesearch.life.rules.generations import split_states
from lifesearch.life.rules.hensel import arrangements, chosen_letters
from lifesearch.life.rules.neighbourhood import (
    BLOCKS,
    CENTRE,
    FIRST_GROUP,
    MOORE,
    OFF,
    ON,
    alive,
    neighbours,
)
from lifesearch.life.rules.parse import ANY, HOODS, births_and_survivals

Fates = dict[tuple[str, str], str]
"""By number and letter of an arrangement: "on", "off", or a name for its unknown group."""
Writer = Callable[[str, dict[str, int]], str]
"""From a number of neighbours and the table's entries by letter to a part of the rule's text."""

_MARKED = re.compile(r"([0-9])(-?)([^0-9?-]*)(\??)")
_OPEN = re.compile(r"([0-9])([^0-9-]*)(?:(-)([^0-9-]*))?")
_ADVICE = "write a rule with unknown parts as B36?/S23, B3ai?/S23, pB3/S23 or any"


def read_partial(text: str) -> tuple[bytes, int]:
    """The table of a rule with unknown parts, and its number of states."""
    try:
        compact, states = split_states("".join(text.split()).lower())
        return _read(compact, states), states
    except InputError as error:
        shown = repr(text if len(text) <= 40 else text[:40] + "...")
        raise InputError(f"the rule {shown} {error}: {_ADVICE}") from None


def names(table: bytes) -> tuple[str, ...]:
    """The names of the unknown groups: B6, or S2a."""
    named: dict[str, int] = {}
    for half, number, entries in _counts(table, _hood(table)):
        if _together(entries):
            named[f"{half}{number}"] = next(iter(entries.values()))
        else:
            named |= {f"{half}{number}{letter}": entry for letter, entry in entries.items()}
    return tuple(name for name, entry in named.items() if entry >= FIRST_GROUP)


def write_partial(table: bytes, states: int = 2) -> str:
    # Births come first with more states, too, unlike those of known rules: a choice.
    name = next((name for name, text in ANY.items() if _read(text) == table), "")
    if name:
        return name if states == 2 else f"{name}/{states}"
    body = _plain(table) or _written(table, _write_question_marks, hood=_hood(table))
    return body if states == 2 else f"{body}/C{states}"


def _written(table: bytes, write: Writer, *, prefix: str = "", hood: str = "") -> str:
    """A text that means this table; empty if this notation cannot express it."""
    parts = {"B": "", "S": ""}
    for half, number, entries in _counts(table, hood):
        parts[half] += write(str(number), entries)
    text = f"{prefix}B{parts['B']}/S{parts['S']}{hood.upper()}"
    try:
        return text if _read(text) == table else ""
    except InputError:
        return ""


def _hood(table: bytes) -> str:
    """The letter of a neighbourhood without which a table cannot be written; empty for others.

    Tables are those that `_read` makes, so if arrangements do not suffice, one of the letters does.
    """
    if _plain(table):
        return ""
    return next(h for h in ("h", "v") if _written(table, _write_question_marks, hood=h))


def _plain(table: bytes) -> str:
    """The shorter notation of a table by arrangements of eight neighbours; empty if none can."""
    forms = [_written(table, _write_question_marks), _written(table, _write_p_form, prefix="p")]
    return min((form for form in forms if form), key=len, default="")


def _counts(table: bytes, hood: str) -> Iterator[tuple[str, int, dict[str, int]]]:
    """For each number of neighbours of dead and of live cells, the entries by letter."""
    for centre, half in ((0, "B"), (CENTRE, "S")):
        for number in range(neighbours(MOORE, HOODS[hood]) + 1):
            known = _arranged(number, hood)
            yield half, number, {a: table[min(known[a]) | centre] for a in known}


@cache
def _arranged(number: int, hood: str) -> dict[str, frozenset[int]]:
    """The arrangements of a number of neighbours; on a smaller neighbourhood there is but one."""
    if not hood:
        return arrangements(number)
    blocks = (block for block in range(BLOCKS) if not alive(block))
    return {"": frozenset(block for block in blocks if neighbours(block, HOODS[hood]) == number)}


def _read(text: str, states: int = 2) -> bytes:
    """The table of a text without blanks and without a number of states."""
    compact = text.lower()
    if compact.startswith("map"):
        raise InputError("is a MAP, which cannot be partly unknown")
    body, read = (compact[1:], _fates_open) if compact[:1] == "p" else (compact, _fates_marked)
    if compact in ANY:
        return _read(ANY[compact], states)
    hood = body[-1:] if body[-1:] in ("h", "v") else ""
    if hood and compact[:1] == "p":
        raise InputError(f"ends in {hood.upper()}, where numbers are unknown: write 2?")
    if compact[:1] == "p" and "?" in body:
        raise InputError("has a '?' and also begins with p: use one of them")
    parts = births_and_survivals(body.removesuffix(hood))
    if hood:
        _require_numbers(parts, hood)
    if parts is None:
        lost = re.search(r"(^|[bs/_])\?", body)
        raise InputError("has a '?' that follows no number" if lost else "cannot be read")
    table = bytearray(BLOCKS)
    groups = FIRST_GROUP
    for centre, half in zip((0, CENTRE), parts, strict=True):
        numbers: dict[str, int] = {"on": ON, "off": OFF}
        # Sorted, so that groups are numbered in the order of `names`.
        for (number, letter), fate in sorted(read(half, born=not centre, hood=hood).items()):
            if fate not in numbers:
                numbers[fate] = groups
                groups += 1
            for around in _arranged(int(number), hood)[letter]:
                table[around | centre] = numbers[fate]
    if table[0] and states > 2:
        raise InputError("has B0, which is not supported with more than two states")
    if table[0] and table[-1]:
        full = f"S{neighbours(MOORE, HOODS[hood])}"
        raise InputError(
            f"has B0 and perhaps {full}: leave out {full}, or both, which is the same with live "
            "and dead cells exchanged"
        )
    return bytes(table)


def _require_numbers(parts: tuple[str, str] | None, hood: str) -> None:
    """Refuse a text that is not a rule by numbers of neighbours on a smaller neighbourhood."""
    if parts is None or not all(re.fullmatch(r"([0-9]\??)*", half) for half in parts):
        raise InputError(
            f"may have only numbers, each with or without a '?', before {hood.upper()}"
        )
    most = neighbours(MOORE, HOODS[hood])
    for half in parts:
        digits = half.replace("?", "")
        for digit in digits:
            if int(digit) > most:
                raise InputError(f"has {digit}, but with {hood.upper()} a cell has 0 to {most}")
            if digits.count(digit) > 1:
                raise InputError(f"has {digit} twice")


def _fates_marked(half: str, *, born: bool, hood: str) -> Fates:
    """The arrangements that are written, each with a fate or with the name of its group."""
    fates: Fates = {}
    for number, minus, letters, unknown in _items(_MARKED, half):
        for letter in {""} if hood else chosen_letters(number, minus, letters):
            fate = number + letter * bool(letters) if unknown else "on"
            if fates.setdefault((number, letter), fate) != fate:
                raise InputError(f"has {number}{letter} twice, once in the rule and once not")
    if born and fates.get(("0", ""), "on") != "on":
        raise InputError("has B0?, but whether nothing gives birth must be known")
    return fates


def _fates_open(half: str, *, born: bool, hood: str) -> Fates:
    """The arrangements of the numbers written: unknown, each by itself, but for letters and B0."""
    fates: Fates = {}
    known: Fates = {}
    for number, letters, minus, without in _items(_OPEN, half):
        if minus and not without:
            raise InputError(f"has a minus sign after {number}, but no letters after that")
        fates |= {(number, letter): number + letter for letter in chosen_letters(number, "", "")}
        on = chosen_letters(number, "", letters) if letters else set()
        off = chosen_letters(number, "", without) if without else set()
        for letter, fate in [(a, "on") for a in on] + [(a, "off") for a in off]:
            if known.setdefault((number, letter), fate) != fate:
                raise InputError(f"has {number}{letter} twice, once in the rule and once not")
    if born and ("0", "") in fates:
        known["0", ""] = "on"
    return fates | known


def _items(item: re.Pattern[str], half: str) -> Iterator[tuple[str, ...]]:
    """Yield one number after another, each with its letters and its mark."""
    start = 0
    while start < len(half):
        match = item.match(half, start)
        if match is None:
            raise InputError(f"has {half[start]!r} where a number from 0 to 8 should be")
        yield match.groups(default="")
        start = match.end()


def _together(entries: dict[str, int]) -> bool:
    return len(set(entries.values())) == 1


def _write_question_marks(number: str, entries: dict[str, int]) -> str:
    """A number with its letters, with question marks."""
    on = [letter for letter, entry in entries.items() if entry == ON]
    unknown = "".join(letter for letter, entry in entries.items() if entry >= FIRST_GROUP)
    if _together(entries):
        return "" if OFF in entries.values() else number + "?" * (not on)
    text = number + "".join(on) if on else ""
    if 2 * len(on) > len(entries) + 1:
        text = f"{number}-{''.join(letter for letter in entries if letter not in on)}"
    return text + (f"{number}{unknown}?" if unknown else "")


def _write_p_form(number: str, entries: dict[str, int]) -> str:
    """A number with its letters, where arrangements without a letter are unknown."""
    on, off = ("".join(a for a, entry in entries.items() if entry == e) for e in (ON, OFF))
    if set(entries.values()) == {OFF}:
        return ""
    return f"{number}{on}{'-' * bool(off)}{off}"
