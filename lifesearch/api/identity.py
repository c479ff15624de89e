"""What a pattern is: the facts about it, found out when they are first wanted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from lifesearch.api import engine
from lifesearch.life.simulate.evolve import velocity

if TYPE_CHECKING:
    from lifesearch.api.pattern import Pattern
    from lifesearch.ui.report import PatternReport

LONGEST_REPR = 100


class Identity:
    """The facts about a pattern: what it does, its code, its name, its symmetry.

    >>> from lifesearch import Pattern
    >>> glider = Pattern.from_rle("bo$2bo$3o!").identify()
    >>> glider.kind, glider.period, glider.velocity, glider.displacement
    ('spaceship', 4, 'c/4 diagonal', (1, 1))
    >>> glider.name, glider.apgcode, glider.symmetry, glider.population
    ('glider', 'xq4_153', 'C1', 5)
    """

    def __init__(self, pattern: Pattern, record: PatternReport) -> None:
        self._pattern = pattern
        self._record = record

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return self._record.facts()

    @property
    def pattern(self) -> Pattern:
        """The pattern, in generation 0."""
        return self._pattern

    @property
    def rule(self) -> str:
        """The rule; if it was unknown, the least one in which the pattern does this."""
        return self._pattern.rule

    @property
    def kind(self) -> str:
        """One of 'still life', 'oscillator', 'spaceship', 'dies', 'settles' and 'unknown'.

        Some that never settle are known, too: 'gun', 'puffer' and 'rake'. Generations that a
        search has found, and that do not come back, are a 'film'.
        """
        return str(self._facts["kind"])

    @property
    def name(self) -> str:
        """Its name in the catalogues or, if it has none there, what it is."""
        return self._record.title()

    @property
    def known_as(self) -> str | None:
        """Its name in the built-in catalogue or in yours; None if it has none."""
        return self._record.name

    @property
    def apgcode(self) -> str | None:
        """The code by which Catagolue knows it; None if it does not come back."""
        return self._record.apgcode

    @property
    def period(self) -> int | None:
        """After so many generations it is back; None if it is not."""
        period: int | None = self._facts["period"]
        return period

    @property
    def displacement(self) -> tuple[int, int]:
        """How far to the right and down it is after its period."""
        return self._facts["dx"], self._facts["dy"]

    @property
    def velocity(self) -> str | None:
        """Its speed and direction, as in '2c/5' and 'c/4 diagonal'; None if it stays."""
        dx, dy = self.displacement
        return velocity(dx, dy, self.period) if self.period and (dx or dy) else None

    @property
    def symmetry(self) -> str | None:
        """The static symmetry of generation 0, by LifeWiki's name; None on a torus."""
        symmetry: str | None = self._facts["symmetry"]
        return symmetry

    @property
    def population(self) -> int:
        """The number of live cells in generation 0."""
        return self._pattern.population

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each generation of the period."""
        return tuple(self._facts["populations"])

    @property
    def summary(self) -> str:
        """All of this in one line, as the command line prints it."""
        line, name = self._record.summary(), self._record.name
        return line if name is None or line.startswith(f"{name}: ") else f"{name}: {line}"

    def facts(self) -> dict[str, Any]:
        """All facts by name, as `--format json` prints them."""
        return dict(self._facts)

    def __str__(self) -> str:
        return self.summary

    def __repr__(self) -> str:
        line = f"<{type(self).__name__} {self.summary}>"
        return line if len(line) <= LONGEST_REPR else f"{line[: LONGEST_REPR - 4]}...>"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return engine.svg(self._pattern)
