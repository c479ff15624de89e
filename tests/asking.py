"""Put questions to solvers in this very process."""

from collections.abc import Hashable
from typing import TypeVar

from lifesearch.search.configuration import Configuration
from lifesearch.search.enumerate import Exhausted
from lifesearch.search.question import BoxQuestion

A = TypeVar("A")
QUICK = Configuration("minisat22")


def every(question: BoxQuestion[A], how: Configuration = QUICK, depth: int = 0) -> list[A]:
    """All answers, each once; every part ends with a proof."""
    found: dict[Hashable, A] = {}
    for part in question.parts(depth):
        end = None
        for report in question.search(part, how, []):
            assert end is None
            if isinstance(report, list):
                for answer in report:
                    found.setdefault(question.key(answer), answer)
            elif isinstance(report, Exhausted):
                end = report
        assert end is not None
    return list(found.values())


def first(question: BoxQuestion[A], how: Configuration | None = None) -> A | None:
    """Some answer; None if it is proved that there is none."""
    for part in question.parts(0):
        for report in question.search(part, how or question.configurations()[0], []):
            if isinstance(report, list):
                return report[0]
            if isinstance(report, Exhausted):
                break
    return None
