"""How long soups live: some of those that are counted, run by the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.long_run import long_run
from lifesearch.survey.events import Lifespans

SAMPLE = 21
SIDE = 16
LONGEST = 4_000


def lifespan(rule: Rule, seed: int, number: int) -> int | None:
    """After how many generations a soup without symmetry has settled; None if it is not known."""
    random = Random(f"{seed} {number}")
    bits = random.getrandbits(SIDE * SIDE)
    cells = [(i % SIDE, i // SIDE) for i in range(SIDE * SIDE) if bits >> i & 1]
    run = long_run(Pattern.of(cells), rule, LONGEST)
    return run.generation if run.kind == "settles" else None


@dataclass(frozen=True)
class LifespanTask:
    """The lifespans of a few soups; each is a step."""

    start: float = 0.0
    weight: float = 1.0
    shortest: float = 1.0
    longest: float = 10.0
    name = "lifespans"

    def steps(self, rule: Rule, seed: int, known: int) -> Iterator[Lifespans]:
        """One soup after another, after those that are known."""
        for number in range(known, SAMPLE):
            yield Lifespans(number, (lifespan(rule, seed, number),))
