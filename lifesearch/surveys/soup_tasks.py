"""The tasks of a survey that run soups: common objects, rare objects, and the lifespans of soups.

Soups without symmetry, 16 cells a side, show which objects are common: a census of MOST_COUNTED of
them is taken. Symmetric soups find many rare objects, and are run without end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.core.events import Event, Finished, Found
from lifesearch.engines.soups.census import Census
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.long_run import long_run
from lifesearch.life.symmetry import Symmetry, rule_symmetries
from lifesearch.questions.soups.checkpoint import SoupCheckpoint
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.questions.soups.raced_kinds import RacedSoups
from lifesearch.questions.soups.strategy import SoupRanges
from lifesearch.running.options import Checkpoint
from lifesearch.surveys.kinds import MinimalPattern, MotionKind
from lifesearch.surveys.record import Lifespans, SurveyEvent, SurveyQuestion, SurveyRecord
from lifesearch.surveys.tasks import QueryTask, StepTask, SurveyTask, TaskQuery, TaskSource, smaller

COUNTED_TASK = "soups without symmetry"
"""The name of the task whose census is reported."""
SOUP_SIDE = 16
"""Cells a side, as in the usual soups of apgsearch."""
MOST_COUNTED = 10_000
"""Soups of which a census is taken: more would show rarer objects, which symmetric soups find."""
LIFESPAN_SOUPS = 21
"""The soups whose lifespans are measured: an odd number, so one of them has the median."""
LONGEST_LIFESPAN = 4_000
"""The generations for which a soup is followed to measure its lifespan: a choice."""


@dataclass(frozen=True)
class SoupTask(QueryTask):
    """Soups of some symmetries.

    They have `least` to `most` cells a side, of which the fraction `density` lives. `counted` is
    the number of soups of which a census is taken; None for soups without an end. With `raced`,
    they are the soups of races for oscillators.
    """

    begins_slowly = True
    engine, why = "soups", SoupRanges.why

    title: str = "soups of all symmetries"
    symmetries: tuple[str, ...] = ()
    least: int = 8
    most: int = 16
    density: float = 0.5
    counted: int | None = None
    raced: bool = False

    def query(self, record: SurveyRecord) -> SoupQuery:
        """The soups of those symmetries that the rule has, or those of races."""
        if self.raced:
            return RacedSoups(record.rule, (), record.question.seed)
        names = {symmetry.name for symmetry in rule_symmetries(record.rule)}
        chosen = tuple(map(Symmetry.parse, (n for n in self.symmetries if n in names)))
        if self.symmetries and not chosen:
            raise InputError(f"the rule has none of the symmetries {', '.join(self.symmetries)}")
        seed, rule = record.question.seed, record.rule
        return SoupQuery(rule, chosen, seed, self.density, self.least, self.most)

    def task_query(self, record: SurveyRecord) -> TaskQuery:
        """The soups that were not run yet."""
        ranges = record.soups.get(self.name, ())
        if self.counted is None:
            # What came out of earlier soups is kept elsewhere, and would only take memory here.
            end = record.soups_run(self.name)
            ranges = (SoupsRun(0, end, Census()),) if end else ()
        return TaskQuery(self.query(record), self.counted, Checkpoint(extra=SoupCheckpoint(ranges)))

    def has_begun(self, event: Event) -> bool:
        """Whether a range of soups is done: an unfinished range is lost."""
        return isinstance(event, SoupsRun)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True

    def to_save(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        match event:
            case Found(_, answers):
                yield from smaller(_simulated(answers, record), record)
            case SoupsRun(start, stop, census):
                kept = census if self.counted else Census(census.tally)
                yield SoupsRun(start, stop, kept, self.name)


def _simulated(answers: Iterable[Any], record: SurveyRecord) -> Iterator[MinimalPattern]:
    """The objects, without still lifes larger than one that is known."""
    still = record.fewest.get(MotionKind(1))
    for answer in answers:
        larger = still is not None and answer.pattern.population > still.cells
        if not (larger and answer.apgcode.startswith("xs")):
            source = f"soup {answer.soup:,}, {answer.symmetry}"
            yield MinimalPattern.of(answer.pattern, record.rule, source, answer.generations)


def soup_tasks() -> list[SoupTask]:
    """A census of asymmetric soups, the soups of races for oscillators, and all symmetries.

    Weights and times are choices. The first slice goes on until a range is done (`has_begun`).
    """
    counted = SoupTask(
        start=0.0,
        weight=2.0,
        shortest=1.5,
        longest=60.0,
        title=COUNTED_TASK,
        symmetries=("C1",),
        least=SOUP_SIDE,
        most=SOUP_SIDE,
        counted=MOST_COUNTED,
    )
    endless = SoupTask(start=0.5, weight=2.0, shortest=4.0, longest=60.0)
    raced = replace(endless, weight=5.0, title="soups of high symmetries", raced=True)
    return [counted, raced, endless]


@dataclass(frozen=True)
class LifespanTask(StepTask):
    """Lifespans of some soups, by simulation."""

    why = "how long soups live is typical of a rule"

    title: str = "lifespans"

    def steps(self, record: SurveyRecord) -> Iterator[SurveyEvent | None]:
        for number in range(len(record.lifespans), LIFESPAN_SOUPS):
            yield Lifespans(number, (lifespan(record.rule, record.question.seed, number),))


def lifespan(rule: Rule, seed: int, number: int) -> int | None:
    """The lifespan of a soup without symmetry, in generations; None if it is not known."""
    side = SOUP_SIDE
    bits = Random(f"{seed} {number}").getrandbits(side * side)
    cells = [(i % side, i // side) for i in range(side * side) if bits >> i & 1]
    run = long_run(Pattern.of(cells), rule, LONGEST_LIFESPAN)
    return run.generation if run.kind == "settles" else None


class SoupTasks(TaskSource):
    """Soups of all symmetries, and their lifespans unless only some kinds are asked for."""

    def first(self, question: SurveyQuestion) -> Iterator[SurveyTask]:
        yield from soup_tasks()
        if not (question.periods or question.speeds) and question.rule.plain:
            yield LifespanTask(start=2.0)


SOURCE = SoupTasks()
