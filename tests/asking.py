"""Put questions to solvers in this very process."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Found
from lifesearch.core.question import Divisible, Solvable, Task
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, Packed

A = TypeVar("A")
QUICK = Configuration("minisat22")


def every(query: Divisible[A], how: Strategy = QUICK, depth: int = 0) -> list[A]:
    """All answers, each once; every part ends with a proof."""
    found: dict[Hashable, A] = {}
    for part in query.parts(depth):
        end = None
        for report in query.task_function()(Task(part, how, [])):
            assert end is None
            if isinstance(report, list | Packed):
                for answer in report.unpack() if isinstance(report, Packed) else report:
                    found.setdefault(query.key(answer), answer)
            elif isinstance(report, Exhausted):
                end = report
        assert end is not None
    return list(found.values())


def first(query: Divisible[A], how: Configuration | None = None) -> A | None:
    """Some answer; None if it is proved that there is none.

    Solvers find it, whose answers are lists: only tables pack theirs (see `every`).
    """
    for part in query.parts(0):
        for report in query.search(part, how or _usual(query), []):
            if isinstance(report, list):
                return report[0]
            if isinstance(report, Exhausted):
                break
    return None


def _usual(query: object) -> Configuration:
    assert isinstance(query, Solvable)
    return query.configurations()[0]


def answers_of(events: Iterable[Event]) -> list[Answer]:
    return [a for e in events if isinstance(e, Found) for a in e.answers if isinstance(a, Answer)]


def count_answered(
    name: str, count: int, compare: Callable[[str], int | None], draw: Callable[[str], object]
) -> int:
    """Compare so many random questions; how many of them have answers.

    `draw` makes a question of a seed, and `compare` counts its answers, or returns None if there
    is nothing to compare with.
    """
    asked = answered = number = 0
    while asked < count:
        seed = f"{name}.{number}"
        number += 1
        try:
            answers = compare(seed)
        except Exception as error:
            error.add_note(f"the question of seed {seed!r} is {draw(seed)}")
            raise
        if answers is not None:
            asked += 1
            answered += answers > 0
    return answered
