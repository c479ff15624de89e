"""Rules of which a part is unknown: which of them is it that has the pattern?

There are two ways to say what is unknown. A question mark after a number means that we do
not know whether it belongs to the rule; what is written without one does, and what is not
written does not. So there are four rules between Life and B36/S238:

    >>> some = PartialRule.parse("B36?/S238?")
    >>> some.names, str(some.least), str(some.greatest)
    (('B6', 'S8'), 'B3/S23', 'B36/S238')

A number stands for all its arrangements together: each of them belongs to the rule, or none
does. Letters (see `hensel`) are arrangements that are unknown one by one:

    >>> PartialRule.parse("B3ce3ai?/S23").names
    ('B3a', 'B3i')

Where most is unknown, a p in front says that everything is unknown, arrangement by
arrangement, but for what is written: a number alone belongs to the rule, with all its
arrangements; so do letters after it, and letters after a minus sign do not.

    >>> PartialRule.parse("pB2c-aeikn345678/S12345678").names
    ('B1c', 'B1e', 'S0')

(LLS has such a p as well, but there only arrangements of the numbers written are unknown.)
In every case the empty plane stays empty: B0 is not unknown, it is off.

Unknown arrangements that share a fate are a group. The table of a partial rule has an entry
for each block: 0 or 1 where it is known what becomes of the centre, 2 for the first group, 3
for the second and so on. As directions are alike to every group, so they are to every rule
that a partial rule may be.

A pattern does not notice groups of which no block ever occurs in its life. So it does not
live in one rule, but in a whole range: from the least rule, without those groups, to the
greatest, with all of them. A block of four cells needs that its cells stay (three
neighbours) and that nothing is born beside it (one and two neighbours; the letters say how):

    >>> still = PartialRule.parse("pB/S")
    >>> least, greatest = still.reach(Rule.parse("B3/S23"), [Pattern.parse("OO\\nOO")])
    >>> str(least), str(greatest)
    ('B/S3a', 'B1e2-a345678/S012345678')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lifesearch.errors import InputError
from lifesearch.life.block import BLOCKS, CENTRE
from lifesearch.life.hensel import arrangements, chosen_letters
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rule import Rule
from lifesearch.life.rulestring import both_parts

OFF, ON, FIRST_GROUP = 0, 1, 2
Fates = dict[tuple[str, str], str]
Writer = Callable[[str, dict[str, int]], str]

_MARKED = re.compile(r"([0-9])(-?)([^0-9?-]*)(\??)")
_OPEN = re.compile(r"([0-9])([^0-9-]*)(?:(-)([^0-9-]*))?")
_ADVICE = "write a rule with unknown parts as B36?/S23, B3ai?/S23 or pB3/S23"


@dataclass(frozen=True)
class PartialRule:
    """All rules that agree with a table; entries from 2 on are groups of unknown blocks."""

    table: bytes

    def __post_init__(self) -> None:
        if len(self.table) != BLOCKS or self.table[0] != OFF:
            raise ValueError("a partial rule's table has 512 entries, of which the first is 0")

    @classmethod
    def parse(cls, text: str) -> PartialRule:
        """Read B36?/S23, B3ai?/S23, pB3/S23 and the like."""
        try:
            return cls(_read(text))
        except InputError as error:
            shown = repr(text if len(text) <= 40 else text[:40] + "...")
            raise InputError(f"the rule {shown} {error}: {_ADVICE}") from None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What is unknown: B6, or S2a."""
        return tuple(name for name, entry in self._named().items() if entry >= FIRST_GROUP)

    def _named(self) -> dict[str, int]:
        """The entry of each arrangement; under one name those that share a group."""
        named: dict[str, int] = {}
        for part, number, entries in self._counts():
            if _together(entries):
                named[f"{part}{number}"] = next(iter(entries.values()))
            else:
                named |= {f"{part}{number}{letter}": entry for letter, entry in entries.items()}
        return named

    def _counts(self) -> Iterator[tuple[str, int, dict[str, int]]]:
        for centre, part in ((0, "B"), (CENTRE, "S")):
            for number in range(9):
                known = arrangements(number)
                entries = {letter: self.table[min(known[letter]) | centre] for letter in known}
                yield part, number, entries

    def rule(self, values: Sequence[bool]) -> Rule:
        """The rule with these groups."""
        fates = (False, True, *values)
        return Rule(bytes(fates[entry] for entry in self.table))

    def values(self, rule: Rule) -> list[bool]:
        """Which groups a rule has; an InputError if it is none of these rules."""
        values = [bool(rule.table[self.table.index(g + FIRST_GROUP)]) for g in self._groups]
        if self.rule(values) != rule:
            raise InputError(f"{rule} is not one of the rules {self}")
        return values

    @property
    def _groups(self) -> range:
        return range(len(self.names))

    @property
    def least(self) -> Rule:
        """The rule with nothing that is unknown."""
        return self.rule([False for _ in self._groups])

    @property
    def greatest(self) -> Rule:
        """The rule with all that is unknown."""
        return self.rule([True for _ in self._groups])

    def occurring(
        self, history: Iterable[Pattern], torus: tuple[int, int] | None = None
    ) -> frozenset[int]:
        """The groups of which a block occurs in some generation."""
        blocks = {block for pattern in history for block in _blocks(pattern, torus)}
        entries = {self.table[block] for block in blocks}
        return frozenset(entry - FIRST_GROUP for entry in entries if entry >= FIRST_GROUP)

    def reach(
        self, rule: Rule, history: Iterable[Pattern], torus: tuple[int, int] | None = None
    ) -> tuple[Rule, Rule]:
        """The least and the greatest rule in which a history under a rule is the same."""
        matter, values = self.occurring(history, torus), self.values(rule)
        least = [value and g in matter for g, value in enumerate(values)]
        greatest = [value or g not in matter for g, value in enumerate(values)]
        return self.rule(least), self.rule(greatest)

    def __str__(self) -> str:
        """The shorter way to write it."""
        return self._name

    @cached_property
    def _name(self) -> str:
        forms = [self._written(_marked, ""), self._written(_open, "p")]
        return min((form for form in forms if form), key=len)

    def _written(self, write: Writer, prefix: str) -> str:
        """A text that means this; empty if it cannot be written in this way."""
        parts = {"B": "", "S": ""}
        for part, number, entries in self._counts():
            parts[part] += write(str(number), entries)
        text = f"{prefix}B{parts['B']}/S{parts['S']}"
        try:
            return text if _read(text) == self.table else ""
        except InputError:
            return ""


