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
    """Each strategy's name, and the path of its class, in the order of `KINDS`.

    There the kind `race` is before other kinds with strategies: its SAT has less to load.
    """
    return tuple(named for kind in KINDS for named in described(kind).strategies)


def strategy_names() -> tuple[str, ...]:
    return tuple(sorted({name for name, _ in all_strategies()}))


def strategies_for(goal: RaceGoal, only: tuple[str, ...], seed: int) -> list[RaceStrategy]:
    """The strategies that can find the wanted patterns, of those named in `only`; of all if empty.

    A strategy is `alone` if names are given at all: then there may be no others.
    """
    made = [strategy(goal, seed, alone=bool(only)) for strategy in _named(only)]
    return [strategy for strategy in made if strategy.suits()]


def why_unsuitable(goal: RaceGoal, only: tuple[str, ...]) -> str:
    """Why a named strategy cannot find the wanted patterns, in words; empty if there are none."""
    reasons = (strategy(goal).unsuitable() for strategy in _named(only))
    return next(filter(None, reasons), "")


def _named(only: tuple[str, ...]) -> list[type[RaceStrategy]]:
    """The classes with these names; all if no names are given."""
    return [imported(path) for name, path in all_strategies() if not only or name in only]
