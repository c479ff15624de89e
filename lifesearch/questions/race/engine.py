"""The engine of races: all strategies at once.

A question about a period or a velocity alone, without bounds, is a race (`running.choose`).
"""

from __future__ import annotations

from collections.abc import Sequence

from lifesearch.engines.sat.solving.part import Share
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.race.question import Race
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.goals import goal_of
from lifesearch.running.options import RunOptions
from lifesearch.running.outline import Step
from lifesearch.running.places.place import Workplace
from lifesearch.running.plan import Engine, Plan


class AllStrategies(Engine[Race]):
    """All strategies that suit the question search at once, each with its share of the time."""

    name = "everything at once"
    continued_from = "parts of all strategies that are done"
    races = True

    def goal(self, query: Race, count: int | None) -> str:
        """The goal, to find `count` patterns quickly: a race need not prove anything."""
        return goal_of(query, count, soon=True)

    def steps(self, query: Race, options: RunOptions) -> tuple[Step, ...]:
        """One step for each strategy that takes part; no cost is estimated."""
        return tuple(
            Step(each.engine, each.what, each.share, None, each.why) for each in query.strategies
        )

    def advice(self, query: Race) -> Sequence[str]:
        plain = not (query.only or query.symmetry or query.constraints)
        if not plain or query.rule != LIFE:
            return ()
        # Loaded here: advice is given after some seconds of a search, if at all.
        from lifesearch.running.advice import advice

        return advice(query.motion)

    def coordinator(self, plan: Plan[Race], workplace: Workplace) -> AnyCoordinator:
        """A portfolio in which each strategy has a share of the time: see `RaceStrategy`."""
        from lifesearch.running.portfolio import Portfolio

        race = plan.query
        shares = [
            Share(each.share, each.parts(), each.after, each.units_in_a_part)
            for each in race.strategies
        ]
        return Portfolio(
            race,
            plan.options,
            plan.checkpoint,
            workplace,
            shares=shares,
            describe_searched=race.describe_searched,
        )
