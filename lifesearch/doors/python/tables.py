"""Base classes of results with a table: for printing, notebooks and data frames.

A subclass has the table (`_table`). Here it becomes what `print` writes, what a notebook shows, and
rows for a data frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from lifesearch.common.tables import Table

Row_co = TypeVar("Row_co", covariant=True)


class ShownAsTable(ABC):
    """A result with a table."""

    @property
    @abstractmethod
    def _table(self) -> Table: ...

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows of the table by name, for a data frame."""
        return self._table.records()

    def _repr_html_(self) -> str:
        """What a notebook shows: the table."""
        from lifesearch.show.html_table import html_section

        return html_section(self._table)

    def __str__(self) -> str:
        """The table."""
        from lifesearch.show.terminal.table import table_lines

        return "\n".join(table_lines(self._table))


class TableSequence(ShownAsTable, Sequence[Row_co]):
    """A result with a table, which is also the sequence of the objects found (`_ordered`)."""

    @cached_property
    def _ordered(self) -> tuple[Row_co, ...]:
        """The objects found, in the order of the table."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Row_co: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Row_co, ...]: ...

    def __getitem__(self, index: int | slice) -> Row_co | tuple[Row_co, ...]:
        return self._ordered[index]

    def __len__(self) -> int:
        return len(self._ordered)
