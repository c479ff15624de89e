"""What a pattern is, and what a search has found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lifesearch.api import engine
from lifesearch.api.pattern import Pattern, of_cells
from lifesearch.life.pattern import Box
from lifesearch.life.simulate.evolve import velocity

if TYPE_CHECKING:
    from lifesearch.life.pattern import Pattern as Cells
    from lifesearch.queries.answer import Answer as Found
    from lifesearch.ui.search.answer_report import AnswerReport

LONGEST_REPR = 100


class Identity:
    """The facts about a pattern: what it does, its code, its name, its symmetry.

    >>> glider = Pattern.from_rle("bo$2bo$3o!").identify()
    >>> glider.kind, glider.period, glider.velocity, glider.displacement
    ('spaceship', 4, 'c/4 diagonal', (1, 1))
    >>> glider.name, glider.apgcode, glider.symmetry, glider.population
    ('glider', 'xq4_153', 'C1', 5)
    """

    def __init__(self, pattern: Pattern, record: AnswerReport) -> None:
        self._pattern = pattern
        self._record = record
        self._known: dict[str, Any] | None = None

    def _facts(self) -> dict[str, Any]:
        """The facts, found out when they are first wanted."""
        if self._known is None:
            self._known = engine.facts(self._record)
        return self._known

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
        """One of 'still life', 'oscillator', 'spaceship', 'dies', 'unknown' and 'film'."""
        return str(self._facts()["kind"])

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
        period: int | None = self._facts()["period"]
        return period

    @property
    def displacement(self) -> tuple[int, int]:
        """How far to the right and down it is after its period."""
        return self._facts()["dx"], self._facts()["dy"]

    @property
    def velocity(self) -> str | None:
        """Its speed and direction, as in '2c/5' and 'c/4 diagonal'; None if it stays."""
        dx, dy = self.displacement
        return velocity(dx, dy, self.period) if self.period and (dx or dy) else None

    @property
    def symmetry(self) -> str | None:
        """The static symmetry of generation 0, by LifeWiki's name; None on a torus."""
        symmetry: str | None = self._facts()["symmetry"]
        return symmetry

    @property
    def population(self) -> int:
        """The number of live cells in generation 0."""
        return self._pattern.population

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each generation of the period."""
        return tuple(self._facts()["populations"])

    @property
    def summary(self) -> str:
        """All of this in one line, as the command line prints it."""
        return self._record.summary()

    def facts(self) -> dict[str, Any]:
        """All facts by name, as `--format json` prints them."""
        return dict(self._facts())

    def __str__(self) -> str:
        return self.summary

    def __repr__(self) -> str:
        line = f"<{type(self).__name__} {self.summary}>"
        return line if len(line) <= LONGEST_REPR else f"{line[: LONGEST_REPR - 4]}...>"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return engine.svg(self._pattern)


class Answer(Identity):
    """A pattern that a search has found, verified by simulation.

    Printing it prints its picture. Two answers are equal if their patterns, their rules and
    their generations are.
    """

    def __init__(
        self, found: Found, offset: tuple[int, int] | None = None, *, placed: bool = False
    ) -> None:
        """Wrap what was found: moved by an offset or, without one, to the corner (0, 0).

        If it is `placed`, it is one of many that differ by their place, and has no name.
        """
        box = found.pattern.box
        self._found = found
        self._offset = (-box.x, -box.y) if offset is None else offset
        record = engine.report(found, placed=placed)
        super().__init__(self._placed(found.pattern), record)

    def _placed(self, cells: Cells) -> Pattern:
        return of_cells(cells.translate(*self._offset), self._found.rule, self._found.torus)

    @property
    def history(self) -> tuple[Pattern, ...]:
        """Generations 0 to the last that the search was about, in which most are back."""
        return tuple(map(self._placed, self._found.history()))

    @property
    def generations(self) -> int:
        """The number of the last generation of the history."""
        return self._found.generations

    @property
    def greatest_rule(self) -> str | None:
        """If the rule was unknown: the greatest in which the pattern lives like this."""
        greatest = self._found.greatest_rule
        return None if greatest is None else str(greatest)

    @property
    def rle(self) -> str:
        """RLE with the name and a comment, as the command line writes it."""
        from lifesearch.ui.report import Format, write

        return write(self._record, Format.RLE)

    def identify(self) -> Identity:
        """What the pattern is, found out from the pattern alone."""
        return self._pattern.identify()

    def __str__(self) -> str:
        """The picture of generation 0."""
        if self._found.torus:
            return self._found.pattern.picture(Box(0, 0, *self._found.torus))
        return self._found.pattern.picture()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self._pattern, self._found.generations, self._found.greatest_rule

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: one period in motion, or the generations of the search."""
        return self.svg()

    def svg(self, *, small: bool = False) -> str | None:
        """A moving picture as SVG; None if it would be too large."""
        returns = self._found.returns and self.period
        return engine.svg(self._pattern, 0 if returns else self._found.generations + 1, small=small)
