"""The records of boxes in sessions: answers, boxes that are done, and snapshots of tables."""

from __future__ import annotations

from lifesearch.questions.periodic.by_rows import strip_of
from lifesearch.questions.periodic.by_tables import batches_in
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.session.pattern_records import PatternRecords


class BoxRecords(PatternRecords[Periodic]):
    """Snapshots of tables that list the patterns of a box, or search it as a strip."""

    def check_snapshot(self, data: bytes) -> None:
        if batches_in(data) is None:
            strip_of(self.query)[0].snapshot_reached(data)
