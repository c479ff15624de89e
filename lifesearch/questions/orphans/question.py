"""A search for orphans: patterns that have no predecessor in any surroundings.

A beam search finds candidates (see `engines.orphans`); a solver, which knows nothing of it, proves
that each is an orphan. Beams become wider and wider, without end: if none is found, nothing is
proved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from lifesearch.common import require
from lifesearch.common.errors import InputError
from lifesearch.common.text import size_with_article
from lifesearch.core.answer import Answer, require_right
from lifesearch.core.question import DivisibleQuery
from lifesearch.core.words import in_rule
from lifesearch.engines.orphans.limits import HIGHEST, HIGHEST_WITHOUT, WIDEST
from lifesearch.engines.sat.solving.enumerate import Exhausted, PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.predecessor.question import Predecessor

KEPT = 300_000
"""Pairs (see `engines.orphans.beam`) that the first beam keeps; each after it keeps as many more.

With fewer the first beams are quicker, and find less.
"""


@dataclass(frozen=True)
class OrphanAnswer(Answer):
    """An orphan: the box around its live cells, dead ones included, has no predecessor."""

    @property
    def role(self) -> str:
        return "orphan"

    @property
    def drawn(self) -> tuple[int, ...]:
        """The orphan alone, not what becomes of it."""
        return (0,)


@dataclass(frozen=True)
class Orphans(DivisibleQuery):
    """A question for an orphan in a rule.

    size  the greatest number of columns, and the number of rows
    """

    kind = "orphans"
    unit = "word"

    size: Size
    rule: Rule = LIFE

    def __post_init__(self) -> None:
        require.box(self.size, 1)
        require.instance(self.rule, "the rule", Rule)
        self.rule.require_plain("orphans are")
        if self.rule.births_from_nothing:
            raise InputError(f"orphans are searched for in rules without B0, not in {self.rule}")
        width, height = self.size
        if self.rule == LIFE and min(width, height) <= HIGHEST_WITHOUT:
            raise InputError(
                f"in B3/S23 no orphan has {HIGHEST_WITHOUT} rows or fewer, nor as few columns: ask "
                f"for up to {HIGHEST} rows and more columns, such as 40x6"
            )
        if height > HIGHEST or width > WIDEST:
            raise InputError(
                f"orphans of up to {HIGHEST} rows and {WIDEST} columns are searched for, not of "
                f"{height} rows and {width} columns"
            )

    def describe(self) -> str:
        return f"orphan{in_rule(self.rule)}"

    def where(self) -> str:
        return f" in {size_with_article(*self.size)} box"

    def endless(self) -> str:
        return "<count>"

    def parts(self, depth: int) -> Iterator[Part]:
        return (Part(self.size, name=f"beam of {KEPT * n}") for n in count(1))

    def has_part(self, part: Part, depth: int) -> bool:
        kept = part.name.removeprefix("beam of ")
        return part.box == self.size and kept.isdecimal() and int(kept) % KEPT == 0

    def key(self, answer: Answer) -> Hashable:
        return min(each.key() for each in answer.pattern.orientations(self.rule.symmetries))

    def search(
        self, part: Part, strategy: Any, known: Sequence[Answer], kept: PartCheckpoint | None = None
    ) -> Iterator[Report[Answer]]:
        """Search with the beam of a part; each beam has a seed of its own.

        An orphan that is known may be found again: the portfolio drops it.
        """
        from lifesearch.engines.orphans.beam import orphan

        width, height = self.size
        table = np.frombuffer(self.rule.table, np.uint8)
        pairs = int(part.name.removeprefix("beam of "))
        work = 0
        for report in orphan(height, width, table, pairs, pairs // KEPT - 1):
            if isinstance(report, int):
                work += report
                yield work
            else:
                cells = [
                    (x, y)
                    for x, column in enumerate(report)
                    for y in range(height)
                    if column >> y & 1
                ]
                yield self.answers([Pattern.of(cells).normal()], width, height)
        yield Exhausted(work)

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Have a solver prove that these are orphans, independently of the search."""
        found = [OrphanAnswer(pattern, 1, self.rule) for pattern in saved]
        require_right(found, map(self._is_orphan, saved), self.describe())
        return [*found]

    def _is_orphan(self, pattern: Pattern) -> bool:
        """Whether a solver proves that the box of a pattern has no predecessor."""
        predecessors = Predecessor.anywhere(Target(pattern, drawn=pattern.box), 1, rule=self.rule)
        configuration = predecessors.configurations()[0]
        problem = predecessors.problem(Part(predecessors.box), configuration)
        with Solver(configuration.solver, len(problem.variables)) as solver:
            for batch in problem.clauses:
                solver.load(batch)
            return next(r for r in solver.solve() if isinstance(r, bool)) is False
