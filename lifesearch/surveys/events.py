"""What happens in a survey besides the events of any search, as its session keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.life.pattern import Pattern
from lifesearch.running.events import Searched, SoupsRun
from lifesearch.solving.parts import Part
from lifesearch.surveys.kinds import Thing
from lifesearch.surveys.replicators import Replicator


@dataclass(frozen=True)
class FoundThing:
    """A pattern that is the first of its kind, or smaller than those found before."""

    thing: Thing


@dataclass(frozen=True)
class PartOccupied:
    """A part of a task has a pattern, be it larger than others: it is never called empty."""

    task: str
    part: Part


@dataclass(frozen=True)
class Lifespans:
    """After how many generations some soups had settled; None if that is not known."""

    start: int
    generations: tuple[int | None, ...]


@dataclass(frozen=True)
class StillLifesListed:
    """These are all still lifes of N cells. This is a proof."""

    cells: int
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class ReplicatorFound:
    """A pattern that makes copies of itself."""

    replicator: Replicator


@dataclass(frozen=True)
class SliceEnded:
    """A task has had so many seconds more; `done` if there is nothing left to do."""

    task: str
    seconds: float
    done: bool = False


SurveyEvent = (
    FoundThing
    | Searched
    | PartOccupied
    | SoupsRun
    | Lifespans
    | StillLifesListed
    | ReplicatorFound
    | SliceEnded
)
