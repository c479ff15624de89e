"""Patterns on a shifted cylinder of any length: higher and higher boxes, one after another.

On a cylinder with a shift a row never comes back to itself, so that there are no states of rows to
walk through. Each box is one of `OnCylinder`, and holds all that lower ones hold. So the first
answer is one of the lowest, and if a search is stopped, it is known up to how many rows there is
none; about all lengths nothing is proved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Self

from lifesearch.encoding.motion import Motion
from lifesearch.encoding.variable_grid import Encoding
from lifesearch.errors import InputError, OptionError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.cylinder.query import OnCylinder
from lifesearch.queries.cylinder.wording import LongerCylinderInWords
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Report
from lifesearch.solving.parts import Part


@dataclass(frozen=True)
class LongerCylinder(LongerCylinderInWords):
    """A query for patterns that come back on a cylinder, in as few rows as can be."""

    kind = "longer cylinder"
    raw = False

    motion: Motion
    cylinder: Cylinder
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    constraints: Constraints = NO_CONSTRAINTS

    def __post_init__(self) -> None:
        if self.constraints.objective is not None:
            raise OptionError("of boxes that grow longer no best one is known: give <box WxH>")
        assert self.of_height(next(self._heights()))

    def of_height(self, height: int) -> OnCylinder:
        """The query about so many rows."""
        return OnCylinder(
            self.motion,
            self.cylinder,
            height,
            self.symmetry,
            self.rule,
            constraints=self.constraints,
        )

    def _heights(self) -> Iterator[int]:
        fits, around = self.symmetry.fits, self.cylinder.circumference
        return (height for height in count(1) if not fits(around, height))

    def with_raw(self, raw: bool) -> Self:
        """All solutions are never asked for."""
        if raw:
            raise InputError("of boxes that grow longer there is no end of solutions: give a box")
        return self

    @property
    def grows(self) -> bool:
        """One box after another is searched."""
        return True

    def configurations(self) -> tuple[Configuration, ...]:
        """Those of a box."""
        return self.of_height(next(self._heights())).configurations()

    def parts(self, depth: int) -> Iterator[Part]:
        """Boxes of more and more rows, without end."""
        if not self.constraints.impossible:
            yield from (Part((self.cylinder.circumference, height)) for height in self._heights())

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is one of its boxes."""
        width, height = part.box
        fits = height > 0 and not part.label and not self.symmetry.fits(width, height)
        return fits and width == self.cylinder.circumference

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer]
    ) -> Iterator[Report[Answer]]:
        """Search one box."""
        return self.of_height(part.box[1]).search(part, how, known)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of one box."""
        if part is None:
            raise OptionError("a formula is about one box: give its size by <box WxH>")
        return self.of_height(part.box[1]).dimacs(part, how)

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse what a box with joined sides does not have."""
        self.of_height(next(self._heights())).check_encoding(encoding, plain=plain)

    def check_engine(self, name: str | None) -> None:
        """Refuse to go row by row."""
        if name in ("rows", "tables"):
            raise InputError("a shifted cylinder has no rows that come back: leave out the engine")

    def answers(self, saved: Sequence[Pattern], width: int, height: int) -> list[Answer]:
        """Verify patterns of a box by simulation."""
        return self.of_height(height).answers(saved, width, height)

    def counted(self, answer: Answer) -> list[Pattern]:
        """The full period, on the cylinder."""
        return self.of_height(next(self._heights())).counted(answer)

    def key(self, answer: Answer) -> Hashable:
        """Rolled, moved, turned and delayed patterns are one."""
        return self.of_height(next(self._heights())).key(answer)
