"""What the writer of a proof must know of an enumeration: all clauses that the solver was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, BinaryIO, Protocol


class Trace(Protocol):
    """Takes down how the solver's clauses came about, and where the solver writes its proof."""

    @property
    def proof(self) -> BinaryIO:
        """The file that the solver writes to."""
        ...

    def known(self, solutions: Sequence[Any]) -> None:
        """Take down solutions, as they are saved, that were known and of no more interest."""
        ...

    def found(self, solution: Any) -> None:
        """Take down a solution, as it is saved, that the solver found."""
        ...

    def clauses(self, clauses: Sequence[Sequence[int]]) -> None:
        """Take down clauses that followed from what was taken down last."""
        ...

    def finish(self, conflicts: int) -> Any:
        """Finish the proof that there are no other solutions; return where it is.

        The solver has closed its file.
        """
        ...
