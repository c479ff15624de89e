"""Configurations: the solver for a query, its clauses, and the order of its variables.

Questions list them best first, and `running.portfolio` lets them race.

A configuration does not change which answers there are, only how soon they are found. Different
configurations of one query can race, and each can be repeated exactly. The usual configurations
were chosen by measuring: see the manual, "Performance".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from lifesearch.engines.sat.encoding.variable_grid import Encoding


@dataclass(frozen=True)
class Configuration:
    """A solver, an encoding, whether there is symmetry breaking, and a seed.

    Without symmetry breaking (`plain`) it is harder to prove that there are no answers, but there
    are more solutions to be found: all images of each. Seed 0 keeps the variables in order, others
    shuffle them, since the solvers' own seeds change nothing. With `symmetric_first`, patterns that
    happen to be more symmetric are searched for, alternating with all others.
    """

    solver: str = "glucose4"
    encoding: Encoding = "implicates"
    plain: bool = False
    seed: int = 0
    symmetric_first: bool = False

    def __str__(self) -> str:
        form = ", plain" if self.plain else ""
        seed = f", seed {self.seed}" if self.seed else ""
        return f"{self.solver}, {self.encoding}{form}{seed}"


Strategy = Configuration | str
"""A strategy for a part: the configuration of a solver, or the name of another engine."""


@dataclass(frozen=True)
class FixedSettings:
    """The settings that the user has fixed; None leaves a setting to the search."""

    solver: str | None = None
    encoding: Encoding | None = None
    plain: bool = False
    seed: int | None = None

    def __bool__(self) -> bool:
        return self != NOTHING_FIXED

    def applied(self, usual: Configuration) -> Configuration:
        """The usual configuration with the fixed settings.

        The first usual one of each question is neither `plain` nor `symmetric_first`.
        """
        return Configuration(
            self.solver or usual.solver,
            self.encoding or usual.encoding,
            self.plain,
            usual.seed if self.seed is None else self.seed,
        )


NOTHING_FIXED = FixedSettings()


def racers(usual: tuple[Configuration, ...], fixed: FixedSettings) -> Iterator[Configuration]:
    """The configurations to try, best first: one if a setting is fixed, else an endless series."""
    if fixed:
        yield fixed.applied(usual[0])
        return
    for seed in count():
        yield from (replace(configuration, seed=seed) for configuration in usual)
