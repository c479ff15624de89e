"""Predecessors: what a pattern may have been some generations ago.

All generations before the target lie in the target's box, grown by `pad` on every side;
outside is dead. The last generation is exactly the target, everywhere, except that
cells of the target marked `?` may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lifesearch.encode.spacetime import Encoding, Motion, Spacetime, Target
from lifesearch.encode.variables import Variables
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rule import LIFE, Rule
from lifesearch.search.answer import Answer
from lifesearch.search.enumerate import Problem, patterns
from lifesearch.search.events import Event, Finished, Found, Progress, Searched
from lifesearch.words import sized


@dataclass(frozen=True)
class Predecessor:
    """Ask for what became the target, `generations` ago, inside a box from (0, 0) on."""

    target: Target
    box: tuple[int, int]
    generations: int = 1
    rule: Rule = LIFE
    raw: bool = False
    count: int | None = 1
    solver: str = "glucose4"
    encoding: Encoding = "implicates"

    @classmethod
    def around(cls, target: Target, pad: int = 1) -> Predecessor:
        """Ask inside the target's own box, grown by `pad` on every side."""
        own = target.box
        return cls.inside(target, (own.width + 2 * pad, own.height + 2 * pad))

    @classmethod
    def inside(cls, target: Target, box: tuple[int, int]) -> Predecessor:
        """Ask inside a box of this size, with the target in its middle."""
        own = target.box
        spare = (box[0] - own.width, box[1] - own.height)
        if min(spare) < 0:
            raise InputError(
                f"the target, {own.width}x{own.height} cells, is larger than the box "
                f"of {box[0]}x{box[1]}"
            )
        return cls(target.translate(spare[0] // 2 - own.x, spare[1] // 2 - own.y), box)

    @property
    def usual_solver(self) -> str:
        """What was fastest for questions of this kind."""
        return "glucose4"

    def describe(self) -> str:
        """The thing that is looked for, in words."""
        rule = f" in {self.rule}" if self.rule != LIFE else ""
        if self.generations == 1:
            return f"predecessor{rule}"
        return f"ancestor {self.generations} generations back{rule}"

    def where(self) -> str:
        """The place that is searched, in words."""
        return f" in {sized(*self.box)} box"

    def spacetime(self) -> Spacetime:
        """The cells that matter."""
        return Spacetime(*self.box, Motion(self.generations), target=self.target)

    def problem(self) -> Problem:
        """The clauses."""
        variables = Variables()
        laid = self.spacetime().lay(variables)
        return Problem(laid, variables, laid.transitions(self.rule, self.encoding, variables))

    def verify(self, answer: Answer) -> None:
        """Check an answer against the question, by simulation alone."""
        *before, last = answer.history()
        box = Box(0, 0, *self.box)
        told = self.target
        inside = all(box.holds(cell) for phase in before for cell in phase.cells)
        if not inside or (last.cells ^ told.alive.cells) - told.whatever.cells:
            raise VerificationError(
                f"the solver's answer is no {self.describe()} of the target; "
                f"this is a bug in lifesearch, please report it:\n{answer.pattern.picture()}"
            )

    def images(self, pattern: Pattern) -> Iterator[Pattern]:
        """The images of a predecessor under the target's own symmetry."""
        s = self.spacetime()
        for g in Orientation:
            square = g.apply(1, 0)[1] == 0 or s.width == s.height
            if g is Orientation.IDENTITY or (not self.raw and square and self._fixes(s, g)):
                yield s.turned(g, pattern)

    def _fixes(self, s: Spacetime, g: Orientation) -> bool:
        told = (self.target.alive, self.target.whatever)
        return all(s.turned(g, pattern) == pattern for pattern in told)

    def events(self) -> Iterator[Event]:
        """Search."""
        found = conflicts = 0
        where = f"{self.box[0]}x{self.box[1]}"
        for report in patterns(self.problem(), self.solver, self.images):
            if report is None:
                break
            if isinstance(report, int):
                conflicts = report
                yield Progress(conflicts, found, where)
                continue
            answer = Answer(report, self.generations, self.rule)
            self.verify(answer)
            found += 1
            yield Found(answer)
            if found == self.count:
                yield Finished(found, conflicts, exhausted=False)
                return
        yield Searched(where, found, conflicts)
        yield Finished(found, conflicts, exhausted=True)
