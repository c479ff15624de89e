"""The event of soups: a range of them has been run."""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.core.events import KindEvent
from lifesearch.engines.soups.census import Census


@dataclass(frozen=True)
class SoupsRun(KindEvent):
    """The census of soups start to stop - 1, which have been run; `task` names that of a survey."""

    start: int
    stop: int
    census: Census
    task: str = ""
