"""How a query is put to a solver: which solver, which clauses, in which order.

None of this changes what the answers are, only how soon they come. Different
configurations of one query can race, and each can be repeated exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from lifesearch.encoding.variable_grid import Encoding


@dataclass(frozen=True)
class Configuration:
    """A solver, an encoding, whether there is symmetry breaking, and a seed.

    Without symmetry breaking, `plain`, it is harder to prove
    that there are none, but there are more of them to be found. Seed 0 keeps the variables
    in order, others shuffle them. With `symmetric_first`, patterns that happen to be more
    symmetric are looked for, in turn with all others.
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


How = Configuration | str
"""How a part is searched: by a solver, or by something else, which has a name."""


@dataclass(frozen=True)
class FixedSettings:
    """What a person has decided about the configuration; None leaves it to us."""

    solver: str | None = None
    encoding: Encoding | None = None
    plain: bool = False
    seed: int | None = None

    def __bool__(self) -> bool:
        return self != NOTHING_FIXED

    def applied(self, usual: Configuration) -> Configuration:
        """The usual configuration, as far as it is not decided otherwise."""
        return Configuration(
            self.solver or usual.solver,
            self.encoding or usual.encoding,
            self.plain,
            usual.seed if self.seed is None else self.seed,
        )


NOTHING_FIXED = FixedSettings()


def racers(usual: tuple[Configuration, ...], fixed: FixedSettings) -> Iterator[Configuration]:
    """The configurations to try, best first: one if it is pinned, else no end of them."""
    if fixed:
        yield fixed.applied(usual[0])
        return
    for seed in count():
        yield from (replace(configuration, seed=seed) for configuration in usual)
