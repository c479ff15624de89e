"""Put questions to solvers in this very process."""

from collections.abc import Hashable
from typing import TypeVar

from lifesearch.queries.base import Query
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Exhausted, Packed

A = TypeVar("A")
QUICK = Configuration("minisat22")


def every(query: Query[A], how: Configuration = QUICK, depth: int = 0) -> list[A]:
    """All answers, each once; every part ends with a proof."""
    found: dict[Hashable, A] = {}
    for part in query.parts(depth):
        end = None
        for report in query.search(part, how, []):
            assert end is None
            if isinstance(report, list | Packed):
                for answer in report.unpack() if isinstance(report, Packed) else report:
                    found.setdefault(query.key(answer), answer)
            elif isinstance(report, Exhausted):
                end = report
        assert end is not None
    return list(found.values())


def first(query: Query[A], how: Configuration | None = None) -> A | None:
    """Some answer; None if it is proved that there is none."""
    for part in query.parts(0):
        for report in query.search(part, how or query.configurations()[0], []):
            if isinstance(report, list):
                return report[0]
            if isinstance(report, Exhausted):
                break
    return None
