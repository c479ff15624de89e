"""What happens in a survey, as its session keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.life.pattern import Pattern
from lifesearch.solving.parts import Part
from lifesearch.soups.counts import Census
from lifesearch.surveys.replicators import Replicator
from lifesearch.surveys.things import Thing


@dataclass(frozen=True)
class FoundThing:
    """A pattern that is the first of its kind, or smaller than those found before."""

    thing: Thing


@dataclass(frozen=True)
class PartSearched:
    """A part of a task has nothing besides what was found. This is a proof."""

    task: str
    part: Part


@dataclass(frozen=True)
class PartOccupied:
    """A part of a task has a pattern, be it larger than others: it is never called empty."""

    task: str
    part: Part


@dataclass(frozen=True)
class SoupsTaken:
    """Soups start to stop - 1 of a task have been run; of most tasks objects are not counted."""

    task: str
    start: int
    stop: int
    census: Census


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
    """A task has run for further `seconds`; `done` if there is nothing left to do."""

    task: str
    seconds: float
    done: bool = False


SurveyEvent = (
    FoundThing
    | PartSearched
    | PartOccupied
    | SoupsTaken
    | Lifespans
    | StillLifesListed
    | ReplicatorFound
    | SliceEnded
)


@dataclass(frozen=True)
class Note:
    """A sentence about something that cannot be done; no session keeps it."""

    text: str
