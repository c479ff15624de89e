"""The number of answers to a query, exactly and without finding them.

The number is that of all answers that a search would find: of all solutions, or of those that
differ by more than place, orientation and phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from lifesearch.common.errors import InputError, OptionError
from lifesearch.core.question import PatternQuery, Question
from lifesearch.engines.compiled import unavailable
from lifesearch.questions.counts.subjects import NOT_A_BOX, SUBJECTS, CountSubject, Size
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor

if TYPE_CHECKING:
    from lifesearch.engines.counting.transfer_matrix import SweepOptions


@dataclass(frozen=True)
class Counted:
    """The number of answers in a box, (width, height).

    `populations` has pairs (cells, number) for the populations that occur; None if not requested.
    """

    box: Size
    number: int
    populations: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True)
class CountQuestion(Question[Counted]):
    """A query whose answers are counted.

    lengths      whether they are counted in each box as wide and at most as high as that of `query`
    populations  whether they are counted for each population
    """

    kind: ClassVar[str] = "count"

    query: Periodic | Predecessor
    lengths: bool = False
    populations: bool = False

    def describe(self) -> str:
        manners = {
            "every solution": self.subject.every_solution,
            "by length": self.lengths,
            "by population": self.populations,
        }
        return ", ".join([self.query.title, *(each for each, given in manners.items() if given)])

    @cached_property
    def subject(self) -> CountSubject:
        subject: CountSubject = SUBJECTS[self.query.kind](self.query)
        return subject

    def key(self, answer: Counted) -> Size:
        return answer.box

    def numbers(self, options: SweepOptions) -> Iterator[Counted]:
        """The counts, as they are found."""
        return counts(self, options)


def not_countable(query: PatternQuery, *, populations: bool = False) -> str:
    """Why the answers of a query cannot be counted without finding them; empty if they can."""
    if query.kind not in SUBJECTS:
        return NOT_A_BOX
    reason: str = SUBJECTS[query.kind](query).refusal(populations=populations)
    return reason


def count(query: Periodic, options: SweepOptions) -> Counted:
    """Count the answers in the box of a query."""
    (counted,) = counts(CountQuestion(query), options)
    return counted


def counts(question: CountQuestion, options: SweepOptions) -> Iterator[Counted]:
    """Count the answers in the box of the query, or in all boxes as wide and at most as high."""
    boxes = boxes_of(question.query, lengths=question.lengths)
    _require_countable(question)
    for box, vector in zip(boxes, question.subject.vectors(options, boxes), strict=True):
        listed = [(cells, int(number)) for cells, number in enumerate(vector) if number]
        yield Counted(box, int(vector.sum()), tuple(listed) if options.populations else None)


def _require_countable(question: CountQuestion) -> None:
    if reason := unavailable():
        raise InputError(f"nothing can be counted: {reason}")
    if reason := not_countable(question.query, populations=question.populations):
        raise OptionError(reason)
    question.query.rule.require_plain("counts are")


def boxes_of(query: Periodic | Predecessor, *, lengths: bool) -> list[Size]:
    """The box of a query, or all that are as wide and at most as high, the lowest first."""
    width, height = query.box or (0, 0)  # without a box nothing is counted: see `not_countable`
    return [(width, length) for length in range(1, height + 1)] if lengths else [(width, height)]
