"""Oscillators that are constructed without a search, and verified by simulation."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from lifesearch.common.facts import CARD, FLAG, RECORD, fact
from lifesearch.core.answer import Answer, wrong_answer
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.any_rule import evolve
from lifesearch.life.snark_loop import snark_loop


@dataclass(frozen=True)
class BuiltAnswer(Answer):
    """A pattern that was built; `cells` are its live cells in each generation."""

    cells: tuple[int, ...] = field(default=(), kw_only=True)

    @fact("built", FLAG, RECORD | CARD, optional=True, brief=Answer.built.brief)
    def built(self) -> bool | None:
        """True if the pattern was constructed, without a search; otherwise left out."""
        return True

    @property
    def known_populations(self) -> tuple[int, ...]:
        return self.cells

    @property
    def drawn(self) -> tuple[int, ...]:
        """Generation 0: the others differ by where the gliders are."""
        return (0,)


def built(period: int) -> BuiltAnswer:
    """Build the oscillator, and verify by simulation that it first recurs after its period.

    Such a loop is nearly empty: cell by cell it is simulated faster than as a whole board.
    """
    pattern = snark_loop(period)
    *life, last = islice(evolve(pattern, LIFE), period + 1)
    if last != pattern or pattern in life[1:]:
        raise wrong_answer(f"is no oscillator of period {period}", pattern)
    return BuiltAnswer(pattern, period, cells=tuple(phase.population for phase in life))
