"""Verify solutions by simulation alone: nothing here knows of clauses or solvers.

Each query says by simulation which solutions are right; here the constraints are checked too,
and what is wrong becomes an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from lifesearch.errors import VerificationError
from lifesearch.life.pattern import Box, Pattern
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import Constraints

A = TypeVar("A", bound=Answer)


def wrong_answer(problem: str, pattern: Pattern | None = None) -> VerificationError:
    """An error about a solution that simulation does not confirm."""
    picture = "" if pattern is None else f":\n{pattern.picture()}"
    return VerificationError(
        f"the solver's answer {problem}; this is a bug in lifesearch, please report it{picture}"
    )


def require_right(answers: Iterable[Answer], right: Iterable[bool], what: str) -> None:
    """Refuse answers of which one is not what was searched for."""
    for answer, is_right in zip(answers, right, strict=True):
        if not is_right:
            raise wrong_answer(f"is no {what}", answer.pattern)


def require_constraints(
    answers: Sequence[A],
    constraints: Constraints,
    what: str,
    counted: Callable[[A], list[Pattern]],
    seen: Box | None = None,
) -> None:
    """Refuse answers of which one does not meet the constraints in its counted generations."""
    if constraints:
        met = (constraints.satisfied_by(counted(answer), seen) for answer in answers)
        require_right(answers, met, what)
