"""Solutions that fall into pieces: answers must be in one piece, or without excluded pieces.

Enumerations in boxes (`questions.periodic.box`, `questions.race.boxes`) ask a `PieceFilter` about
each solution. Questions that are not about one box look for excluded pieces in each pattern that
was found (`ExcludedPieces.among`).

The clauses know nothing of pieces; blocking clauses are added lazily, after a model violates them.
A solution is taken apart. If it has an excluded piece, that piece is forbidden at every place where
it stands alone: its cells in all generations, with all other cells dead that have a neighbour in
common with it. Such a piece lives as if it were alone, whatever else there is, so nothing is lost
but solutions that have it.

A pattern in one piece is searched for in the same way. If a solution has several pieces, those that
are answers by themselves are reported, and all of them are forbidden from then on: the reported
ones are not wanted twice, the others not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from lifesearch.engines.sat.encoding.clauses import Clauses, Ints, fold
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.life.identify import canonical_key, pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, generations

# From a cell to those with which it has a neighbour in common.
REACH = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)]


@dataclass(frozen=True)
class ExcludedPieces:
    """Pieces that a solution must not have, if they recur within the period that is searched.

    Their canonical keys are computed once, however many boxes are searched.
    """

    patterns: tuple[Pattern, ...]
    rule: Rule
    period: int

    @cached_property
    def keys(self) -> frozenset[Hashable]:
        """The canonical keys of the pieces that recur within the period; others cannot occur."""
        return frozenset(
            canonical_key(generations(piece, its_period, self.rule), self.rule)
            for piece in self.patterns
            if (its_period := behaviour(piece, self.rule, self.period).period)
        )

    def among(self, pieces_found: Iterable[Pattern]) -> bool:
        """Whether one of the pieces of a pattern, which recur within the period, is excluded.

        A key does not depend on how many of its periods a piece is followed.
        """
        lives = (generations(piece, self.period, self.rule) for piece in pieces_found)
        return any(canonical_key(life, self.rule) in self.keys for life in lives)


@dataclass
class PieceFilter:
    """Decides which solutions of one spacetime are answers.

    Only those in one piece are, if they must be `connected`, and none that has a piece with one of
    the `unwanted` keys (see `canonical_key`). `is_answer` decides about a piece by itself; it is
    None where that depends on the place or phase of the piece: then a solution in several pieces is
    only skipped.
    """

    layout: VariableGrid
    rule: Rule
    connected: bool
    unwanted: frozenset[Hashable]
    is_answer: Callable[[Pattern], bool] | None
    already_forbidden: set[Hashable] = field(default_factory=set)

    def examine(self, solution: Pattern) -> tuple[list[Pattern], list[list[int]]]:
        """The answers in a solution, if any, and clauses against pieces that it has.

        The solution itself is excluded by the enumeration.
        """
        period = self.layout.spacetime.motion.full_period
        parts = pieces(solution, self.rule, period)
        keys: dict[Hashable, Pattern] = {
            canonical_key(generations(piece, period, self.rule), self.rule): piece
            for piece in parts
        }
        bad = {key: piece for key, piece in keys.items() if key in self.unwanted}
        if bad:
            return [], self._forbid(bad)
        if not self.connected or len(parts) == 1:
            return [solution], []
        if self.is_answer is None:
            return [], []
        return [piece for piece in keys.values() if self.is_answer(piece)], self._forbid(keys)

    def _forbid(self, by_key: dict[Hashable, Pattern]) -> list[list[int]]:
        """Clauses against pieces, given by their keys; none against those already forbidden."""
        new = [piece for key, piece in by_key.items() if key not in self.already_forbidden]
        self.already_forbidden |= by_key.keys()
        batches = [batch for piece in new for batch in self._forbid_everywhere(piece).tuples()]
        return [list(clause) for batch in batches for clause in batch]

    def _forbid_everywhere(self, piece: Pattern) -> Clauses:
        """Clauses: the piece, in every phase and orientation, does not occur alone anywhere."""
        period = self.layout.spacetime.motion.full_period
        images = set()
        for g in (g for g in Orientation if g in self.rule.symmetries):
            life = list(generations(piece.transform(g), 2 * period, self.rule))
            # Each phase is generation 0 of one image; if two rules alternate, only each phase to
            # which the first of them applies.
            for t in range(0, period, len(self.rule.steps)):
                corner = life[t].box
                phases = [p.translate(-corner.x, -corner.y) for p in life[t : t + period]]
                images.add(tuple(phases))
        tables = [self._placement_clauses(image) for image in images]
        rows = np.zeros((sum(map(len, tables)), max(t.shape[1] for t in tables)), np.int32)
        start = 0
        for table in tables:
            rows[start : start + len(table), : table.shape[1]] = table
            start += len(table)
        return Clauses(fold(rows))

    def _placement_clauses(self, life: Sequence[Pattern]) -> Ints:
        """A clause against each place of a piece."""
        frame, box = self.layout.spacetime.frame, life[0].box
        if box.width > frame.width or box.height > frame.height:
            return np.zeros((0, 1), np.int32)
        # `bottom` and `right` are the last row and column, and mgrid leaves out the end of a range.
        dy, dx = np.mgrid[
            frame.y : frame.bottom - box.height + 2, frame.x : frame.right - box.width + 2
        ]
        columns = []
        for t, phase in enumerate(life):
            for (x, y), state in _surrounded(phase).items():
                literals = self.layout.states_at(t, dx.ravel() + x, dy.ravel() + y)
                columns += [-literals[state - 1]] if state else [*literals]
        # By a symmetry two cells may have one variable. A literal that occurs twice is kept once (0
        # is no literal); a clause with a literal and its opposite is always true and left out.
        rows = np.column_stack(columns)
        rows = np.take_along_axis(rows, np.argsort(np.abs(rows), axis=1, kind="stable"), axis=1)
        same = rows[:, 1:] == rows[:, :-1]
        true = (rows[:, 1:] == -rows[:, :-1]).any(axis=1)
        rows[:, 1:][same] = 0
        possible: Ints = rows[~true]
        return possible


def _surrounded(phase: Pattern) -> dict[Cell, int]:
    """The states of a piece's cells, and of the dead cells around it."""
    near = {(x + dx, y + dy) for x, y in phase.cells for dx, dy in REACH}
    return dict.fromkeys(near, 0) | phase.states
