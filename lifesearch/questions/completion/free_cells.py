"""The cells of a completion that decide it: what blocking clauses and cubes are about.

Generation 0 and the exempt cells decide a completion; all other cells follow from them. In rules of
several states each state but 0 has literals of its own. Several cells may have one variable, or a
variable and its negation, and some are constants; each variable is read at one of its cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.sat.encoding.clauses import TRUE, Ints
from lifesearch.engines.sat.encoding.variable_grid import VariableGrid
from lifesearch.engines.sat.solving.cubes import Cube
from lifesearch.engines.sat.solving.enumerate import Clause, Model
from lifesearch.engines.sat.solving.first_generation import CONTRADICTION, FirstGeneration


@dataclass(frozen=True, eq=False)
class FreeCells:
    """The cells that decide a completion.

    literals   of all cells of the box: [state - 1, t, y, x]
    index      for each of the `variables`, an index of the flattened `literals` with it, perhaps
               negated
    variables  those that decide, each once
    """

    literals: Ints
    index: Ints
    variables: list[int]

    @classmethod
    def of(cls, layout: VariableGrid, generations: int) -> FreeCells:
        """The free cells of a grid of variables, in reading order."""
        s, m = layout.spacetime, layout.spacetime.margin
        box = (slice(generations), slice(m, m + s.height), slice(m, m + s.width))
        literals = layout.grid[box][None]
        if layout.dying is not None:
            y, x = np.mgrid[: s.height, : s.width]
            literals = np.stack([layout.states_at(t, x, y) for t in range(generations)], axis=1)
        decides = np.zeros(literals.shape, np.bool_)
        decides[:, 0] = True
        if layout.exempt is not None:
            decides |= layout.exempt[box]
        candidates = np.flatnonzero(decides & (np.abs(literals) != TRUE))
        variables, first = np.unique(np.abs(literals.ravel()[candidates]), return_index=True)
        return cls(literals, candidates[first].astype(np.int32), variables.tolist())

    def phases(self, model: Model) -> NDArray[np.uint8]:
        """The box in all generations, as a model has it: the states [t, y, x]."""
        alive = np.array([False, *(v > 0 for v in model)])
        known = np.abs(self.literals) == TRUE
        values = alive[np.where(known, 0, np.abs(self.literals))] | known
        true = (values ^ (self.literals < 0)).astype(np.uint8)
        states = np.arange(1, len(true) + 1, dtype=np.uint8)
        phases: NDArray[np.uint8] = (true * states[:, None, None, None]).sum(axis=0, dtype=np.uint8)
        return phases

    def forbidding(self, phases: NDArray[np.uint8]) -> list[Clause]:
        """Blocking clauses of a completion: one, unless there is nothing to decide."""
        if not self.variables:
            return CONTRADICTION
        true = np.stack([phases == state for state in range(1, len(self.literals) + 1)])
        alive = true.ravel()[self.index] ^ (self.literals.ravel()[self.index] < 0)
        signed = zip(self.variables, alive.tolist(), strict=True)
        return [[-v if lives else v for v, lives in signed]]

    def cube(self, bits: str) -> Cube:
        """Fix some cells near the middle; without any, only the first cube has solutions."""
        height, width = self.literals.shape[2:]
        cells = [(i % width, i // width % height) for i in self.index.tolist()]
        return FirstGeneration(cells, self.variables).cube(bits)
