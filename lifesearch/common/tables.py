"""Tables: columns described as facts, rows, a title, and notes below.

One value for a terminal, a notebook, a page, JSON and CSV: a census, rows by period,
counts, surveys, the catalogue.

    >>> from lifesearch.common.facts import POSITIVE, TEXT
    >>> table = Table(
    ...     (column("count", "how often", POSITIVE, len), column("word", "word", TEXT, str)),
    ...     ("block", "boat"),
    ... )
    >>> table.headings, table.texts
    (('how often', 'word'), (('5', 'block'), ('4', 'boat')))
    >>> table.records()[0]
    {'count': 5, 'word': 'block'}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lifesearch.common.facts import LISTED, RECORD, Align, Fact, Output, Schema, Words, plain


def column(
    name: str,
    label: str,
    values: Schema,
    read: Callable[[Any], Any],
    outputs: Output = RECORD | LISTED,
    *,
    about: str = "",
    words: Words | None = None,
    optional: bool = False,
    align: Align = "left",
    below: str | None = None,
    whole: bool = False,
    spare: bool = False,
    sentence: str = "{}",
) -> Fact[Any]:
    """A column: a fact of each row, read by a function."""
    return Fact(
        name,
        label,
        values,
        outputs,
        read,
        words,
        optional=optional,
        align=align,
        below=below,
        whole=whole,
        spare=spare,
        sentence=sentence,
        description=about,
    )


@dataclass(frozen=True)
class Table:
    """Columns and rows; a title above and notes below, between empty lines if `spaced`."""

    columns: tuple[Fact[Any], ...]
    rows: Sequence[object]
    title: str = ""
    notes: tuple[str, ...] = ()
    spaced: bool = False

    @property
    def listed(self) -> tuple[Fact[Any], ...]:
        """The columns for people."""
        return tuple(each for each in self.columns if LISTED in each.outputs)

    @property
    def headings(self) -> tuple[str, ...]:
        """The labels of the columns for people."""
        return tuple(str(each.label) for each in self.listed)

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The rows for people; unknown values are empty."""
        return tuple(tuple(each.words_for(row) or "" for each in self.listed) for row in self.rows)

    def records(self) -> list[dict[str, Any]]:
        """The rows for other programs: JSON, CSV and data frames."""
        return [self.record(row) for row in self.rows]

    def record(self, row: object) -> dict[str, Any]:
        """One row as values by column name, for other programs."""
        values = ((f, plain(f.read(row))) for f in self.columns if RECORD in f.outputs)
        return {f.name: value for f, value in values if value is not None or not f.optional}

    def without(self, name: str) -> Table:
        """The table without a column."""
        return replace(self, columns=tuple(each for each in self.columns if each.name != name))
