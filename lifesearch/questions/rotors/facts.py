"""The facts of a rotor, with or without a stator.

JSON, CSV and data frames have them, and the rotors of `doors.python.rotors`. People get a table of
periods instead (`question.PeriodRow`): so the facts have no labels.
"""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.common.facts import FLAG, NATURAL, POSITIVE, RECORD, TEXT, fact, maybe, one_of
from lifesearch.core.answer_report import AnswerReport
from lifesearch.core.facts import PatternFacts
from lifesearch.questions.rotors.frame import film
from lifesearch.questions.rotors.question import RotorAnswer


@dataclass(frozen=True, repr=False)
class RotorFacts:
    """The facts of a rotor, in the order in which they are given."""

    _answer: RotorAnswer

    @fact("", TEXT, RECORD, name="rotor")
    def name(self) -> str:
        """Its name: its period, its size, a phase (O alive, o dead, . does not change) and digits.

        The four digits tell rotors apart that have this phase in common.
        """
        return self._answer.rotor.name

    # Not `phases`: in Python, that is a tuple of pictures (`FoundRotor`).
    @fact("", TEXT, RECORD, name="phases")
    def all_phases(self) -> str:
        """All its phases, drawn as in its name."""
        return str(self._answer.rotor)

    @fact("", POSITIVE, RECORD)
    def period(self) -> int:
        """The number of generations after which it recurs."""
        return self._answer.rotor.period

    @fact("", POSITIVE, RECORD)
    def width(self) -> int:
        """The number of columns in which cells change."""
        return self._answer.rotor.size[0]

    @fact("", POSITIVE, RECORD)
    def height(self) -> int:
        """The number of rows in which cells change."""
        return self._answer.rotor.size[1]

    @fact("", POSITIVE, RECORD)
    def cells(self) -> int:
        """The number of cells that change."""
        return len(self._answer.rotor.cells)

    @fact("", FLAG, RECORD)
    def composite(self) -> bool:
        """Whether it consists of rotors of shorter periods that do not touch each other."""
        return self._answer.rotor.composite

    @fact("", one_of("frame", "none", "undecided"), RECORD)
    def stator(self) -> str:
        """Whether some stator fits: 'frame', 'none' (proved) or 'undecided'."""
        return self._answer.verdict

    @fact("", NATURAL, RECORD)
    def rings(self) -> int:
        """In how many rings of cells around the rotor the stator is, or was searched for."""
        return self._answer.frame.rings

    @fact("", FLAG, RECORD)
    def least(self) -> bool:
        """Whether no stator in these rings has fewer live cells."""
        return self._answer.frame.least

    @fact("", maybe(NATURAL), RECORD)
    def population(self) -> int | None:
        """The number of live cells of the oscillator; None if no stator is known."""
        return oscillator.population if (oscillator := self._oscillator) else None

    @fact("", TEXT, RECORD)
    def rule(self) -> str:
        """The rule."""
        return str(self._answer.rule)

    @fact("", maybe(TEXT), RECORD)
    def rle(self) -> str | None:
        """The oscillator as RLE, without a header; None if no stator is known."""
        return oscillator.runs if (oscillator := self._oscillator) else None

    @fact("", maybe(TEXT), RECORD)
    def apgcode(self) -> str | None:
        """The code of the oscillator on Catagolue; None if no stator is known."""
        return oscillator.apgcode if (oscillator := self._oscillator) else None

    @fact("", maybe(TEXT), RECORD)
    def film(self) -> str | None:
        """If no stator fits: its phases among unknown still cells, for `lifesearch complete`."""
        answer = self._answer
        return film(answer.rotor, answer.frame.rings) if answer.verdict == "none" else None

    @property
    def _oscillator(self) -> PatternFacts | None:
        return PatternFacts(AnswerReport.of(self._answer)) if self._answer.exists else None
