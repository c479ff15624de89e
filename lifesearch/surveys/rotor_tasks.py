"""The tasks of a survey that search a small window for a rotor, or prove that it has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lifesearch.core.events import Finished
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.rotors.question import Rotors
from lifesearch.questions.rotors.strategy import SmallRotors
from lifesearch.surveys.kinds import MotionKind
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.tasks import OfOneKind, ProvedOfKind, TaskSource

WINDOW = (3, 3)
"""Width and height of the window: a choice. In Life it has no rotor of period 8, proved in 0.5 CPU
seconds; a window of 4x4 cells has 4 of them, and to search it all takes 24.
"""
LATER = 1.25
"""Seconds by which rotors begin later than boxes of the same kind: a choice, shorter than the time
after which those of the next period begin (`run.A_PERIOD`).
"""


@dataclass(frozen=True)
class RotorTask(OfOneKind):
    """A rotor in a small window: one ends the task, as a pattern of its kind.

    Other rotors may make a smaller oscillator; boxes search for the smallest.
    """

    method, engine = "rotors", SmallRotors.engine
    why = "one is found, or none can exist, whatever the still cells around the window"
    begins_slowly = True

    def method_and_kind(self, rule: Rule) -> tuple[str, str]:
        return f"rotors in a {WINDOW[0]}x{WINDOW[1]} window", self.kind.title(rule)

    def query(self, record: SurveyRecord) -> Rotors:
        return rotors_in_window(self.kind, record.rule)

    def source(self, part: Part, record: SurveyRecord) -> str:
        return f"rotor in a {part.box[0]}x{part.box[1]} window"

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        """Always: a rotor was found, or there is none."""
        return True


def rotors_in_window(kind: MotionKind, rule: Rule) -> Rotors:
    """The query for oscillators of a kind with a small rotor."""
    return Rotors(WINDOW, rule=rule, min_period=kind.period, period=kind.period, composite=True)


class RotorTasks(TaskSource):
    """Rotors of oscillators, under rules of two states."""

    def of_kind(self, kind: MotionKind, start: float, rule: Rule) -> Iterator[OfOneKind]:
        if rule.plain and not kind.travels:
            # A choice: the weight of boxes. In Life, with one core, a first rotor of period 2 to 6
            # takes 0.4 to 1.6 s: the first slice is long enough.
            yield RotorTask(start + LATER, weight=0.5, shortest=3.0, kind=kind)

    def proved(self, kind: MotionKind, record: SurveyRecord) -> Iterator[ProvedOfKind]:
        """Whether no oscillator of a kind has a small rotor.

        A part without an answer proves that: `Rotors.search` ends a part when of each of its rotors
        it is decided whether it has a stator, and those that have one are answers.
        """
        parts = record.empty_parts(RotorTask.name_for(kind))
        none = bool(parts) and parts >= {*rotors_in_window(kind, record.rule).parts(0)}
        words = "no rotor up to {}x{}".format(*WINDOW) if none else ""
        yield ProvedOfKind("no_rotor_up_to", WINDOW if none else None, words)


SOURCE = RotorTasks()
