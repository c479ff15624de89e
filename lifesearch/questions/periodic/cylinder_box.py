"""Patterns that recur in a box whose left and right sides are joined, perhaps shifted.

`question` makes one where a cylinder is given, and a `PeriodicBox` otherwise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from lifesearch.core.answer import Answer, require_right
from lifesearch.core.on_cylinder import (
    cylinder_answer,
    cylinder_images,
    cylinder_key,
    has_shorter_period,
    recurs_on_cylinder,
)
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.questions.periodic.box import PeriodicBox


@dataclass(frozen=True)
class CylinderBox(PeriodicBox):
    """A query in a box of one size on a cylinder: answers are shown on a torus."""

    @property
    def cylinder(self) -> Cylinder:
        assert self.query.cylinder is not None
        return self.query.cylinder

    def answers(self, patterns: Sequence[Pattern]) -> list[Answer]:
        """Verify patterns by simulation and return them as answers, each with its true period."""
        what, any_period = self.describe(), self.query.any_period
        period = self.motion.full_period
        found = [Answer(pattern, period, self.rule, self.universe.torus) for pattern in patterns]
        require_right(found, self.check(patterns), what)
        answers: list[Answer] = [
            cylinder_answer(self.cylinder, pattern, self.motion, self.rule, any_period=any_period)
            for pattern in patterns
        ]
        self.query.require_constraints(answers, what)
        return answers

    def check(self, patterns: Sequence[Pattern]) -> list[bool]:
        return [self._is_right(pattern) for pattern in patterns]

    def _is_right(self, pattern: Pattern) -> bool:
        """Whether a pattern recurs as it should, in the box, with the symmetry and the period."""
        query, motion, rule, cylinder = self.query, self.motion, self.rule, self.cylinder
        box = Box(0, 0, self.width, self.height)
        life = self.generations_of(pattern)[: motion.period]
        return (
            all(map(box.holds, chain.from_iterable(phase.cells for phase in life)))
            and recurs_on_cylinder(cylinder, pattern, motion, rule, self.height)
            and all(
                cylinder.wound(self.spacetime.turned(g, pattern)) == pattern
                for g in query.symmetry.group
            )
            and (query.any_period or not has_shorter_period(cylinder, pattern, motion, rule))
            and (query.with_empty or bool(pattern))
        )

    def images(self, pattern: Pattern) -> Iterator[Pattern]:
        """All images of a pattern in the box, solutions or not."""
        for image in cylinder_images(self.cylinder, self.generations_of(pattern)[:-1], self.rule):
            for down in range(self.height - image.box.height + 1):
                yield image.translate(0, down)

    def key(self, answer: Answer) -> Hashable:
        if self.query.raw:
            return answer.found
        return cylinder_key(self.cylinder, self.generations_of(answer.found)[:-1], self.rule)
