"""Events of a survey as JSON objects, and back.

>>> from lifesearch.surveys.question import SurveyQuestion
>>> event = SliceEnded("boxes 3,0,0", 1.5)
>>> to_json(event)
{'slice': 'boxes 3,0,0', 'took': 1.5, 'done': False}
>>> from_json(to_json(event), LIFE) == event
True

What was found is simulated again when it is read: nothing is believed that can be checked.
"""

from __future__ import annotations

from typing import Any

from lifesearch.formats.detect import write_runs
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule  # noqa: F401 - for the example
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.running.events import SoupsRun
from lifesearch.session.codec import pattern as read_pattern
from lifesearch.session.codec import read
from lifesearch.session.soups import soups_from_json, soups_to_json
from lifesearch.solving.parts import Part
from lifesearch.surveys.events import (
    FoundThing,
    Lifespans,
    PartOccupied,
    PartSearched,
    ReplicatorFound,
    SliceEnded,
    SoupsTaken,
    StillLifesListed,
    SurveyEvent,
)
from lifesearch.surveys.replicators import Replicator
from lifesearch.surveys.things import Thing

Json = dict[str, Any]

LARGEST_SIDE = 10_000


def to_json(event: SurveyEvent) -> Json:
    """An event as it is kept."""
    told: Json
    match event:
        case FoundThing(thing):
            told = {"found": write_runs(thing.pattern), "how": thing.how}
        case PartSearched(task, part):
            told = {"searched": [*part.box, part.label], "task": task}
        case PartOccupied(task, part):
            told = {"occupied": [*part.box, part.label], "task": task}
        case SoupsTaken(task, start, stop, census):
            told = soups_to_json(SoupsRun(start, stop, census)) | {"task": task}
        case Lifespans(start, generations):
            told = {"lifespans": [*generations], "after": start}
        case StillLifesListed(cells, patterns):
            told = {"still_lifes": cells, "patterns": [*map(write_runs, patterns)]}
        case ReplicatorFound(found):
            told = {"replicator": write_runs(found.pattern), "generations": found.generations}
        case SliceEnded(task, seconds, done):
            told = {"slice": task, "took": seconds, "done": done}
    return told


def from_json(record: Json, rule: Rule) -> SurveyEvent:
    """The event that was kept; a ValueError or the like if nobody can have written it."""
    event: SurveyEvent
    match record:
        case {"found": str(runs), "how": str(how)}:
            event = FoundThing(Thing.of(_pattern(runs), rule, how))
        case {"searched": value, "task": str(task)}:
            event = PartSearched(task, _part(value))
        case {"occupied": value, "task": str(task)}:
            event = PartOccupied(task, _part(value))
        case {"soups": _, "task": str(task)}:
            run = soups_from_json(record)
            event = SoupsTaken(task, run.start, run.stop, run.census)
        case {"lifespans": list(values), "after": int(start)}:
            event = Lifespans(start, tuple(None if v is None else read(int, v) for v in values))
        case {"still_lifes": int(cells), "patterns": list(values)}:
            event = StillLifesListed(cells, tuple(_still(runs, cells, rule) for runs in values))
        case {"replicator": str(runs), "generations": int(generations)}:
            steps = min(generations, LONGEST_PERIOD)
            event = ReplicatorFound(Replicator.of(_pattern(runs), steps, rule))
        case {"slice": str(task), "took": float() | int() as seconds, "done": bool(done)}:
            event = SliceEnded(task, float(seconds), done)
        case _:
            raise ValueError("this is no event of a survey")
    return event


def _part(value: Any) -> Part:
    *box, label = read(tuple[int, int, str], value)
    return Part.labelled((box[0], box[1]), label)


def _pattern(runs: str) -> Pattern:
    pattern = read_pattern([0, 0, runs])
    if not pattern or max(pattern.box.width, pattern.box.height) > LARGEST_SIDE:
        raise ValueError("this is no pattern that was found")
    return pattern


def _still(runs: Any, cells: int, rule: Rule) -> Pattern:
    pattern = _pattern(read(str, runs))
    thing = Thing.of(pattern, rule, "", 1)
    if thing.kind.family != "still-lifes" or thing.cells != cells:
        raise ValueError(f"this is no still life of {cells} cells")
    return pattern
