"""An answer of a search: a pattern, and what the question was about."""

from dataclasses import dataclass

from lifesearch.life.evolve import generations, step_torus
from lifesearch.life.pattern import Pattern
from lifesearch.life.rule import LIFE, Rule


@dataclass(frozen=True)
class Answer:
    """A verified pattern in generation 0, and for how many generations it is of interest.

    On a torus its size is given; the pattern's cells lie in 0..width-1, 0..height-1.
    """

    pattern: Pattern
    generations: int
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None

    def history(self) -> list[Pattern]:
        """Generations 0 to `generations`, by simulation."""
        if self.torus is None:
            return list(generations(self.pattern, self.generations, self.rule))
        phases = [self.pattern]
        for _ in range(self.generations):
            phases.append(step_torus(phases[-1], *self.torus, self.rule))
        return phases
