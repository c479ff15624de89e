"""Forced cells: those that are the same in all predecessors of a pattern.

`engine` searches it; `show.search.forced` draws the answer.

The predecessors are those of another question, in its box or with any surroundings. A solver proves
for each cell that there is none in which it is different, or finds one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lifesearch.common import require
from lifesearch.common.errors import OptionError
from lifesearch.core.answer import Answer, require_right
from lifesearch.core.question import DivisibleQuery, Solvable
from lifesearch.engines.sat.encoding.variable_grid import Encoding
from lifesearch.engines.sat.solving.backbone import Backbone, backbone
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import Exhausted, PartCheckpoint, Report
from lifesearch.engines.sat.solving.first_generation import FirstGeneration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.forced.answer import ForcedAnswer, ForcedCells
from lifesearch.questions.predecessor.question import Predecessor


@dataclass(frozen=True)
class Forced(DivisibleQuery, Solvable):
    """A question for the cells that are the same in all answers to another one.

    asked  the question for predecessors
    rule   its rule
    """

    kind = "forced"
    # There is one answer, which the view draws at the end.
    tabulated = True
    formula_words = "the formula of predecessors, of which some cells are the same in all: "

    asked: Predecessor
    rule: Rule = LIFE

    def __post_init__(self) -> None:
        require.instance(self.asked, "the question for predecessors", Predecessor)
        if self.asked.rules is not None or self.rule != self.asked.rule:
            raise OptionError("<forced> needs a completely known rule, not {}", self.asked.rules)
        if self.asked.rule.states > 2:
            raise OptionError("<forced> is for two-state rules, not {}", self.rule)
        if self.asked.cylinder is not None:
            raise OptionError("<forced> is for the plane and the torus: leave out <cylinder>")
        if self.asked.objective is not None:
            raise OptionError(
                "<forced> is about all predecessors: leave out <minimise> and <maximise>"
            )

    @property
    def box(self) -> Box:
        """The box of generation 0, in which cells may be forced."""
        return Box(0, 0, *self.asked.box)

    @property
    def saved_type(self) -> Any:
        return ForcedCells

    def describe(self) -> str:
        return f"forced cells of a {self.asked.describe()}"

    def where(self) -> str:
        return self.asked.where()

    def no_answers(self) -> str:
        return self.asked.no_answers()

    def no_others(self) -> str:
        return f"no other cell is the same in all predecessors{self.where()}"

    def parts(self, depth: int) -> Iterator[Part]:
        # Not cut into cubes: in the box only those cells are forced that are forced in each.
        return self.asked.parts(0)

    def configurations(self) -> tuple[Configuration, ...]:
        return self.asked.configurations()[:1]

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        self.asked.check_encoding(encoding, plain=plain)

    def dimacs(self, part: Part | None, strategy: Configuration) -> Iterator[str]:
        return self.asked.dimacs(part, strategy)

    def key(self, answer: Answer) -> Hashable:
        """Equal for all answers: there is one, whatever its example."""
        return self.kind

    def search(
        self,
        part: Part,
        strategy: Strategy,
        known: Sequence[Answer],
        kept: PartCheckpoint | None = None,
    ) -> Iterator[Report[Answer]]:
        """Have one solver decide cell after cell; previews show how many are decided."""
        assert isinstance(strategy, Configuration)
        problem, enumeration = self.asked.encoded(part, strategy)
        first = FirstGeneration.of(problem.layout)
        conflicts, last = 0, None
        with Solver(strategy.solver, len(problem.variables), strategy.seed) as solver:
            for batch in enumeration.clauses:
                solver.load(batch)
            # With a known answer, from a session, nothing is left to decide.
            for report in backbone(solver, () if known else first.numbers):
                if isinstance(report, Backbone):
                    last = self._cells(first, report)
                    yield self._preview(report, last)
                else:
                    yield report
            conflicts = solver.conflicts
        if last is not None and not known:
            yield self.answers([last], *part.box)
        yield Exhausted(conflicts)

    def _cells(self, first: FirstGeneration, known: Backbone) -> ForcedCells:
        """The cells that are proved so far to be forced.

        Cells of the box without a variable would be dead in all predecessors. On the plane and on a
        torus all cells have one: this is for boxes of which only some cells may live.
        """
        proved = set(known.proved)
        numbered = list(zip(first.cells, first.numbers, strict=True))
        constant = {*_cells_of(self.box)} - {*first.cells}
        dead = chain(constant, (cell for cell, v in numbered if -v in proved))
        alive = Pattern.of(cell for cell, v in numbered if v in proved)
        return ForcedCells(first.pattern(known.solution), alive, Pattern.of(dead))

    def _preview(self, known: Backbone, cells: ForcedCells) -> Preview:
        """The forced cells so far; before any is forced alive, the example."""
        open_cells = len(known.candidates)
        words = f"{cells.number:,} cells are forced, {open_cells:,} more may be"
        return Preview(words, cells.alive or cells.example)

    def has_part(self, part: Part, depth: int) -> bool:
        return self.asked.has_part(part, 0)

    def answers(self, saved: Sequence[Any], width: int, height: int) -> list[Answer]:
        """Verify the examples by simulation, and that forced cells are as they are in these."""
        examples = self.asked.answers([cells.example for cells in saved], width, height)
        found = [self._answer(*each) for each in zip(examples, saved, strict=True)]
        right = [
            cells.alive.cells <= cells.example.cells and not cells.dead.cells & cells.example.cells
            for cells in saved
        ]
        require_right(found, right, self.describe())
        return found

    def _answer(self, example: Answer, cells: ForcedCells) -> Answer:
        return ForcedAnswer(
            example.pattern,
            example.generations,
            example.rule,
            example.torus,
            example.called,
            example.returns,
            cells=cells,
            box=self.box,
        )


def _cells_of(box: Box) -> Iterator[tuple[int, int]]:
    """All cells of a box whose upper left cell is (0, 0)."""
    return ((x, y) for y in range(box.height) for x in range(box.width))
