"""A strip as a problem for row tables: whether they can answer it, and how it is put."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lifesearch.encoding.ship_rows import RowLayers
from lifesearch.errors import InputError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.strip_symmetry import Fold, Mirror
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.strips.conditions import Conditions
from lifesearch.queries.strips.geometry import StripGeometry

if TYPE_CHECKING:
    from lifesearch.rows.problem import Problem


class InTables:
    """What a strip is, as far as rows and row tables are concerned."""

    width: int
    motion: Motion
    mirror: Mirror
    rule: Rule
    front: Pattern | None
    max_length: int | None
    constraints: Constraints
    folds: tuple[Fold, ...]
    wraps: bool

    @cached_property
    def geometry(self) -> StripGeometry:
        """Where rows lie in the strip."""
        row_layers = RowLayers(self.width, self.motion, self.mirror, self.rule, self.wraps)
        return StripGeometry(row_layers, self.front)

    @cached_property
    def conditions(self) -> Conditions:
        """What else is asked of a pattern, and how it is checked."""
        return Conditions(self.constraints, self.geometry)

    def table_problem(self) -> Problem:
        """The same question for row tables; with a bounded length, for some patterns more.

        A ship of L rows, in p generations, has at most p(L + k) rows in all (see `rows.problem`).
        What is the same upside down is sought by its first half.
        """
        from lifesearch.rows.problem import Problem

        motion, longest = self.motion, self.max_length
        if longest is not None and self.folds:
            longest = (longest + 1) // 2
        return Problem(
            self.width,
            motion.period,
            -motion.dy,
            self.mirror,
            motion.orientation is Orientation.FLIP_X,
            self.rule,
            self.front,
            self.conditions.most_cells,
            length=None if longest is None else longest - motion.dy,
            folds=self.folds,
            whole=not self.folds,
            wraps=self.wraps,
        )

    def snapshot_reached(self, data: bytes) -> tuple[int, int, int]:
        """The states, open states and rows of a snapshot; a ValueError if there are none."""
        from lifesearch.rows.snapshot import from_bytes

        return from_bytes(data, self.table_problem()).reached(self.motion.period)

    def no_tables(self) -> str:
        """Why row tables cannot answer this; empty if they can."""
        from lifesearch import rows

        return self.unsuitable() or rows.unavailable()

    def unsuitable(self) -> str:
        """Why this is no problem for row tables; empty if it is one."""
        if self.motion.dx:
            return "row tables are for ships that travel straight up"
        try:
            self.table_problem()
        except InputError as error:
            return str(error)
        return ""
