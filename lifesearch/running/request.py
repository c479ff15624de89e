"""The result of reading a command's argument and options: a question, and preferences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery
    from lifesearch.running.option_table import Options


@dataclass(frozen=True)
class Preferences:
    """Preferences for an unbounded search.

    only       the names of the strategies to use; empty for all
    composite  whether patterns of several independent objects count
    symmetry   a symmetry by its name for strips (even, odd, gutter, glide); empty if none is asked
    """

    only: tuple[str, ...] = ()
    composite: bool = False
    symmetry: str = ""


NO_PREFERENCES = Preferences()


@dataclass(frozen=True)
class Request:
    """A question, the options with what may be spent on it, and preferences for its search.

    Its answers are moved by the `offset`, or without one to the corner (0, 0).
    """

    query: PatternQuery
    options: Options
    preferences: Preferences = NO_PREFERENCES
    offset: tuple[int, int] | None = None
