"""What is new in a survey, in a sentence."""

from __future__ import annotations

from lifesearch.surveys.events import FoundThing, ReplicatorFound, StillLifesListed
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.report import NamedThing
from lifesearch.text import plural
from lifesearch.ui.survey.table import box, called


def news(event: object, before: SurveyRecord) -> str:
    """What is new in an event, in words; empty if it is not worth a line."""
    match event:
        case FoundThing(thing) if before.is_news(thing):
            found = NamedThing.of(thing, before.rule)
            cells = plural(thing.cells, "cell")
            title = thing.kind.title(before.rule)
            return f"{title}: {called(found)}, {cells}, {box(thing)}; {thing.how}"
        case ReplicatorFound(found):
            cells, copies = plural(found.pattern.population, "cell"), found.copies
            later = plural(found.generations, "generation")
            return f"replicator: {cells}, {copies} copies after {later}; it is not periodic"
        case StillLifesListed(number, patterns) if patterns:
            return f"still lifes of {plural(number, 'cell')}: {len(patterns):,}, and no others"
    return ""
