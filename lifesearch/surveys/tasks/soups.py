"""Tasks in soups: what comes out of them, whatever it is, and what soups do in this rule.

Soups without symmetry, 16 cells a side, tell what is common; so many of them are counted that the
numbers mean something. Symmetric ones lead to much that is rare, and have no end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lifesearch.errors import InputError
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry, rule_symmetries
from lifesearch.queries.race.raced_soups import RacedSoups
from lifesearch.queries.soups import SoupAnswer, SoupQuery
from lifesearch.running.events import Event, Finished, Found, SoupsRun
from lifesearch.running.options import Checkpoint
from lifesearch.soups.counts import Census
from lifesearch.surveys.kinds import Kind, Thing
from lifesearch.surveys.record import FoundThing, SurveyEvent, SurveyRecord
from lifesearch.surveys.tasks.task import QueryTask, TaskQuery

COUNTED = "soups without symmetry"
SOUP_SIDE = 16
MOST_COUNTED = 10_000


@dataclass(frozen=True)
class SoupTask(QueryTask):
    """Soups of some symmetries, without an end; or those that are `raced` for oscillators."""

    compiled = True

    symmetries: tuple[str, ...] = ()
    least: int = 8
    most: int = 16
    density: float = 0.5
    title: str = "soups of all symmetries"
    counted: int | None = None
    raced: bool = False

    @property
    def name(self) -> str:
        return self.title

    def words(self, rule: Rule) -> str:
        return self.title

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

    def asked(self, record: SurveyRecord) -> TaskQuery:
        """Go on after the soups that were run; of those that are counted, all that are left."""
        known = record.soups.get(self.name, ())
        if self.counted is None:
            # What came out of earlier soups is kept elsewhere, and would only take memory here.
            end = record.soups_run(self.name)
            known = (SoupsRun(0, end, Census()),) if end else ()
        return TaskQuery(self.query(record), self.counted, Checkpoint(soups=known))

    def has_begun(self, event: Event) -> bool:
        """Soups are counted in ranges, and one that is not done is lost."""
        return isinstance(event, SoupsRun)

    def is_done(self, end: Finished, record: SurveyRecord) -> bool:
        return True

    def told(self, event: Event, record: SurveyRecord) -> Iterator[SurveyEvent]:
        """Objects that are smaller than others of their kind, and how many soups were run."""
        match event:
            case Found(_, answers):
                for answer in answers:
                    if isinstance(answer, SoupAnswer):
                        for told in _smaller(answer, record):
                            record = record.take(told)
                            yield told
            case SoupsRun(start, stop, census):
                kept = census if self.counted else Census(census.tally)
                yield SoupsRun(start, stop, kept, self.name)


def _smaller(answer: SoupAnswer, record: SurveyRecord) -> Iterator[SurveyEvent]:
    """An object, unless it is plainly no smaller than another still life."""
    cells, still = answer.pattern.population, record.fewest.get(Kind(1))
    if answer.apgcode.startswith("xs") and still is not None and cells > still.cells:
        return
    how = f"soup {answer.soup:,}, {answer.symmetry}"
    thing = Thing.of(answer.pattern, record.rule, how, answer.generations)
    if record.improved_by(thing):
        yield FoundThing(thing)


def soup_tasks() -> list[SoupTask]:
    """Soups that are counted, those that oscillators like best, and soups of all symmetries."""
    first = SoupTask(0.5, 2.0, 4.0, 60.0)
    side = SOUP_SIDE
    counted = SoupTask(
        0.0, 2.0, 1.5, 60.0, symmetries=("C1",), least=side, most=side, counted=MOST_COUNTED
    )
    return [
        replace(counted, title=COUNTED),
        replace(first, weight=5.0, title="soups of high symmetries", raced=True),
        first,
    ]