def _read(text: str) -> bytes:
    compact = "".join(text.split()).lower()
    if compact.startswith("map"):
        raise InputError("is a MAP, of which nothing can be unknown")
    body, read = (compact[1:], _fates_open) if compact[:1] == "p" else (compact, _fates_marked)
    if body[-1:] in ("h", "v"):
        raise InputError(f"ends in {body[-1].upper()}, but then nothing can be unknown")
    if compact[:1] == "p" and "?" in body:
        raise InputError("has a '?' and begins with p, which are two ways to say it")
    parts = both_parts(body)
    if parts is None:
        lost = re.search(r"(^|[bs/_])\?", body)
        raise InputError("has a '?' that follows no number" if lost else "cannot be read")
    table = bytearray(BLOCKS)
    groups = FIRST_GROUP
    for centre, part in zip((0, CENTRE), parts, strict=True):
        numbers: dict[str, int] = {"on": ON, "off": OFF}
        for (number, letter), fate in sorted(read(part, born=not centre).items()):
            if fate not in numbers:
                numbers[fate] = groups
                groups += 1
            for around in arrangements(int(number))[letter]:
                table[around | centre] = numbers[fate]
    return bytes(table)


def _fates_marked(part: str, *, born: bool) -> Fates:
    """The arrangements that are written, each with a fate or with the name of its group."""
    fates: Fates = {}
    for number, minus, letters, unknown in _items(_MARKED, part):
        for letter in chosen_letters(number, minus, letters):
            fate = number + letter * bool(letters) if unknown else "on"
            if fates.setdefault((number, letter), fate) != fate:
                raise InputError(f"has {number}{letter} twice, with different fates")
    if born and ("0", "") in fates:
        raise InputError("has B0, but where something is unknown the empty plane stays empty")
    return fates


def _fates_open(part: str, *, born: bool) -> Fates:
    """All arrangements: those that are not written are unknown, each by itself."""
    fates: Fates = {}
    for number, letters, minus, without in _items(_OPEN, part):
        if born and number == "0":
            raise InputError("has B0, but where something is unknown the empty plane stays empty")
        dead = chosen_letters(number, "", without) if without else set()
        alive = chosen_letters(number, "", letters) if letters or not minus else set()
        if minus and not dead:
            raise InputError(f"has a minus sign after {number}, but no letters after that")
        for letter, fate in [(a, "on") for a in alive] + [(a, "off") for a in dead]:
            if fates.setdefault((number, letter), fate) != fate:
                raise InputError(f"has {number}{letter} twice, with different fates")
    if born:
        fates["0", ""] = "off"
    every = [(str(number), letter) for number in range(9) for letter in arrangements(number)]
    return {arrangement: "".join(arrangement) for arrangement in every} | fates


def _items(item: re.Pattern[str], part: str) -> Iterator[tuple[str, ...]]:
    """A number after the other, with all that belongs to it."""
    start = 0
    while start < len(part):
        match = item.match(part, start)
        if match is None:
            raise InputError(f"has {part[start]!r} where a number from 0 to 8 should be")
        yield match.groups(default="")
        start = match.end()


def _together(entries: dict[str, int]) -> bool:
    """Whether all arrangements of a number share a fate."""
    return len(set(entries.values())) == 1


def _marked(number: str, entries: dict[str, int]) -> str:
    """A number with its letters, with question marks."""
    on = [letter for letter, entry in entries.items() if entry == ON]
    unknown = "".join(letter for letter, entry in entries.items() if entry >= FIRST_GROUP)
    if _together(entries):
        return "" if OFF in entries.values() else number + "?" * (not on)
    text = number + "".join(on) if on else ""
    if 2 * len(on) > len(entries) + 1:
        text = f"{number}-{''.join(letter for letter in entries if letter not in on)}"
    return text + (f"{number}{unknown}?" if unknown else "")


def _open(number: str, entries: dict[str, int]) -> str:
    """A number with its letters, where what is not written is unknown."""
    on, off = ("".join(a for a, entry in entries.items() if entry == e) for e in (ON, OFF))
    if _together(entries):
        on = ""
    written = ON in entries.values() or bool(off)
    return f"{number}{on}{'-' * bool(off)}{off}" if written else ""


def _blocks(pattern: Pattern, torus: tuple[int, int] | None) -> Iterable[int]:
    """The blocks in which a pattern has live cells."""
    blocks: dict[Cell, int] = {}
    for x, y in pattern.cells:
        for bit in range(9):
            place = x + bit % 3 - 1, y + bit // 3 - 1
            if torus:
                place = place[0] % torus[0], place[1] % torus[1]
            blocks[place] = blocks.get(place, 0) | 1 << bit
    return blocks.values()
