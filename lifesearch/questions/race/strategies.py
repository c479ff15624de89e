"""All strategies of races, by their names for the option <only>: each kind says which it has."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from lifesearch.common.lazy_import import imported
from lifesearch.running.registry import KINDS, described

if TYPE_CHECKING:
    from lifesearch.questions.race.strategy import RaceGoal, RaceStrategy


@cache
def all_strategies() -> tuple[tuple[str, str], ...]:
    """Names and classes; those of races come first, since SAT has less to load."""
    return tuple(named for kind in KINDS for named in described(kind).strategies)


def strategy_names() -> tuple[str, ...]:
    return tuple(sorted({name for name, _ in all_strategies()}))


def strategies_for(goal: RaceGoal, only: tuple[str, ...], seed: int) -> list[RaceStrategy]:
    """The strategies that can find the wanted patterns, of those that are named."""
    types: list[type[RaceStrategy]] = [
        imported(path) for name, path in all_strategies() if not only or name in only
    ]
    made = [strategy(goal, seed, alone=bool(only)) for strategy in types]
    return [strategy for strategy in made if strategy.suits()]
