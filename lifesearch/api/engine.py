"""Where the public interface touches what is below it: events, reports of patterns, pictures.

Nothing else in this package knows of these modules, so that they can change.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, TypeVar, cast

from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer as Found
from lifesearch.ui.report import PatternReport
from lifesearch.ui.search.answer_report import AnswerReport

if TYPE_CHECKING:
    from lifesearch.api.pattern import Pattern
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.events import Event
    from lifesearch.running.options import RunOptions

Q = TypeVar("Q", bound="PatternQuery")

MOST_FRAMES = 60
CELL_PIXELS = 12
SMALL = 240


def events(
    query: PatternQuery, run_options: RunOptions, session: str | None, *, growing: bool
) -> Generator[Event, None, None]:
    """The events of a search, after those that its session file tells of, if it has one."""
    from lifesearch.planning.run import search_events

    if session is None:
        yield from search_events(query, run_options)
        return
    from lifesearch.session.file import Session

    with Session.start(session, query, run_options, growing=growing) as opened:
        yield from search_events(opened.query, run_options, opened)


def check_session(session: str, query: Q, run_options: RunOptions, *, growing: bool) -> Q:
    """Refuse a session file that is about another query, or is no session; return its own."""
    from lifesearch.session.file import Session

    with Session.start(session, query, run_options, growing=growing) as opened:
        return cast(Q, opened.query)


def identify(pattern: Pattern, limit: int) -> PatternReport:
    """What is known of a pattern that is followed for some generations."""
    cells, rule = Cells(pattern.cells, pattern.dying), Rule.parse(pattern.rule)
    if pattern.torus is None:
        return PatternReport(cells, rule, limit=limit)
    history = pattern.history(limit)
    period = next((t for t in range(1, limit + 1) if history[t] == pattern), None)
    size = f"{pattern.torus[0]}x{pattern.torus[1]}"
    called = "" if period else f"pattern on a torus of {size}"
    answer = Found(cells, period or 1, rule, pattern.torus, called, returns=bool(period))
    return AnswerReport.of(answer, placed=True)


def svg(pattern: Pattern, frames: int = 0, *, small: bool = False) -> str | None:
    """A picture: of so many generations in motion, or of one period; None if it is too large."""
    from lifesearch.ui.animation import Subject
    from lifesearch.ui.pictures.svg import picture
    from lifesearch.ui.pictures.svg import svg as drawn

    try:
        subject = Subject(
            Cells(pattern.cells, pattern.dying), Rule.parse(pattern.rule), pattern.torus
        )
        count = min(frames or subject.behaviour.period or 1, MOST_FRAMES)
        side = max(pattern.torus or (pattern.width + 2, pattern.height + 2))
        most = SMALL // side if small else CELL_PIXELS
        scale = max(1, min(CELL_PIXELS, most))
        return drawn(picture(subject, count, "age", moving=True, scale=scale))
    except InputError:
        return None
