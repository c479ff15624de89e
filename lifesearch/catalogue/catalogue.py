"""Catalogues of named patterns, and the one that comes with the program.

The folder `patterns` holds a file for each named object of Life, in folders by kind, and an
index with one line for each, so that finding a name does not mean reading hundreds of files.
An object is recognised by its apgcode.

    >>> known = builtin()
    >>> known.by_code("xq4_153").name
    'glider'
    >>> [entry.name for entry in known.where(kind="spaceship", period=7)][:3]
    ['loafer', 'weekender', 'lobster']
    >>> [entry.name for entry in known.search("bee hive")]
    ['beehive', 'beehive with tail', 'beehive and dock']

A catalogue is an ordered collection of entries, wherever they come from. The built-in one
lies inside the installed package or, in a copy of the repository, beside it. A person's own
is a database: see `user`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any
from unicodedata import normalize

from lifesearch.catalogue.names import INDEX, RECURRING_KINDS, read_builtin
from lifesearch.common.errors import InputError
from lifesearch.common.text import close_matches, suggestion
from lifesearch.formats.detect import PatternFile, read
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.velocity import Velocity

# Fields of `Entry`: those that are numbers, and those that only entries of one's own have.
NUMBERS = ("period", "cells", "most_cells", "lifespan")
NOT_IN_INDEX = ("rule", "rle", "added")
MOST_SIMILAR = 6
"""Names that `near` suggests at most."""
LEAST_SIMILARITY = 0.6
"""Of `close_matches`: by its usual 0.5, 'plsar' would be like 'loafer', too."""


@dataclass(frozen=True)
class Entry:
    """A named pattern, from the built-in index or a person's own catalogue.

    `kind` is one of `names.RECURRING_KINDS` and `OTHER_KINDS`. `cells` are the fewest that it has
    in any phase, and `most_cells` the most. `velocity` is empty unless it moves, `also` are other
    names, and `file` is its path in `patterns`. An entry of one's own has no file: its pattern is
    the text `rle`, `rule` may be any, and `added` is the day on which it was added.

    A pattern that does not recur has no apgcode, and its `cells` are those of generation 0. A gun,
    a puffer or a rake has the period in which it recurs together with what it emits; a methuselah
    has no period (0), and a `lifespan`: the generation in which it settles.
    """

    name: str
    kind: str
    period: int
    velocity: str
    cells: int
    most_cells: int
    apgcode: str
    file: str
    also: tuple[str, ...] = ()
    lifespan: int = 0
    rule: str = str(LIFE)
    rle: str = ""
    added: str = ""

    @property
    def own(self) -> bool:
        """Whether it is from a person's own catalogue, not from the built-in one."""
        return not self.file

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.also)

    @property
    def recurs(self) -> bool:
        return self.kind in RECURRING_KINDS

    def moves_at(self, speed: Velocity) -> bool:
        """Whether it moves at this speed, up and left exchanged or not; 2c/4 is the same as c/2."""
        if not self.velocity:
            return False
        its = Velocity.parse(self.velocity)
        wanted = sorted((speed.up * its.period, speed.left * its.period))
        return wanted == sorted((its.up * speed.period, its.left * speed.period))


class Catalogue(tuple[Entry, ...]):
    """Entries in their order."""

    @cached_property
    def _codes(self) -> dict[str, Entry]:
        """The first entry of each code."""
        return {entry.apgcode: entry for entry in reversed(self) if entry.apgcode}

    def by_code(self, code: str) -> Entry | None:
        return self._codes.get(code)

    def by_name(self, name: str) -> Entry:
        """The first entry with this name, other name, code or file.

        InputError with similar names if there is none.
        """
        if found := self.called(name):
            return found[0]
        names = [name for entry in self for name in entry.names]
        advice = suggestion(name, names, "'lifesearch catalogue list' shows all names")
        raise InputError(f"the catalogue has no '{name[:30]}'; {advice}")

    def called(self, name: str) -> list[Entry]:
        """All entries with this name, other name, code or file.

        A code is looked up first; entries in several rules may have the same code.
        """
        exact = [entry for entry in self if name and entry.apgcode == name]
        return exact or self._called.get(plain(name), [])

    @cached_property
    def _called(self) -> dict[str, list[Entry]]:
        index: dict[str, list[Entry]] = {}
        for entry in self:
            file = entry.file.rpartition("/")[2]
            words = (*entry.names, entry.apgcode, file, file.removesuffix(".rle"))
            for word in dict.fromkeys(map(plain, filter(None, words))):
                index.setdefault(word, []).append(entry)
        return index

    def where(
        self, kind: str | None = None, period: int | None = None, speed: Velocity | None = None
    ) -> Catalogue:
        """The entries of a kind, a period and a speed; see `Entry.moves_at`."""
        return Catalogue(
            entry
            for entry in self
            if (kind is None or entry.kind == kind)
            and (period is None or entry.period == period)
            and (speed is None or entry.moves_at(speed))
        )

    def search(self, words: str) -> Catalogue:
        """Entries of which a name, or the kind, has all the words."""
        parts = [word for word in map(plain, words.split()) if word]
        return Catalogue(
            e for e in self if parts and any(_has(w, parts) for w in (*e.names, e.kind))
        )

    def near(self, words: str) -> Catalogue:
        """Entries with names that are spelled nearly as the words; none if these lack letters."""
        if not any(letter.isalnum() for letter in words):
            return Catalogue()
        owner = {name: entry for entry in self for name in entry.names}
        names = close_matches(words, list(owner), MOST_SIMILAR, LEAST_SIMILARITY)
        return Catalogue(dict.fromkeys(owner[name] for name in names))


def _has(name: str, parts: list[str]) -> bool:
    return all(word in plain(name) for word in parts)


def plain(name: str) -> str:
    """A name without case, blanks and punctuation; a name without letters stays as it is.

    `_` is kept since apgcodes have it, and `$` for the oscillator $rats.

    >>> plain("Achim's p4") == plain("achims-P4"), plain("!?")
    (True, '!?')
    """
    lower = normalize("NFC", name).casefold()
    return "".join(letter for letter in lower if letter.isalnum() or letter in "$_") or lower


@cache
def builtin() -> Catalogue:
    return read_index(read_builtin(INDEX))


def pattern_of(entry: Entry) -> PatternFile:
    return read(entry.rle if entry.own else read_builtin(entry.file))


def read_index(text: str) -> Catalogue:
    entries = []
    for row in csv.DictReader(io.StringIO(text)):
        values: dict[str, Any] = {**row, "also": tuple(filter(None, row["also"].split("; ")))}
        values |= {name: int(row[name]) for name in NUMBERS}
        entries.append(Entry(**values))
    return Catalogue(entries)


def write_index(entries: Iterable[Entry]) -> str:
    """The index as text: a heading, and a line for each entry."""
    text = io.StringIO()
    columns = [field.name for field in fields(Entry) if field.name not in NOT_IN_INDEX]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for entry in entries:
        values = {**vars(entry), "also": "; ".join(entry.also)}
        writer.writerow([values[column] for column in columns])
    return text.getvalue()
