"""One way to search, as a part of a plan."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One way to search, with its share of the time; all steps of a plan go on side by side.

    `cost` is a rough estimate in seconds; None if there is none. `why` this way is used, in words.
    """

    engine: str
    what: str
    share: int = 1
    cost: float | None = None
    why: str = ""
