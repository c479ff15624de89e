"""The history of a session: numbers that grew while it ran, such as parts done and answers.

`plot` and `gallery` read sessions by it.

The file is only read, never claimed and never changed, so that one may look at a search
while it goes on. A history is a few numbers that change from record to record. For boxes these are
the parts that are done, the conflicts that they took, and the answers. For a strip they are the
states that were visited, those that are still open, and the rows of the longest partial ship: a
search by SAT rows records them at each step, row tables now and then. Other kinds of questions have
their own numbers.

In a race for the first answer, parts that are done prove nothing.

Time is that of the search alone: nights between two runs do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lifesearch.core.events import Found
from lifesearch.core.question import AnyQuestion
from lifesearch.running.session.kind_records import Series
from lifesearch.running.session.log import read_log
from lifesearch.running.session.records import parse_lines


@dataclass(frozen=True)
class SessionHistory:
    """The contents of a session, and how they grew.

    `seconds` has one entry for each value of a series. The session is `complete` if it is proved
    that there is no further answer, or if all that was asked for is done. A census has `counts`:
    how often each object occurred, by its apgcode.
    """

    query: AnyQuestion
    found: tuple[Found, ...]
    series: tuple[Series, ...]
    seconds: tuple[float, ...]
    complete: bool
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """The number of records after the first line."""
        return len(self.series[0].values)


def is_session(opening: bytes) -> bool:
    return opening.lstrip().startswith(b'{"session"')


def read_history(name: str) -> SessionHistory:
    log = read_log(name, parse_lines)
    records, checkpoint = log.kind_records, log.checkpoint
    return SessionHistory(
        log.beginning.query,
        records.found(checkpoint),
        records.series(log.records),
        tuple(log.seconds[1:]),
        records.is_complete(log.records),
        records.counts(checkpoint),
    )
