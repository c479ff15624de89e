"""The engine of races that need no search: an oscillator of a long period is built (`snark_loop`).

If a strategy is chosen, a seed, or more than one pattern, the strategies race as usual.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from lifesearch.common.text import plural
from lifesearch.core.events import Event, Found
from lifesearch.life.snark_loop import gliders_of
from lifesearch.questions.race.built import built
from lifesearch.questions.race.question import BUILT, Race
from lifesearch.running.coordinator import AnyCoordinator, Coordinator, Member
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan


class Construction(Engine[Race]):
    """Build the pattern."""

    name = "construction"
    continued_from = "the pattern"
    why = "no search is needed"
    instead = "this oscillator is built, not found; <only soups> or another strategy searches"
    races = True

    def handles(self, query: Race) -> bool:
        return query.may_be_built

    def why_not(self, query: Race, options: RunOptions, checkpoint: Checkpoint) -> str:
        """A reason if more is asked for than one oscillator of a period, or a search has begun."""
        if query.only:
            return "a strategy was chosen"
        if query.seed:  # 0 is the seed of a race that was given none
            return "a seed was chosen"
        if options.count != 1:
            return "it builds only one pattern"
        if checkpoint.found or checkpoint.searched:
            return "the session was begun by a search"
        if query.constraints.unwanted and query.wanted.key(built(query.motion.period).pattern) in (
            query.wanted.excluded_keys
        ):
            return "the pattern is excluded"
        return ""

    def goal(self, query: Race, count: int | None) -> str:
        return "build one"

    def what(self, query: Race, options: RunOptions) -> str:
        return f"four Snarks and {plural(gliders_of(query.motion.period), 'glider')}"

    def coordinator(self, plan: Plan[Race], workplace: Workplace) -> AnyCoordinator:
        return _BuildCoordinator(plan.query, plan.options, plan.checkpoint, workplace)


class _BuildCoordinator(Coordinator[Race, Member]):
    """Builds the pattern in this process: it has no workers."""

    def assign_work(self) -> Iterator[None]:
        return iter(())

    @property
    def work_is_left(self) -> bool:
        return not self.complete

    def poll(self, seconds: float) -> Iterator[Event]:
        answer = built(self.query.motion.period)
        self.seen.add(self.query.key(answer))
        yield Found(BUILT, (answer,))

    def _receive(self, member: Member, report: object) -> NoReturn:
        raise NotImplementedError("there are no workers")

    def _take_back(self, member: Member, died: object) -> NoReturn:
        raise NotImplementedError("there are no workers")
